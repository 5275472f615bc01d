"""How a won hand is entered in MCR by points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.entries import Entry
from rules.mcr.options import McrOptions
from rules.reading import Reader
from rules.text import _
from rules.winds import Wind

# The 81 fan cannot add up to more: the highest hands known are under 400.
MOST_FAN = 500


@dataclass(frozen=True)
class Win(Entry):
    """`winner` won with `points` fan, flowers included, on `discarder`'s tile
    (None: self-drawn). `chicken` marks a Chicken Hand, for the prize it earns."""

    winner: Wind
    discarder: Wind | None
    points: int
    chicken: bool = False
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {
            "winner": self.winner,
            "from": self.discarder,
            "points": self.points,
        }
        return data | {"chicken": True} if self.chicken else data


def read_win(raw: Mapping[str, object], options: McrOptions) -> Win:
    """A win from JSON values. Raises RuleError with every fault."""
    reader = Reader(raw)
    reader.text("kind", (Win.kind,))
    winner = reader.seat("winner")
    discarder = reader.seat("from", optional=True)
    points = reader.integer("points", low=0, high=MOST_FAN)
    chicken = reader.flag("chicken")
    if not reader.faults and points < options.minimum:
        reader.fault(
            "below_minimum",
            _("%(points)s fan is less than the minimum of %(minimum)s."),
            "points",
            points=points,
            minimum=options.minimum,
        )
    if winner and winner == discarder:
        reader.fault(
            "winner_is_discarder",
            _("The winner cannot have discarded the winning tile."),
            "from",
        )
    reader.done()
    return Win(winner or Wind.EAST, discarder, points, chicken)
