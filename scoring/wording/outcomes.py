"""Wins, draws and false wins in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.ledger_entries import Entry, FalseWin, Washout
from scoring.rulesets.registry import PRESENTERS
from scoring.rulesets.shared.outcome_words import Names


def of_hand(entry: Entry, names: Names) -> str | None:
    """What happened in a hand; None for an entry of another kind. Each ruleset is
    tried: it knows its own classes of entries."""
    for presenter in PRESENTERS.values():
        if words := presenter.outcome(entry, names):
            return words
    match entry:
        case Washout():
            return _("Draw: no winner.")
        case FalseWin():
            return _("False win by %(name)s.") % {"name": names[entry.seat]}
    return None
