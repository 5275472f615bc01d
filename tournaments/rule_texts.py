"""Translate the texts of the rules into the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, pgettext

from rules.ruleset_registry import RULESETS
from rules.translation_marks import FilledText, ListedTexts, MarkedText
from tournaments.reader_locale import comma

#: Rulesets whose players use the words of riichi.
RIICHI_WORDS = frozenset({"riichi", "sanma"})


def translated(message: str) -> str:
    """Return a text of the rules in the active language. If the text has a translation
    context, the context is used."""
    if isinstance(message, MarkedText) and message.context:
        return pgettext(message.context, message)
    return gettext(message)


def worded_for(ruleset: str, message: str) -> str:
    """Return a text that several rulesets share in the active language, with the terms
    of this ruleset. `message` is marked with `also_for_riichi`, or has the same terms
    in all rulesets."""
    if ruleset in RIICHI_WORDS:
        text = pgettext("riichi", message)
        if text != message:
            return text
    return translated(message)


def filled_in(message: str, params: Mapping[str, object], ruleset: str = "") -> str:
    """Return a text of the rules in the active language, filled in with `params`.
    Values that are marked for translation are translated too. `ruleset`: the ruleset
    whose terms to use, if the text is shared."""
    text = worded_for(ruleset, message)
    if not params:
        return text
    return text % {name: _in_language(value) for name, value in params.items()}


def source_in_words(source: str | FilledText) -> str:
    """Return the source of a rule in the active language."""
    return str(_in_language(source))


def _in_language(value: object) -> object:
    """Return a value of a message in the active language. A value not marked for
    translation is returned unchanged."""
    if isinstance(value, MarkedText):
        return translated(value)
    if isinstance(value, FilledText):
        return filled_in(value.message, value.params)
    if isinstance(value, ListedTexts):
        return comma().join(str(_in_language(part)) for part in value)
    return value


def ruleset_name(key: str) -> str:
    """Return the name of a ruleset in the active language."""
    return translated(RULESETS[key][0])


def ruleset_names(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Return key and name of rulesets, in the active language and the given order."""
    return [(key, ruleset_name(key)) for key in keys]


def short_ruleset_name(key: str) -> str:
    """Return the short name of the ruleset in the active language, without the
    explanation in brackets."""
    return re.split(r"\s*[(（]", ruleset_name(key), maxsplit=1)[0]
