"""What the rulesets' words for an outcome have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.winds import Wind

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
