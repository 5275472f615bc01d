"""Show the authors of changes in the reader's language.

Accounts appear under their usernames. The names of table devices, players and parts of
the program are stored in English, so that the stored log does not depend on a language.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext, pgettext

from rules.translation_marks import in_context

#: Stored names of the parts of the program that make changes.
PROGRAM = {
    "bots": in_context("changed by", "bots"),
    "clock": in_context("changed by", "clock"),
    "command": in_context("changed by", "command"),
    "import": in_context("changed by", "import"),
    "own page": in_context("changed by", "personal page"),
    "practice": in_context("changed by", "practice"),
    "rebuild": in_context("changed by", "recalculation"),
    "registration page": in_context("changed by", "registration page"),
    "retention": in_context("changed by", "deletion of contact data"),
    "worker": in_context("changed by", "background worker"),
}
DEVICE = re.compile(r"table (?P<table>\d+)(?:, device (?P<mark>\w+))?")
PLAYER = re.compile(r"player (?P<number>\d+)(?: on (?P<device>.+))?")


def author_in_words(by: str) -> str:
    """Return the author of a change, as stored, in the active language."""
    if by in PROGRAM:
        return pgettext("changed by", PROGRAM[by])
    if match := PLAYER.fullmatch(by):
        if match["device"]:
            return gettext("player %(number)s on %(device)s") % {
                "number": match["number"],
                "device": author_in_words(match["device"]),
            }
        return gettext("player %(number)s") % {"number": match["number"]}
    if match := DEVICE.fullmatch(by):
        if match["mark"]:
            return gettext("table %(table)s, device %(mark)s") % match.groupdict()
        return gettext("table %(table)s") % {"table": match["table"]}
    return by
