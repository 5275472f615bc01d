"""Uma that depends on how many players finish at or above the target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.rule_option_types import Kind, Sort
from rules.strict_reader import MOST_AMOUNT, Reader

NONE = "none"


class FloatingUma(NamedTuple):
    """The uma by place, in points: `one` if exactly one player finishes at or above the
    target, `three` if three players do."""

    one: tuple[int, ...]
    three: tuple[int, ...]


#: Names in JSON: the number of players.
_BY_COUNT = {"one": "1", "three": "3"}


def floating_uma_kind(text: str, source: str) -> Kind:
    """Return the type of an option for a floating uma.

    Its value is "none", or {"1": [...], "3": [...]} with four numbers each.
    """

    def read(
        reader: Reader, name: str, preset: FloatingUma | None
    ) -> FloatingUma | None:
        if reader.says_none(name):
            return None
        if not reader.has(name):
            return preset
        inner = reader.group(name)
        limits = {"count": 4, "low": -MOST_AMOUNT, "high": MOST_AMOUNT}
        with reader.within(name):
            by_count = {
                field: inner.integers(count, **limits)
                for field, count in _BY_COUNT.items()
            }
            inner.refuse_the_rest()
        return FloatingUma(**by_count)

    shape = "none, or four numbers for each of 1 and 3"
    return Kind(
        text,
        source,
        read,
        _write,
        shape,
        (NONE,),
        sort=Sort.NUMBERS_BY_NAME,
        low=-MOST_AMOUNT,
        high=MOST_AMOUNT,
        names=tuple(_BY_COUNT.values()),
    )


def _write(uma: FloatingUma | None) -> object:
    if uma is None:
        return NONE
    by_count: Mapping[str, list[int]] = {
        count: list(getattr(uma, field)) for field, count in _BY_COUNT.items()
    }
    return by_count
