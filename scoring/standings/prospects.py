"""Where a player can still finish, as far as it can be counted: by table points, with
the rounds to come as they are seated (`coming_race`). Says why nothing is counted where
what a table brings has no bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

from rules.reach import Race, best_place, enough_for, worst_place
from rules.winds import FOUR
from scoring.models import PARTS
from scoring.standings.board_rows import Row
from scoring.standings.boards import Board, official
from scoring.standings.coming_race import (
    last_round_of,
    nobody_knows_who_plays,
    race_of,
    shares_of,
)
from scoring.standings.lines import Standing
from scoring.standings.measures.catalogue import measures_of
from scoring.standings.sources import Source, source_of_stage
from scoring.standings.stages.proposed_cut import is_there
from tournaments.models import CutRule
from tournaments.rounds.stages.stage_list import before
from tournaments.rounds.stages.table_labels import label_of

#: Places that people play for where no cut comes; of what makes sure of them only the
#: first is told.
GOALS = (1, 3)


@dataclass(frozen=True)
class Goal:
    """So many points from the rounds to come make sure of one of the first `places`,
    which let in to the `stage` that is named; 0: that is sure already, None: it is out
    of reach."""

    places: int
    points: Fraction | None
    stage: str = ""


@dataclass(frozen=True)
class Prospects:
    """The best and the worst place, with every tie decided for the player or against;
    None where that could not be counted. `rounds`: how many are to come; `stage`: in
    which stage and group that is, "" of an event that is one."""

    best: int | None
    worst: int | None
    goal: Goal | None
    rounds: int
    seats_known: bool
    stage: str = ""

    @property
    def is_certain(self) -> bool:
        return self.best is not None and self.best == self.worst


def prospects_of(source: Source, board: Board, number: int) -> Prospects | None:
    """What the player of that number can still reach, `board` being the official
    standings; None where nothing can be said, or nothing is to come."""
    row = board.by_number.get(number)
    if row is None or row.place is None or _is_over(board):
        return None
    part = _part_of(source, board, row)
    if part is None:
        return None
    own, own_board, stage = part
    race = race_of(own, own_board)
    if race is None or not race.rounds:
        return None
    best, worst = _places(_Key(race), number)
    if best is None and worst is None:
        return None
    return Prospects(
        best,
        worst,
        _goal(_aims(source, row.line, race), number),
        len(race.rounds),
        all(not coming.free for coming in race.rounds),
        stage,
    )


def _part_of(
    source: Source, board: Board, row: Row
) -> tuple[Source, Board, str] | None:
    """Who plays against each other for the places of a row: everybody, or those of its
    stage and group, with what that is called; None of a series."""
    if not source.records.stages:
        return source, board, ""
    line = row.line
    if line.stage in {e.stage.number for e in source.records.stages if e.stage.series}:
        return None
    own = source_of_stage(source, line.stage, line.group)
    if own is None:
        return None
    return own, official(own), label_of(own.records.stages[-1].stage, line.group)


def why_uncounted(source: Source, board: Board, number: int) -> str:
    """Why it cannot be counted what the player of that number can still reach, as a
    sentence; "" where it can, or no round is to come."""
    tournament = source.records.tournament
    if _is_over(board):
        return ""
    if all(number in board.rounds for number in range(1, last_round_of(source) + 1)):
        return ""
    if tournament.is_league:
        return _(
            "What can still be reached is not known: nobody knows who comes to the "
            "match days to come."
        )
    first = measures_of(tournament.ruleset)[tournament.tie_breaks[0]]
    if first.key != "table_points":
        words = _(
            "What can still be reached is not known: places are decided by %(measure)s "
            "first, and nobody can count what the rounds to come can bring of that."
        )
        return words % {"measure": first.words_for(tournament.lot_seed)}
    if tournament.rules.fewest_players < FOUR:
        return _(
            "What can still be reached is not known: a table may have fewer than four "
            "here, and then its places bring something else."
        )
    if shares_of(tournament) is None:
        return _(
            "What can still be reached is not known: what a table brings has no bounds "
            "in these rules, or nobody shares the points of equal places."
        )
    row = board.by_number.get(number)
    part = row and _part_of(source, board, row)
    if part and nobody_knows_who_plays(*part[:2]):
        return _(
            "What can still be reached is not known: nobody knows yet who sits out in "
            "the rounds to come."
        )
    return ""


def _is_over(board: Board) -> bool:
    """Whether nothing is to come, or nothing may be said."""
    return board.tournament.is_finished or board.is_held_back


class _Key:
    """A race as the key of what was counted: the same figures are the same race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.figures = (tuple(sorted(race.points.items())), race.rounds, race.shares)

    def __hash__(self) -> int:
        return hash(self.figures)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.figures == self.figures


@dataclass(frozen=True)
class _Aim:
    """One of the first `places` of a race; those of a cut let in to the `stage` that is
    named, and are the only way to it unless others get in beside them."""

    race: Race
    places: int
    stage: str = ""
    is_only_way: bool = True


def _aims(source: Source, line: Standing, race: Race) -> Iterator[_Aim]:
    """What a player of these standings plays for: to go on, as long as a cut comes
    after the stage they are in; else the first places. `race`: theirs, of their
    group."""
    records = source.records
    cut = records.cut_ahead
    earlier = cut and before(records.all_stages, cut)
    if cut is None or earlier is None or earlier.number != line.stage:
        yield from (_Aim(race, places) for places in GOALS)
        return
    if cut.cut == CutRule.TOP and line.group:
        own = source_of_stage(source, line.stage)
        of_all = race_of(own, official(own)) if own else None
        if of_all is None:
            return
        race = of_all
    there = {e.number for e in records.entries if is_there(e, cut.first_round)}
    points = {name: parts for name, parts in race.points.items() if name in there}
    if line.entry.number in there:
        those = replace(race, points=points)
        yield _Aim(those, cut.cut_size, str(cut), is_only_way=not cut.cut_rest)


def _goal(aims: Iterable[_Aim], number: int) -> Goal | None:
    """The first aim that the player can make sure of alone, or the cut that is out of
    reach."""
    return next(filter(None, (_towards(aim, number) for aim in aims)), None)


def _towards(aim: _Aim, number: int) -> Goal | None:
    if len(aim.race.points) <= aim.places:
        return Goal(aim.places, Fraction(0), aim.stage) if aim.stage else None
    key = _Key(aim.race)
    best, worst = _places(key, number)
    if best is not None and best > aim.places:
        is_out = aim.stage and aim.is_only_way
        return Goal(aim.places, None, aim.stage) if is_out else None
    if worst is not None and worst <= aim.places:
        return Goal(aim.places, Fraction(0), aim.stage)
    enough = _enough(key, number, aim.places)
    if enough is None:
        return None
    return Goal(aim.places, Fraction(enough, PARTS), aim.stage)


@lru_cache(maxsize=2048)
def _places(key: _Key, number: int) -> tuple[int | None, int | None]:
    """The best and the worst place, counted once for as long as the official figures
    are the same."""
    return best_place(key.race, number), worst_place(key.race, number)


@lru_cache(maxsize=2048)
def _enough(key: _Key, number: int, places: int) -> int | None:
    return enough_for(key.race, number, places)
