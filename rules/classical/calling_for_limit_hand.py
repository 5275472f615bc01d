"""Score losers' hands that call for a limit hand (British Mah-Jong Association)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rules.classical.arrangement_facts import Facts
from rules.classical.count_hand import (
    THE_LIMIT,
    Outcome,
    limit_outcome,
    losing_outcome,
    valued,
    winning_outcomes,
)
from rules.classical.scoring_tables import CALLING, Convention
from rules.classical.waits import completing_tiles
from rules.hand_of_tiles import HAND_SIZE, Hand


def loser_outcome(facts: Facts, convention: Convention) -> Outcome:
    """Return the value of a loser's hand.

    A hand that calls for a limit hand gets part of the limit if this is not less than
    its points.
    """
    ordinary = losing_outcome(facts, convention)
    return or_calling(ordinary, tuple(_called(facts, convention)), convention)


def or_calling(
    ordinary: Outcome, called: tuple[str, ...], convention: Convention
) -> Outcome:
    """Return the outcome with the higher value: the loser's points, or the hand that
    the loser is calling for.

    `called` are the ids of the items for calling. Equal values count as calling.
    """
    if "calling_purity" in called:
        items = (*ordinary.items, "calling_purity")
        ordinary = valued(items, convention)._replace(reading=ordinary.reading)
    limits = [
        limit_outcome(name, convention) for name in called if name in convention.limits
    ]
    best = max(limits, default=ordinary, key=lambda outcome: outcome.rank)
    return best if best.total >= ordinary.total else ordinary


def _called(facts: Facts, convention: Convention) -> Iterator[str]:
    """Yield the ids of the items for calling, one for each tile that completes the hand
    by self-draw; none if the rules do not score calling."""
    if not may_be_calling(facts.hand, convention):
        return
    for kind in completing_tiles(facts, convention):
        complete = dataclasses.replace(
            facts.hand,
            winning_tile=kind,
            self_draw=True,
            winner=True,
            flags=frozenset(),
        )
        best = max(
            winning_outcomes(Facts(complete), convention),
            key=lambda outcome: outcome.rank,
        )
        yield from calling_for(best, convention)


def may_be_calling(hand: Hand, convention: Convention) -> bool:
    """Return whether the rules score calling and the hand has 13 tiles."""
    played = convention.limits.keys() | convention.doubles.keys()
    size = len(hand.concealed) + 3 * len(hand.melds)
    return size == HAND_SIZE and not played.isdisjoint(CALLING)


def calling_for(complete: Outcome, convention: Convention) -> Iterator[str]:
    """Yield the id of the item for calling that a loser's hand scores; none if there is
    none.

    `complete` is the outcome that the hand would have after winning.
    """
    played = convention.limits.keys() | convention.doubles.keys()
    if complete.limit >= THE_LIMIT and "calling_limit_hand" in played:
        yield "calling_limit_hand"
    elif complete.limit and "calling_half_limit_hand" in played:
        yield "calling_half_limit_hand"
    elif "purity" in complete.items and "calling_purity" in played:
        yield "calling_purity"
