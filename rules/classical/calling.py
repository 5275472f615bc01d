"""A loser's hand that lacks one tile for a limit hand (British Mah-Jong
Association)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rules.classical.convention import Convention
from rules.classical.counting import (
    THE_LIMIT,
    Outcome,
    limit_outcome,
    losing_outcome,
    valued,
    winning_outcomes,
)
from rules.classical.facts import Facts
from rules.classical.waits import completing_tiles
from rules.hands import HAND_SIZE

_CALLING = ("calling_limit_hand", "calling_half_limit_hand", "calling_purity")


def loser_outcome(facts: Facts, convention: Convention) -> Outcome:
    """What a loser's hand is worth: its points, or its part of the limit for calling
    a limit hand if that is not less."""
    ordinary = losing_outcome(facts, convention)
    called = tuple(_called(facts, convention))
    if "calling_purity" in called:
        items = (*ordinary.items, "calling_purity")
        ordinary = valued(items, convention)._replace(reading=ordinary.reading)
    limits = [
        limit_outcome(name, convention) for name in called if name in convention.limits
    ]
    best = max(limits, default=ordinary, key=lambda outcome: outcome.rank)
    return best if best.total >= ordinary.total else ordinary


def _called(facts: Facts, convention: Convention) -> Iterator[str]:
    """What the hand is calling for, with each tile it waits for drawn."""
    played = convention.limits.keys() | convention.doubles.keys()
    size = len(facts.hand.concealed) + 3 * len(facts.melds)
    if size != HAND_SIZE or played.isdisjoint(_CALLING):
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
        if best.limit >= THE_LIMIT and "calling_limit_hand" in played:
            yield "calling_limit_hand"
        elif best.limit and "calling_half_limit_hand" in played:
            yield "calling_half_limit_hand"
        elif "purity" in best.items and "calling_purity" in played:
            yield "calling_purity"
