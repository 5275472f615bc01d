"""Rows of long lists and parts of pages, rendered once for as long as they read the
same: of what is shown again after each hand, all but a little is as before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

#: So many rows a process keeps: those of two hundred tables, or of four large events.
KEPT = 4096

_kept: dict[Hashable, SafeString] = {}


def rendered_row(
    template: str, words: Hashable, context: Mapping[str, object]
) -> SafeString:
    """A row by its template. `words`: all that it shows, but for its language; two
    rows with the same words are one."""
    return kept((template, words), lambda: render_to_string(template, context))


def kept(words: Hashable, make: Callable[[], SafeString]) -> SafeString:
    """What `make` gives for these words in this language, made once."""
    key = (get_language(), words)
    html = _kept.get(key)
    if html is None:
        html = make()
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[key] = html
    return html
