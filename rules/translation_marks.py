"""Mark texts for translation (gettext). They are translated when a page shows them.

The context of a text is part of its key in the catalogues. Players of each ruleset have
different words, so the names of patterns have their ruleset as context.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class MarkedText(str):
    """An English text to translate. `context` is empty if the text needs none."""

    context: str = ""


@dataclass(frozen=True)
class FilledText:
    """A marked text with the values of its placeholders. As `str`, the text is in
    English."""

    message: str
    params: Mapping[str, object] = field(hash=False)

    def __str__(self) -> str:
        return self.message % self.params


class ListedTexts(tuple[object, ...]):
    """Texts of a list. They are translated and joined when a page shows them, because
    languages join lists differently. As `str`, they are joined in English."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


def listed(texts: Iterable[object]) -> ListedTexts:
    """Return texts, marked or not, as one value for a message."""
    return ListedTexts(texts)


def _(message: str) -> str:
    """Mark `message` for translation and return it."""
    return MarkedText(message)


def in_context(context: str, message: str) -> str:
    """Mark `message` for translation in `context` and return it."""
    text = MarkedText(message)
    text.context = context
    return text


def cited(message: str) -> str:
    """Mark the source of a rule for translation in context `rule source` and return it.

    A source names a book, a program or an event, often with a remark.
    """
    return in_context("rule source", message)


def also_for_riichi(message: str) -> str:
    """Mark `message` for translation twice, in general and in context `riichi`, and
    return it. Riichi players have other words for calls and ways to win than players of
    other rulesets; `tournaments.rule_texts.worded_for` chooses.
    """
    return MarkedText(message)


def one_or_several(singular: str, plural: str) -> tuple[str, str]:
    """Mark the singular and plural of a message for translation (ngettext), and return
    both.

    They must be marked together, because ngettext does not find separate marks.
    """
    return singular, plural
