"""Score a winner's or a loser's hand in Classical Chinese."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules.classical.arrangement_facts import Facts
from rules.classical.arrangements import winning_readings
from rules.classical.calling_for_limit_hand import loser_outcome
from rules.classical.count_hand import (
    Outcome,
    meets_minimum,
    outcome_without_sets,
    own_outcome,
    winning_outcomes,
)
from rules.classical.hand_checks import hand_faults
from rules.classical.jokers import best_hand
from rules.classical.scoring_tables import Convention
from rules.classical.why_not_counted import left_out
from rules.faults import Fault, RuleError
from rules.hand_faults import not_a_win, pair_claimed
from rules.hand_of_tiles import HAND_SIZE, Hand
from rules.hand_score_and_patterns import KEPT_SCORES, HandScore, LeftOut, Scored
from rules.jokers.hands_with_jokers import barred, settled, stand_for
from rules.own_hands import as_left_out, fits_without_declaring, suggested
from rules.shared_fault_messages import TOO_MANY_CHOWS
from rules.tiles import JOKER


@dataclass(frozen=True)
class ClassicalScore(HandScore):
    """The score of a hand: `points` and `doubles`, or `limits`, its value as a multiple
    of the limit.

    `raw` is the value in points before the limit is applied.
    """

    won: bool
    points: int
    doubles: int
    limits: float
    facts: Facts
    convention: Convention
    outcome: Outcome

    @property
    def raw(self) -> int:
        return self.points << self.doubles

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        reasons = left_out(self.facts, self.outcome, self.convention)
        barred_ids = {reason.pattern.id for reason in self.barred}
        others = (reason for reason in reasons if reason.pattern.id not in barred_ids)
        own_hands = self.convention.options.own_hands
        return (*self.barred, *as_left_out(self.facts.hand, own_hands), *others)

    def figures(self) -> Mapping[str, object]:
        return {
            "won": self.won,
            "points": self.points,
            "doubles": self.doubles,
            "limits": self.limits,
            "raw": self.raw,
        }


def score(hand: Hand, convention: Convention) -> ClassicalScore:
    """Return the score of `hand` in its best arrangement.

    Raises RuleError with every fault, also if a winner's tiles do not form a winning
    hand.
    """
    if faults := hand_faults(hand, convention.options):
        raise RuleError(*faults)
    convention = convention.declared(hand)
    if convention.options.jokers and hand.has_jokers:
        return _with_jokers(settled(hand), convention)
    return _of(Facts(hand), convention)


#: Cached `score`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score)


def _with_jokers(hand: Hand, convention: Convention) -> ClassicalScore:
    """Return the best score that the jokers can make.

    The melds of `hand` must not have jokers. Raises RuleError if no winning hand is
    possible.
    """
    try:
        made, outcome = best_hand(hand, convention, _value)
    except RuleError:
        if convention.own is None:
            raise
        return _of(Facts(_without_jokers(hand)), convention.with_jokers)
    worth = _of(made, convention.with_jokers, outcome)
    full = _value(made, convention)
    names = (*full.items, *full.limits_met)
    return dataclasses.replace(
        worth,
        stand_for=stand_for(hand, made.hand),
        barred=tuple(barred(names, worth.outcome.items, convention.patterns)),
    )


def _without_jokers(hand: Hand) -> Hand:
    """Return the hand without its jokers, to score one of the tournament's special
    hands that does not need sets."""
    tiles = tuple(tile for tile in hand.concealed if tile != JOKER)
    winning = None if hand.winning_tile == JOKER else hand.winning_tile
    return dataclasses.replace(hand, concealed=tiles, winning_tile=winning)


def _value(facts: Facts, convention: Convention) -> Outcome:
    if facts.hand.winner:
        return _winner(facts, convention)
    return _loser(facts, convention)


def _of(
    facts: Facts, convention: Convention, outcome: Outcome | None = None
) -> ClassicalScore:
    """Return the score of a hand that has no faults or jokers. `outcome` is its
    outcome, if already calculated."""
    hand = facts.hand
    outcome = outcome or _value(facts, convention)
    items, patterns = outcome.items, convention.patterns
    counted = sorted(set(items), key=convention.order.__getitem__)
    return ClassicalScore(
        total=outcome.total,
        patterns=tuple(
            [
                Scored(patterns[name], patterns[name].value, items.count(name))
                for name in counted
            ]
        ),
        arrangement=outcome.arrangement,
        meets_minimum=meets_minimum(facts, outcome, convention),
        won=hand.winner,
        points=outcome.points,
        doubles=outcome.doubles,
        limits=outcome.limit / 100,
        facts=facts,
        convention=convention,
        outcome=outcome,
    )


def _winner(facts: Facts, convention: Convention) -> Outcome:
    """Return the outcome of a winner's hand. Raises RuleError if the tiles do not form
    a winning hand."""
    if convention.own and convention.own.alone:
        return own_outcome(convention.own, convention)
    best = None
    for outcome in winning_outcomes(facts, convention):
        if best is None or outcome.rank > best.rank:
            best = outcome
    if best is None and convention.own:
        return outcome_without_sets(facts, convention)
    if best is None:
        raise RuleError(_why_not(facts, convention))
    return best


def _why_not(facts: Facts, convention: Convention) -> Fault:
    readings = tuple(winning_readings(facts))
    options = convention.options
    fewest = min((reading.chows for reading in readings), default=None)
    if fewest is None:
        own = next(suggested(facts.hand, options.own_hands), None)
        return fits_without_declaring(own) if own else not_a_win()
    if fewest <= options.max_chows:
        return pair_claimed()
    return Fault(
        "too_many_chows",
        TOO_MANY_CHOWS,
        "concealed",
        {"chows": fewest, "most": options.max_chows},
    )


def _loser(facts: Facts, convention: Convention) -> Outcome:
    """Return the outcome of a loser's hand.

    Options can make hands with too many or too few tiles worth nothing.
    """
    options = convention.options
    size = len(facts.hand.concealed) + 3 * len(facts.melds)
    long = size > HAND_SIZE and options.long_hand_zero
    if long or (size < HAND_SIZE and options.short_hand_zero):
        return Outcome(0, 0, 0, 0, ())
    return loser_outcome(facts, convention)
