"""Marks sentences for translation (gettext); whoever shows one translates it."""

from __future__ import annotations


def _(message: str) -> str:
    """Mark `message` for translation; the page that shows it translates it."""
    return message
