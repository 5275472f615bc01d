"""The locale of the active language: formats of dates, lists and numbers, and the order
of letters, from the Unicode CLDR."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from babel import Locale, UnknownLocaleError
from django.utils.translation import get_language, to_locale

Given = ParamSpec("Given")
Made = TypeVar("Made")

#: The program's English is British.
BRITISH = "en_GB"


def reader_locale() -> Locale:
    """Return the locale of the active language; British English if the CLDR does not
    have the language."""
    return locale_of(get_language() or "en")


@lru_cache(maxsize=32)
def locale_of(language: str) -> Locale:
    """Return the locale of a language code such as `pt-br`; British English if the CLDR
    does not have the language."""
    if language == "en":
        return Locale.parse(BRITISH)
    try:
        return Locale.parse(to_locale(language))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(BRITISH)


def comma() -> str:
    """Return the separator of a list: ", ", or "、" in Chinese and Japanese."""
    return str(reader_locale().list_patterns["standard"]["middle"]).format("", "")


#: Languages whose punctuation has the width of a character and needs no space.
FULL_WIDTH = frozenset({"ja", "zh"})


def clause_comma() -> str:
    """Return the comma between parts of a sentence or an address."""
    language = reader_locale().language
    return {"zh": "，", "ja": "、"}.get(language, ", ")


def colon() -> str:
    """Return the colon between a label and its value, with the spaces around it."""
    language = reader_locale().language
    if language in FULL_WIDTH:
        return "："
    return "\N{NO-BREAK SPACE}: " if language == "fr" else ": "


def semicolon() -> str:
    """Return the semicolon between parts of a list, with the spaces around it."""
    language = reader_locale().language
    if language in FULL_WIDTH:
        return "；"
    return "\N{NO-BREAK SPACE}; " if language == "fr" else "; "


def full_stop() -> str:
    """Return the full stop of a sentence."""
    return "。" if reader_locale().language in FULL_WIDTH else "."


def space() -> str:
    """Return the space between two sentences: none in Chinese and Japanese."""
    return "" if reader_locale().language in FULL_WIDTH else " "


def cached_by_language(
    size: int,
) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Return a decorator that caches a function's values separately for each language.
    `size`: maximum number of values for all languages together."""

    def cached(make: Callable[Given, Made]) -> Callable[Given, Made]:
        @lru_cache(size)
        def kept(
            _language: str | None, *args: Given.args, **named: Given.kwargs
        ) -> Made:
            return make(*args, **named)

        @wraps(make)
        def made(*args: Given.args, **named: Given.kwargs) -> Made:
            return kept(get_language(), *args, **named)  # type: ignore[arg-type]

        return made

    return cached
