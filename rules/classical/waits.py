"""Find the tiles that a hand waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.classical.arrangement_facts import Facts
from rules.classical.scoring_tables import Convention
from rules.classical.special_limit_hands import SPECIAL_HANDS
from rules.tiles import (
    DRAGON_MASK,
    ENDS_MASK,
    HONOR_MASK,
    KINDS,
    SUIT_MASKS,
    Tile,
    counts,
    mask_of,
)
from rules.winning_arrangements import SetKind, pack, standard_readings, standard_waits


def completing_tiles(facts: Facts, convention: Convention) -> tuple[Tile, ...]:
    """Return the tile kinds, in order, that complete the hand without its winning tile.

    Kinds that the hand holds four times are left out.
    """
    if facts.waits is not None:
        return facts.waits
    concealed = facts.hand.concealed
    waits = set(standard_waits(pack(concealed)))
    if convention.options.max_chows < 4:
        allowed = convention.options.max_chows - facts.melded_chows
        waits = {kind for kind in waits if _with_chows(concealed, kind, allowed)}
    if not facts.melds:
        waits.update(_special_waits(concealed, convention))
    held = facts.held
    won = facts.winning
    return tuple(sorted(kind for kind in waits if held[kind] - (kind == won) < 4))


def _with_chows(concealed: Sequence[Tile], kind: Tile, allowed: int) -> bool:
    """Return whether `kind` completes `concealed` as sets and a pair with at most
    `allowed` chows."""
    return any(
        sum(1 for group in groups if group.kind is SetKind.CHOW) <= allowed
        for groups, _pair in standard_readings(pack((*concealed, kind)))
    )


def _special_waits(concealed: Sequence[Tile], convention: Convention) -> set[Tile]:
    mask = mask_of(concealed)
    near = [SPECIAL_HANDS[name] for name in _near(mask) if name in convention.limits]
    if not near:
        return set()
    held = counts(concealed)
    waits = set()
    for kind in range(KINDS):
        held[kind] += 1
        if any(makes(held, mask | 1 << kind, kind) for makes in near):
            waits.add(kind)
        held[kind] -= 1
    return waits


def _near(mask: int) -> Iterator[str]:
    """Yield the ids of the special hands that may need only one more tile. `mask` is
    the kinds of the hand, as bits."""
    if not mask & ~ENDS_MASK:
        yield "thirteen_orphans"
        yield "all_pair_honours"
    if any(not mask & ~suit for suit in SUIT_MASKS):
        yield "nine_gates"
        yield "gates_of_heaven"
    if not mask & HONOR_MASK:
        yield "triple_knitting"
        yield "knitting"
    elif not mask & DRAGON_MASK:
        yield "wriggling_snake"
