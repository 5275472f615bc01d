"""Entries at a riichi table: wins, draws and chombo."""

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
    """The value of a winning hand, as it was entered.

    The table enters one of these: han (with fu below five han), the name of a limit, a
    number of yakuman, points, or tiles. The replay of the table fills in the base
    points (`base`) and the value of tiles.
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

    `liable`: the player who made a yakuman possible and therefore pays for it (pao).
    `liable_yakuman`: if the hand has several yakuman, the number that this player pays
    for.
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

    `riichi`: the seats whose riichi stick counts in this hand, without a player whose
    declaring tile was the winning tile. `dealer_stops`: the dealer ends the game.
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
    """An exhaustive draw: no tiles were left, and no one won.

    `nagashi`: the players who discarded only terminals and honors, if no other player
    claimed any of these discards.
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
    """An abortive draw. `reason` is in `ABORTIVE_REASONS`."""

    reason: str
    riichi: Seats = ()
    kind = "abortive_draw"
    settles_hand = True

    def as_data(self) -> dict[str, object]:
        return {"reason": self.reason, **_written(riichi=self.riichi)}


@dataclass(frozen=True)
class Chombo(FalseWin):
    """A chombo: a false win or another foul that ends the hand, which is dealt again.

    The sticks of `riichi` are returned. The replay of the table fills in `after_uma`,
    the points deducted from the final points.
    """

    riichi: Seats = ()
    after_uma: int = 0
    kind = "chombo"
    settles_hand = True

    @property
    def final_points(self) -> Fraction:
        """Return the change of the offender's final points, in thousands of points."""
        return Fraction(-self.after_uma, 1000)

    def as_data(self) -> dict[str, object]:
        return {"seat": self.seat, **_written(riichi=self.riichi)}


@dataclass(frozen=True)
class RedealtChombo(Chombo):
    """A chombo that does not count as the outcome of its hand: the same hand is dealt
    again."""

    settles_hand = False
    redeals = True


def _stop(dealer_stops: bool) -> dict[str, object]:
    return {"dealer_stops": True} if dealer_stops else {}


def _written(**seats: Seats) -> dict[str, object]:
    """Return lists of seats as JSON values, without empty lists."""
    return {
        name: list(list_of_seats)
        for name, list_of_seats in seats.items()
        if list_of_seats
    }
