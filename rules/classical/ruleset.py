"""Classical Chinese: hands, payments and the order of play behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from rules.claim_options import ANYBODY
from rules.claim_rules import Barred, ClaimRules, SeveralWinners
from rules.classical import flow, settlement
from rules.classical.convention import Convention
from rules.classical.entries import (
    AbortiveDraw,
    DeclaredReady,
    FalseMahjong,
    Misnamed,
    Win,
)
from rules.classical.facts import Facts
from rules.classical.impossible_values import impossible_values
from rules.classical.jokers import waits_with_jokers
from rules.classical.options import ClassicalOptions
from rules.classical.penalties import catalogue_by
from rules.classical.reading import (
    read_abortive_draw,
    read_false_win,
    read_misnamed,
    read_ready,
    read_win,
)
from rules.classical.ready import declared, undeclared_payments
from rules.classical.score import ClassicalScore, kept_score, score
from rules.classical.valuing import valued_win
from rules.classical.waits import completing_tiles
from rules.classical.winners import paid_winners
from rules.entries import Entry, Raw, Washout, read_known
from rules.faults import Fault, RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hand_scores import Pattern
from rules.hands import Hand
from rules.jokers.checks import Jokers
from rules.penalties import Catalogue
from rules.place_points import place_by
from rules.round_winds import opening
from rules.table import Ending, Placing, Position, Settlement, TableState
from rules.table_sizes import refuse_other_sizes
from rules.tiles import Tile
from rules.winds import FOUR, NO_SCORES, WINDS, Scores, Wind


@dataclass(frozen=True)
class Classical:
    """Classical Chinese with its options. See `rules.table.Ruleset` for the methods."""

    options: ClassicalOptions
    players: int = FOUR
    id: ClassVar[str] = "classical"

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Classical:
        """The ruleset with these options, from JSON values; what is left out is as the
        preset has it. Raises RuleError with every fault."""
        return cls(ClassicalOptions.read(raw))

    @cached_property
    def convention(self) -> Convention:
        """Scoring tables derived from the options, made once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """What is played under these options, with the values it has under them."""
        return self.convention.patterns

    @property
    def claim_rules(self) -> ClaimRules:
        """Which of several winners is paid, and who may claim a chow or the pair, are
        options."""
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
        """Kinds of which the player holds all four are not among them."""
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
        return flow.advance(entry, position, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return Ending.ALL_HANDS if flow.is_over(position) else None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return place_by(state.scores, self.options, state.position.seats)
