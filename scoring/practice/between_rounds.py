"""What a director does between the rounds of an event, where bots direct: make the cut
before a final, and check in who comes to a match day."""

from __future__ import annotations

from random import Random

from django.db import transaction

from scoring.practice.invented_people import invented_people
from scoring.practice.practice_seats import TABLE
from scoring.standings.stages.cutting import make_cut
from scoring.standings.stages.proposed_cut import proposed_cut
from tournaments.check_in import match_day_attendance
from tournaments.models import Entry, MatchDay, Stage, Tournament
from tournaments.rounds.stages.stage_settings import stage_at, stages_of

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
