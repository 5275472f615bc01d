"""Mark sentences for translation (gettext) where they are shown.

A text with a context is translated by both: players of each ruleset have their own
words, so rulesets do not share the translation of a pattern's name.
"""

from __future__ import annotations


class MarkedText(str):
    """An English text to translate; `context` is empty if the text alone decides."""

    context: str = ""


def _(message: str) -> str:
    """Mark `message` for translation where it is shown, and return it."""
    return MarkedText(message)


def in_context(context: str, message: str) -> str:
    """Mark `message` for translation in `context`, and return it."""
    text = MarkedText(message)
    text.context = context
    return text


def one_or_several(one: str, several: str) -> tuple[str, str]:
    """Mark the two forms of a message for translation by number (ngettext), and return
    both. Two single marks would not do: ngettext finds only forms marked together.
    """
    return one, several
