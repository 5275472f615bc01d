"""Zung Jung: outcomes and hand values in the active language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.ledger_entries import Entry
from rules.zung_jung.entries import Win
from rules.zung_jung.score import Limit, ZungJungScore
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Names,
    Won,
    joined,
    points_of,
    wins,
)
from scoring.rulesets.any_ruleset.shown_hands import in_unit


def outcome(entry: Entry, names: Names) -> str | None:
    """Return a sentence on a Zung Jung win; None for other entries."""
    if not isinstance(entry, Win):
        return None
    sentence = wins(entry.winner, entry.discarder, _value(entry), names)
    return joined(sentence, _responsible(entry, names))


def _responsible(win: Win, names: Names) -> str:
    """Return a sentence on the responsible player; "" if it is the discarder."""
    if win.responsible is win.discarder:
        return ""
    if win.responsible is None:
        return _("No one is responsible: all pay the same.")
    return _("%(name)s is responsible.") % {"name": names[win.responsible]}


def won(entry: Entry) -> tuple[Won, ...]:
    """Return the hand of the winner."""
    if not isinstance(entry, Win):
        return ()
    return (Won(entry.winner, entry.discarder, entry.points, _value(entry)),)


def _value(win: Win) -> str:
    """Return the points as text; "" for a hand by tiles that is not calculated yet."""
    return points_of(win.points) if win.points else ""


def short_value(score: ZungJungScore) -> str:
    return in_unit(score.points, "points")


def value_words(score: ZungJungScore) -> str:
    value = short_value(score)
    match score.limit:
        case Limit.CHICKEN:
            return _("%(points)s (no pattern)") % {"points": value}
        case Limit.COMPOUND:
            return _("%(points)s (the limit)") % {"points": value}
    return value
