"""The tiles to tap, in rows, as these rules are played with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.riichi import Riichi
from rules.table import Ruleset
from rules.tiles import FLOWERS, HONORS, RED_FIVES, SEASONS
from scoring.shown_hands import ShownTile, shown_tile


@dataclass(frozen=True)
class Row:
    """A row of tiles, with how many there are of each."""

    name: str
    tiles: tuple[ShownTile, ...]
    copies: int


def rows(rules: Ruleset) -> Iterator[Row]:
    """Suits, honors, then what else these rules have."""
    for name, first in (("characters", 0), ("dots", 9), ("bamboos", 18)):
        yield _row(name, range(first, first + 9), 4)
    yield _row("honors", HONORS, 4)
    if isinstance(rules, Riichi):
        if rules.options.red_fives:
            yield _row("red", RED_FIVES, 1)
        return
    played = getattr(rules.options, "bonus_tiles", "all")
    if played != "none":
        bonus = FLOWERS if played == "flowers" else FLOWERS + SEASONS
        yield _row("bonus", bonus, 1)


def _row(name: str, tiles: range | tuple[int, ...], copies: int) -> Row:
    return Row(name, tuple(map(shown_tile, tiles)), copies)
