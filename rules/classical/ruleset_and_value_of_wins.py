"""Classical Chinese as a ruleset: hands, payments and order of play. Also the values of
the four hands of a win that was entered by tiles."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from rules.claim_options import ANYBODY
from rules.claim_types import Barred, ClaimRules, SeveralWinners
from rules.classical import dealer_and_game_end, settlement
from rules.classical.arrangement_facts import Facts
from rules.classical.dealer_and_game_end import reaches_the_row
from rules.classical.declaring_ready import declared, undeclared_payments
from rules.classical.entries import (
    AbortiveDraw,
    DeclaredReady,
    FalseMahjong,
    Misnamed,
    Win,
)
from rules.classical.entry_reading import (
    read_abortive_draw,
    read_false_win,
    read_misnamed,
    read_ready,
    read_win,
)
from rules.classical.impossible_values import impossible_values
from rules.classical.jokers import waits_with_jokers
from rules.classical.options import ClassicalOptions
from rules.classical.penalties import catalogue_by
from rules.classical.score import ClassicalScore, kept_score, score
from rules.classical.scoring_tables import Convention
from rules.classical.settlement import paid_winners
from rules.classical.waits import completing_tiles
from rules.faults import Fault, RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.jokers.joker_options_and_faults import Jokers
from rules.kitty_and_goulash import goulash_faults
from rules.ledger_entries import Entry, Raw, Washout, read_known
from rules.penalty_catalogue import Catalogue
from rules.prevailing_winds_of_game import opening
from rules.ruleset_and_table_state import (
    Ending,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.several_winners import differences
from rules.table_points import place_by
from rules.tables_of_two_or_three import refuse_other_sizes
from rules.tiles import CODES, JOKER, Tile, is_bonus
from rules.translation_marks import _
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind

_COPIES = 4


def valued_win(
    win: Win, position: Position, options: ClassicalOptions, convention: Convention
) -> Win:
    """Return the win with the values of all hands, in points.

    Hands entered by tiles are scored. If East reaches the number of consecutive wins
    that pays the limit, the value is the limit. Values that payments do not need are 0.
    Raises RuleError with every fault of the hands.
    """
    faults: list[Fault] = []
    hands: dict[Wind, Hand] = {}
    without = [seat for seat in win.without_chows if seat not in win.hands]
    values = dict.fromkeys(WINDS, 0) | dict(win.values)
    for seat, entered in win.hands.items():
        try:
            hand = entered.at(position.winds[seat], position.prevailing)
            worth = kept_score(hand, convention)
        except RuleError as error:
            faults += (fault.within(f"hands.{seat}") for fault in error.faults)
            continue
        hands[seat] = hand
        values[seat] = worth.total
        reading = worth.outcome.reading
        chows = reading is not None and reading.chows > 0
        if seat in win.winners and not chows:
            without.append(seat)
        unplayed = goulash_faults(hand, chows=chows, position=position, options=options)
        faults += (fault.within(f"hands.{seat}") for fault in unplayed)
        if not worth.meets_minimum:
            faults.append(_below_minimum(seat))
    winning = {f"hands.{s}": hand for s, hand in hands.items() if s in win.winners}
    faults += differences(winning) if len(winning) > 1 else ()
    faults += _too_many_together(list(hands.values()), options.jokers)
    if faults:
        raise RuleError(*faults)
    if reaches_the_row(win, position, options):
        values[position.dealer] = options.limit
    return dataclasses.replace(win, values=values, without_chows=tuple(without))


def _below_minimum(seat: Wind) -> Fault:
    return Fault(
        "below_minimum",
        _("This hand is complete but cannot win under these rules."),
        f"hands.{seat}",
    )


def _too_many_together(hands: Sequence[Hand], jokers: int) -> Iterator[Fault]:
    """Yield a fault for each tile that the hands together have more often than a set of
    tiles.

    Several winners share one winning tile.
    """
    together = Counter(tile for hand in hands for tile in (*hand.tiles, *hand.bonus))
    winning = [hand.winning_tile for hand in hands if hand.winning_tile is not None]
    together.subtract(winning[1:])
    for tile, count in sorted(together.items()):
        most = 1 if is_bonus(tile) else jokers if tile == JOKER else _COPIES
        if count > most:
            yield Fault(
                "too_many_together",
                _(
                    "%(tile)s is used %(count)s times in these hands. There are only "
                    "%(most)s."
                ),
                "hands",
                {"count": count, "tile": CODES[tile], "most": most},
            )


@dataclass(frozen=True)
class Classical:
    """Classical Chinese with its options; see `Ruleset` for the methods."""

    options: ClassicalOptions
    players: int = FOUR
    id: ClassVar[str] = "classical"

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Classical:
        """Return the ruleset with these options, from JSON values.

        Missing options come from the preset. Raises RuleError with every fault.
        """
        return cls(ClassicalOptions.read(raw))

    @cached_property
    def convention(self) -> Convention:
        """Return the scoring tables derived from the options; computed once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return the patterns played under these options, with their values."""
        return self.convention.patterns

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
        return catalogue_by(self.options)

    @property
    def fewest_players(self) -> int:
        return self.options.fewest_players

    def for_players(self, players: int) -> Classical:
        refuse_other_sizes(self.fewest_players, players)
        return replace(self, players=players)

    def score(self, hand: Hand) -> ClassicalScore:
        return score(hand, self.convention)

    def kept_score(self, hand: Hand) -> ClassicalScore:
        return kept_score(hand, self.convention)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tile kinds that complete the hand, without kinds that it already
        holds four times. Raises RuleError with every fault."""
        anybody = self.options.chow_from == ANYBODY
        jokers = Jokers(self.options.jokers, self.options.copies_with_jokers)
        faults = waiting_hand_faults(hand, chow_from_anybody=anybody, jokers=jokers)
        if faults:
            raise RuleError(*faults)
        if hand.has_jokers:
            return waits_with_jokers(hand, self.convention)
        return completing_tiles(Facts(hand), self.convention)

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        own: Mapping[str, Callable[[Raw, ClassicalOptions], Entry]] = {
            Win.kind: partial(read_win, players=self.players),
            FalseMahjong.kind: partial(read_false_win, players=self.players),
            Misnamed.kind: read_misnamed,
            AbortiveDraw.kind: read_abortive_draw,
            DeclaredReady.kind: read_ready,
        }
        return read_known(raw, own, self.options, "Classical Chinese")

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        if not isinstance(entry, Win):
            return ()
        return impossible_values(entry, self.convention)

    def opening(self) -> Position:
        return opening(self.options.round_winds, self.players)

    def opening_scores(self) -> Scores:
        seats = dict.fromkeys(WINDS[: self.players], self.options.initial_points)
        return {**NO_SCORES, **seats}

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        options = self.options
        winds = {seat: position.winds[seat] for seat in position.seats}
        match entry:
            case Win():
                win = valued_win(entry, position, self.options, self.convention)
                winners = paid_winners(win, options)
                payments = (
                    *settlement.win_payments(win, winds, options),
                    *settlement.pool_payments(win, position, options),
                    *undeclared_payments(win, winners, position, options),
                )
                return Settlement(payments, True, winners, entry=win)
            case DeclaredReady():
                return declared(entry, position)
            case Washout():
                return Settlement(ends_hand=True)
            case FalseMahjong():
                payments = settlement.false_win_payments(
                    entry.offenders, winds, options
                )
                return Settlement(payments, entry.settles_hand)
            case Misnamed():
                payments = settlement.misnamed_payments(entry, winds, options)
                return Settlement(payments, entry.settles_hand)
        raise TypeError(f"Classical Chinese cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        return dealer_and_game_end.advance(entry, position, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return Ending.ALL_HANDS if dealer_and_game_end.is_over(position) else None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return place_by(state.scores, self.options, state.position.seats)
