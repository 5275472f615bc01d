"""Categories of players, such as Newcomer or Junior. Names are free text, and each
category has a ranking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from zlib import crc32

from django.utils.translation import gettext_noop as _

from tournaments.models import Player
from tournaments.refusals import refusal

#: Most categories of a player, and characters of a name.
MOST, LONGEST = 8, 40
#: Characters of all together, as in the database.
LONGEST_TOGETHER = 340

_SEPARATORS = re.compile(r"[;,|\n；，、]")


def categories_in(text: str) -> str:
    """Return the categories in a text, each once, separated by semicolons for storage.

    In the text, commas and lines also separate categories. Raises Refused for too many
    categories, and for a name that is too long.
    """
    names = [" ".join(part.split()) for part in _SEPARATORS.split(text)]
    by_key = {key_of(name): name for name in reversed(names) if name}
    chosen = [name for name in names if by_key.pop(key_of(name), None)]
    if len(chosen) > MOST:
        message = _("Enter at most %(most)s categories.")
        raise refusal("many_categories", message, "categories", most=MOST)
    for name in chosen:
        if len(name) > LONGEST:
            message = _("A category is longer than %(longest)s characters.")
            raise refusal("long_category", message, "categories", longest=LONGEST)
    return "; ".join(chosen)


def key_of(name: str) -> str:
    """Return a key that is the same for all spellings of a category."""
    return name.casefold()


def number_of(name: str) -> int:
    """Return the number of a category for addresses. All spellings have the same
    number."""
    return crc32(key_of(name).encode())


def names_of(players: Iterable[Player]) -> Mapping[int, str]:
    """Return the categories of these players by number, sorted by name, each in the
    first player's spelling."""
    names: dict[int, str] = {}
    for player in players:
        for name in player.category_names:
            names.setdefault(number_of(name), name)
    return dict(sorted(names.items(), key=lambda one: key_of(one[1])))


def belongs(player: Player, number: int) -> bool:
    """Return whether the player is in the category with this number."""
    return any(number_of(name) == number for name in player.category_names)
