"""Entries at a Classical table: wins, fouls, draws and ready declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, FalseWin, Washout
from rules.own_hands import OwnHand
from rules.winds import Wind

#: Reasons for an abortive draw; "ruling" is a referee's decision for any other reason.
ABORTIVE_REASONS = ("nine_terminals", "four_winds", "four_kongs", "ruling")


@dataclass(frozen=True)
class AbortiveDraw(Washout):
    """An abortive draw. `reason` is in `ABORTIVE_REASONS`.

    The dealer changes or stays as after any other draw.
    """

    reason: str
    kind = "abortive_draw"


@dataclass(frozen=True)
class DeclaredReady(Entry):
    """A ready declaration: the hand of `seat` needs only one more tile and may no
    longer change."""

    seat: Wind
    kind = "ready"

    def as_data(self) -> dict[str, object]:
        return {"seat": self.seat}


@dataclass(frozen=True)
class Win(Entry):
    """A win by `winner`, and by `others`, on a tile of `discarder` (None: self-draw).

    Losers' hands count too: each seat has its value in `values` or its tiles in
    `hands`. `pays_for_all`: the player who discarded a dangerous tile, by a referee's
    ruling. `without_chows`: winners whose hands have no chow, for the kitty.
    `own_hands`: the tournament's special hands that winners declared; `values` include
    them.
    """

    winner: Wind
    discarder: Wind | None
    values: Mapping[Wind, int] = field(default_factory=dict)
    hands: Mapping[Wind, EnteredHand] = field(default_factory=dict)
    pays_for_all: Wind | None = None
    others: tuple[Wind, ...] = ()
    without_chows: tuple[Wind, ...] = ()
    own_hands: Mapping[Wind, OwnHand] = field(default_factory=dict)
    kind = "win"
    settles_hand = True

    @property
    def winners(self) -> tuple[Wind, ...]:
        """Return all winners."""
        return (self.winner, *self.others)

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.winner, "from": self.discarder}
        if self.others:
            winners = [{"winner": seat} for seat in self.winners]
            data = {"winners": winners, "from": self.discarder}
        alone = {seat for seat, own in self.own_hands.items() if own.alone}
        apart = alone | self.hands.keys()
        values = {s: value for s, value in self.values.items() if s not in apart}
        if values:
            data["values"] = values
        if self.hands:
            data["hands"] = {
                seat: entered.as_data() for seat, entered in self.hands.items()
            }
        by_value = {s: o.key for s, o in self.own_hands.items() if s not in self.hands}
        if by_value:
            data["own_hands"] = by_value
        if self.pays_for_all:
            data["pay_for_all"] = self.pays_for_all
        if chowless := [seat for seat in self.without_chows if seat not in self.hands]:
            data["no_chows"] = chowless
        return data


@dataclass(frozen=True)
class FalseMahjong(FalseWin):
    """A false mahjong by `seat`, or by several players at the same time. Play
    continues."""

    others: tuple[Wind, ...] = ()

    @property
    def offenders(self) -> tuple[Wind, ...]:
        return (self.seat, *self.others)

    def as_data(self) -> dict[str, object]:
        if self.others:
            return {"seats": list(self.offenders)}
        return {"seat": self.seat}


@dataclass(frozen=True)
class AbandonedHand(FalseMahjong):
    """A false mahjong that ends the hand."""

    settles_hand = True


@dataclass(frozen=True)
class Misnamed(Entry):
    """A discard that `seat` named wrongly and `claimant` claimed. `claimed_for` is
    chow, pung, kong or win."""

    seat: Wind
    claimant: Wind
    claimed_for: str
    kind = "misnamed"

    def as_data(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "to": self.claimant,
            "claimed_for": self.claimed_for,
        }


@dataclass(frozen=True)
class MisnamedToWin(Misnamed):
    """A discard named wrongly and claimed to win: the hand is over."""

    settles_hand = True
