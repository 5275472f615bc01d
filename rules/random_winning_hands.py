"""Random winning hands from a seed, for property tests, comparisons and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from rules.hand_of_tiles import LAST_TILE, REPLACEMENT, ROBBING_KONG, Hand, Meld
from rules.tiles import BONUS_TILES, HONORS, KINDS, TERMINALS_AND_HONORS, Tile, counts
from rules.winds import WINDS
from rules.winning_arrangements import CHOWS, KNITTED, KONGS, PUNGS, Group, SetKind

STANDARD = "standard"
SPECIAL = ("seven_pairs", "thirteen_orphans", "knitted_singles", "knitted_straight")


def winning_hands(seed: int, shapes: tuple[str, ...] = (STANDARD,)) -> Iterator[Hand]:
    """Yield random winning hands without end. The same `seed` gives the same hands.

    Some hands have one suit, few kinds or only pungs, so that rare patterns occur too.
    """
    rng = Random(seed)
    while True:
        tiles, melds = _shaped(rng, rng.choice(shapes))
        if max(counts([*tiles, *(t for meld in melds for t in meld.tiles)])) <= 4:
            yield _won(rng, tiles, melds)


def _shaped(rng: Random, shape: str) -> tuple[list[Tile], list[Meld]]:
    """Return the concealed tiles of a random hand with the winning tile, and the
    melds."""
    match shape:
        case "seven_pairs":
            return [kind for kind in rng.sample(_kinds(rng), 7) for _ in "12"], []
        case "thirteen_orphans":
            return [*TERMINALS_AND_HONORS, rng.choice(TERMINALS_AND_HONORS)], []
        case "knitted_singles":
            return rng.sample([*rng.choice(KNITTED), *HONORS], 14), []
        case "knitted_straight":
            sets, pair = [_set(rng, range(KINDS))], rng.randrange(KINDS)
            tiles, melds = _parted(rng, sets, pair)
            return [*tiles, *rng.choice(KNITTED)], melds
    kinds = _kinds(rng)
    sets = [_set(rng, kinds) for _ in range(4)]
    return _parted(rng, sets, rng.choice(kinds))


def _kinds(rng: Random) -> list[Tile]:
    """Return the tile kinds that a random hand is made from: all, one suit with or
    without honors, or few ranks."""
    suit = list(range(9 * (start := rng.randrange(3)), 9 * start + 9))
    low = rng.randrange(7)
    few_ranks = [9 * s + r for s in range(3) for r in range(low, min(low + 4, 9))]
    return rng.choice(
        (
            list(range(KINDS)),
            list(range(27)),
            suit,
            [*suit, *HONORS],
            [*few_ranks, *HONORS[:2]],
            [*TERMINALS_AND_HONORS, *few_ranks],
        )
    )


def _set(rng: Random, kinds: list[Tile] | range) -> Group:
    first = rng.choice(kinds)
    chow = first < 27 and first % 9 < 7 and {first + 1, first + 2} <= set(kinds)
    if chow and rng.random() < 0.6:
        return CHOWS[first]
    return KONGS[first] if rng.random() < 0.2 else PUNGS[first]


def _parted(
    rng: Random, sets: list[Group], pair: Tile
) -> tuple[list[Tile], list[Meld]]:
    tiles, melds = [pair, pair], []
    openness = rng.choice((0, 0.4, 1))
    for group in sets:
        if group.kind is SetKind.KONG:
            concealed = rng.random() < 0.5
            added = not concealed and rng.random() < 0.5
            melds.append(Meld(group.kind, group.tiles, concealed, added))
        elif rng.random() < openness:
            melds.append(Meld(group.kind, group.tiles))
        else:
            tiles += group.tiles
    return tiles, melds


def _won(rng: Random, tiles: list[Tile], melds: list[Meld]) -> Hand:
    tiles = tiles.copy()
    winning = tiles.pop(rng.randrange(len(tiles)))
    self_draw = rng.random() < 0.4
    held = Counter([*tiles, *(tile for meld in melds for tile in meld.tiles)])
    flags = set()
    if rng.random() < 0.1:
        flags.add(LAST_TILE)
    elif not self_draw and not held[winning] and rng.random() < 0.1:
        flags.add(ROBBING_KONG)
    elif self_draw and rng.random() < 0.3:
        kong = any(meld.kind is SetKind.KONG for meld in melds)
        flags |= {REPLACEMENT} if kong else set()
    return Hand(
        concealed=tuple(tiles),
        melds=tuple(melds),
        winning_tile=winning,
        self_draw=self_draw,
        seat_wind=rng.choice(WINDS),
        prevailing_wind=rng.choice(WINDS),
        bonus=tuple(rng.sample(BONUS_TILES, rng.choice((0, 0, 1, 3)))),
        flags=frozenset(flags),
    )
