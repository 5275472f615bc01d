"""What counts from hand to hand at a table, besides the winds."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rules.ruleset_and_table_state import Position, Ruleset
from rules.tables_of_two_or_three import seats_by


class Counters(NamedTuple):
    """What of a position changes who deals next, or what a win pays; 0 where it does
    neither by the rules."""

    repeats: int = 0
    streak: int = 0
    carried: int = 0
    goulash: bool = False

    def at_opening(self, played: Ruleset) -> Position:
        """The first deal with these: everybody has the wind of their seat, and where
        ready must be declared, everybody has."""
        ready = seats_by(played)
        return replace(played.opening(), ready=ready, **self._asdict())
