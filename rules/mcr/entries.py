"""The win entered at an MCR table, by its fan or by its tiles."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry
from rules.winds import Wind


@dataclass(frozen=True)
class Claim:
    """One player's claim to win, by `points` (fan, flowers included) or by the tiles of
    `hand`.

    `flowers`: the part of the points for flowers; 0 if there are none or the table did
    not enter them. With tiles, the replay of the table fills in `points` and `flowers`.
    `chicken` marks a Chicken Hand, which may win a prize.
    """

    winner: Wind
    points: int = 0
    chicken: bool = False
    hand: EnteredHand | None = None
    flowers: int = 0

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.winner}
        if self.hand:
            return data | {"hand": self.hand.as_data()}
        data["points"] = self.points
        if self.flowers:
            data["flowers"] = self.flowers
        return data | {"chicken": True} if self.chicken else data


@dataclass(frozen=True)
class Win(Entry):
    """A win on a discard of `discarder` (None: self-draw).

    Several players may have claimed the tile; the options decide which of them wins.
    """

    discarder: Wind | None
    claims: tuple[Claim, ...]
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        if len(self.claims) == 1:
            [claim] = self.claims
            return {"winner": claim.winner, "from": self.discarder, **claim.as_data()}
        winners = [claim.as_data() for claim in self.claims]
        return {"from": self.discarder, "winners": winners}
