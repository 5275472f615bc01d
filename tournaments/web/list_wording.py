"""Write lists in the form that the reader's language requires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babel.lists import format_list
from django.utils.translation import gettext as _

from tournaments.reader_locale import (
    colon,
    comma,
    reader_locale,
    semicolon,
    space,
)

#: Languages that write nouns with a capital.
_CAPITAL_NOUNS = ("de",)


def joined_with_and(parts: Sequence[str]) -> str:
    """Return the parts as "A, B and C" in the reader's language, or "" if there are no
    parts."""
    return str(format_list(parts, "standard", reader_locale()))


def joined_with_commas(parts: Iterable[object]) -> str:
    """Return the parts as "A, B, C", or as "A、B、C" in Chinese and Japanese. Return ""
    if there are no parts."""
    return comma().join(map(str, parts))


def joined_with_semicolons(parts: Iterable[object]) -> str:
    """Return "A; B; C" with the semicolons of the language; "" without parts."""
    return semicolon().join(map(str, parts))


def joined_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences that are not empty as one text."""
    return space().join(filter(None, sentences))


def labelled(label: object, value: object) -> str:
    """Return "label: value" with the colon of the language."""
    return f"{label}{colon()}{value}"


def in_brackets(text: object) -> str:
    """Return " (text)", to be appended without a further space; "（text）" in Chinese
    and Japanese."""
    return f" ({text})" if space() else f"（{text}）"


def within_sentence(name: object) -> str:
    """Return a label for use within a sentence: in lower case, except in languages that
    write nouns with a capital."""
    language = reader_locale().language
    return str(name) if language in _CAPITAL_NOUNS else str(name).lower()


def joined_in_order(parts: Sequence[str]) -> str:
    """Return the parts as "A, then by B, then by C". Raises IndexError if there are no
    parts."""
    joined = parts[0]
    for part in parts[1:]:
        joined = _("%(before)s, then by %(next)s") % {"before": joined, "next": part}
    return joined
