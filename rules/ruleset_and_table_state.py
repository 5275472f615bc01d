"""A table of any ruleset: where it is before a hand, what an entry of its ledger did,
where it stands after it, and what the replay (`rules.ledger_replay`) asks of a ruleset.

A fifth ruleset is one more class with the methods of `Ruleset`.
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
from rules.ledger_entries import CANCELLED, Entry
from rules.penalty_catalogue import Catalogue
from rules.rule_option_types import Options
from rules.tiles import Tile
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind


@dataclass(frozen=True)
class Position:
    """Where a table is before a hand.

    `hand` counts every hand played, from 1; `deal` counts deals under this
    prevailing wind; `winds` gives each seat's wind in this hand. Rulesets whose
    dealer repeats count that in `repeats` (Riichi: honba), the hands the dealer has
    won in a row in `streak` (Riichi: stayed), deposits on the table in `sticks`, a pot
    that the next winner takes in `carried`, what each has staked in the `kitty` in the
    hands before; `goulash`: this hand is one. `dead` are seats whose hands are dead:
    they may not win this hand; `ready` those that have declared ready in it. `players`
    sit at the table, from East on; the seats of others are empty, and keep their
    winds.
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
        """Where somebody sits."""
        return WINDS[: self.players]

    @property
    def dealer(self) -> Wind:
        """The seat that deals: the one whose wind is East."""
        return next(seat for seat in WINDS if self.winds[seat] is Wind.EAST)


@dataclass(frozen=True)
class Payment:
    """Points from one seat to another; None stands for nobody (a penalty taken
    from the table, a bonus from outside it)."""

    payer: Wind | None
    payee: Wind | None
    amount: int
    reason: str


@dataclass(frozen=True)
class Settlement:
    """Who pays whom for one entry, who won by it, and whether the hand is over.

    `entry` is the entry completed with what only the table knows (a hand entered by
    its tiles: its value), where that is needed.

    `dead` are seats that may not win this hand any more, `ready` those that declared
    ready.

    Amounts are whole numbers of `unit`; only a settlement outside a table's ledger
    may have another than 1, where half points are paid.
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
        """What each seat wins or loses."""
        changes = dict(NO_SCORES)
        for payment in self.payments:
            if payment.payer:
                changes[payment.payer] -= payment.amount
            if payment.payee:
                changes[payment.payee] += payment.amount
        return changes


class Ending(StrEnum):
    """Why play at a table is over."""

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
    """One ruleset with its options filled in.

    The amounts of a table's ledger are whole: options that would make them halves
    are refused.
    """

    @property
    def id(self) -> str:
        """Its name in files and in the database."""

    @property
    def options(self) -> Options:
        """What the event chose."""

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Everything a hand can score, by id."""

    @property
    def claim_rules(self) -> ClaimRules:
        """Who gets a discard that several players claim."""

    @property
    def players(self) -> int:
        """How many sit at the table: four, but for rulesets made by `for_players`."""

    @property
    def fewest_players(self) -> int:
        """The fewest that may sit at a table by these options."""

    def for_players(self, players: int) -> Ruleset:
        """The same rules at a table of `players`. Raises RuleError if they are not
        played by so many."""

    @property
    def catalogue(self) -> Catalogue:
        """What faults of play cost, for referees."""

    def score(self, hand: Hand) -> HandScore:
        """What `hand` is worth. Raises RuleError with every fault of a hand that
        contradicts itself, and for tiles that are no winning hand."""

    def kept_score(self, hand: Hand) -> HandScore:
        """As `score`, for a hand that lies in a ledger or is about to: its preview,
        its save and every replay ask for it, and it is counted once and kept."""

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The kinds that complete `hand`'s 13 tiles (`winning_tile` is None), in
        order. Raises RuleError with every fault."""

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        """The ledger entry written in `raw` (JSON values, with its "kind").

        Raises RuleError with every fault.
        """

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        """A fault for each value in `entry` that no hand has as it was won. For what is
        entered or corrected now: a ledger may hold such values from before they were
        refused."""

    def opening(self) -> Position:
        """The position before the first hand."""

    def opening_scores(self) -> Scores:
        """The score each seat starts with; 0 where nobody sits."""

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        """Who pays whom for `entry`, an outcome or a fault of the hand at `position`.

        `scores` are the seats' before it. Raises RuleError if it cannot happen now,
        TypeError for an entry of another ruleset.
        """

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """The position after the hand that `entry`, completed by its settlement,
        ended; `scores` after it."""

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Whether the rules end play after `entry`; `position` is the next one."""

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        """The players' places and table points by seat, if play ended in `state`.

        The whole state, not only its scores: some rulesets count at the end what
        happened on the way, or what is left on the table.
        """


@dataclass(frozen=True)
class Line:
    """One entry of the ledger, replayed: `before` is the position it found."""

    entry: Entry
    before: Position
    settlement: Settlement
    scores: Scores


@dataclass(frozen=True)
class TableState:
    """Where a table stands after its ledger.

    `position` is that of the running or next hand. `hands_left` is None until
    the gong; then how many hand results still count.
    """

    position: Position
    scores: Scores = field(default_factory=lambda: dict(NO_SCORES))
    lines: tuple[Line, ...] = ()
    hands_played: int = 0
    hands_left: int | None = None
    over: Ending | None = None
