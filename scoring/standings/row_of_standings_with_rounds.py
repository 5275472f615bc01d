"""A player's row in the standings, with details and a cell for each round.

Details are calculated when needed, because a page shows 100 rows of 1,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rules.absence_score_options import Absence, counted
from scoring.standings import live_places_during_play
from scoring.standings.gaps_to_next_place import Gap, Gaps
from scoring.standings.live_places_during_play import AtTable
from scoring.standings.rank_players import penalised_measure, standing_by
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Standing
from tournaments.models import Player
from tournaments.people.presence_in_rounds import Reached, words_for_gone
from tournaments.templatetags.score_figures import table_points, total

#: Shown for a missed round that counts nothing.
NOTHING = "–"

#: Maximum number of round cells; the last rounds are shown.
MOST_CELLS = 9


@dataclass(frozen=True)
class RoundCell:
    """A round's result in a cell. `points`: the points that decide places, as text.

    `place`: place at the table, None if not played. `absent`: why it was not played.
    `dropped`: the round belongs to a match day that does not count. `counts_as_tie`:
    counts as if all players were tied, because a player at the table withdrew.
    """

    round: int
    points: str
    place: int | None
    absent: Absence | None = None
    dropped: bool = False
    counts_as_tie: bool = False


def cells_of(
    records: Records,
    player: Player,
    played: Sequence[Played],
    rounds: frozenset[int],
    dropped: frozenset[int] = frozenset(),
) -> tuple[RoundCell, ...]:
    """Return a player's cells for the last `MOST_CELLS` of these rounds.

    `dropped`: rounds that do not count.
    """
    by_round = {row.round: row for row in played}
    shown = sorted(rounds)[-MOST_CELLS:]
    cells = (_cell(records, player, by_round.get(n), n) for n in shown)
    return tuple(
        replace(cell, dropped=cell.place is not None and cell.round in dropped)
        for cell in cells
    )


@dataclass(frozen=True)
class FixedRound:
    """A round without a game that counts a fixed result.

    `score`, `points`: the result (table points); `absent`: the reason.
    """

    number: int
    absent: Absence
    score: int
    points: Fraction


def fixed_rounds(
    records: Records, player: Player, rounds: Iterable[int]
) -> list[FixedRound]:
    """Return the player's fixed results in `rounds`, where the player has no seat."""
    rules = records.tournament.rules
    unit = rules.catalogue.points_a_table_point
    found = []
    for number in sorted(rounds):
        if player.is_substitute or player.is_cut(number):
            continue
        why = Absence.SIT_OUT if player.plays(number) else Absence.MISSED
        fixed = counted(rules.options, why)
        if not fixed.is_nothing:
            points = Fraction(fixed.points or 0, unit)
            found.append(FixedRound(number, why, fixed.score or 0, points))
    return found


def _cell(
    records: Records, player: Player, row: Played | None, number: int
) -> RoundCell:
    if row is not None and row.counts:
        points = _written(records, row.table_points, row.score)
        return RoundCell(
            number, points, row.place or None, counts_as_tie=row.counts_as_tie
        )
    if row is not None or player.is_substitute or player.is_cut(number):
        return RoundCell(number, "", None)
    why = Absence.SIT_OUT if player.plays(number) else Absence.MISSED
    fixed = counted(records.tournament.rules.options, why)
    if fixed.is_nothing:
        return RoundCell(number, NOTHING, None, why)
    unit = records.tournament.rules.catalogue.points_a_table_point
    points = _written(records, Fraction(fixed.points or 0, unit), fixed.score or 0)
    return RoundCell(number, points, None, why)


def _written(records: Records, points: Fraction, score: int) -> str:
    """Return the points that decide places as text: the score or the table points."""
    tournament = records.tournament
    if penalised_measure(tournament.tie_breaks) == "score":
        return total(score, tournament.ruleset)
    return table_points(points, tournament.ruleset)


@dataclass(frozen=True)
class Row:
    """A player's row.

    `place`: None if not ranked; `line`: official figures; `made`: data for the details.
    """

    place: int | None
    shared: bool
    line: Standing
    made: Making

    @property
    def number(self) -> int:
        """Return the player number, which identifies the row."""
        return self.line.player.number

    @property
    def player(self) -> Player:
        return self.line.player

    @cached_property
    def move(self) -> int | None:
        """Return the number of places gained since the previous standings (negative:
        lost). Return None without previous standings, or if the player has started a
        stage at 0 since then.
        """
        was = self.made.was.get(self.number)
        return was - self.place if self.place and was is not None else None

    @cached_property
    def gap(self) -> Gap | None:
        """Return the gap to the next better place; None if there is none."""
        return self.made.gaps.of(self.number)

    @cached_property
    def now(self) -> AtTable | None:
        """Return the player's seat in a round in progress; None if there is none, and
        in official standings.
        """
        return self.made.now(self.player)

    @cached_property
    def form(self) -> tuple[RoundCell, ...]:
        """Return the cell of each round."""
        return self.made.form(self.player)

    @cached_property
    def with_table(self) -> Standing | None:
        """Return the figures including the current game; None without a
        current game.
        """
        return self.made.with_table(self.player) if self.now else None

    @property
    def current(self) -> Standing:
        """Return the figures including the current game if it has a result, otherwise
        the official figures.
        """
        return (self.now and self.now.begun and self.with_table) or self.line

    @property
    def stage(self) -> str:
        """Return the name of the player's last stage; "" without stages."""
        stages = self.made.records.stages
        return next(
            (str(e.stage) for e in stages if e.stage.number == self.line.stage), ""
        )

    @cached_property
    def counted(self) -> Standing:
        """Return the standing with the days attended and dropped in a league.

        Also works for a finished tournament.
        """
        return self.made.counted(self.player)

    @cached_property
    def gone(self) -> str:
        """Return a sentence on when the player withdrew; "" if the player has not
        withdrawn.
        """
        return words_for_gone(self.player, self.made.reached)


@dataclass(frozen=True)
class Making:
    """The data from which the details of rows are calculated."""

    records: Records
    rounds: frozenset[int]
    #: Visible rounds in progress.
    live_rounds: frozenset[int]
    #: Previous places by player number.
    was: Mapping[int, int]
    gaps: Gaps
    with_table: Callable[[Player], Standing]

    def now(self, player: Player) -> AtTable | None:
        return live_places_during_play.at_table(self.records, self.live_rounds, player)

    def form(self, player: Player) -> tuple[RoundCell, ...]:
        known = self._players.get(player.number)
        played = self.records.played.get(known.pk, ()) if known else ()
        dropped: frozenset[int] = frozenset()
        if self.records.league:
            dropped = self.records.league.rounds_of(self.counted(player).dropped)
        return cells_of(self.records, player, played, self.rounds, dropped)

    def counted(self, player: Player) -> Standing:
        """Return the standing of a player, calculated from the records."""
        return self._counted(self._players.get(player.number, player))

    @cached_property
    def _players(self) -> Mapping[int, Player]:
        return {player.number: player for player in self.records.players}

    @cached_property
    def _counted(self) -> Callable[[Player], Standing]:
        return standing_by(self.records, self.rounds)

    @cached_property
    def reached(self) -> Reached:
        planned = self.records.tournament.planned_rounds
        return Reached(self.records.begun, max(planned, self.records.begun))
