"""The methods that a ruleset needs for the replay (`rules.ledger_replay`), and the
state of a table: the position before a hand, the settlement of an entry, and the state
after it.

To add a ruleset, write a class with the methods of `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from rules.claim_types import ClaimRules
from rules.faults import Fault
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import HandScore, Pattern
from rules.ledger_entries import CANCELLED, Entry, Substituted
from rules.penalty_catalogue import Catalogue
from rules.rule_option_types import Options
from rules.tiles import Tile
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind


@dataclass(frozen=True)
class Position:
    """The position of a table before a hand.

    - `hand`: number of this hand, from 1. `deal`: number of this deal under the
      prevailing wind. `winds`: each seat's wind in this hand.
    - `repeats`: number of times the dealer has repeated (riichi: honba). `streak`:
      hands that the dealer has won in a row (riichi: in which the dealer stayed).
    - `sticks`: riichi sticks on the table. `carried`: points or faan for the next
      winner. `kitty`: each player's stake in the kitty from earlier hands. `goulash`:
      this hand is a goulash.
    - `dead`: seats that may not win this hand. `ready`: seats that have declared ready
      in this hand.
    - `players`: number of occupied seats, from East on. Empty seats keep their winds.
    """

    hand: int
    prevailing: Wind
    deal: int
    winds: Mapping[Wind, Wind]
    repeats: int = 0
    streak: int = 0
    sticks: int = 0
    carried: int = 0
    dead: tuple[Wind, ...] = ()
    players: int = FOUR
    ready: tuple[Wind, ...] = ()
    kitty: int = 0
    goulash: bool = False

    @property
    def seats(self) -> tuple[Wind, ...]:
        """Return the occupied seats."""
        return WINDS[: self.players]

    @property
    def dealer(self) -> Wind:
        """Return the dealer's seat, whose wind is East."""
        return next(seat for seat in WINDS if self.winds[seat] is Wind.EAST)


@dataclass(frozen=True)
class Payment:
    """A payment of `amount` points from one seat to another.

    None instead of a seat: the points come from or go to no player, such as a penalty.
    """

    payer: Wind | None
    payee: Wind | None
    amount: int
    reason: str


@dataclass(frozen=True)
class Settlement:
    """Result of one entry: the payments, the winners, and whether the hand is over.

    `entry`: the entry, with values that depend on the table filled in (such as the
    value of a hand entered by tiles). `dead`: seats that may no longer win this hand.
    `ready`: seats that have declared ready.

    Amounts are whole numbers of `unit`. In a ledger, the unit is 1; other payments may
    have half points.
    """

    payments: tuple[Payment, ...] = ()
    ends_hand: bool = False
    winners: tuple[Wind, ...] = ()
    entry: Entry | None = None
    unit: Fraction = Fraction(1)
    dead: tuple[Wind, ...] = ()
    ready: tuple[Wind, ...] = ()

    @property
    def changes(self) -> Scores:
        """Return the points that each seat wins or loses."""
        changes = dict(NO_SCORES)
        for payment in self.payments:
            if payment.payer:
                changes[payment.payer] -= payment.amount
            if payment.payee:
                changes[payment.payee] += payment.amount
        return changes


class Ending(StrEnum):
    """The reason why the game at a table is over."""

    ALL_HANDS = "all_hands"
    TARGET = "target"
    EXTENSION_OVER = "extension_over"
    BANKRUPT = "bankrupt"
    DEALER_STOP = "dealer_stop"
    TIME = "time"
    TOTALS = "totals"
    RULING = "ruling"
    CANCELLED = CANCELLED


@dataclass(frozen=True)
class Placing:
    """A seat's result at its table. Tied seats share a place (1 1 3 4)."""

    place: int
    score: int
    table_points: Fraction


class Ruleset(Protocol):
    """A ruleset with its options.

    Amounts in a ledger are whole numbers. Options that lead to half points are refused.
    """

    @property
    def id(self) -> str:
        """Return the name of the ruleset in files and in the database."""

    @property
    def options(self) -> Options:
        """Return the tournament's options."""

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return the patterns that a hand can score, by id."""

    @property
    def claim_rules(self) -> ClaimRules:
        """Return the rules that decide between several claims of a discard."""

    @property
    def players(self) -> int:
        """Return the number of players at this table: 4 or, in sanma, 3, unless
        `for_players` set another number."""

    @property
    def fewest_players(self) -> int:
        """Return the fewest players at a table that these options allow."""

    def for_players(self, players: int) -> Ruleset:
        """Return the same rules for a table of `players`.

        Raises RuleError if these rules do not allow that number.
        """

    @property
    def catalogue(self) -> Catalogue:
        """Return the penalty catalogue for referees."""

    def score(self, hand: Hand) -> HandScore:
        """Return the score of `hand`.

        Raises RuleError with every fault of the hand, and for tiles that are not a
        winning hand.
        """

    def kept_score(self, hand: Hand) -> HandScore:
        """Return the cached `score` of a hand that is or will be in a ledger.

        The preview, the saving and every replay of a hand need its score. Raises
        RuleError as `score` does.
        """

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tile kinds, in order, that complete 13 tiles without
        `winning_tile`.

        Raises RuleError with every fault.
        """

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        """Return the ledger entry in `raw`, which has JSON values and a "kind".

        Raises RuleError with every fault.
        """

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        """Return a fault for each impossible hand value in `entry`; empty if all are
        possible.

        Used only for new and corrected entries, because older ledgers may contain such
        values.
        """

    def opening(self) -> Position:
        """Return the position before the first hand."""

    def opening_scores(self) -> Scores:
        """Return the initial score of each seat; 0 for empty seats."""

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        """Return the settlement of an outcome or a foul in the hand at `position`.

        `scores` are the scores before the entry. Raises RuleError if the entry is
        impossible in this position, and TypeError for an entry of another ruleset.
        """

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """Return the position after the hand that the settled `entry` ended.

        `scores` are the scores after the entry.
        """

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Return the reason why the game is over after `entry`; None if it continues.

        `position` is the position of the next hand, `scores` are the scores after the
        entry.
        """

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        """Return places, scores and table points by seat, as if the game ended in
        `state`.

        The whole state is needed, because some rulesets count earlier entries, or
        sticks left on the table.
        """


@dataclass(frozen=True)
class Line:
    """A ledger entry after its replay: the position `before` it, its settlement, and
    the `scores` after it."""

    entry: Entry
    before: Position
    settlement: Settlement
    scores: Scores


@dataclass(frozen=True)
class TableState:
    """The state of a table after its ledger.

    `position` is the position of the current or next hand. `hands_left` is None before
    the gong; then it is the number of hands that still count.
    """

    position: Position
    scores: Scores = field(default_factory=lambda: dict(NO_SCORES))
    lines: tuple[Line, ...] = ()
    hands_played: int = 0
    hands_left: int | None = None
    over: Ending | None = None

    @property
    def substituted(self) -> tuple[Wind, ...]:
        """Return the seats that a substitute took over during the game."""
        taken = (line.entry for line in self.lines)
        seats = {entry.seat for entry in taken if isinstance(entry, Substituted)}
        return tuple(seat for seat in self.position.seats if seat in seats)
