"""Entries at a Hong Kong table: wins and false wins."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, FalseWin
from rules.own_hands import OwnHand
from rules.winds import Wind


@dataclass(frozen=True)
class Claim:
    """One player's claim to win, by `faan` or by the tiles of `hand`.

    With tiles, the replay of the table fills in `faan`. `bonus_faan`: the part of the
    faan for bonus tiles or their absence; it does not count towards the minimum.
    `no_chows`: the hand has no chow, for the kitty. `guarantor` pays for all, because
    of `guarantee`. `robbed_kong`: the tile was robbed from a kong (a hand of tiles has
    its own flag). `own_hand`: the tournament's special hand that was declared; `faan`
    includes it.
    """

    winner: Wind
    faan: int = 0
    hand: EnteredHand | None = None
    guarantor: Wind | None = None
    guarantee: str = "ruling"
    robbed_kong: bool = False
    bonus_faan: int = 0
    no_chows: bool = False
    own_hand: OwnHand | None = None

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.winner}
        if self.hand:
            data["hand"] = self.hand.as_data()
        else:
            own = self.own_hand
            data |= {"own_hand": own.key} if own else {}
            data |= {} if own and own.alone else {"faan": self.faan}
            data |= {"bonus_faan": self.bonus_faan} if self.bonus_faan else {}
            data |= {"robbed_kong": True} if self.robbed_kong else {}
            data |= {"no_chows": True} if self.no_chows else {}
        if self.guarantor:
            data |= {"guarantor": self.guarantor, "guarantee": self.guarantee}
        return data


@dataclass(frozen=True)
class Win(Entry):
    """A win on a discard of `discarder` (None: self-draw).

    Several players may have claimed the tile; the options decide which of them wins.
    """

    discarder: Wind | None
    claims: tuple[Claim, ...]
    kind = "win"
    settles_hand = True

    @property
    def winner(self) -> Wind:
        """Return the winner, or the first of several."""
        return self.claims[0].winner

    def as_data(self) -> dict[str, object]:
        if len(self.claims) == 1:
            return {"from": self.discarder, **self.claims[0].as_data()}
        return {
            "from": self.discarder,
            "winners": [claim.as_data() for claim in self.claims],
        }


@dataclass(frozen=True)
class AbandonedHand(FalseWin):
    """A false win that ends the hand."""

    settles_hand = True
