"""The catalogue of yaku in sanma: the yaku of riichi, the North laid aside, and North
as a value tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from rules.riichi.patterns import played as played_by_four
from rules.riichi.patterns.yaku_type import Yaku, yaku
from rules.sanma.options import GUEST, NUKIDORA, SanmaOptions
from rules.sanma.pattern_examples import EXAMPLES
from rules.translation_marks import _, cited, in_context

YAKUHAI_NORTH = "yakuhai_north"
_SOURCE = cited("Tenhou, Mahjong Soul")
_ONE = (1, 1)
#: North as a value tile is listed after this pattern.
_LAST_VALUE_TILE = "round_wind"

_NUKIDORA = yaku(
    ("nukidora", in_context("riichi", "Nukidora (tile laid aside)"), "抜きドラ"),
    _ONE,
    _("Each North laid aside for a replacement tile. Not a yaku."),
    "234p567p345p67s99s+8s S/E nukidora:1",
    "234p567p345p67s99s+8s S/E",
    source=_SOURCE,
)
_FLOWERS = replace(
    _NUKIDORA, rule=_("Each flower laid aside for a replacement tile. Not a yaku.")
)
_NORTH = yaku(
    (YAKUHAI_NORTH, in_context("riichi", "Pung of North"), "役牌・北"),
    _ONE,
    _("A pung or kong of North, which is a value tile for every player."),
    "[NNN]234p567p67s99s+8s S/E",
    "NN234p567p345p67s+8s S/E riichi",
    source=cited("many clubs in Kansai"),
)

_EVERY_FIVE = yaku(
    ("aka_dora", in_context("riichi", "Five"), "赤寶牌（赤ドラ）"),
    _ONE,
    _("Each 5 of dots or bamboos. Not a yaku."),
    "234p567p345p67s99s+8s S/E",
    "234p678p234p67s99s+8s S/E",
    source=cited("ThreeRed"),
)


@lru_cache(maxsize=64)
def played(options: SanmaOptions) -> Mapping[str, Yaku]:
    """Return the yaku and dora that these options use, with their values."""
    return MappingProxyType({yaku.id: yaku for yaku in _played(options)})


def _played(options: SanmaOptions) -> Iterator[Yaku]:
    for name, pattern in played_by_four(options).items():
        if name == "aka_dora" and options.every_five_is_dora:
            yield _EVERY_FIVE
        elif name in EXAMPLES:
            example, near_miss = EXAMPLES[name]
            yield replace(pattern, example=example, near_miss=near_miss)
        if name == _LAST_VALUE_TILE and options.north not in (NUKIDORA, GUEST):
            yield _NORTH
    if options.north != GUEST:
        yield _NUKIDORA if options.north == NUKIDORA else _FLOWERS
