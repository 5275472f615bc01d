"""Who meets whom, before it is known who is who: plans of labels.

A structure seats labels 0, 1, 2 ... instead of start numbers; the lots decide
who gets which label. Its tables are in their order when `numbered` says that
nobody comes to a table more often than need be; the order of the four at a table
means nothing yet (see winds).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Four: TypeAlias = tuple[int, int, int, int]
Labels: TypeAlias = tuple[tuple[Four, ...], ...]


@dataclass(frozen=True)
class Structure:
    """Rounds of tables of four labels. `source` says in a few English words where
    it comes from; `pools` gives each label's pool, if there are four pools whose
    members never meet (each table then has one of each)."""

    rounds: Labels
    source: str
    numbered: bool = False
    pools: tuple[int, ...] | None = None
