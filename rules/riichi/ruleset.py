"""Riichi: hands, payments, the order of play and final points behind one interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.claim_rules import ClaimRules, SeveralWinners
from rules.entries import Entry, Washout
from rules.faults import Fault, RuleError
from rules.hand_scores import Pattern
from rules.hands import Hand
from rules.penalties import Catalogue
from rules.riichi import flow, settlement
from rules.riichi.entries import (
    DEPOSIT,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Seats,
    Win,
)
from rules.riichi.impossible_values import impossible_values
from rules.riichi.options import RiichiOptions
from rules.riichi.patterns import played
from rules.riichi.penalties import CATALOGUE
from rules.riichi.ranking import rank_table
from rules.riichi.reading import read_entry
from rules.riichi.score import RiichiScore, kept_score, score_hand
from rules.riichi.tenpai import refuse_unready
from rules.riichi.valuing import valued_win
from rules.riichi.waits import riichi_waits
from rules.table import Ending, Placing, Position, Settlement, TableState
from rules.table_sizes import refuse_other_sizes
from rules.text import _
from rules.tiles import Tile
from rules.winds import FOUR, WINDS, Scores, Wind


@dataclass(frozen=True)
class Riichi:
    """Riichi with its options. See `rules.table.Ruleset` for the methods.

    Scores are the points in front of the players: a deposit leaves its player's and
    lies in the position's `sticks`. Their sum with the deposits never changes, but
    for a referee's penalties.
    """

    options: RiichiOptions
    id: ClassVar[str] = "riichi"
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Riichi:
        """The ruleset with these options, from JSON values; what is left out is as the
        preset has it. Raises RuleError with every fault."""
        return cls(RiichiOptions.read(raw))

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """What is played under these options, with the values it has under them."""
        return played(self.options)

    @property
    def claim_rules(self) -> ClaimRules:
        """Several winners are an option (EMA 2025, 3.4.3)."""
        return ClaimRules(SeveralWinners(self.options.multi_ron))

    @property
    def catalogue(self) -> Catalogue:
        return CATALOGUE

    def score(self, hand: Hand) -> RiichiScore:
        return score_hand(hand, self.options)

    def kept_score(self, hand: Hand) -> RiichiScore:
        return kept_score(hand, self.options)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        return riichi_waits(hand)

    def read_entry(self, raw: Mapping[str, object]) -> Entry:
        return read_entry(raw, self.options)

    def for_players(self, players: int) -> Riichi:
        """Always four."""
        refuse_other_sizes(self.fewest_players, players)
        return self

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return impossible_values(entry) if isinstance(entry, Win) else ()

    def opening(self) -> Position:
        return flow.opening()

    def opening_scores(self) -> Scores:
        return dict.fromkeys(WINDS, self.options.start)

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        """A washout is an exhaustive draw at which nobody was tenpai. Where a head
        bump is played the other winners stay on record, unpaid."""
        options = self.options
        match _played(entry):
            case Win() as entered:
                self._refuse_riichi(entered.riichi, scores)
                win = valued_win(entered, position, options)
                paid = settlement.win_payments(win, position, options)
                winners = settlement.paid_winners(win, options)
                seats = tuple(winner.seat for winner in winners)
                return Settlement(tuple(paid), True, seats, entry=win)
            case ExhaustiveDraw() as draw:
                refuse_unready(draw, position.dead)
                self._refuse_riichi(draw.riichi, scores)
                paid = settlement.draw_payments(draw, position, options)
                return Settlement(tuple(paid), ends_hand=True)
            case AbortiveDraw(riichi=riichi):
                self._refuse_riichi(riichi, scores)
                return Settlement(tuple(settlement.deposits(riichi)), ends_hand=True)
            case Chombo() as chombo:
                paid = settlement.chombo_payments(chombo, position, options)
                fined = replace(chombo, after_uma=options.chombo_after_uma or 0)
                return Settlement(tuple(paid), chombo.settles_hand, entry=fined)
        raise TypeError(f"Riichi cannot settle {entry!r}")

    def advance(self, entry: Entry, position: Position, scores: Scores) -> Position:
        return flow.advance(_played(entry), position, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return flow.ending(_played(entry), position, scores, self.options)

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return rank_table(state, self.options)

    def _refuse_riichi(self, riichi: Seats, scores: Scores) -> None:
        """Where a game ends below a score, nobody may go below it by a deposit."""
        floor = self.options.bankrupt_below
        if floor is None:
            return
        faults = [
            Fault(
                "no_points_for_riichi",
                _("%(seat)s has only %(score)s points, too few to declare riichi."),
                "riichi",
                {"seat": seat, "score": scores[seat]},
            )
            for seat in riichi
            if scores[seat] - DEPOSIT < floor
        ]
        if faults:
            raise RuleError(*faults)


def _played(entry: Entry) -> Entry:
    return ExhaustiveDraw() if isinstance(entry, Washout) else entry
