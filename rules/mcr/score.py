"""Score a hand in MCR: find its best interpretation and count the fans.

1998 rules, article 10; Green Book 3.9.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules.faults import RuleError
from rules.hand_faults import not_a_win
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import KEPT_SCORES, HandScore, LeftOut, Scored
from rules.mcr import patterns
from rules.mcr.arrangements import Interpretation, interpretations
from rules.mcr.detect_fans import Held
from rules.mcr.hand_checks import hand_faults
from rules.mcr.hand_facts_and_waits import Facts
from rules.mcr.scoring_tables import Convention
from rules.mcr.why_not_counted import left_out


@dataclass(frozen=True)
class McrScore(HandScore):
    """The score of a hand.

    `points` is the fan without flowers, `flower_points` 1 for each flower, and `total`
    their sum.
    """

    points: int
    flower_points: int
    chosen: Interpretation
    facts: Facts
    convention: Convention

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        counted = frozenset(scored.pattern.id for scored in self.patterns)
        return tuple(left_out(self.chosen, self.facts, self.convention, counted))

    def as_data(self) -> dict[str, object]:
        """Return the score as JSON values.

        Flowers are in `flower_points` and not among the patterns, because they do not
        count towards the minimum.
        """
        flowers = patterns.FANS[patterns.FLOWER_TILES]
        counted = (scored for scored in self.patterns if scored.pattern != flowers)
        return super().as_data() | {
            "patterns": [scored.as_data() for scored in counted]
        }

    def figures(self) -> Mapping[str, object]:
        return {"points": self.points, "flower_points": self.flower_points}


def score(hand: Hand, convention: Convention) -> McrScore:
    """Return the score of `hand`. It may be below the minimum; see `meets_minimum`.

    Raises RuleError with every fault, or if the tiles are not a winning hand.
    """
    faults = hand_faults(hand, convention.options)
    if faults or hand.winning_tile is None:
        raise RuleError(*faults)
    facts = Facts(hand, hand.winning_tile, convention.options)
    best, points = None, -1
    for interpretation in interpretations(facts):
        worth = value(interpretation.held, convention)
        if worth > points:
            best, points = interpretation, worth
    if best is None:
        raise RuleError(not_a_win())
    flowers = len(hand.bonus)
    chicken = points == 0
    if chicken:
        points = convention.values[patterns.CHICKEN_HAND]
    held = {patterns.CHICKEN_HAND: 1} if chicken else dict(best.held)
    if flowers:
        held[patterns.FLOWER_TILES] = flowers
    return McrScore(
        total=points + flowers,
        patterns=tuple(
            Scored(patterns.FANS[fan], convention.values[fan], held[fan])
            for fan in counted(held, convention)
        ),
        arrangement=best.arrangement,
        meets_minimum=points >= convention.options.minimum,
        points=points,
        flower_points=flowers,
        chosen=best,
        facts=facts,
        convention=convention,
    )


#: Cached `score`, for replays of a ledger.
kept_score = lru_cache(maxsize=KEPT_SCORES)(score)


def counted(held: Held, convention: Convention) -> Iterable[int]:
    """Yield the fans that count, the most valuable first.

    Each fan removes the fans that it implies (non-repeat principle).
    """
    excludes = convention.excludes
    struck = 0
    for fan in sorted(held):
        if not struck >> fan & 1:
            struck |= excludes[fan]
            yield fan


def value(held: Held, convention: Convention) -> int:
    """Return the points of the fans that count."""
    values = convention.values
    return sum(values[fan] * held[fan] for fan in counted(held, convention))
