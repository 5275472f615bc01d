"""MCR play: payments, the order of hands, the seat changes, table points.

Follows the 1998 competition rules, articles 5 and 10, and the Green Book,
3.4 and 3.9; the seat change is the official chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from rules.claims import ClaimRules, SeveralWinners
from rules.entries import Entry, FalseWin, Washout, read_shared
from rules.faults import Fault, RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hands import Hand
from rules.mcr.convention import Convention
from rules.mcr.entries import Win, read_win
from rules.mcr.fans import CHICKEN_HAND, FANS, PATTERNS
from rules.mcr.options import McrOptions
from rules.mcr.penalties import CATALOGUE
from rules.mcr.score import McrScore, score
from rules.mcr.waiting import waiting_tiles
from rules.penalties import Catalogue
from rules.ranking import place_seats
from rules.scores import Pattern
from rules.table import Ending, Payment, Placing, Position, Settlement, TableState
from rules.text import _
from rules.tiles import Tile
from rules.winds import NO_SCORES, WINDS, Scores, Wind

#: Each seat's wind in the first hand of the East, South, West and North rounds.
#: After rounds 1 and 3 East and South change places, and West and North; after
#: round 2 East goes West, West South, South North, North East.
SEAT_CHANGE = {
    Wind.EAST: "ESNW",
    Wind.SOUTH: "SEWN",
    Wind.WEST: "WNES",
    Wind.NORTH: "NWSE",
}


CHICKEN = FANS[CHICKEN_HAND]
_ROW_NAMES = ("winner", "from", "points", "hand", "chicken", "seat", "ready")


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

    @cached_property
    def convention(self) -> Convention:
        """The options as the counting uses them."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        return PATTERNS

    @property
    def claim_rules(self) -> ClaimRules:
        """One winner, the next in turn (1998 rules, article 8)."""
        return ClaimRules(SeveralWinners.NEAREST)

    @property
    def catalogue(self) -> Catalogue:
        return CATALOGUE.with_points(self.options.penalties)

    def score(self, hand: Hand) -> McrScore:
        return score(hand, self.convention)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """1998 rules, article 10; a kind held four times is an option."""
        if faults := waiting_hand_faults(hand):
            raise RuleError(*faults)
        melded = [tile for meld in hand.melds for tile in meld.tiles]
        everything = (*hand.concealed, *melded)
        return waiting_tiles(hand.concealed, everything, self.options)

    def settle_row(self, row: Mapping[str, object]) -> Settlement:
        """A row has the values of a win or a false win; `winner_seat` and
        `discarder` are other names of `winner` and `from`."""
        raw = {name: row[name] for name in _ROW_NAMES if name in row}
        for name, other in (("winner_seat", "winner"), ("discarder", "from")):
            if name in row:
                raw[other] = row[name]
        raw["kind"] = FalseWin.kind if row.get("kind") == FalseWin.kind else Win.kind
        opening = self.opening()
        return self.settle(self.read_entry(raw), opening, self.opening_scores())

    def opening(self) -> Position:
        return self._position(1)

    def opening_scores(self) -> Scores:
        return NO_SCORES

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                win = self._valued(entry, position)
                payments = self._win_payments(win)
                return Settlement(payments, True, (win.winner,), entry=win)
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                payments = self._false_win_payments(entry)
                return Settlement(payments, dead=(entry.seat,))
        raise TypeError(f"MCR cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """The deal passes after every hand, washouts too (article 5)."""
        return self._position(position.hand + 1)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Nothing ends a session but the number of its hands."""
        return None

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

    def _valued(self, win: Win, position: Position) -> Win:
        """A win entered by its tiles with the points they give. Raises RuleError if
        they give none, or less than the minimum."""
        if win.hand is None:
            return win
        hand = win.hand.at(position.winds[win.winner], position.prevailing)
        try:
            worth = self.score(hand)
        except RuleError as error:
            raise RuleError(*(fault.within("hand") for fault in error.faults)) from None
        if not worth.meets_minimum:
            raise RuleError(
                Fault(
                    "below_minimum",
                    _("%(points)s fan is less than the minimum of %(minimum)s."),
                    "hand",
                    {"points": worth.points, "minimum": self.options.minimum},
                )
            )
        chicken = any(each.pattern is CHICKEN for each in worth.patterns)
        return replace(win, points=worth.total, chicken=chicken)

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
        """The offender pays each of the others, more if the hand was not even ready;
        what the options take from the offender beyond that goes to nobody."""
        options = self.options
        others = options.false_win_others
        fine = -options.false_win_offender - 3 * others
        if not false_win.ready:
            others = max(others, options.false_win_not_ready)
        payments = [
            Payment(false_win.seat, seat, others, "false_win")
            for seat in WINDS
            if seat is not false_win.seat and others
        ]
        if fine:
            payments.append(Payment(false_win.seat, None, fine, "false_win"))
        return tuple(payments)
