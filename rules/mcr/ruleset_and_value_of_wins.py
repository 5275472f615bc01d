"""MCR as a ruleset: hands, payments and order of play. Also the value of wins entered
by tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

from rules.absence_score_options import seats_placed_last
from rules.claim_types import ClaimRules, SeveralWinners
from rules.faults import Fault, RuleError, faults_within
from rules.hand_faults import waiting_hand_faults
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.ledger_entries import Entry, FalseWin, Washout, read_known
from rules.mcr import dealer_and_game_end
from rules.mcr.entries import Claim, Win
from rules.mcr.entry_reading import read_win
from rules.mcr.hand_facts_and_waits import waiting_tiles
from rules.mcr.impossible_values import impossible_values
from rules.mcr.options import McrOptions
from rules.mcr.patterns import CHICKEN_HAND, FANS, PATTERNS
from rules.mcr.penalties import CATALOGUE
from rules.mcr.score import McrScore, kept_score, score
from rules.mcr.scoring_tables import Convention
from rules.mcr.settlement import false_win_payments, win_payments, winning_claims
from rules.penalty_catalogue import Catalogue
from rules.ruleset_and_table_state import (
    Ending,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.several_winners import valued_claims
from rules.table_points import place_by
from rules.tables_of_two_or_three import refuse_other_sizes
from rules.tiles import Tile, counts
from rules.translation_marks import _
from rules.winds import FOUR, NO_SCORES, Scores, Wind

_CHICKEN = FANS[CHICKEN_HAND]


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """Return the win with the fan of every hand that was entered by tiles.

    Raises RuleError for tiles that do not win or are below the minimum.
    """
    value = partial(_valued, position=position, convention=convention)
    return replace(win, claims=valued_claims(win.claims, value))


def _valued(claim: Claim, position: Position, convention: Convention) -> Claim:
    if claim.hand is None:
        return claim
    hand = claim.hand.at(position.winds[claim.winner], position.prevailing)
    with faults_within("hand"):
        worth = kept_score(hand, convention)
    if not worth.meets_minimum:
        raise RuleError(
            Fault(
                "below_minimum",
                _("%(points)s fan is less than the minimum of %(minimum)s."),
                "hand",
                {"points": worth.points, "minimum": convention.options.minimum},
            )
        )
    chicken = any(scored.pattern is _CHICKEN for scored in worth.patterns)
    return replace(
        claim, points=worth.total, chicken=chicken, flowers=worth.flower_points
    )


_COPIES = 4


@dataclass(frozen=True)
class Mcr:
    """MCR with its options; see `Ruleset` for the methods."""

    options: McrOptions
    id: ClassVar[str] = "mcr"
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Mcr:
        """Return the ruleset with these options, from JSON values.

        Missing options come from the preset. Raises RuleError with every fault.
        """
        return cls(McrOptions.read(raw))

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        return read_known(raw, {Win.kind: read_win}, self.options, "MCR")

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return impossible_values(entry, self.options) if isinstance(entry, Win) else ()

    @cached_property
    def convention(self) -> Convention:
        """Return the scoring tables derived from the options; computed once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        return PATTERNS

    @property
    def claim_rules(self) -> ClaimRules:
        """Return the rules for claims of a discard.

        By default, the first claimant in turn wins (1998 rules, article 8).
        """
        return ClaimRules(
            SeveralWinners(self.options.multiple_winners),
            three_winners_draw=self.options.triple_win_is_draw,
        )

    @cached_property
    def catalogue(self) -> Catalogue:
        return CATALOGUE.with_points(self.options.penalties)

    def score(self, hand: Hand) -> McrScore:
        return score(hand, self.convention)

    def kept_score(self, hand: Hand) -> McrScore:
        return kept_score(hand, self.convention)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tile kinds that complete the hand (1998 rules, article 10).

        A kind that the hand holds four times is left out, because there is no fifth
        copy; the option `waits_on_own_four` does not matter here. Raises RuleError with
        every fault.
        """
        if faults := waiting_hand_faults(hand):
            raise RuleError(*faults)
        melded = [tile for meld in hand.melds for tile in meld.tiles]
        everything = (*hand.concealed, *melded)
        held = counts(everything)
        kinds = waiting_tiles(hand.concealed, everything, self.options)
        return tuple(tile for tile in kinds if held[tile] < _COPIES)

    def for_players(self, players: int) -> Mcr:
        """Return this ruleset. Raises RuleError unless `players` is 4."""
        refuse_other_sizes(self.fewest_players, players)
        return self

    def opening(self) -> Position:
        return dealer_and_game_end.position_at(1, self.options)

    def opening_scores(self) -> Scores:
        return NO_SCORES

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                win = valued_win(entry, position, self.convention)
                claims = winning_claims(win, position, self.claim_rules)
                payments = win_payments(claims, win.discarder, self.options)
                winners = tuple(claim.winner for claim in claims)
                return Settlement(payments, True, winners, entry=win)
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                payments = false_win_payments(entry, self.options)
                return Settlement(payments, dead=(entry.seat,))
        raise TypeError(f"MCR cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """Return the position of the next hand. The dealer changes after every hand
        (1998 rules, article 5)."""
        return dealer_and_game_end.position_at(position.hand + 1, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Return None, because only the number of hands ends a game."""
        return None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        last = seats_placed_last(state, self.options)
        return place_by(state.scores, self.options, last=last)
