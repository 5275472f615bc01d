"""Rows of tiles for entering a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.ruleset_and_table_state import Ruleset
from rules.tiles import HONORS, JOKER
from scoring.rulesets.any_ruleset.shown_hands import ShownTile, shown_tile
from scoring.rulesets.presenter_registry import presenter_of


@dataclass(frozen=True)
class Row:
    """A row of tiles. `copies`: number of copies of each tile."""

    name: str
    tiles: tuple[ShownTile, ...]
    copies: int


def rows(rules: Ruleset) -> Iterator[Row]:
    """Yield the rows of tiles: suits, honors, then jokers and special tiles if the
    rules have them.
    """
    removed = presenter_of(rules.id).removed_tiles(rules)
    for name, first in (("characters", 0), ("dots", 9), ("bamboos", 18)):
        suit = range(first, first + 9)
        yield _row(name, [tile for tile in suit if tile not in removed], 4)
    yield _row("honors", HONORS, 4)
    if jokers := presenter_of(rules.id).jokers(rules):
        yield _row("jokers", (JOKER,), jokers)
    if special := presenter_of(rules.id).special_tiles(rules):
        name, tiles = special
        yield _row(name, tiles, 1)


def _row(name: str, tiles: Sequence[int], copies: int) -> Row:
    return Row(name, tuple(map(shown_tile, tiles)), copies)
