"""Entries at a riichi table: wins, draws and false wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, FalseWin
from rules.winds import Wind

Seats = tuple[Wind, ...]

#: Points of a riichi stick.
DEPOSIT = 1000

#: Reasons for an abortive draw.
NINE_TERMINALS = "nine_terminals"
FOUR_WINDS = "four_winds"
FOUR_KANS = "four_kans"
FOUR_RIICHI = "four_riichi"
THREE_RON = "three_ron"
ABORTIVE_REASONS = (NINE_TERMINALS, FOUR_WINDS, FOUR_KANS, FOUR_RIICHI, THREE_RON)


@dataclass(frozen=True)
class Value:
    """The value of a winning hand, in the one way it was entered.

    That is han (with fu below five han), a limit's name, a number of yakuman, points,
    or tiles. The table's replay fills in `base`, its base points, and the value of
    tiles.
    """

    han: int | None = None
    fu: int | None = None
    limit: str | None = None
    yakuman: int | None = None
    points: int | None = None
    hand: EnteredHand | None = None
    base: int = 0

    def as_data(self) -> dict[str, object]:
        if self.hand:
            return {"hand": self.hand.as_data()}
        values: Mapping[str, object] = {
            "han": self.han,
            "fu": self.fu,
            "limit": self.limit,
            "yakuman": self.yakuman,
            "points": self.points,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class Winner:
    """One winner of a riichi hand.

    `liable` is the player who made the yakuman possible and therefore pays for it
    (pao). If the hand has several yakuman, `liable_yakuman` is how many of them.
    """

    seat: Wind
    value: Value
    liable: Wind | None = None
    liable_yakuman: int | None = None

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"winner": self.seat, **self.value.as_data()}
        if self.liable:
            data["pao"] = self.liable
        if self.liable and self.liable_yakuman:
            data["pao_yakuman"] = self.liable_yakuman
        return data


@dataclass(frozen=True)
class Win(Entry):
    """A win of one or more `winners` on the tile of `discarder` (None: one winner, by
    self-draw).

    `riichi` are the seats whose riichi stick counts in this hand. It leaves out a
    player whose declaring tile was the winning tile. `dealer_stops`: the dealer ends
    the game.
    """

    winners: tuple[Winner, ...]
    discarder: Wind | None
    riichi: Seats = ()
    dealer_stops: bool = False
    kind = "win"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"from": self.discarder}
        if len(self.winners) == 1:
            data |= self.winners[0].as_data()
        else:
            data["winners"] = [winner.as_data() for winner in self.winners]
        return data | _written(riichi=self.riichi) | _stop(self.dealer_stops)


@dataclass(frozen=True)
class ExhaustiveDraw(Entry):
    """An exhaustive draw: the wall ended without a winner.

    `nagashi` are the players who discarded only terminals and honors, and had none of
    them called.
    """

    tenpai: Seats = ()
    nagashi: Seats = ()
    riichi: Seats = ()
    dealer_stops: bool = False
    kind = "exhaustive_draw"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        tenpai = {"tenpai": list(self.tenpai)}
        seats = _written(nagashi=self.nagashi, riichi=self.riichi)
        return tenpai | seats | _stop(self.dealer_stops)


@dataclass(frozen=True)
class AbortiveDraw(Entry):
    """A draw for `reason`, one of `ABORTIVE_REASONS`."""

    reason: str
    riichi: Seats = ()
    kind = "abortive_draw"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        return {"reason": self.reason, **_written(riichi=self.riichi)}


@dataclass(frozen=True)
class Chombo(FalseWin):
    """A chombo: a false win or another foul that ends the hand, which is dealt again.

    The sticks of `riichi` are returned. The table's replay fills in `after_uma`, the
    points deducted from the final points.
    """

    riichi: Seats = ()
    after_uma: int = 0
    kind = "chombo"
    settles_hand = True

    @property
    def final_points(self) -> Fraction:
        """Return the change of the offender's final points, in thousands."""
        return Fraction(-self.after_uma, 1000)

    def as_data(self) -> dict[str, object]:
        return {"seat": self.seat, **_written(riichi=self.riichi)}


@dataclass(frozen=True)
class RedealtChombo(Chombo):
    """A chombo that is not the outcome of its hand: the same hand is dealt again."""

    settles_hand = False
    redeals = True


def _stop(dealer_stops: bool) -> dict[str, object]:
    return {"dealer_stops": True} if dealer_stops else {}


def _written(**seats: Seats) -> dict[str, object]:
    """Return lists of seats as JSON, without the empty ones."""
    return {
        name: list(list_of_seats)
        for name, list_of_seats in seats.items()
        if list_of_seats
    }
