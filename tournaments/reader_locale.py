"""The locale of the active language: dates, lists, numbers and order of letters in the
reader's language, as the CLDR describes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from babel import Locale, UnknownLocaleError
from django.utils.translation import get_language, to_locale

Given = ParamSpec("Given")
Made = TypeVar("Made")

#: Our English is British.
BRITISH = "en_GB"


def reader_locale() -> Locale:
    """Return the locale of the active language; British English if it has none."""
    return locale_of(get_language() or "en")


@lru_cache(maxsize=32)
def locale_of(language: str) -> Locale:
    """Return the locale of a language code such as `pt-br`."""
    if language == "en":
        return Locale.parse(BRITISH)
    try:
        return Locale.parse(to_locale(language))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(BRITISH)


def cached_by_language(
    size: int,
) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Return a decorator that caches a function's values for each active language.
    `size`: values of all languages together."""

    def cached(make: Callable[Given, Made]) -> Callable[Given, Made]:
        @lru_cache(size)
        def kept(_language: str | None, *args: object, **named: object) -> Made:
            return make(*args, **named)  # type: ignore[arg-type]

        @wraps(make)
        def made(*args: Given.args, **named: Given.kwargs) -> Made:
            return kept(get_language(), *args, **named)  # type: ignore[arg-type]

        return made

    return cached
