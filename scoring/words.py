"""What happened at a table, said in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.entries import Entry, Gong, Penalty, PlayEnded, Totals
from rules.table import Ending
from rules.winds import WINDS, Scores
from scoring.win_words import Names, of_hand
from tournaments.templatetags.prevailing import signed


def of_entry(entry: Entry, names: Names) -> str:
    """One sentence that says what `entry` was."""
    if words := of_hand(entry, names):
        return words
    match entry:
        case Penalty():
            return _("Penalty: %(points)s.") % {"points": _points(entry.amounts, names)}
        case Totals():
            return _("Totals from paper: %(points)s.") % {
                "points": _points(entry.scores, names, everyone=True)
            }
        case Gong():
            return of_gong(entry)
        case PlayEnded(why="ruling"):
            return _("A referee ended play.")
        case PlayEnded():
            return _("Play ended: no hand was being played when time was up.")
    raise TypeError(f"no words for {entry!r}")


def of_gong(gong: Gong) -> str:
    if gong.policy == "stop_at_once":
        return _("Gong: time is up; the hand being played does not count.")
    if gong.policy == "finish_hand_plus_one":
        return _("Gong: time is up; this hand and one more are played.")
    return _("Gong: time is up; the hand being played is finished.")


def of_ending(ending: Ending | str) -> str:
    """Why play at a table is over."""
    return {
        Ending.ALL_HANDS: _("All hands are played."),
        Ending.TIME: _("Play is over: time is up."),
        Ending.TOTALS: _("Play is over: the totals come from paper."),
        Ending.RULING: _("Play is over: a referee ended it."),
        Ending.TARGET: _("Play is over: somebody has the points to end it."),
        Ending.EXTENSION_OVER: _("Play is over: so is the extra round."),
        Ending.BANKRUPT: _("Play is over: somebody has too few points to go on."),
        Ending.DEALER_STOP: _("Play is over: the dealer leads and stops."),
    }[Ending(ending)]


def of_payment(reason: str) -> str:
    """Why something is paid, where that is not the win itself; else ""."""
    words = {
        "honba": _("honba"),
        "riichi": _("riichi stick"),
        "sticks": _("riichi sticks"),
        "pao": _("liable"),
        "tenpai": _("not tenpai"),
        "nagashi": _("nagashi"),
        "chombo": _("chombo"),
        "between_losers": _("between losers"),
        "pays_for_all": _("for all"),
        "guarantor": _("for all"),
        "robbed_kong": _("robbed kong"),
        "winners_settle": _("between winners"),
        "goulash": _("left by draws"),
        "extra_hand": _("wins in a row"),
        "false_win": _("false win"),
        "misnamed": _("misnamed discard"),
        "penalty": _("penalty"),
    }
    return words.get(reason, "")


def _points(points: Scores, names: Names, *, everyone: bool = False) -> str:
    return ", ".join(
        f"{names[seat]} {signed(points[seat])}"
        for seat in WINDS
        if everyone or points[seat]
    )
