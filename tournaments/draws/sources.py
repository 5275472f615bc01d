"""How a draw's plan was made, in the reader's language."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

#: What the engine puts a source together from, with commas between.
PHRASES = (
    _("one table"),
    _("affine space over the field of 4"),
    _("resolvable design over a ring"),
    _("four pools over a ring"),
    _("extended plan"),
    _("filled"),
    _("starter modulo %(number)s"),
    _("catalogue"),
    _("shifts of four pools"),
    _("stored plan without repeats"),
    _("stored plan: %(number)s repeats"),
    _("the fewest repeats known"),
    _("%(number)s known rounds and a search"),
    _("changed by search to meet constraints"),
    _("search after the rounds played"),
    _("searched again"),
    _("rounds adjusted"),
    _("with byes"),
    _("with house players"),
    _("with tables of three"),
    _("random"),
    _("repeats avoided"),
    _("Swiss"),
    _("snake"),
    _("intervals"),
    _("ranks"),
    _("repaired plan"),
)

_NUMBER = re.compile("[0-9]+")


def in_words(source: str) -> str:
    """The source of a plan as a page says it; a phrase that is none of ours stays
    as it is."""
    return ", ".join(map(_translated, source.split(", ")))


def phrase_of(said: str) -> str:
    """Part of a source without its number."""
    return _NUMBER.sub("%(number)s", said)


def _translated(said: str) -> str:
    phrase = phrase_of(said)
    if phrase not in PHRASES:
        return said
    number = _NUMBER.search(said)
    return gettext(phrase) % {"number": number[0] if number else ""}
