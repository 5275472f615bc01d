"""The markup of names of people and places, in all templates without `{% load %}`.

A name in Hebrew or Arabic without this markup changes the order of the numbers and text
beside it. Titles, attributes, options of lists, mails and files have plain names. Names
have no `lang`: their language is not known.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

#: Number of cached names: a page repeats those of a tournament.
WRITTEN = 4096
#: A letter written from right to left.
LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
#: Right-to-left letters, also several words.
NAME = re.compile(f"{LETTER}(?:[ '\u2019.-]*{LETTER})*")


@register.filter
def bdi(name: object) -> SafeString:
    """Render a name in `<bdi>`; "" without a name."""
    return _marked("" if name is None else str(name))


@lru_cache(WRITTEN)
def _marked(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name) if name else SafeString("")


@register.filter
def bdi_within(text: object) -> SafeString:
    """Render a text whose names are not known: right-to-left words in `<bdi>`."""
    written = conditional_escape(text if isinstance(text, str) else str(text))
    return mark_safe(NAME.sub(r"<bdi>\g<0></bdi>", written))  # noqa: S308 - escaped above
