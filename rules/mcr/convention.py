"""The options of MCR as the counting uses them: values and exclusions of fans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.mcr import fans
from rules.mcr.options import McrOptions

#: Hands that cannot be anything but concealed, so that being so is not counted.
ALWAYS_CONCEALED = (
    fans.NINE_GATES,
    fans.SEVEN_SHIFTED_PAIRS,
    fans.THIRTEEN_ORPHANS,
    fans.FOUR_CONCEALED_PUNGS,
    fans.SEVEN_PAIRS,
    fans.GREATER_HONORS_AND_KNITTED_TILES,
    fans.LESSER_HONORS_AND_KNITTED_TILES,
)
CONCEALED_PUNGS = (
    fans.FOUR_CONCEALED_PUNGS,
    fans.THREE_CONCEALED_PUNGS,
    fans.TWO_CONCEALED_PUNGS,
)


@dataclass(frozen=True)
class Convention:
    """`values`: what each fan counts; `excludes`: as bits, the fans it implies."""

    options: McrOptions
    values: tuple[int, ...]
    excludes: tuple[int, ...]

    @classmethod
    def of(cls, options: McrOptions) -> Convention:
        values = [fan.value for fan in fans.FANS]
        values[fans.TWO_CONCEALED_KONGS] = options.two_concealed_kongs
        values[fans.CONCEALED_KONG_AND_MELDED_KONG] = options.mixed_kongs
        return cls(options, tuple(values), tuple(_excludes(options)))


def _excludes(options: McrOptions) -> list[int]:
    excludes = list(fans.EXCLUDES)
    for fan, other in _struck(options):
        excludes[fan] |= 1 << other
    for fan, other in _added(options):
        excludes[fan] &= ~(1 << other)
    return excludes


def _struck(options: McrOptions) -> Iterator[tuple[int, int]]:
    """(fan, another that does not count beside it) beyond the catalogue's."""
    kongs: tuple[int, ...] = ()
    if not options.concealed_pungs_with_kong_hands:
        kongs += fans.FOUR_KONGS, fans.THREE_KONGS
    if not options.concealed_pungs_with_two_kongs:
        kongs += fans.TWO_CONCEALED_KONGS, fans.CONCEALED_KONG_AND_MELDED_KONG
    for one, other in product(kongs, CONCEALED_PUNGS):
        yield one, other
        yield other, one
    if not options.fully_concealed_with_last_tile:
        yield fans.LAST_TILE_DRAW, fans.FULLY_CONCEALED_HAND
        yield fans.OUT_WITH_REPLACEMENT_TILE, fans.FULLY_CONCEALED_HAND
    if not options.voided_suit_with_three_winds:
        yield fans.BIG_THREE_WINDS, fans.ONE_VOIDED_SUIT


def _added(options: McrOptions) -> Iterator[tuple[int, int]]:
    """(fan, another that counts beside it) against the catalogue."""
    if options.fully_concealed_on_concealed_hands:
        for fan in ALWAYS_CONCEALED:
            yield fan, fans.FULLY_CONCEALED_HAND
    if options.half_flush_with_all_green:
        yield fans.ALL_GREEN, fans.HALF_FLUSH
    if options.concealed_kong_in_four_kongs:
        yield fans.FOUR_KONGS, fans.CONCEALED_KONG
