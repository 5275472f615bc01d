"""What the log says of the screens in the hall."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.wording.log_words.common import Data, Words
from tournaments.models import HallView


def _announced(data: Data) -> str:
    if "screen" in data:
        return _("Screen “%(screen)s” announces: %(text)s") % data
    return _("Announcement on all screens: %(text)s") % data


def _taken_back(data: Data) -> str:
    if "screen" in data:
        said = _("Announcement on screen “%(screen)s” removed: %(text)s")
        return said % data
    return _("Announcement on all screens removed: %(text)s") % data


def _turns(data: Data) -> str:
    return "; ".join(
        _("%(view)s (%(seconds)s s)")
        % {"view": HallView(view).label, "seconds": seconds}
        for view, seconds in data["turns"].items()
    )


def _turns_chosen(data: Data) -> str:
    turns = {"turns": _turns(data)}
    if "screen" in data:
        said = _("Screen “%(screen)s” shows in turn: %(turns)s.")
        return said % {**data, **turns}
    return _("Screens show in turn: %(turns)s.") % turns


def _removed(data: Data) -> str:
    said = _("Screen “%(screen)s” removed. It showed: %(turns)s.")
    return said % {**data, "turns": _turns(data)}


SCREEN_SENTENCES: Words = {
    "hall_key_renewed": gettext_noop("Hall screen link replaced."),
    "hall_announced": _announced,
    "hall_announcement_taken_back": _taken_back,
    "hall_turns_chosen": _turns_chosen,
    "hall_screen_added": gettext_noop("Screen “%(screen)s” added."),
    "hall_screen_renamed": gettext_noop("Screen “%(before)s” renamed to “%(screen)s”."),
    "hall_screen_removed": _removed,
}
