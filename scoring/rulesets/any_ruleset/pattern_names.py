"""Names of patterns: the translated name, and other names that players know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import get_language

from rules.hand_score_and_patterns import Pattern
from rules.translation_marks import MarkedText
from tournaments.rule_texts import translated

ENGLISH = "en"


@dataclass(frozen=True)
class NameBeside:
    """Another name of a pattern, or its number.

    `language`: language of the name, "" for a number.
    """

    text: str
    language: str = ""


def name_of(pattern: Pattern) -> str:
    """Return the pattern's name in the active language. Names that a director entered
    are not translated."""
    if isinstance(pattern.name, MarkedText):
        return translated(pattern.name)
    return pattern.name


def original_name(pattern: Pattern, language: str) -> Iterator[NameBeside]:
    """Yield the original name, which is in the `language` of the rules.

    Yield nothing if the active language is Chinese or `language`, because the
    translated name then has the same characters.
    """
    known = reads("zh") or reads(language)
    if pattern.name_zh and not known and pattern.name_zh != name_of(pattern):
        yield NameBeside(pattern.name_zh, language)


def english_name(pattern: Pattern) -> Iterator[NameBeside]:
    """Yield the English name if the translated name differs from it."""
    if not reads(ENGLISH) and pattern.name != name_of(pattern):
        yield NameBeside(str(pattern.name), ENGLISH)


def reads(language: str) -> bool:
    """Return whether the active language is `language` or a variant of it."""
    return (get_language() or ENGLISH).partition("-")[0] == language.partition("-")[0]
