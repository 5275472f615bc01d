"""Protocol of a ruleset for the replay (`rules.ledger_replay`), and the state of a
table: position before a hand, settlement of an entry, state after it.

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
    - `repeats`: how often the dealer has repeated (riichi: honba). `streak`: hands the
      dealer has won in a row (riichi: how often the dealer has stayed).
    - `sticks`: riichi sticks on the table. `carried`: a pot for the next winner.
      `kitty`: each player's stake in the kitty from earlier hands. `goulash`: this hand
      is a goulash.
    - `dead`: seats that may not win this hand. `ready`: seats that have declared ready
      in it.
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
    """A payment from one seat to another. None as a seat: outside the table (penalty,
    bonus).
    """

    payer: Wind | None
    payee: Wind | None
    amount: int
    reason: str


@dataclass(frozen=True)
class Settlement:
    """Payments of one entry, its winners, and whether the hand is over.

    `entry` is the entry, completed if needed with values that depend on the table (of a
    hand entered by tiles). `dead` are seats that may no longer win this hand, `ready`
    have declared ready.

    Amounts are whole numbers of `unit`, which is 1 in a ledger; outside it, half points
    may be paid.
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
    """Reason why play at a table is over."""

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
    """A seat's result at its table. `place` is shared on ties (1 1 3 4)."""

    place: int
    score: int
    table_points: Fraction


class Ruleset(Protocol):
    """A ruleset with its options.

    Amounts in a ledger are whole: options that would make them halves are refused.
    """

    @property
    def id(self) -> str:
        """Return the name of the ruleset in files and in the database."""

    @property
    def options(self) -> Options:
        """Return the tournament's options."""

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return everything a hand can score, by id."""

    @property
    def claim_rules(self) -> ClaimRules:
        """Return the rules for several claims of a discard."""

    @property
    def players(self) -> int:
        """Return the number of players at a full table, or the number given to
        `for_players`.
        """

    @property
    def fewest_players(self) -> int:
        """Return the fewest players at a table under these options. It equals `players`
        if every table is full.
        """

    def for_players(self, players: int) -> Ruleset:
        """Return the same rules for a table of `players`.

        Raises RuleError if they do not allow that number.
        """

    @property
    def catalogue(self) -> Catalogue:
        """Return the penalty catalogue for referees."""

    def score(self, hand: Hand) -> HandScore:
        """Return the score of `hand`.

        Raises RuleError with every fault of a contradictory hand, and for tiles that
        are not a winning hand.
        """

    def kept_score(self, hand: Hand) -> HandScore:
        """Return the cached `score` of a hand that is or will be in a ledger.

        Its preview, its save and every replay need it.
        """

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the kinds, in order, that complete 13 tiles without `winning_tile`.

        Raises RuleError with every fault.
        """

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        """Return the ledger entry in `raw` (JSON values, with its "kind").

        Raises RuleError with every fault.
        """

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        """Return a fault for each impossible hand value in `entry`. It is called for
        new and corrected entries only, because older ledgers may hold such values.
        """

    def opening(self) -> Position:
        """Return the position before the first hand."""

    def opening_scores(self) -> Scores:
        """Return the start score of each seat; 0 for empty seats."""

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        """Return the payments of an outcome or a foul in the hand at `position`.

        `scores` are the scores before it. Raises RuleError if it cannot happen now,
        TypeError for an entry of another ruleset.
        """

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """Return the position after the hand ended by the settled `entry`.

        `scores` are the scores after it.
        """

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Return the reason why play ends after `entry`, or None if it continues.
        `position` is the position of the next hand.
        """

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        """Return places and table points by seat, as if play ended in `state`.

        It needs the whole state, because some rulesets count earlier events, or sticks
        left on the table.
        """


@dataclass(frozen=True)
class Line:
    """An entry of the ledger after its replay. `before` is the position before it."""

    entry: Entry
    before: Position
    settlement: Settlement
    scores: Scores


@dataclass(frozen=True)
class TableState:
    """State of a table after its ledger.

    `position` is that of the current or next hand. `hands_left` is None until the gong;
    then the number of hand results that still count.
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
