"""What the log says of the screens in the hall."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.wording.log_words.common import Data, Words
from tournaments.models import HallView


def _announced(data: Data) -> str:
    if "screen" in data:
        return _("The screen “%(screen)s” announces: %(text)s") % data
    return _("The hall's screens announce: %(text)s") % data


def _taken_back(data: Data) -> str:
    if "screen" in data:
        said = _("What the screen “%(screen)s” announced was taken back: %(text)s")
        return said % data
    return _("What the hall's screens announced was taken back: %(text)s") % data


def _turns(data: Data) -> str:
    return "; ".join(
        _("%(view)s (%(seconds)s s)")
        % {"view": HallView(view).label, "seconds": seconds}
        for view, seconds in data["turns"].items()
    )


def _turns_chosen(data: Data) -> str:
    turns = {"turns": _turns(data)}
    if "screen" in data:
        said = _("The screen “%(screen)s” shows in turn: %(turns)s.")
        return said % {**data, **turns}
    return _("The hall's screens show in turn: %(turns)s.") % turns


def _removed(data: Data) -> str:
    said = _("The hall's screen “%(screen)s” was removed; it showed: %(turns)s.")
    return said % {**data, "turns": _turns(data)}


WORDS: Words = {
    "hall_key_renewed": gettext_noop("The link of the hall's screen was renewed."),
    "hall_announced": _announced,
    "hall_announcement_taken_back": _taken_back,
    "hall_turns_chosen": _turns_chosen,
    "hall_screen_added": gettext_noop("The hall's screen “%(screen)s” was added."),
    "hall_screen_renamed": gettext_noop(
        "The hall's screen “%(before)s” is called “%(screen)s”."
    ),
    "hall_screen_removed": _removed,
}
