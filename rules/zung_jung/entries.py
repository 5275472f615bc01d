"""The win entered at a Zung Jung table, by its points or by its tiles."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry
from rules.winds import Wind

#: Written for a win on a discard for which no player is responsible.
NO_ONE = "none"


@dataclass(frozen=True)
class Win(Entry):
    """A win on a discard of `discarder` (None: self-draw).

    `responsible` pays more than the others and is usually the discarder. It is None
    after a self-draw, or if the same-round rule makes no player responsible. With tiles
    in `hand`, the replay of the table fills in `points`.
    """

    winner: Wind
    discarder: Wind | None
    responsible: Wind | None = None
    points: int = 0
    hand: EnteredHand | None = None
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.winner, "from": self.discarder}
        if self.responsible is not self.discarder:
            data["responsible"] = self.responsible or NO_ONE
        if self.hand:
            return data | {"hand": self.hand.as_data()}
        return data | {"points": self.points}
