"""Score a hand in the reading that has the most faan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.faults import Fault, RuleError
from rules.hand_faults import not_a_win, pair_claimed
from rules.hand_of_tiles import FLOWER_WIN, Hand
from rules.hand_score_and_patterns import KEPT_SCORES, HandScore, LeftOut, Scored
from rules.hong_kong.base_points_and_shares import base_points
from rules.hong_kong.detect_patterns import (
    Facts,
    Reading,
    flower_win,
    of_reading,
    of_the_hand,
    readings,
)
from rules.hong_kong.hand_checks import hand_faults
from rules.hong_kong.jokers_and_waits import play_of
from rules.hong_kong.minimum_to_win import too_little
from rules.hong_kong.scoring_tables import Convention
from rules.hong_kong.why_not_counted import left_out
from rules.jokers.hands_with_jokers import (
    barred,
    best_of,
    possible_hands,
    settled,
    stand_for,
)
from rules.own_hands import as_left_out, fits_without_declaring, suggested
from rules.rule_option_types import plain_number
from rules.shared_fault_messages import TOO_MANY_CHOWS
from rules.tiles import JOKER


class Outcome(NamedTuple):
    """The score of a hand in one reading; `reading` is None for a win without sets.

    `held`: the patterns of the hand. `counted`: the patterns that count. Both have the
    number of times.
    """

    reading: Reading | None
    held: Mapping[str, int]
    counted: Mapping[str, int]
    faan: int


@dataclass(frozen=True)
class HongKongScore(HandScore):
    """The score of a hand in Hong Kong Old Style.

    `faan` is the sum of all faan of the hand; `faan_capped` (and `total`) the faan that
    are paid. `too_little`: why the hand may not win; None if it may.
    """

    faan: int
    faan_capped: int
    facts: Facts
    convention: Convention
    outcome: Outcome
    too_little: Fault | None

    @property
    def base(self) -> Fraction:
        """Return the base points of the faan, before each player's multiplier."""
        return base_points(self.faan_capped, self.convention.options)

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        outcome = self.outcome
        reasons = left_out(
            outcome.reading,
            outcome.held,
            outcome.counted,
            self.facts,
            self.convention,
        )
        barred = {reason.pattern.id for reason in self.barred}
        others = (reason for reason in reasons if reason.pattern.id not in barred)
        own_hands = self.convention.options.own_hands
        return (*self.barred, *as_left_out(self.facts.hand, own_hands), *others)

    def figures(self) -> Mapping[str, object]:
        return {
            "faan": self.faan,
            "faan_capped": self.faan_capped,
            "base": plain_number(self.base),
        }


def score(hand: Hand, convention: Convention) -> HongKongScore:
    """Return the score of `hand`. It may be below the minimum; see `meets_minimum`.

    Raises RuleError with every fault, or if the tiles are not a winning hand.
    """
    if faults := hand_faults(hand, convention):
        raise RuleError(*faults)
    convention = convention.declared(hand)
    if convention.options.jokers and hand.has_jokers:
        return _with_jokers(settled(hand), convention)
    return _of(hand, convention)


#: Cached `score`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score)


def _with_jokers(hand: Hand, convention: Convention) -> HongKongScore:
    """Return the best score that the jokers can make; hands that may win are preferred.

    Raises RuleError if the jokers cannot make a winning hand.
    """
    played = convention.with_jokers
    if convention.own and convention.own.alone:
        return _of(_without_jokers(hand), played)
    if FLOWER_WIN in hand.flags:
        return _of(_without_jokers(hand), played)
    limit = convention.options.limit_faan
    made = best_of(
        possible_hands(hand, play_of(hand, played)),
        lambda made: _rank(made, played),
        lambda rank: limit is not None and rank >= (True, limit),
    )
    if made is None and convention.own:
        return _of(_without_jokers(hand), played)
    if made is None:
        raise RuleError(_no_shape(hand, convention))
    worth = _of(made, played)
    full = _of(made, convention)
    return replace(
        worth,
        stand_for=stand_for(hand, made),
        barred=tuple(
            barred(full.outcome.counted, worth.outcome.counted, convention.patterns)
        ),
    )


def _without_jokers(hand: Hand) -> Hand:
    """Return the hand without its jokers, for a win that does not need sets."""
    tiles = tuple(tile for tile in hand.concealed if tile != JOKER)
    winning = None if hand.winning_tile == JOKER else hand.winning_tile
    return replace(hand, concealed=tiles, winning_tile=winning)


def _rank(hand: Hand, convention: Convention) -> tuple[bool, int]:
    """Return whether the hand may win, and its faan."""
    facts = Facts(hand)
    outcome = _outcome(facts, convention)
    fault = too_little(facts, outcome.counted, outcome.faan, convention)
    return fault is None, outcome.faan


def _of(hand: Hand, convention: Convention) -> HongKongScore:
    """Return the score of a hand that has no faults or jokers."""
    facts = Facts(hand)
    outcome = _outcome(facts, convention)
    capped = convention.options.capped(outcome.faan, convention.own)
    reading, patterns = outcome.reading, convention.patterns
    shortfall = too_little(facts, outcome.counted, outcome.faan, convention)
    return HongKongScore(
        total=capped,
        patterns=tuple(
            [
                Scored(patterns[name], patterns[name].value, outcome.counted[name])
                for name in sorted(outcome.counted, key=convention.order.__getitem__)
            ]
        ),
        arrangement=reading.arrangement if reading else None,
        meets_minimum=shortfall is None,
        faan=outcome.faan,
        faan_capped=capped,
        facts=facts,
        convention=convention,
        outcome=outcome,
        too_little=shortfall,
    )


def _outcome(facts: Facts, convention: Convention) -> Outcome:
    """Return the outcome of the best reading. Raises RuleError if no reading may
    win."""
    own = convention.own
    declared = (own.pattern_id,) if own else ()
    if own and own.alone:
        return _valued(None, declared, convention)
    if FLOWER_WIN in facts.hand.flags:
        return _valued(None, (flower_win(facts.hand.bonus), *declared), convention)
    shared = (*of_the_hand(facts, convention.options), *declared)
    if (best := _best_reading(facts, shared, convention)) is not None:
        return best
    if own:
        return _valued(None, shared, convention)
    raise RuleError(_why_not(facts, convention))


def _best_reading(
    facts: Facts, shared: tuple[str, ...], convention: Convention
) -> Outcome | None:
    """Return the outcome of the reading with the most faan; None if no reading may win.

    `shared`: the ids of patterns that every reading has.
    """
    options, best = convention.options, None
    for reading in readings(facts, convention):
        if reading.chows > options.max_chows:
            continue
        if not options.pair_claim_to_win and reading.claims_pair(facts):
            continue
        held = (*shared, *of_reading(reading, facts, options))
        outcome = _valued(reading, held, convention)
        if best is None or outcome.faan > best.faan:
            best = outcome
    return best


def _valued(
    reading: Reading | None, held: Iterable[str], convention: Convention
) -> Outcome:
    has: dict[str, int] = {}
    for name in held:
        has[name] = has.get(name, 0) + 1
    counted = counted_of(has, convention)
    values = convention.values
    faan = sum([values[name] * count for name, count in counted.items()])
    return Outcome(reading, has, counted, faan)


def counted_of(held: Mapping[str, int], convention: Convention) -> dict[str, int]:
    """Return the ids of the patterns that count, with the number of times."""
    for name in convention.alone:
        if name in held:
            return {name: 1}
    played = {name: n for name, n in held.items() if name in convention.values}
    struck: set[str] = set()
    for name in played:
        struck |= convention.strikes.get(name, frozenset())
    if struck.isdisjoint(played):
        return played
    return {name: n for name, n in played.items() if name not in struck}


def _no_shape(hand: Hand, convention: Convention) -> Fault:
    """Return the fault of tiles that do not form a winning hand. Names one of the
    tournament's special hands if the tiles fit."""
    fitting = suggested(hand, convention.options.own_hands)
    own = next(fitting, None)
    return fits_without_declaring(own) if own else not_a_win()


def _why_not(facts: Facts, convention: Convention) -> Fault:
    """Return the fault that explains why no reading of the hand may win."""
    most = convention.options.max_chows
    chows = [reading.chows for reading in readings(facts, convention)]
    if not chows:
        return _no_shape(facts.hand, convention)
    if min(chows) <= most:
        return pair_claimed()
    return Fault(
        "too_many_chows",
        TOO_MANY_CHOWS,
        "concealed",
        {"chows": min(chows), "most": most},
    )
