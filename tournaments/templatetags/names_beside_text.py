"""Template filters that mark names of people and places, available without `{% load
%}`.

Without this markup, a name in Hebrew or Arabic would change the order of numbers and
text beside it. Titles, attributes, options of lists, emails and files contain names
without markup. Names in Chinese, Japanese or Korean letters get the attribute `lang` if
their language is known.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.access.authors_in_words import author_in_words
from tournaments.models import Person, Player
from tournaments.models.whole_names import has_asian_letters, has_han, whole_name
from tournaments.people.language_of_name import language_of_name

register = template.Library()


class ListedName(Protocol):
    """A person with a first name, a last name and a country."""

    @property
    def last_name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def country(self) -> str: ...


#: Number of cached names. A page repeats the names of a tournament.
WRITTEN = 4096
#: A letter written from right to left.
LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
#: Right-to-left letters, also several words.
NAME = re.compile(f"{LETTER}(?:[ '\u2019.-]*{LETTER})*")


@register.filter
def author(by: object) -> str:
    """Return the author of a change in the reader's language, or "" if `by` is None."""
    return "" if by is None else author_in_words(str(by))


@register.filter
def bdi(name: object, country: str = "") -> SafeString:
    """Render a name in `<bdi>`. `country` is the person's country, needed only if
    `name` is a text. If `name` is None, the name is empty."""
    text = "" if name is None else str(name)
    if not has_han(text):
        return _marked(text, "")
    if isinstance(name, Player):
        country = name.person.country
    elif isinstance(name, Person):
        country = name.country
    return _marked(text, country)


@register.filter
def bdi_whole(person: ListedName) -> SafeString:
    """Render first and last name in `<bdi>`, in the order of their language."""
    return bdi(whole_name(person.first_name, person.last_name), person.country)


@register.filter
def bdi_last_first(person: ListedName, between: str = ", ") -> SafeString:
    """Render a name in `<bdi>` with the last name first and bold.

    `between` separates names in Western letters. Names in Asian letters are separated
    by a space.
    """
    last, first = person.last_name, person.first_name
    if not first:
        between = ""
    elif has_asian_letters(last):
        between = " "
    language = language_of_name(last + first, person.country)
    lang = format_html(' lang="{}"', language) if language else ""
    return format_html("<bdi{}><b>{}</b>{}{}</bdi>", lang, last, between, first)


@lru_cache(WRITTEN)
def _marked(name: str, country: str) -> SafeString:
    if not name:
        return SafeString("")
    if language := language_of_name(name, country):
        return format_html('<bdi lang="{}">{}</bdi>', language, name)
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def bdi_within(text: object) -> SafeString:
    """Render a text with each right-to-left word in `<bdi>`, because the word may be a
    name."""
    written = conditional_escape(text if isinstance(text, str) else str(text))
    return mark_safe(NAME.sub(r"<bdi>\g<0></bdi>", written))  # noqa: S308 - escaped above
