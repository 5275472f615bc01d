"""Lists in a sentence, joined as the language writes them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _


def joined_with_and(parts: Sequence[str]) -> str:
    """Return "A, B and C"; "" without parts."""
    if len(parts) < 2:
        return "".join(parts)
    *before, last = parts
    return _("%(before)s and %(last)s") % {"before": ", ".join(before), "last": last}


def joined_in_order(parts: Sequence[str]) -> str:
    """Return "A, then by B, then by C". Raises IndexError for no parts."""
    joined = parts[0]
    for part in parts[1:]:
        joined = _("%(before)s, then by %(next)s") % {"before": joined, "next": part}
    return joined
