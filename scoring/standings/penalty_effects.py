"""Effects on the standings of penalties without payments, such as chombo or penalties
in table points. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.ledger_entries import Entry, FalseWin, Penalty, Target
from rules.ledger_replay import penalties_on, placings
from rules.ruleset_and_table_state import Ending, TableState
from rules.winds import Wind
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.criteria_and_tie_breaks import measures_of
from scoring.standings.rank_players import penalised_measure
from tournaments.models import Game, Seat, Tournament
from tournaments.templatetags.score_figures import table_points, total

Points = Mapping[Wind, Fraction]


@dataclass(frozen=True)
class PointsChange:
    """A player's points before and after as text. `difference`: "" if unchanged."""

    seat: Seat
    before: str
    after: str
    difference: str


@dataclass(frozen=True)
class PointsEffect:
    """The table's contribution to the standings before and after.

    `measure`: the criterion; `over`: play at the table is over.
    """

    measure: object
    over: bool
    changes: tuple[PointsChange, ...]


def points_effects(
    game: Game, before: TableState, after: TableState, seats: Mapping[Wind, Seat]
) -> tuple[PointsEffect, ...]:
    """Return an effect for each criterion that changes.

    Empty if the two states differ only in scores at the table, or if the table is
    cancelled.
    """
    unlike = _beside_scores(before) != _beside_scores(after)
    if not unlike or Ending.CANCELLED in (before.over, after.over):
        return ()
    return tuple(_effects(game.round.tournament, before, after, seats))


def _beside_scores(state: TableState) -> list[Entry]:
    """Return the false wins and penalties without payments at the table."""
    return [
        line.entry
        for line in state.lines
        if isinstance(line.entry, Penalty | FalseWin) and not line.settlement.payments
    ]


def _effects(
    tournament: Tournament,
    before: TableState,
    after: TableState,
    seats: Mapping[Wind, Seat],
) -> Iterator[PointsEffect]:
    measures = measures_of(tournament.ruleset)
    old, new = _brought(tournament, before), _brought(tournament, after)
    penalised = penalised_measure(tournament.tie_breaks)
    for name in dict.fromkeys(("table_points", penalised)):
        if old[name] == new[name]:
            continue
        changes = tuple(
            PointsChange(
                seats[seat],
                _written(name, old[name][seat], tournament.ruleset),
                _written(name, new[name][seat], tournament.ruleset),
                _difference(new[name][seat] - old[name][seat], tournament.ruleset),
            )
            for seat in after.position.seats
        )
        yield PointsEffect(measures[name].name, after.over is not None, changes)


def _brought(tournament: Tournament, state: TableState) -> Mapping[str, Points]:
    """Return what each seat would add to the standings if play ended now, by
    criterion.
    """
    placed, seats = placings(tournament.rules, state), state.position.seats
    fines = penalties_on(state, Target.OVERALL)
    points = {
        "score": {seat: Fraction(placed[seat].score) for seat in seats},
        "table_points": {seat: placed[seat].table_points for seat in seats},
    }
    fined = penalised_measure(tournament.tie_breaks)
    unit = tournament.rules.catalogue.points_a_table_point
    scale = 1 if fined == "score" else unit
    for seat in seats:
        points[fined][seat] += Fraction(fines[seat], scale)
    return points


def _written(measure: str, points: Fraction, ruleset: str) -> str:
    if measure == "score":
        return total(int(points), ruleset)
    return table_points(points, ruleset, 0)


def _difference(points: Fraction, ruleset: str) -> str:
    """Return the difference as text with its sign; "" for 0.

    Points of some rulesets already have a sign.
    """
    signed = presenter_of(ruleset).has_final_points
    sign = "+" if points > 0 and not signed else ""
    return sign + table_points(points, ruleset, 0) if points else ""
