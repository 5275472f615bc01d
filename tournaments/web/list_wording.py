"""Write lists in the form that the reader's language requires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babel.lists import format_list
from django.utils.translation import gettext as _

from tournaments.reader_locale import comma, reader_locale


def joined_with_and(parts: Sequence[str]) -> str:
    """Return the parts as "A, B and C" in the reader's language, or "" if there are no
    parts."""
    return str(format_list(parts, "standard", reader_locale()))


def joined_with_commas(parts: Iterable[object]) -> str:
    """Return the parts as "A, B, C", or as "A、B、C" in Chinese and Japanese. Return ""
    if there are no parts."""
    return comma().join(map(str, parts))


def joined_in_order(parts: Sequence[str]) -> str:
    """Return the parts as "A, then by B, then by C". Raises IndexError if there are no
    parts."""
    joined = parts[0]
    for part in parts[1:]:
        joined = _("%(before)s, then by %(next)s") % {"before": joined, "next": part}
    return joined
