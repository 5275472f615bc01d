"""What a director does between the rounds of an event, where bots direct: make the cut
before a final, and check in who comes to a match day.

Bots that direct, too: a round is closed once its tables are over, the cut is made,
who comes to the match day is checked in, the next round drawn, shown and started, until
the event is played.
"""

from __future__ import annotations

from random import Random

from django.db import transaction
from django.utils import timezone

from rules.faults import RuleError
from scoring.models import BotPlay
from scoring.practice.next_step_of_staff import Step, next_step
from scoring.practice.practice_players_and_formats import TABLE, invented_people
from scoring.rounds import end_and_close_round
from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from tournaments.check_in import match_day_attendance
from tournaments.models import HIDDEN_STATES, Entry, MatchDay, Round, Stage, Tournament
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.late_start import Late, LateStart
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, submit_draft
from tournaments.seating_drafts.seating_forms import last_request

#: Of the members of a league so many come at least, where there are more than these.
COME, SURELY = 0.7, 8
#: How likely somebody walks in on a match day.
WALKS_IN = 0.5
#: Why bots decide what a director decides.
REASON = "the bots play on"


def cut(tournament: Tournament, stage: Stage, *, seed: str, by: str) -> None:
    """Make a cut, or draw the groups by the seed. Of those who are equal at the line
    the lowest numbers go on, for nobody is there to draw lots."""
    decided: list[int] = []
    while ties := proposed_cut(tournament, stage, decided).ties:
        tie = ties[0]
        decided += sorted(tie.numbers)[: tie.seats]
    make_cut(tournament, stage.number, decided=decided, seed=seed, by=by, reason=REASON)


@transaction.atomic
def come_to(tournament: Tournament, day: MatchDay, *, seed: str, by: str) -> list[int]:
    """Check in who comes to a match day: of a team league everybody; else most of the
    members, in fours, now and then with somebody new, who plays in the last division.
    Their start numbers."""
    chance = Random(f"{seed}/{day.number}")
    members = list(tournament.entries.filter(is_filler=False, team=None))
    if not members:
        everybody = tournament.entries.filter(is_filler=False)
        come = list(everybody.values_list("number", flat=True))
    else:
        numbers = sorted(entry.number for entry in members)
        come = sorted(chance.sample(numbers, _how_many(len(numbers), chance)))
    guest = bool(members) and len(come) >= SURELY and chance.random() < WALKS_IN
    if guest:
        come = come[:-1]
    match_day_attendance.open_with(tournament, day.number, come, by=by)
    if guest:
        come.append(_walk_in(tournament, day, chance, by=by).number)
    return come


def _how_many(members: int, chance: Random) -> int:
    """A multiple of four, where there are more than surely come."""
    if members <= SURELY:
        return members - members % TABLE
    least = max(round(members * COME), SURELY)
    return chance.randint(-(-least // TABLE), members // TABLE) * TABLE


def _walk_in(
    tournament: Tournament, day: MatchDay, chance: Random, *, by: str
) -> Entry:
    known = {
        (player.first_name, player.last_name)
        for player in (e.player for e in tournament.entries.select_related("player"))
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


#: Who directs, in the log.
BOTS = "bots"


def go_on(play: BotPlay) -> bool:
    """Do the next thing that a director would, once no table plays; whether anything
    was done. What the program refuses is left to the crew."""
    if not play.runs_rounds:
        return False
    try:
        return _go_on(play)
    except RuleError:
        return False


def _go_on(play: BotPlay) -> bool:
    tournament, seed = play.tournament, str(play.seed)
    found = next_step(tournament)
    if found.step == Step.CLOSE and found.round:
        end_and_close_round.close(found.round.pk, by=BOTS, reason=REASON)
    elif found.round:
        _start(found.round)
    elif found.stage:
        cut(tournament, found.stage, seed=seed, by=BOTS)
    elif found.day:
        come_to(tournament, found.day, seed=seed, by=BOTS)
    elif found.step == Step.CONFIRM and found.draw:
        confirm_draft.confirm(found.draw, by=BOTS)
    elif found.step == Step.DRAW:
        _draw(tournament, found.number, seed)
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
    """Request the draw of a round, by its stage's settings or those of the last
    draw."""
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
