"""Riichi as a ruleset: hands, payments, order of play and final points. Also the value
of a win, which depends on the position and the tiles."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from rules.claim_types import ClaimRules, SeveralWinners
from rules.faults import Fault, RuleError, faults_within
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import Pattern
from rules.ledger_entries import Entry, Washout
from rules.penalty_catalogue import Catalogue
from rules.riichi import dealer_and_game_end, settlement
from rules.riichi.base_points import LIMITS, YAKUMAN
from rules.riichi.detect_yaku_and_waits import riichi_waits
from rules.riichi.entries import (
    DEPOSIT,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Seats,
    Value,
    Win,
    Winner,
)
from rules.riichi.entry_reading import read_entry
from rules.riichi.final_points_with_uma import (
    FinalPoints,
    final_points,
    rank_table,
)
from rules.riichi.impossible_values import impossible_values
from rules.riichi.options import RiichiOptions
from rules.riichi.patterns import played
from rules.riichi.penalties import CATALOGUE
from rules.riichi.score import RiichiScore, kept_score, score_hand
from rules.riichi.settlement import paid_winners
from rules.riichi.tenpai_at_draw import refuse_unready
from rules.riichi.winning_hand_reading import base_of
from rules.riichi.yakuman_liability import liability_faults, liable_yakuman
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

#: A function that scores a hand of tiles.
ScoreHand = Callable[[Hand], RiichiScore]


def valued_win(
    win: Win, position: Position, options: RiichiOptions, score: ScoreHand
) -> Win:
    """Return `win` with the base points of every winner who is paid.

    `score` values hands entered by tiles. Raises RuleError with every fault: impossible
    points, tiles that do not win, or a liability without a matching yakuman.
    """
    paid = paid_winners(win, options)
    winners, faults = [], []
    for number, winner in enumerate(win.winners):
        if winner not in paid:
            winners.append(winner)
            continue
        try:
            winners.append(_valued(winner, win, position, options, score))
        except RuleError as error:
            path = f"winners[{number}]" if len(win.winners) > 1 else ""
            faults += [fault.within(path) if path else fault for fault in error.faults]
    if faults:
        raise RuleError(*faults)
    return dataclasses.replace(win, winners=tuple(winners))


def _valued(
    winner: Winner,
    win: Win,
    position: Position,
    options: RiichiOptions,
    score: ScoreHand,
) -> Winner:
    dealer = winner.seat is position.dealer
    self_draw = win.discarder is None
    if winner.value.hand is None:
        base = base_of(winner.value, options, dealer=dealer, self_draw=self_draw)
        valued = dataclasses.replace(
            winner, value=dataclasses.replace(winner.value, base=base)
        )
    else:
        valued = _by_tiles(winner, position, options, score)
    if faults := list(liability_faults(valued)):
        raise RuleError(*faults)
    return valued


def _by_tiles(
    winner: Winner, position: Position, options: RiichiOptions, score_hand: ScoreHand
) -> Winner:
    entered = winner.value.hand
    assert entered is not None
    hand = entered.at(position.winds[winner.seat], position.prevailing)
    with faults_within("hand"):
        score = score_hand(hand)
    value = Value(
        han=score.han,
        fu=score.fu,
        limit=score.limit or None,
        yakuman=score.yakuman or None,
        points=score.points,
        hand=entered,
        base=score.base,
    )
    share = winner.liable_yakuman
    if winner.liable and share is None:
        liable = position.winds[winner.liable]
        share = min(
            liable_yakuman(score, liable, options), score.base // LIMITS[YAKUMAN]
        )
    return dataclasses.replace(winner, value=value, liable_yakuman=share)


@dataclass(frozen=True)
class Riichi:
    """Riichi with its options; see `Ruleset` for the methods.

    A declared riichi stick moves from its player's score to the position's `sticks`.
    The sum of scores and sticks changes only by a referee's penalties.
    """

    options: RiichiOptions
    id: ClassVar[str] = "riichi"
    players: ClassVar[int] = FOUR
    fewest_players: ClassVar[int] = FOUR

    @classmethod
    def from_options(cls, raw: Mapping[str, object]) -> Self:
        """Return the ruleset with these options, from JSON values.

        Missing options come from the preset. Raises RuleError with every fault.
        """
        return cls(RiichiOptions.read(raw))

    @property
    def patterns(self) -> Mapping[str, Pattern]:
        """Return the patterns played under these options, with their values."""
        return played(self.options)

    @property
    def claim_rules(self) -> ClaimRules:
        """Return the rules for claims: who wins if several players claim a discard (EMA
        2025, 3.4.3)."""
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

    def for_players(self, players: int) -> Self:
        """Return this ruleset. Raises RuleError for a different number of players."""
        refuse_other_sizes(self.fewest_players, players, self.players)
        return self

    def impossible_values(self, entry: Entry) -> Iterable[Fault]:
        return impossible_values(entry) if isinstance(entry, Win) else ()

    def opening(self) -> Position:
        return dealer_and_game_end.opening(self.players)

    def opening_scores(self) -> Scores:
        return {**NO_SCORES, **dict.fromkeys(self.options.seats, self.options.start)}

    def settle(self, entry: Entry, position: Position, scores: Scores) -> Settlement:
        """Return the settlement of an entry.

        Other rulesets' draw counts as an exhaustive draw without tenpai players. With a
        head bump, the other winners are recorded without payment. Raises RuleError if
        the entry is impossible in this position, and TypeError for an unknown type of
        entry.
        """
        options = self.options
        match _played(entry):
            case Win() as entered:
                self._refuse_riichi(entered.riichi, scores)
                win = valued_win(entered, position, options, self.kept_score)
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
        return dealer_and_game_end.advance(_played(entry), position, self.options)

    def ending(self, entry: Entry, position: Position, scores: Scores) -> Ending | None:
        return dealer_and_game_end.ending(
            _played(entry), position, scores, self.options
        )

    def rank(self, state: TableState) -> Mapping[Wind, Placing]:
        return rank_table(state, self.options)

    def final_points(self, state: TableState) -> Mapping[Wind, FinalPoints]:
        """Return each seat's final points with their parts."""
        return final_points(state, self.options)

    def _refuse_riichi(self, riichi: Seats, scores: Scores) -> None:
        """Raise RuleError if a player has too few points for a riichi stick."""
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
