"""Hong Kong Old Style as a ruleset: hands, payments and order of play. Also the value
and the guarantees of wins entered by tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import ClassVar

from rules.claim_options import ANYBODY
from rules.claim_types import Barred, ClaimRules, SeveralWinners
from rules.dead_hands_and_tile_count import with_tile_counts
from rules.faults import Fault, RuleError, faults_within
from rules.hand_faults import waiting_hand_faults
from rules.hand_of_tiles import REPLACEMENT, ROBBING_KONG, Hand
from rules.hand_score_and_patterns import Pattern
from rules.hong_kong import dealer_and_game_end
from rules.hong_kong.dealer_and_game_end import placings
from rules.hong_kong.entries import Claim, Win
from rules.hong_kong.entry_reading import read_false_win, read_win
from rules.hong_kong.impossible_values import impossible_values
from rules.hong_kong.jokers_and_waits import waiting_tiles
from rules.hong_kong.options import HongKongOptions, read_options
from rules.hong_kong.penalties import CATALOGUE
from rules.hong_kong.score import HongKongScore, kept_score, score
from rules.hong_kong.scoring_tables import Convention
from rules.hong_kong.settlement import (
    Settling,
    false_win_dues,
    payments_of,
    win_payments,
    winning_claims,
)
from rules.jokers.joker_options_and_faults import Jokers
from rules.kitty_and_goulash import goulash_faults, goulash_of_each, staked_by_each
from rules.ledger_entries import Entry, FalseWin, Washout, read_known
from rules.penalty_catalogue import Catalogue
from rules.prevailing_winds_of_game import opening
from rules.ruleset_and_table_state import (
    Ending,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.several_winners import valued_claims
from rules.tables_of_two_or_three import refuse_other_sizes
from rules.tiles import Tile, suit
from rules.translation_marks import _
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind

_TWELVE_PIECE_HANDS = ("all_one_suit", "all_honours", "great_dragons", "great_winds")
_HAND_OF = {
    "nine_piece": "all_one_suit",
    "gave_dragon": "great_dragons",
    "gave_wind": "great_winds",
}


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """Return the win with the faan of every hand that was entered by tiles.

    Raises RuleError for tiles that do not win or are below the minimum, and for a
    guarantee that does not fit the tiles.
    """
    value = partial(_valued, position=position, convention=convention)
    return replace(win, claims=valued_claims(win.claims, value))


def _valued(claim: Claim, position: Position, convention: Convention) -> Claim:
    if claim.hand is None:
        return claim
    hand = claim.hand.at(position.winds[claim.winner], position.prevailing)
    with faults_within("hand"):
        worth = kept_score(hand, convention)
    reading = worth.outcome.reading
    chows = reading is not None and reading.chows > 0
    faults = list(_unfounded(claim, worth))
    options = convention.options
    faults += goulash_faults(hand, chows=chows, position=position, options=options)
    if worth.too_little:
        faults.insert(0, worth.too_little.within("hand"))
    if faults:
        raise RuleError(*faults)
    return replace(
        claim,
        faan=worth.faan,
        robbed_kong=ROBBING_KONG in hand.flags,
        no_chows=reading is not None and not chows,
    )


def _unfounded(claim: Claim, worth: HongKongScore) -> Iterator[Fault]:
    """Yield a fault if the tiles do not justify the guarantee of the claim."""
    if claim.guarantor and not _bears_out(claim.guarantee, worth):
        yield Fault(
            "guarantee_not_due",
            _("“%(guarantee)s” is not a reason to pay for all with this hand."),
            "guarantee",
            {"guarantee": claim.guarantee},
        )


def _bears_out(guarantee: str, worth: HongKongScore) -> bool:
    hand = worth.facts.hand
    has = worth.outcome.held
    if guarantee == "twelve_piece":
        any_hand = worth.convention.options.twelve_piece_hands == "any"
        big = any_hand or any(name in has for name in _TWELVE_PIECE_HANDS)
        return big and len(hand.exposed) == 4
    if guarantee == "nine_piece" and not _three_exposed_of_a_suit(worth):
        return False
    if guarantee == "gave_kong":
        return REPLACEMENT in hand.flags or "double_kong" in has
    wanted = _HAND_OF.get(guarantee)
    return wanted is None or wanted in has


def _three_exposed_of_a_suit(worth: HongKongScore) -> bool:
    suits = [suit(meld.group.first) for meld in worth.facts.hand.exposed]
    return any(suits.count(number) >= 3 for number in range(3))


@dataclass(frozen=True)
class HongKong:
    """Hong Kong Old Style with its options; see `Ruleset` for the methods."""

    options: HongKongOptions
    players: int = FOUR
    id: ClassVar[str] = "hong_kong"

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> HongKong:
        """Return the ruleset with these options, from JSON values.

        Missing options come from the preset. Raises RuleError with every fault.
        """
        return cls(read_options(raw))

    @cached_property
    def convention(self) -> Convention:
        """Return the scoring tables derived from the options; computed once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return the patterns played under these options, with their values."""
        own = {hand.pattern_id: hand.pattern for hand in self.options.own_hands}
        return {**self.convention.patterns, **own} if own else self.convention.patterns

    @property
    def claim_rules(self) -> ClaimRules:
        """Return the rules for claims: who wins among several, and which chows, pairs
        and wins are allowed."""
        return ClaimRules(
            SeveralWinners(self.options.multiple_winners),
            three_winners_draw=self.options.triple_win_is_draw,
            chow_from_anybody=self.options.chow_from == ANYBODY,
            pair_claim_to_win=self.options.pair_claim_to_win,
            jokers=self.options.jokers > 0,
            missed_discard=Barred(self.options.missed_discard),
            sacred_discard=Barred(self.options.sacred_discard),
        )

    @cached_property
    def catalogue(self) -> Catalogue:
        return with_tile_counts(CATALOGUE, self.options.wrong_tile_count_points)

    @property
    def fewest_players(self) -> int:
        return self.options.fewest_players

    def for_players(self, players: int) -> HongKong:
        refuse_other_sizes(self.fewest_players, players)
        return replace(self, players=players)

    def score(self, hand: Hand) -> HongKongScore:
        return score(hand, self.convention)

    def kept_score(self, hand: Hand) -> HongKongScore:
        return kept_score(hand, self.convention)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tile kinds that complete the hand, without kinds that it already
        holds four times. Raises RuleError with every fault."""
        anybody = self.options.chow_from == ANYBODY
        jokers = Jokers(self.options.jokers, self.options.copies_with_jokers)
        faults = waiting_hand_faults(hand, chow_from_anybody=anybody, jokers=jokers)
        if faults:
            raise RuleError(*faults)
        return waiting_tiles(hand, self.convention)

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        own = {Win.kind: read_win, FalseWin.kind: read_false_win}
        return read_known(raw, own, self.options, "Hong Kong Old Style")

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return (
            impossible_values(entry, self.convention) if isinstance(entry, Win) else ()
        )

    def opening(self) -> Position:
        return opening(self.options.round_winds, self.players)

    def opening_scores(self) -> Scores:
        seats = dict.fromkeys(WINDS[: self.players], self.options.initial_points)
        return {**NO_SCORES, **seats}

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                return _in_whole_points(self.settle_win(entry, position))
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                return replace(self._fault(entry, position), dead=self._dead(entry))
        raise TypeError(f"Hong Kong Old Style cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        claims: tuple[Claim, ...] = ()
        if isinstance(entry, Win):
            claims = winning_claims(entry, position, self.options)
        winners = tuple(claim.winner for claim in claims)
        taken = any(claim.no_chows for claim in claims)
        return dealer_and_game_end.advance(
            entry, winners, position, self.options, kitty_taken=taken
        )

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return Ending.ALL_HANDS if dealer_and_game_end.is_over(position) else None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return placings(state, self.options)

    def settle_win(
        self, entry: Win, position: Position, base: Fraction | None = None
    ) -> Settlement:
        """Return the settlement of a win; payments may have half points.

        `base` replaces the base points of its faan. Raises RuleError if the win is
        impossible in this position.
        """
        win = valued_win(entry, position, self.convention)
        claims = winning_claims(win, position, self.options)
        winds = tuple(position.winds[seat] for seat in position.seats)
        settling = Settling(
            claims,
            win.discarder,
            winds,
            position.carried,
            position.streak,
            self.options,
            base,
            staked_by_each(position, self.options),
            goulash_of_each(position, self.options),
        )
        payments, unit = win_payments(settling)
        winners = tuple(claim.winner for claim in claims)
        return Settlement(payments, True, winners, win, unit)

    def _fault(self, entry: FalseWin, position: Position) -> Settlement:
        if self.options.false_win_at_end:
            return Settlement(ends_hand=entry.settles_hand)
        return _in_whole_points(self.settle_false_win(entry, position))

    def _dead(self, entry: FalseWin) -> tuple[Wind, ...]:
        may_not_win = self.options.false_win_then == "may_not_win"
        return (entry.seat,) if may_not_win else ()

    def settle_false_win(self, entry: FalseWin, position: Position) -> Settlement:
        """Return the settlement of a false win; payments may have half points."""
        dues = false_win_dues(entry.seat, position, self.options)
        payments, unit = payments_of(dues)
        return Settlement(payments, entry.settles_hand, unit=unit)


def _in_whole_points(settlement: Settlement) -> Settlement:
    """Return `settlement` unchanged. Raises RuleError if payments have half points,
    which no ledger can store."""
    if settlement.unit != 1:
        raise RuleError(
            Fault(
                "half_points",
                _(
                    "With these options, payments would include half points. "
                    "Payments must be whole points."
                ),
            )
        )
    return settlement
