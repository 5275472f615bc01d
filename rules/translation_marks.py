"""Mark sentences for translation (gettext) where they are shown."""

from __future__ import annotations


def _(message: str) -> str:
    """Mark `message` for translation where it is shown, and return it."""
    return message
