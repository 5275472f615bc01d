"""Limit hands that depend on their tiles only. Most are not four sets and a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.tiles import ENDS_MASK, HONOR_MASK, SUIT_MASKS, WIND_MASK, Tile

_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_WINDS_ONCE = (1, 1, 1, 1, 0, 0, 0)

Held = Sequence[int]


def special_hands(held: Held, mask: int, winning: Tile | None) -> Iterator[str]:
    """Yield the ids of the special hands that fourteen concealed tiles form.

    `held` is the number of tiles of each kind, `mask` the kinds as bits. `winning` is
    the last tile; None if all tiles were dealt.
    """
    for name, makes in SPECIAL_HANDS.items():
        if makes(held, mask, winning):
            yield name


def _thirteen_orphans(held: Held, mask: int, winning: Tile | None) -> bool:
    return mask == ENDS_MASK


def _nine_gates(held: Held, mask: int, winning: Tile | None) -> bool:
    """Return whether the hand is 1112345678999 of one suit with the winning tile
    added."""
    extra = _beside_the_gates(held, mask)
    return extra is not None and winning in (None, extra)


def _gates_of_heaven(held: Held, mask: int, winning: Tile | None) -> bool:
    extra = _beside_the_gates(held, mask)
    return extra is not None and extra % 9 not in (0, 8)


def _beside_the_gates(held: Held, mask: int) -> Tile | None:
    """Return the tile added to 1112345678999; None for any other hand."""
    if mask not in SUIT_MASKS:
        return None
    first = 9 * SUIT_MASKS.index(mask)
    extra = [held[first + rank] - count for rank, count in enumerate(_GATES)]
    return first + extra.index(1) if sorted(extra) == [0] * 8 + [1] else None


def _wriggling_snake(held: Held, mask: int, winning: Tile | None) -> bool:
    if mask & ~WIND_MASK not in SUIT_MASKS or tuple(held[27:]) != _WINDS_ONCE:
        return False
    first = 9 * SUIT_MASKS.index(mask & ~WIND_MASK)
    return held[first] == 2


def _triple_knitting(held: Held, mask: int, winning: Tile | None) -> bool:
    if mask & HONOR_MASK:
        return False
    numbers = [(held[n], held[9 + n], held[18 + n]) for n in range(9)]
    if sum(map(min, numbers)) != 4:
        return False
    rest = [sorted(count - min(suits) for count in suits) for suits in numbers]
    left_over = [counts for counts in rest if any(counts)]
    return left_over == [[0, 1, 1]]


def _knitting(held: Held, mask: int, winning: Tile | None) -> bool:
    suits = [
        list(held[9 * suit : 9 * suit + 9])
        for suit, suit_mask in enumerate(SUIT_MASKS)
        if mask & suit_mask
    ]
    return not mask & HONOR_MASK and len(suits) == 2 and suits[0] == suits[1]


def _all_pair_honours(held: Held, mask: int, winning: Tile | None) -> bool:
    return (
        not mask & ~ENDS_MASK
        and mask.bit_count() == 7
        and all(count in (0, 2) for count in held)
    )


SPECIAL_HANDS: Mapping[str, Callable[[Held, int, Tile | None], bool]] = {
    "thirteen_orphans": _thirteen_orphans,
    "nine_gates": _nine_gates,
    "gates_of_heaven": _gates_of_heaven,
    "wriggling_snake": _wriggling_snake,
    "triple_knitting": _triple_knitting,
    "knitting": _knitting,
    "all_pair_honours": _all_pair_honours,
}
