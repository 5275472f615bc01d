"""Bots as directors, which run all rounds of a practice tournament.

They close a round whose games are over, make the cut, check in players for a match day,
generate the next seating, publish it and start the round.
"""

from __future__ import annotations

from random import Random

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as noop

from rules.faults import RuleError
from scoring.models import BotPlay
from scoring.practice.next_step_of_staff import Step, next_step
from scoring.practice.practice_players_and_formats import invented_people
from scoring.rounds import end_and_close_round
from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from tournaments.check_in import match_day_attendance
from tournaments.models import HIDDEN_STATES, MatchDay, Player, Round, Stage, Tournament
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.late_start import Late, LateStart
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, submit_draft
from tournaments.seating_drafts.seating_forms import last_request

#: Share of a league's members who come at least, if there are more than SURELY.
COME, SURELY = 0.7, 8
#: Probability that a new player comes to a match day.
WALKS_IN = 0.5
#: Reason in the log for the bots' decisions as directors.
REASON = noop("the bots continue the tournament")


def cut(tournament: Tournament, stage: Stage, *, seed: str, by: str) -> None:
    """Make a cut, or assign the groups at random.

    The lowest player numbers win ties at the cut, because there are no staff to decide.
    """
    decided: list[int] = []
    while ties := proposed_cut(tournament, stage, decided).ties:
        tie = ties[0]
        decided += sorted(tie.numbers)[: tie.seats]
    make_cut(
        tournament,
        stage.number,
        decided=decided,
        seed=seed,
        by=by,
        reason=_reason(tournament),
    )


@transaction.atomic
def come_to(tournament: Tournament, day: MatchDay, *, seed: str, by: str) -> list[int]:
    """Check in players for a match day and return their player numbers.

    In a team league, all players come. Otherwise a random selection of members comes,
    enough to fill whole tables. Sometimes a new player replaces a member and plays in
    the last group.
    """
    chance = Random(f"{seed}/{day.number}")
    members = list(tournament.players.filter(is_filler=False, team=None))
    if not members:
        everybody = tournament.players.filter(is_filler=False)
        come = list(everybody.values_list("number", flat=True))
    else:
        numbers = sorted(player.number for player in members)
        come = sorted(
            chance.sample(
                numbers, _attendance(len(numbers), tournament.rules.players, chance)
            )
        )
    guest = bool(members) and len(come) >= SURELY and chance.random() < WALKS_IN
    if guest:
        come = come[:-1]
    match_day_attendance.open_with(tournament, day.number, come, by=by)
    if guest:
        come.append(_add_newcomer(tournament, day, chance, by=by).number)
    return come


def _attendance(members: int, table: int, chance: Random) -> int:
    """Return the number of members who come. `table`: number of players at a table."""
    if members <= SURELY:
        return members - members % table
    least = max(round(members * COME), SURELY)
    return chance.randint(-(-least // table), members // table) * table


def _add_newcomer(
    tournament: Tournament, day: MatchDay, chance: Random, *, by: str
) -> Player:
    known = {
        (person.first_name, person.last_name)
        for person in (e.person for e in tournament.players.select_related("person"))
    }
    people = ((one[0], one[1]) for one in invented_people(len(known) + 1, chance))
    first, last = next(name for name in people if name not in known)
    stage = stage_at(stages_of(tournament), day.first_round)
    return match_day_attendance.walk_in(
        tournament,
        day.number,
        first_name=first,
        last_name=last,
        group=stage.groups if stage else 0,
        by=by,
    )


#: Author in the log for the bots' work as directors.
BOTS = "bots"


def _reason(tournament: Tournament) -> str:
    """Return the reason of the bots' decisions in the tournament's language."""
    with translation.override(tournament.first_language):
        return translation.gettext(REASON)


def go_on(play: BotPlay) -> bool:
    """Take the director's next step if the bots run the rounds and no game is in
    progress.

    Return whether a step was taken. Steps that the program refuses are left to the
    staff.
    """
    if not play.runs_rounds:
        return False
    try:
        return _take_next_step(play)
    except RuleError:
        return False


def _take_next_step(play: BotPlay) -> bool:
    tournament, seed = play.tournament, str(play.seed)
    following = next_step(tournament)
    if following.step == Step.CLOSE and following.round:
        reason = _reason(tournament)
        end_and_close_round.close(following.round.pk, by=BOTS, reason=reason)
    elif following.round:
        _start(following.round)
    elif following.stage:
        cut(tournament, following.stage, seed=seed, by=BOTS)
    elif following.day:
        come_to(tournament, following.day, seed=seed, by=BOTS)
    elif following.step == Step.CONFIRM and following.draw:
        confirm_draft.confirm(following.draw, by=BOTS)
    elif following.step == Step.DRAW:
        _draw(tournament, following.number, seed)
    else:
        return False
    return True


def _start(round_: Round) -> None:
    if round_.state in HIDDEN_STATES:
        publish_seating.publish(
            round_.pk, by=BOTS, although=True, late=LateStart(Late.BY_HAND)
        )
    round_clock.start(round_.pk, by=BOTS, now=timezone.now())


def _draw(tournament: Tournament, number: int, seed: str) -> None:
    """Request the seating of a round.

    Use the settings of the stage or of the last seating.
    """
    stage = stage_at(stages_of(tournament), number)
    last = last_request(tournament)
    usual = last.method if tournament.draw_settings else Method.RANDOM
    method = Method(stage.method) if stage and stage.method else usual
    submit_draft.submit(
        tournament,
        method=method,
        first_round=number,
        rounds=1,
        demands=last.demands,
        options=last.options,
        seed=f"{seed}/{number}",
        by=BOTS,
    )
