"""What each round brought to a player: the small cells beside the name.

A player's row of the standings, with what stands beside the figures: found out when
somebody looks at it, for a page shows a hundred rows of a thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from rules.absence_score_options import Absence, counted
from scoring.standings import live_places_during_play
from scoring.standings.gaps_to_next_place import Gap, Gaps
from scoring.standings.live_places_during_play import AtTable
from scoring.standings.rank_players import penalised_measure, standing_by
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Standing
from tournaments.models import Entry
from tournaments.people.presence_in_rounds import Reached, words_for_gone
from tournaments.templatetags.score_figures import table_points, total

#: Shown for a round that was not played and counts nothing.
NOTHING = "–"

#: No more rounds are shown, the last ones.
MOST_CELLS = 9


@dataclass(frozen=True)
class RoundCell:
    """What a round counts, in the points that decide places, as it is written. `place`:
    at the table, None where nothing was played; `absent`: why, if somebody was not
    there or sat out; `dropped`: it is of a match day that does not count; `is_evened`:
    it counts as even, for somebody at the table left."""

    round: int
    points: str
    place: int | None
    absent: Absence | None = None
    dropped: bool = False
    is_evened: bool = False


def cells_of(
    records: Records,
    entry: Entry,
    played: Sequence[Played],
    rounds: frozenset[int],
    dropped: frozenset[int] = frozenset(),
) -> tuple[RoundCell, ...]:
    """A player's cells of the last of these rounds, of which those `dropped` do not
    count."""
    by_round = {row.round: row for row in played}
    shown = sorted(rounds)[-MOST_CELLS:]
    cells = (_cell(records, entry, by_round.get(n), n) for n in shown)
    return tuple(
        replace(cell, dropped=cell.place is not None and cell.round in dropped)
        for cell in cells
    )


def _cell(records: Records, entry: Entry, row: Played | None, number: int) -> RoundCell:
    if row is not None and row.counts:
        points = _written(records, row.table_points, row.score)
        return RoundCell(number, points, row.place or None, is_evened=row.is_evened)
    if row is not None or entry.is_substitute or entry.is_cut(number):
        return RoundCell(number, "", None)
    why = Absence.SIT_OUT if entry.plays(number) else Absence.MISSED
    each = counted(records.tournament.rules.options, why)
    if each.is_nothing:
        return RoundCell(number, NOTHING, None, why)
    unit = records.tournament.rules.catalogue.points_a_table_point
    points = _written(records, Fraction(each.points or 0, unit), each.score or 0)
    return RoundCell(number, points, None, why)


def _written(records: Records, points: Fraction, score: int) -> str:
    """What decides places, the scores or else the table points."""
    tournament = records.tournament
    if penalised_measure(tournament.tie_breaks) == "score":
        return total(score, tournament.ruleset)
    return table_points(points, tournament.ruleset)


@dataclass(frozen=True)
class Row:
    """A player's row; `place` None: a substitute, who has none. `line` has the official
    figures. All else is found out of what is looked at."""

    place: int | None
    shared: bool
    line: Standing
    made: Making

    @property
    def number(self) -> int:
        """The start number: what a row is known by."""
        return self.line.entry.number

    @property
    def entry(self) -> Entry:
        return self.line.entry

    @cached_property
    def move(self) -> int | None:
        """By how many places up since the standings before; None: there were none, or
        none of the stage, where all began level."""
        was = self.made.was.get(self.number)
        return was - self.place if self.place and was is not None else None

    @cached_property
    def gap(self) -> Gap | None:
        """To the next place above; None: nobody is above."""
        return self.made.gaps.of(self.number)

    @cached_property
    def now(self) -> AtTable | None:
        """Where the player sits (live only)."""
        return self.made.now(self.entry)

    @cached_property
    def form(self) -> tuple[RoundCell, ...]:
        """What each round brought."""
        return self.made.form(self.entry)

    @cached_property
    def with_table(self) -> Standing | None:
        """The figures with the table as it stands (live only)."""
        return self.made.with_table(self.entry) if self.now else None

    @property
    def stage(self) -> str:
        """The last stage the player plays in; "" where there are none."""
        stages = self.made.records.stages
        return next(
            (str(e.stage) for e in stages if e.stage.number == self.line.stage), ""
        )

    @cached_property
    def counted(self) -> Standing:
        """In a league: with the days played and those that do not count, of a finished
        event too."""
        return self.made.counted(self.entry)

    @property
    def told_apart(self) -> str:
        """The start number in words, where somebody else has the same name, or ""."""
        if self.made.names[str(self.entry.player)] < 2:
            return ""
        return _("number %(number)s") % {"number": self.number}

    @cached_property
    def gone(self) -> str:
        """That the player withdrew, and when, or ""."""
        return words_for_gone(self.entry, self.made.reached)


@dataclass(frozen=True)
class Making:
    """What the rows of a board find all that out from."""

    records: Records
    rounds: frozenset[int]
    #: Those being played, if they are shown.
    live_rounds: frozenset[int]
    #: The places of before, by start number.
    was: Mapping[int, int]
    gaps: Gaps
    with_table: Callable[[Entry], Standing]

    def now(self, entry: Entry) -> AtTable | None:
        return live_places_during_play.at_table(self.records, self.live_rounds, entry)

    def form(self, entry: Entry) -> tuple[RoundCell, ...]:
        known = self._entries.get(entry.number)
        played = self.records.played.get(known.pk, ()) if known else ()
        dropped: frozenset[int] = frozenset()
        if self.records.league:
            dropped = self.records.league.rounds_of(self.counted(entry).dropped)
        return cells_of(self.records, entry, played, self.rounds, dropped)

    def counted(self, entry: Entry) -> Standing:
        """What somebody has reached by the records."""
        return self._counted(self._entries.get(entry.number, entry))

    @cached_property
    def _entries(self) -> Mapping[int, Entry]:
        return {entry.number: entry for entry in self.records.entries}

    @cached_property
    def _counted(self) -> Callable[[Entry], Standing]:
        return standing_by(self.records, self.rounds)

    @cached_property
    def names(self) -> Counter[str]:
        """How many have each name."""
        return Counter(str(entry.player) for entry in self.records.entries)

    @cached_property
    def reached(self) -> Reached:
        planned = self.records.tournament.planned_rounds
        return Reached(self.records.begun, max(planned, self.records.begun))
