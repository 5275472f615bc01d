"""What a hand waits for in MCR, and whether its last tile was the only one.

1998 rules, article 10; Green Book, fans 77 to 79.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arrangements import KNITTED, Shape, pack, standard_waits, waits
from rules.mcr.options import McrOptions
from rules.tile_masks import HONOR_MASK, mask_of
from rules.tiles import TERMINALS_AND_HONORS, Tile, counts

SHAPES = tuple(Shape)
_ORPHANS_MASK = mask_of(TERMINALS_AND_HONORS)
_KNITTED_MASKS = tuple(map(mask_of, KNITTED))


def waiting_tiles(
    concealed: Sequence[Tile], all_kinds: Sequence[Tile], options: McrOptions
) -> tuple[Tile, ...]:
    """The kinds that complete `concealed` (13 tiles less the melds').

    `all_kinds` are all kinds held, melds with them: whether a tile whose four
    copies are held is waited for is an option.
    """
    found = set(standard_waits(pack(concealed)))
    if special := special_shapes(concealed):
        found.update(waits(concealed, special))
    if not options.waits_on_own_four and found:
        held = counts(all_kinds)
        found = {kind for kind in found if held[kind] < 4}
    return tuple(sorted(found))


def special_shapes(concealed: Sequence[Tile]) -> tuple[Shape, ...]:
    """The shapes other than sets and a pair that are near enough to look at: those
    that `concealed` has, or lacks one tile of."""
    if len(concealed) < 10:
        return ()
    mask = mask_of(concealed)
    kinds = mask.bit_count()
    shapes = []
    if any((mask & knitted).bit_count() >= 8 for knitted in _KNITTED_MASKS):
        shapes.append(Shape.KNITTED_STRAIGHT)
    if len(concealed) < 13:
        return tuple(shapes)
    if kinds <= 7:
        shapes.append(Shape.SEVEN_PAIRS)
    if kinds >= 12 and not mask & ~_ORPHANS_MASK:
        shapes.append(Shape.THIRTEEN_ORPHANS)
    if kinds >= 13 and (mask & HONOR_MASK).bit_count() >= 4:
        shapes.append(Shape.KNITTED_SINGLES)
    return tuple(shapes)
