"""Score a hand in Zung Jung in the reading with the most points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.faults import RuleError
from rules.hand_faults import not_a_win
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import KEPT_SCORES, HandScore, LeftOut, Scored
from rules.winning_arrangements import Arrangement
from rules.zung_jung.detect_patterns import of_irregular, of_regular, of_the_hand
from rules.zung_jung.hand_checks import hand_faults
from rules.zung_jung.hand_facts_and_readings import (
    Facts,
    Reading,
    irregular_readings,
    regular_readings,
)
from rules.zung_jung.options import CHICKEN
from rules.zung_jung.patterns import NUMBERS
from rules.zung_jung.scoring_tables import Convention
from rules.zung_jung.why_not_counted import left_out


class Limit(StrEnum):
    """The way the points were calculated: a sum of patterns, one pattern that reaches
    the limit and counts alone, a sum above the limit, or no pattern."""

    NONE = "none"
    LISTED = "listed"
    COMPOUND = "compound"
    CHICKEN = "chicken"


class Outcome(NamedTuple):
    """The score of a hand in one reading; `reading` is None for an irregular hand.

    `held`: the patterns of the hand. `counted`: the patterns that count, with the
    number of times.
    """

    reading: Reading | None
    arrangement: Arrangement
    held: Sequence[str]
    counted: Mapping[str, int]
    points: int
    limit: Limit


@dataclass(frozen=True)
class ZungJungScore(HandScore):
    """The score of a hand in Zung Jung.

    `points` (and `total`) is the number of points paid for the hand.
    """

    points: int
    facts: Facts
    convention: Convention
    outcome: Outcome

    @property
    def limit(self) -> Limit:
        return self.outcome.limit

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        others = [other.held for other in _outcomes(self.facts, self.convention)]
        return tuple(
            left_out(
                self.outcome.reading,
                self.outcome.held,
                self.outcome.counted,
                others,
                self.facts,
                self.convention,
            )
        )

    def figures(self) -> Mapping[str, object]:
        return {"points": self.points, "limit": self.limit}

    def as_data(self) -> dict[str, object]:
        """Return the score as JSON values, with the official number of each pattern."""
        return super().as_data() | {
            "patterns": [
                {"number": NUMBERS[scored.pattern.id], **scored.as_data()}
                for scored in self.patterns
            ]
        }


def score(hand: Hand, convention: Convention) -> ZungJungScore:
    """Return the score of `hand`. It may be below the minimum; see `meets_minimum`.

    Raises RuleError with every fault, or if the tiles are not a winning hand.
    """
    if faults := hand_faults(hand):
        raise RuleError(*faults)
    facts = Facts(hand)
    best = max(
        _outcomes(facts, convention), key=lambda outcome: outcome.points, default=None
    )
    if best is None:
        raise RuleError(not_a_win())
    patterns = convention.patterns
    return ZungJungScore(
        total=best.points,
        patterns=tuple(
            [
                Scored(patterns[name], patterns[name].value, best.counted[name])
                for name in patterns
                if name in best.counted
            ]
        ),
        arrangement=best.arrangement,
        meets_minimum=best.points >= convention.options.minimum,
        points=best.points,
        facts=facts,
        convention=convention,
        outcome=best,
    )


#: Cached `score`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score)


def _outcomes(facts: Facts, convention: Convention) -> Iterator[Outcome]:
    """Yield the outcome of every reading of the hand; none if it is not a winning
    hand."""
    shared = tuple(of_the_hand(facts))
    for reading in regular_readings(facts):
        held = (*shared, *of_regular(facts, reading))
        yield _valued(reading, reading.arrangement, held, convention)
    for arrangement in irregular_readings(facts):
        held = tuple(of_irregular(facts, arrangement))
        yield _valued(None, arrangement, held, convention)


def _valued(
    reading: Reading | None,
    arrangement: Arrangement,
    held: Sequence[str],
    convention: Convention,
) -> Outcome:
    """Return the outcome of a reading with these patterns.

    A pattern that reaches the limit counts alone. Otherwise the points are the sum, at
    most the limit.
    """
    values, top = convention.values, convention.options.limit
    played = [name for name in held if name in values]
    if not played:
        return Outcome(reading, arrangement, held, {}, CHICKEN, Limit.CHICKEN)
    highest = max(played, key=values.__getitem__)
    if values[highest] >= top:
        points = values[highest]
        return Outcome(reading, arrangement, held, {highest: 1}, points, Limit.LISTED)
    total = sum([values[name] for name in played])
    limit = Limit.COMPOUND if total > top else Limit.NONE
    points = min(total, top)
    return Outcome(reading, arrangement, held, Counter(played), points, limit)
