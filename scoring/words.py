"""What happened at a table, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.entries import (
    Entry,
    FalseWin,
    Gong,
    Penalty,
    PlayEnded,
    Totals,
    Washout,
)
from rules.mcr import Win as McrWin
from rules.table import Ending
from rules.winds import WINDS, Scores, Wind
from tournaments.templatetags.prevailing import signed

#: What the seats are called: a player's name, or anything else that fits.
Names = Mapping[Wind, object]


def of_entry(entry: Entry, names: Names) -> str:
    """One sentence that says what `entry` was."""
    match entry:
        case McrWin():
            return _mcr_win(entry, names)
        case Washout():
            return _("Washout: nobody won.")
        case FalseWin():
            return _("False win by %(name)s.") % {"name": names[entry.seat]}
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


def _mcr_win(win: McrWin, names: Names) -> str:
    facts = {"winner": names[win.winner], "points": win.points}
    if win.discarder is None:
        words = _("%(winner)s wins %(points)s fan, self-drawn.") % facts
    else:
        facts["discarder"] = names[win.discarder]
        words = _("%(winner)s wins %(points)s fan from %(discarder)s.") % facts
    return f"{words} {_('Chicken Hand.')}" if win.chicken else words


def _points(points: Scores, names: Names, *, everyone: bool = False) -> str:
    return ", ".join(
        f"{names[seat]} {signed(points[seat])}"
        for seat in WINDS
        if everyone or points[seat]
    )
