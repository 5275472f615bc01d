"""Wins of MCR in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.entries import Entry
from rules.mcr import Win
from scoring.rulesets.shared.outcome_words import Names, Won, joined, wins


def outcome(entry: Entry, names: Names) -> str | None:
    """What happened in a hand, if `entry` is a win of MCR; else None."""
    if not isinstance(entry, Win):
        return None
    [win] = won(entry)
    words = wins(win.seat, win.discarder, win.value, names)
    return joined(words, _("Chicken Hand.") if entry.chicken else "")


def won(entry: Entry) -> tuple[Won, ...]:
    """What the winner won."""
    if not isinstance(entry, Win):
        return ()
    known = entry.hand is None or entry.points > 0
    value = _("%(points)s fan") % {"points": entry.points} if known else ""
    return (Won(entry.winner, entry.discarder, entry.points, value),)
