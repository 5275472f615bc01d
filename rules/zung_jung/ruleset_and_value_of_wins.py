"""Zung Jung as a ruleset: hands, payments and order of play. Also the value of wins
entered by tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from rules.claim_types import ClaimRules, SeveralWinners
from rules.faults import Fault, RuleError, faults_within
from rules.hand_faults import waiting_hand_faults
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.ledger_entries import Entry, FalseWin, Washout, read_known
from rules.penalty_catalogue import Catalogue
from rules.ruleset_and_table_state import (
    Ending,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.tables_of_two_or_three import refuse_other_sizes
from rules.tiles import Tile
from rules.translation_marks import _
from rules.winds import FOUR, NO_SCORES, Scores, Wind
from rules.zung_jung.dealer_and_game_end import is_over, position_at
from rules.zung_jung.entries import Win
from rules.zung_jung.entry_reading import read_win
from rules.zung_jung.hand_facts_and_readings import waiting_tiles
from rules.zung_jung.impossible_values import impossible_values
from rules.zung_jung.match_points import placings
from rules.zung_jung.options import ZungJungOptions
from rules.zung_jung.penalties import CATALOGUE
from rules.zung_jung.score import ZungJungScore, kept_score, score
from rules.zung_jung.scoring_tables import Convention
from rules.zung_jung.settlement import false_win_payments, win_payments


def valued_win(win: Win, position: Position, convention: Convention) -> Win:
    """Return the win with its points; unchanged if it was entered without tiles.

    Any prevailing wind is accepted, because the rules have no prevailing wind. Raises
    RuleError if the hand does not win or is below the minimum.
    """
    if win.hand is None:
        return win
    hand = win.hand.at(position.winds[win.winner], win.hand.hand.prevailing_wind)
    with faults_within("hand"):
        worth = kept_score(hand, convention)
    if not worth.meets_minimum:
        raise RuleError(
            Fault(
                "below_minimum",
                _("%(points)s points are less than the minimum of %(minimum)s."),
                "hand",
                {"points": worth.points, "minimum": convention.options.minimum},
            )
        )
    return replace(win, points=worth.points)


@dataclass(frozen=True)
class ZungJung:
    """Zung Jung with its options; see `Ruleset` for the methods."""

    options: ZungJungOptions
    id: ClassVar[str] = "zung_jung"
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR
    claim_rules: ClassVar[ClaimRules] = ClaimRules(SeveralWinners.NEAREST)

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> ZungJung:
        """Return the ruleset with these options, from JSON values.

        Missing options come from the preset. Raises RuleError with every fault.
        """
        return cls(ZungJungOptions.read(raw))

    @cached_property
    def convention(self) -> Convention:
        """Return the scoring tables derived from the options; computed once."""
        return Convention.of(self.options)

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return the patterns used by these options, with their points."""
        return self.convention.patterns

    @cached_property
    def catalogue(self) -> Catalogue:
        return CATALOGUE.with_points(self.options.penalties)

    def for_players(self, players: int) -> ZungJung:
        """Return this ruleset. Raises RuleError unless `players` is 4."""
        refuse_other_sizes(self.fewest_players, players)
        return self

    def score(self, hand: Hand) -> ZungJungScore:
        return score(hand, self.convention)

    def kept_score(self, hand: Hand) -> ZungJungScore:
        return kept_score(hand, self.convention)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """Return the tile kinds that complete the hand, without kinds that it already
        holds four times. Raises RuleError with every fault."""
        if faults := waiting_hand_faults(hand):
            raise RuleError(*faults)
        return waiting_tiles(hand)

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        return read_known(raw, {Win.kind: read_win}, self.options, "Zung Jung")

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        if not isinstance(entry, Win):
            return ()
        return impossible_values(entry, self.convention)

    def opening(self) -> Position:
        return position_at(1)

    def opening_scores(self) -> Scores:
        return NO_SCORES

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        match entry:
            case Win():
                win = valued_win(entry, position, self.convention)
                payments = win_payments(win, self.options)
                return Settlement(payments, True, (win.winner,), entry=win)
            case Washout():
                return Settlement(ends_hand=True)
            case FalseWin():
                payments = false_win_payments(entry, self.options)
                return Settlement(payments, dead=(entry.seat,))
        raise TypeError(f"Zung Jung cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        """Return the position of the next hand. The dealer changes after every hand."""
        return position_at(position.hand + 1)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return Ending.ALL_HANDS if is_over(position, self.options) else None

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return placings(state.scores, self.options)
