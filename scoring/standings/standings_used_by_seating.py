"""The standings used to generate seating and to make cuts
(`tournaments/rounds/standings_used`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import ngettext

from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.proposed_cut import ProposedCut, differing, proposed_cut_in
from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import records_of
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Standing
from tournaments.models import (
    CutRule,
    FinalSeats,
    GroupingRule,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.rounds import standings_used as basis
from tournaments.rounds.standings_used import (
    Basis,
    Counts,
    CutNow,
    Line,
    placed_among,
)
from tournaments.templatetags.score_figures import has_final_points, table_points, total
from tournaments.web.number_wording import plural_number

#: Groupings by the places of the qualified players.
BY_RANK = (GroupingRule.SNAKE, GroupingRule.HAND, GroupingRule.DIVISIONS)


class StandingsNow:
    """The current results of a tournament, read once for several questions."""

    def __init__(self, tournament: Tournament) -> None:
        self._records = records_of(tournament)

    def basis(
        self, before: int, counts: str = "", rounds: Collection[int] | None = None
    ) -> Basis:
        """Return the standings before a round: by the closed rounds, or by these
        `rounds`. In open rounds only finished tables count. `counts`: whether rounds
        with finished tables count too.
        """
        records = self._records.as_after(before)
        open_ = _open_tables(records, before)
        if rounds is None:
            rounds = _rounds_that_count(records, before, counts)
        ranking = ranking_in(_without(records, open_), rounds)
        placed = [(row.place, row.line) for row in ranking.placed]
        last = len(placed) + 1
        placed += [(last + at, line) for at, line in enumerate(ranking.unranked)]
        return Basis(
            before,
            tuple(sorted(rounds)),
            open_,
            _lines((p, line) for p, line in placed if line.player.plays(before)),
            counts,
        )

    def cut(self, stage: Stage) -> CutNow:
        """Return the cut before a stage by current results, and how it differs from the
        stage's players.
        """
        cut = proposed_cut_in(self._records, stage)
        come, go = differing(cut, stage)
        return CutNow(cut_basis(cut), tuple(come), tuple(go))

    def points_in_words(self, line: Line) -> str:
        """Return the points and score of a line as text."""
        ruleset = self._records.tournament.ruleset
        values = {
            "points": table_points(Fraction(line.points), ruleset),
            "score": total(_exact(line.score), ruleset),
        }
        if has_final_points(ruleset):
            return str(presenter_of(ruleset).points_sentence) % values
        pattern = ngettext(
            "%(points)s table point and a score of %(score)s",
            "%(points)s table points and a score of %(score)s",
            plural_number(Fraction(line.points)),
        )
        return pattern % values


def register() -> None:
    """Register this module as the source of standings for seating and cuts."""
    basis.register(StandingsNow)


def uses_standing(stage: Stage) -> bool:
    """Return whether the standings decide the players, groups or seats of a stage."""
    if stage.cut in (CutRule.TOP, CutRule.PER_GROUP):
        return True
    if stage.groups and stage.grouping in BY_RANK:
        return True
    return stage.seats != FinalSeats.BALANCED


def can_be_seeded(stage: Stage) -> bool:
    """Return whether a list can order the players before groups are formed.

    True for the first stage if strength decides its groups.
    """
    return stage.number == 1 and bool(stage.groups) and stage.grouping in BY_RANK


def cut_basis(cut: ProposedCut) -> Basis:
    """Return the standings used by a cut, with all players who could qualify.

    Before the first stage, return all players by number.
    """
    first = cut.stage.first_round
    present = [candidate for candidate in cut.candidates if candidate.is_there]
    lines = (
        _lines((candidate.place, candidate.line) for candidate in present)
        if cut.stage.number > 1
        else tuple(Line(one.player.number, 1, "0", "0") for one in present)
    )
    return Basis(first, tuple(range(1, first)), dict.fromkeys(cut.missing, ()), lines)


def _open_tables(records: Records, before: int) -> dict[int, tuple[int, ...]]:
    """Return the unfinished tables of each earlier round that is not closed, by round
    number.
    """
    open_: dict[int, set[int]] = {
        number: set()
        for number, round_ in sorted(records.rounds.items())
        if number < before and round_.state != RoundState.CLOSED
    }
    for rows in records.played.values() if open_ else ():
        for row in rows:
            if row.round in open_ and not row.over:
                open_[row.round].add(row.table)
    return {number: tuple(sorted(tables)) for number, tables in open_.items()}


def _rounds_that_count(records: Records, before: int, counts: str) -> list[int]:
    numbers = {n for n in records.closed if n < before}
    if counts == Counts.FINISHED:
        rows = [row for own in records.played.values() for row in own]
        numbers |= {row.round for row in rows if row.round < before and row.over}
    return sorted(numbers)


def _without(records: Records, tables: Mapping[int, Collection[int]]) -> Records:
    """Return the records without the results at these tables."""
    if not any(tables.values()):
        return records
    played = {
        player: tuple(row for row in rows if row.table not in tables.get(row.round, ()))
        for player, rows in records.played.items()
    }
    return replace(records, played=played)


def _lines(placed: Iterable[tuple[int, Standing | None]]) -> tuple[Line, ...]:
    return placed_among(
        [
            Line(line.player.number, place, str(line.table_points), str(line.score))
            for place, line in placed
            if line
        ]
    )


def _exact(score: str) -> int | Fraction:
    exact = Fraction(score)
    return int(exact) if exact.denominator == 1 else exact
