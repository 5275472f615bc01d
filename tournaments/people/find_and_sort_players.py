"""Search and sort the player list, and find one player by number or name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tournaments.models import Player
from tournaments.models.names_without_accents import plain
from tournaments.people.name_order import name_order
from tournaments.people.player_list_and_kept_apart import PlayerLine
from tournaments.refusals import refusal
from tournaments.web.list_wording import joined_with_commas

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison


#: Sort key by name in the address. Empty values come last.
_KEYS: Mapping[str, Callable[[PlayerLine], SupportsRichComparison]] = {
    "number": lambda line: line.player.number,
    "name": lambda line: name_order(
        line.player.person.last_name, line.player.person.first_name
    ),
    "country": lambda line: name_order(line.player.person.country),
    "ema": lambda line: line.player.person.ema_number,
    "club": lambda line: name_order(line.player.person.club),
    "team": lambda line: name_order(line.player.team.name if line.player.team else ""),
}

#: Keys of empty values.
_EMPTY = ("", name_order(""))

#: Condition for the players shown, by name in the address.
_SHOWN: Mapping[str, Callable[[PlayerLine], bool]] = {
    "all": lambda line: True,
    "playing": lambda line: not line.gone,
    "withdrawn": lambda line: bool(line.gone),
    "special": lambda line: bool(line.notes),
    "no_team": lambda line: not line.player.team and not line.player.is_filler,
    "no_country": lambda line: not line.flag and not line.player.is_filler,
}


@dataclass(frozen=True)
class PlayerSearch:
    """A search in the player list.

    It finds players of the filter `shown` whose name, number, club, country or team
    contains all words of `text`, sorted by `sort`. `for_directors`: EMA numbers are
    searched too.
    """

    text: str = ""
    shown: str = "all"
    sort: str = "number"
    falling: bool = False
    for_directors: bool = True

    @classmethod
    def of(cls, query: Mapping[str, str]) -> PlayerSearch:
        """Return the search in an address. Invalid values are replaced by defaults."""
        sort = query.get("sort", "")
        shown = query.get("show", "")
        return cls(
            query.get("q", "")[:100].strip(),
            shown if shown in _SHOWN else "all",
            sort.lstrip("-") if sort.lstrip("-") in _KEYS else "number",
            sort.startswith("-"),
        )

    def of_lines(self, lines: Iterable[PlayerLine]) -> list[PlayerLine]:
        """Return the lines that the search finds, sorted. Withdrawn players come
        last."""
        matches = [
            line for line in lines if _SHOWN[self.shown](line) and self._fits(line)
        ]
        key = _KEYS[self.sort]
        matches.sort(key=key, reverse=self.falling)
        return sorted(matches, key=lambda line: (bool(line.gone), key(line) in _EMPTY))

    def _fits(self, line: PlayerLine) -> bool:
        """Return whether each word of the text is part of a word in the player's
        data."""
        person = line.player.person
        texts = plain(f"{person} {person.club} {person.country}").split()
        texts += plain(line.player.team.name).split() if line.player.team else []
        texts.append(str(line.player.number))
        if self.for_directors:
            texts.append(person.ema_number)
        parts = plain(self.text).split()
        return all(any(part in word for word in texts) for part in parts)


@dataclass(frozen=True)
class Heading:
    """A column heading of the player list.

    `sort`: the value in its link. `order`: "ascending" or "descending" if the list is
    sorted by this column, otherwise ""; for screen readers.
    """

    name: str
    label: str
    sort: str
    order: str
    classes: str


def headings(search: PlayerSearch) -> list[Heading]:
    """Return the column headings. The heading of the sorted column links to the
    opposite order.
    """
    columns = (
        ("number", _("No."), "number"),
        ("name", _("Name"), ""),
        ("country", _("Country"), "secondary"),
        ("ema", _("EMA number"), "secondary"),
        ("club", _("Club"), "secondary"),
        ("team", _("Team"), "secondary"),
    )
    rows = []
    for name, label, classes in columns:
        is_sorted = search.sort == name
        order = ("descending" if search.falling else "ascending") if is_sorted else ""
        sort = f"-{name}" if is_sorted and not search.falling else name
        rows.append(Heading(name, label, sort, order, classes))
    return rows


def choices(lines: Iterable[PlayerLine]) -> list[tuple[str, str, int]]:
    """Return (name in the address, label, number of players) of each filter that would
    leave out some players, and of the filter for all players."""
    labels = {
        "all": pgettext("players", "All"),
        "playing": _("Playing"),
        "withdrawn": _("Withdrawn"),
        "special": _("Special"),
        "no_team": _("No team"),
        "no_country": _("Unknown country"),
    }
    everybody = list(lines)
    counted = [
        (name, labels[name], sum(map(shown, everybody)))
        for name, shown in _SHOWN.items()
    ]
    return [
        (name, label, count)
        for name, label, count in counted
        if name == "all" or 0 < count < len(everybody)
    ]


#: Most players named when a text matches several.
MOST_NAMED = 4


def player_meant(players: Iterable[Player], text: str, field: str) -> Player:
    """Return the player with this number (with or without the name), or the player
    whose name begins with, or contains words that begin with, the words of the text.

    Raises Refused, about `field`, if no player or several players match.
    """
    players = list(players)
    matches = _numbered(players, text) or _named(players, text)
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise refusal(
            "nobody_meant",
            gettext_noop("No player has the name “%(text)s”."),
            field,
            text=text,
        )
    names_found = [
        f"{player.number} {player.person}" for player in matches[:MOST_NAMED]
    ]
    raise refusal(
        "several_meant",
        gettext_noop(
            "“%(text)s” matches several players. Enter the number: %(names)s."
        ),
        field,
        text=text,
        names=joined_with_commas(names_found)
        + (" …" if len(matches) > MOST_NAMED else ""),
    )


_BETWEEN_PLAYERS = re.compile(r"[,;\n]")


def players_meant(players: Iterable[Player], text: str, field: str) -> list[Player]:
    """Return the players in a list of numbers and names.

    Commas, semicolons and lines separate players; spaces may separate numbers. Raises
    Refused as `player_meant` does.
    """
    players = list(players)
    parts = [part.strip() for part in _BETWEEN_PLAYERS.split(text)]
    single = [
        word
        for part in parts
        for word in (part.split() if part.replace(" ", "").isdecimal() else [part])
        if word
    ]
    return [player_meant(players, word, field) for word in single]


def _numbered(players: list[Player], text: str) -> list[Player]:
    """Return the players with this number, alone or followed by the name: “12 Anna
    Berg”."""
    parts = text.split()
    return [
        player
        for player in players
        if parts
        in ([str(player.number)], [str(player.number), *str(player.person).split()])
    ]


def _named(players: list[Player], text: str) -> list[Player]:
    """Return the players with exactly this name. If there are none, return the players
    whose names have words beginning with each word of the text."""
    parts = text.casefold().split()
    names = [(player, str(player.person).casefold().split()) for player in players]
    return [player for player, name in names if name == parts] or [
        player
        for player, name in names
        if all(any(part.startswith(word) for part in name) for word in parts)
    ]
