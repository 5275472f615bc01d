"""Make scoring tables from the rule options: the value of each fan, and the fans that
do not count with it (1998 rules, article 10: the non-repeat principle)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from rules.mcr import patterns
from rules.mcr.options import McrOptions

#: Fans that imply a concealed hand and do not score it in addition.
ALWAYS_CONCEALED = (
    patterns.NINE_GATES,
    patterns.SEVEN_SHIFTED_PAIRS,
    patterns.THIRTEEN_ORPHANS,
    patterns.FOUR_CONCEALED_PUNGS,
    patterns.SEVEN_PAIRS,
    patterns.GREATER_HONORS_AND_KNITTED_TILES,
    patterns.LESSER_HONORS_AND_KNITTED_TILES,
)
CONCEALED_PUNGS = (
    patterns.FOUR_CONCEALED_PUNGS,
    patterns.THREE_CONCEALED_PUNGS,
    patterns.TWO_CONCEALED_PUNGS,
)


@dataclass(frozen=True)
class Convention:
    """The value of each fan. `excludes` has, as bits, the fans that each fan
    implies."""

    options: McrOptions
    values: tuple[int, ...] = field(compare=False)
    excludes: tuple[int, ...] = field(compare=False)

    @classmethod
    def of(cls, options: McrOptions) -> Convention:
        values = [fan.value for fan in patterns.FANS]
        values[patterns.TWO_CONCEALED_KONGS] = options.two_concealed_kongs
        values[patterns.CONCEALED_KONG_AND_MELDED_KONG] = options.mixed_kongs
        return cls(options, tuple(values), tuple(_excludes(options)))


def _excludes(options: McrOptions) -> list[int]:
    excludes = list(patterns.EXCLUDES)
    for fan, other in _struck(options):
        excludes[fan] |= 1 << other
    for fan, other in _added(options):
        excludes[fan] &= ~(1 << other)
    return excludes


def _struck(options: McrOptions) -> Iterator[tuple[int, int]]:
    """Yield (fan, excluded fan) for each exclusion that the options add to the
    catalogue."""
    kongs: tuple[int, ...] = ()
    if not options.concealed_pungs_with_kong_hands:
        kongs += patterns.FOUR_KONGS, patterns.THREE_KONGS
    if not options.concealed_pungs_with_two_kongs:
        kongs += patterns.TWO_CONCEALED_KONGS, patterns.CONCEALED_KONG_AND_MELDED_KONG
    for one, other in product(kongs, CONCEALED_PUNGS):
        yield one, other
        yield other, one
    if not options.fully_concealed_with_last_tile:
        yield patterns.LAST_TILE_DRAW, patterns.FULLY_CONCEALED_HAND
        yield patterns.OUT_WITH_REPLACEMENT_TILE, patterns.FULLY_CONCEALED_HAND
    if not options.voided_suit_with_three_winds:
        yield patterns.BIG_THREE_WINDS, patterns.ONE_VOIDED_SUIT


def _added(options: McrOptions) -> Iterator[tuple[int, int]]:
    """Yield (fan, counted fan) for each exclusion of the catalogue that the options
    turn off."""
    if options.fully_concealed_on_concealed_hands:
        for fan in ALWAYS_CONCEALED:
            yield fan, patterns.FULLY_CONCEALED_HAND
    if options.half_flush_with_all_green:
        yield patterns.ALL_GREEN, patterns.HALF_FLUSH
    if options.concealed_kong_in_four_kongs:
        yield patterns.FOUR_KONGS, patterns.CONCEALED_KONG
