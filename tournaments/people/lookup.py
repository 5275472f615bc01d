"""Find an entry by start number or name."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry
from tournaments.refusals import refusal

#: So many are named when a text fits several people.
MOST_NAMED = 4


def entry_meant(entries: Iterable[Entry], text: str, field: str) -> Entry:
    """The entry with that start number, with or without the name, or with a name
    in which each of these words begins a word.

    Raises Refused, about `field`, if that is nobody or several people.
    """
    known = list(entries)
    found = _numbered(known, text) or _named(known, text)
    if len(found) == 1:
        return found[0]
    if not found:
        raise refusal(
            "nobody_meant", _("No player is called “%(text)s”."), field, text=text
        )
    names_found = [f"{entry.number} {entry.player}" for entry in found[:MOST_NAMED]]
    raise refusal(
        "several_meant",
        _("“%(text)s” matches several players. Enter the number: %(names)s."),
        field,
        text=text,
        names=", ".join(names_found) + (" …" if len(found) > MOST_NAMED else ""),
    )


def _numbered(entries: list[Entry], text: str) -> list[Entry]:
    """Those of that number, alone or as suggested: “12 Anna Berg”."""
    words = text.split()
    return [
        entry
        for entry in entries
        if words in ([str(entry.number)], [str(entry.number), *str(entry).split()])
    ]


def _named(entries: list[Entry], text: str) -> list[Entry]:
    """Those of exactly that name; if there are none, those it may be short for."""
    words = text.casefold().split()
    names = [(entry, str(entry).casefold().split()) for entry in entries]
    return [entry for entry, name in names if name == words] or [
        entry
        for entry, name in names
        if all(any(part.startswith(word) for part in name) for word in words)
    ]
