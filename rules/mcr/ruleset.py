"""MCR: hands, payments and the order of play behind one interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rules.claim_rules import ClaimRules, SeveralWinners
from rules.entries import Entry, FalseWin, Washout, read_known
from rules.faults import Fault, RuleError
from rules.hand_faults import waiting_hand_faults
from rules.hand_scores import Pattern
from rules.hands import Hand
from rules.mcr import flow
from rules.mcr.convention import Convention
from rules.mcr.entries import Win
from rules.mcr.impossible_values import impossible_values
from rules.mcr.options import McrOptions
from rules.mcr.patterns import PATTERNS
from rules.mcr.penalties import CATALOGUE
from rules.mcr.reading import read_win
from rules.mcr.score import McrScore, kept_score, score
from rules.mcr.settlement import false_win_payments, win_payments
from rules.mcr.valuing import valued_win
from rules.mcr.waits import waiting_tiles
from rules.mcr.winners import winning_claims
from rules.penalties import Catalogue
from rules.place_points import place_by
from rules.table import Ending, Placing, Position, Settlement, TableState
from rules.table_sizes import refuse_other_sizes
from rules.tiles import Tile, counts
from rules.winds import FOUR, NO_SCORES, Scores, Wind

_COPIES = 4


@dataclass(frozen=True)
class Mcr:
    """MCR with its options. See `rules.table.Ruleset` for the methods."""

    options: McrOptions
    id: ClassVar[str] = "mcr"
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Mcr:
        """The ruleset with these options, from JSON values; what is left out is as the
        preset has it. Raises RuleError with every fault."""
        return cls(McrOptions.read(raw))

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        return read_known(raw, {Win.kind: read_win}, self.options, "MCR")

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return impossible_values(entry, self.options) if isinstance(entry, Win) else ()

    @cached_property
    def convention(self) -> Convention:
        """Scoring tables derived from the options, made once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        return PATTERNS

    @property
    def claim_rules(self) -> ClaimRules:
        """One winner: the next in turn (1998 rules, article 8), or as options say."""
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
        """1998 rules, article 10. No kind of which the player holds all four: it may be
        waited for in form (`waits_on_own_four`), but nobody can draw a fifth."""
        if faults := waiting_hand_faults(hand):
            raise RuleError(*faults)
        melded = [tile for meld in hand.melds for tile in meld.tiles]
        everything = (*hand.concealed, *melded)
        held = counts(everything)
        found = waiting_tiles(hand.concealed, everything, self.options)
        return tuple(tile for tile in found if held[tile] < _COPIES)

    def for_players(self, players: int) -> Mcr:
        """Always four."""
        refuse_other_sizes(self.fewest_players, players)
        return self

    def opening(self) -> Position:
        return flow.position_at(1, self.options)

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
        """The deal passes after every hand, washouts too (article 5)."""
        return flow.position_at(position.hand + 1, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        """Nothing ends a session but the number of its hands."""
        return None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return place_by(state.scores, self.options)
