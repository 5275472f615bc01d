"""Of the hands that jokers can make, the one that is worth the most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from rules.faults import RuleError
from rules.hand_scores import LeftOut, Pattern
from rules.hands import Hand
from rules.text import _

R = TypeVar("R", bound=tuple[int, ...])


def best_of(
    hands: Iterable[Hand], rank: Callable[[Hand], R], enough: Callable[[R], bool]
) -> Hand | None:
    """The hand of the highest rank; the first whose rank is `enough`, where no other
    can be paid more. None if none of them may win.

    `rank` raises RuleError for a hand that may not win.
    """
    best, highest = None, None
    for hand in hands:
        try:
            its = rank(hand)
        except RuleError:
            continue
        if highest is None or its > highest:
            best, highest = hand, its
            if enough(its):
                break
    return best


def barred(
    names: Iterable[str], counted: Iterable[str], patterns: Mapping[str, Pattern]
) -> Iterator[LeftOut]:
    """What a hand would score of `names` if it had no joker, and does not."""
    told = set(counted)
    for name in names:
        if name not in told and name in patterns:
            told.add(name)
            yield LeftOut(
                patterns[name],
                "joker",
                _("Hands with a joker do not score this pattern."),
            )
