"""Types for a ruleset's penalty catalogue: the offences that rule books name, and their
cost.

Referees enter all other penalties themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.ledger_entries import Target
from rules.winds import WINDS, Wind


class Gain(StrEnum):
    """Recipient of a penalty's points: no one, every other player, or one player. With
    `EACH`, every other player gets the full amount."""

    NOBODY = "nobody"
    EACH = "each"
    ONE = "one"


@dataclass(frozen=True)
class Offence:
    """An offence, and the points that it costs.

    `most`: the most points that a referee may choose. `warned`: the first time costs
    only a warning. From the third time, each time costs twice as much as the time
    before; without `doubles`, the cost stays the same.
    """

    id: str
    name: str
    points: int
    warned: bool = False
    doubles: bool = True
    most: int | None = None
    target: Target = Target.SCORE
    gain: Gain = Gain.NOBODY
    source: str = ""

    def costs(self, times: int) -> int:
        """Return the points that the offence costs the `times`-th time, counted from 1;
        0 for a warning.

        Raises ValueError for a number below 1.
        """
        if times < 1:
            raise ValueError("an offence is counted from 1")
        if not self.warned:
            return self.points
        if times == 1:
            return 0
        return self.points << times - 2 if self.doubles else self.points


@dataclass(frozen=True)
class Catalogue:
    """The offences of a ruleset.

    `target` is the default target of a penalty. `points_a_table_point`: the penalty
    points that make one table point, or one point in the standings.
    """

    offences: tuple[Offence, ...] = ()
    target: Target = Target.SCORE
    points_a_table_point: int = 1

    def offence(self, name: str) -> Offence | None:
        """Return the offence with this id; None if there is none."""
        return next((entry for entry in self.offences if entry.id == name), None)

    def with_points(self, points: Mapping[str, int]) -> Catalogue:
        """Return the catalogue with the tournament's points for some offences."""
        offences = (
            replace(offence, points=points.get(offence.id, offence.points))
            for offence in self.offences
        )
        return replace(self, offences=tuple(offences))


def amounts(
    offender: Wind,
    points: int,
    gain: Gain,
    payee: Wind | None = None,
    seats: Sequence[Wind] = WINDS,
) -> dict[Wind, int]:
    """Return the points that each player wins or loses by a penalty of `points`.

    With `Gain.EACH`, each other player at `seats` gets the points, and the offender
    pays the sum. With `Gain.ONE`, the `payee` gets the points.
    """
    gained = {payee: points} if gain is Gain.ONE and payee else {}
    if gain is Gain.EACH:
        gained = {seat: points for seat in seats if seat is not offender}
        points *= len(gained)
    return {
        seat: -points if seat is offender else gained.get(seat, 0) for seat in WINDS
    }
