"""Why final points differ from the points on the table: uma, oka, rounding, penalties,
and points settled after the last hand. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from rules.ledger_entries import Target
from rules.ledger_replay import penalties_on
from rules.ruleset_and_table_state import Ending
from rules.winds import Wind
from scoring.ledger.stored_results import one_sided
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.templatetags.score_figures import (
    has_final_points,
    signed,
    table_points,
)


@dataclass(frozen=True)
class PointsPart:
    """A part of a player's result: its name, and its points as text."""

    name: str
    points: str


@dataclass(frozen=True)
class FinalSettlement:
    """The steps from the points on the table to the result.

    `parts`: steps by seat, without steps of 0; `left`: a sentence on who gets riichi
    sticks that no one won, "" if there are none.
    """

    parts: Mapping[Wind, tuple[PointsPart, ...]]
    left: str = ""

    @property
    def is_told(self) -> bool:
        """Return whether there is a difference to explain."""
        return bool(self.left) or any(self.parts.values())


def final_settlement(ledger: TableLedger) -> FinalSettlement:
    """Return the final settlement of a table.

    It is empty before the end of play, and for a cancelled table.
    """
    state = ledger.state
    if state.over in (None, Ending.CANCELLED):
        return FinalSettlement({})
    left = presenter_of(ledger.rules.id).left_at_end(ledger.rules, state, ledger.names)
    return FinalSettlement(_parts_by_seat(ledger), left)


def _parts_by_seat(ledger: TableLedger) -> Mapping[Wind, tuple[PointsPart, ...]]:
    rules, state = ledger.rules, ledger.state
    presenter = presenter_of(rules.id)
    final, in_score = ledger.final_scores(), one_sided(state)
    of_points = presenter.parts_of_points(rules, state)
    fined = penalties_on(state, Target.TABLE_POINTS)
    overall = penalties_on(state, Target.OVERALL)
    unit = rules.catalogue.points_a_table_point

    def of_seat(seat: Wind) -> Iterator[PointsPart]:
        if after := final[seat] - state.scores[seat]:
            yield PointsPart(str(presenter.settled_at_end), signed(after))
        if points := in_score[seat]:
            yield PointsPart(_("Penalty in the score"), signed(points))
        for name, share in of_points.get(seat, ()):
            yield PointsPart(name, _points(share, rules.id))
        if points := fined[seat]:
            yield PointsPart(_("Penalty"), _points(Fraction(points, unit), rules.id))
        if points := overall[seat]:
            yield PointsPart(_("Penalty in the standings"), signed(points))

    return {seat: tuple(of_seat(seat)) for seat in state.position.seats}


def _points(points: Fraction, ruleset: str) -> str:
    """Return a part of the points as text with its sign."""
    if has_final_points(ruleset):
        return table_points(points, ruleset)
    return signed(points)
