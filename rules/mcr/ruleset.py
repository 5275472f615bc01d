"""MCR play: payments, the order of hands, the seat changes, table points.

Follows the 1998 competition rules, articles 5 and 10, and the Green Book,
3.4 and 3.9; the seat change is the official chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.entries import Entry, FalseWin, Washout, read_shared
from rules.faults import Fault, RuleError
from rules.mcr.entries import Win, read_win
from rules.mcr.options import McrOptions
from rules.ranking import place_seats
from rules.table import Ending, Payment, Placing, Position, Settlement, TableState
from rules.text import _
from rules.winds import WINDS, Scores, Wind

#: Each seat's wind in the first hand of the East, South, West and North rounds.
#: After rounds 1 and 3 East and South change places, and West and North; after
#: round 2 East goes West, West South, South North, North East.
SEAT_CHANGE = {
    Wind.EAST: "ESNW",
    Wind.SOUTH: "SEWN",
    Wind.WEST: "WNES",
    Wind.NORTH: "NWSE",
}


@dataclass(frozen=True)
class Mcr:
    """MCR with its options. See `rules.table.Ruleset` for the methods."""

    options: McrOptions
    id: ClassVar[str] = "mcr"

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Mcr:
        return cls(McrOptions.read(raw))

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        if shared := read_shared(raw):
            return shared
        if raw.get("kind") == Win.kind:
            return read_win(raw, self.options)
        raise RuleError(
            Fault(
                "unknown_kind",
                _("“%(kind)s” is not something MCR knows."),
                "kind",
                {"kind": raw.get("kind")},
            )
        )

    def opening(self) -> Position:
        return self._position(1)

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                return Settlement(self._win_payments(entry), True, (entry.winner,))
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                return Settlement(self._false_win_payments(entry))
        raise TypeError(f"MCR cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """The deal passes after every hand, washouts too (article 5)."""
        return self._position(position.hand + 1)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        played = position.hand - 1
        return Ending.ALL_HANDS if played >= self.options.hands_limit else None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return place_seats(state.scores)

    def _position(self, hand: int) -> Position:
        wind_round, deal = divmod(min(hand, 16) - 1, 4)
        chart_round = wind_round if self.options.seat_change else 0
        return Position(
            hand=hand,
            prevailing=WINDS[wind_round],
            deal=deal + 1,
            winds={
                seat: Wind(SEAT_CHANGE[seat][chart_round]).after(-deal)
                for seat in WINDS
            },
        )

    def _win_payments(self, win: Win) -> tuple[Payment, ...]:
        """The discarder, or everybody on a self-draw, pays the fan besides the
        base that each of the three pays (Green Book 3.9.1)."""
        payments = []
        for seat in WINDS:
            if seat is win.winner:
                continue
            pays_fan = win.discarder in (None, seat)
            amount = self.options.base + (win.points if pays_fan else 0)
            reason = "self_drawn" if win.discarder is None else "base"
            if seat is win.discarder:
                reason = "discard"
            payments.append(Payment(seat, win.winner, amount, reason))
        return tuple(payments)

    def _false_win_payments(self, false_win: FalseWin) -> tuple[Payment, ...]:
        """The offender pays each of the others; what the options take from the
        offender beyond that goes to nobody."""
        others = self.options.false_win_others
        payments = [
            Payment(false_win.seat, seat, others, "false_win")
            for seat in WINDS
            if seat is not false_win.seat and others
        ]
        if fine := -self.options.false_win_offender - 3 * others:
            payments.append(Payment(false_win.seat, None, fine, "false_win"))
        return tuple(payments)
