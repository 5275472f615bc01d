"""The catalogue of yaku, in the order of the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from rules.riichi.options import ScoringOptions
from rules.riichi.patterns.dora import DORA
from rules.riichi.patterns.yaku_by_way_of_winning import CHANCE
from rules.riichi.patterns.yaku_of_the_tiles import MORE_HAN, ONE_HAN, TWO_HAN
from rules.riichi.patterns.yaku_type import HAN, YAKUMAN, Yaku
from rules.riichi.patterns.yakuman import BY_CHANCE, BY_THE_TILES

__all__ = ["HAN", "PATTERNS", "YAKUMAN", "Yaku", "played"]

PATTERNS: Mapping[str, Yaku] = {
    pattern.id: pattern
    for pattern in (
        *CHANCE,
        *ONE_HAN,
        *TWO_HAN,
        *MORE_HAN,
        *BY_CHANCE,
        *BY_THE_TILES,
        *DORA,
    )
}
#: Yaku worth two yakuman if double yakuman are played.
DOUBLES = (
    "kokushi_musou_13",
    "junsei_chuuren_poutou",
    "suuankou_tanki",
    "daisuushii",
)


@lru_cache(maxsize=64)
def played(options: ScoringOptions) -> Mapping[str, Yaku]:
    """Return the yaku and dora that these options use, with their values."""
    absent = {
        "ippatsu": not options.ippatsu,
        "ura_dora": not options.ura,
        "aka_dora": not options.has_dora_fives,
        "renhou": options.renhou == "none",
    }
    patterns = {
        name: pattern
        for name, pattern in PATTERNS.items()
        if not absent.get(name, False)
    }
    if not options.kuitan:
        patterns["tanyao"] = replace(patterns["tanyao"], open_value=0)
    if options.renhou == "yakuman":
        patterns["renhou"] = replace(patterns["renhou"], value=1, unit=YAKUMAN)
    if options.double_yakuman:
        for name in DOUBLES:
            single = patterns[name]
            patterns[name] = replace(single, value=2, open_value=2 * single.open_value)
    return MappingProxyType(patterns)
