"""What the log says of players."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.wording.log_words.changes import changes
from scoring.wording.log_words.common import Data, Words, listed


def _numbers(data: Data) -> str:
    numbers = data["numbers"]
    if len(numbers) == 1:
        return _("Player %(number)s was registered.") % {"number": numbers[0]}
    return _("%(count)s players were registered.") % {"count": len(numbers)}


def _player(data: Data) -> str:
    return _("Player %(number)s was corrected: %(changes)s.") % {
        "number": data["number"],
        "changes": changes(data),
    }


def _substituted(data: Data) -> str:
    return _(
        "Player %(new)s took over the seats of player %(old)s in round %(rounds)s."
    ) % {"new": data["new"], "old": data["old"], "rounds": listed(data["rounds"])}


def _left(data: Data) -> str:
    if not data["after"]:
        return _("Player %(number)s withdrew before the first round.") % data
    return _("Player %(number)s withdrew after round %(after)s.") % data


def _two(data: Data, words: str) -> str:
    one, other = data["numbers"]
    return words % {"one": one, "other": other}


WORDS: Words = {
    "registered": _numbers,
    "withdrawn": lambda data: _("Player %(number)s was withdrawn.") % data,
    "player_corrected": _player,
    "substituted": _substituted,
    "left": _left,
    "came_back": lambda data: (
        _("Player %(number)s, who had withdrawn, plays on.") % data
    ),
    "kept_apart": lambda data: _two(
        data, _("Players %(one)s and %(other)s may not meet.")
    ),
    "let_meet": lambda data: _two(
        data, _("Players %(one)s and %(other)s may meet again.")
    ),
    "player_link_renewed": lambda data: (
        _("Player %(number)s was given a new link.") % data
    ),
}
