"""What counts from hand to hand at a table, besides the winds.

What a ruleset calls a measure of the standings otherwise than the others do.

What the rulesets' words for an outcome have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.ruleset_and_table_state import Position, Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.winds import Wind


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


class MeasureWords(NamedTuple):
    """Its name as a column has it, and how a sentence says what decides places."""

    name: Promise
    words: Promise


#: What the seats are called: a player's name, or anything else that fits.
Names = Mapping[Wind, object]


@dataclass(frozen=True)
class Won:
    """What one winner of a hand won, on the tile of `discarder` (None: self-drawn).
    `worth` compares the hands of one ruleset, `value` says it ("": not counted here).
    """

    seat: Wind
    discarder: Wind | None
    worth: int
    value: str


def joined(*sentences: str) -> str:
    """One text of the sentences that say something."""
    return " ".join(sentence for sentence in sentences if sentence)


def wins(winner: Wind, discarder: Wind | None, value: str, names: Names) -> str:
    """Who won how much from whom; `value` "": by tiles, not counted yet."""
    facts = {
        "winner": names[winner],
        "value": value,
        "discarder": names[discarder] if discarder else "",
    }
    if not value and discarder is None:
        return _("%(winner)s wins by self-draw.") % facts
    if not value:
        return _("%(winner)s wins from %(discarder)s.") % facts
    if discarder is None:
        return _("%(winner)s wins %(value)s, self-drawn.") % facts
    return _("%(winner)s wins %(value)s from %(discarder)s.") % facts


def points_of(points: int) -> str:
    words = ngettext("%(points)s point", "%(points)s points", points)
    return words % {"points": points}


def named(seats: Iterable[Wind], names: Names) -> str:
    return ", ".join(str(names[seat]) for seat in seats)
