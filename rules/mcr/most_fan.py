"""The most fan a hand can have, which bounds what may be entered without tiles.

Of all hands of four kongs the dragons' with the round's own wind counts most, and none
without four kongs comes near it: 332 by the rules of 1998, all flowers included.
"""

from __future__ import annotations

from functools import lru_cache

from rules.mcr.convention import Convention
from rules.mcr.options import McrOptions
from rules.mcr.score import score
from rules.notation import parse_hand

_KONGS = "(CCCC)(FFFF)(PPPP)(EEEE)"
_SELF_DRAWN = "S*S E/E replacement last_tile f1f2f3f4y1y2y3y4"
_ON_DISCARD = "S+S E/E last_tile f1f2f3f4y1y2y3y4"


@lru_cache(maxsize=64)
def most_fan(options: McrOptions, *, self_draw: bool = True) -> int:
    """Return the highest total under these options, self-drawn or won on a discard."""
    words = _KONGS + (_SELF_DRAWN if self_draw else _ON_DISCARD)
    if options.last_tile_with_pair:
        words += " last_of_kind"
    return score(parse_hand(words), Convention.of(options)).total
