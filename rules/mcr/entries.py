"""What is entered at an MCR table besides what every ruleset shares: a win, by its
points or by its tiles."""

from __future__ import annotations

from dataclasses import dataclass

from rules.entered_hands import EnteredHand
from rules.entries import Entry
from rules.winds import Wind


@dataclass(frozen=True)
class Win(Entry):
    """`winner` won on `discarder`'s tile (None: self-drawn).

    Either with `points` fan, flowers included, or with the tiles of `hand`: then the
    table's replay fills in `points`. `chicken` marks a Chicken Hand, for the prize
    it earns.
    """

    winner: Wind
    discarder: Wind | None
    points: int = 0
    chicken: bool = False
    hand: EnteredHand | None = None
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.winner, "from": self.discarder}
        if self.hand:
            return data | {"hand": self.hand.as_data()}
        data["points"] = self.points
        return data | {"chicken": True} if self.chicken else data
