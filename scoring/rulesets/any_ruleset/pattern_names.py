"""Names of patterns: in the reader's language, and the names that players know beside
it."""

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
    """Another name or the number of a pattern. `language` is empty for a number."""

    text: str
    language: str = ""


def name_of(pattern: Pattern) -> str:
    """Return the name in the active language. Names that a director typed are not
    translated."""
    if isinstance(pattern.name, MarkedText):
        return translated(pattern.name)
    return pattern.name


def original_name(pattern: Pattern, language: str) -> Iterator[NameBeside]:
    """Yield the name in the `language` of the pattern's rules, unless the reader knows
    it as the translated name: Chinese characters in Chinese and Japanese."""
    known = reads("zh") or reads(language)
    if pattern.name_zh and not known and pattern.name_zh != name_of(pattern):
        yield NameBeside(pattern.name_zh, language)


def english_name(pattern: Pattern) -> Iterator[NameBeside]:
    """Yield the English name if the reader sees another one."""
    if not reads(ENGLISH) and pattern.name != name_of(pattern):
        yield NameBeside(str(pattern.name), ENGLISH)


def reads(language: str) -> bool:
    """Return whether the active language is `language` or a variant of it."""
    return (get_language() or ENGLISH).partition("-")[0] == language.partition("-")[0]
