"""The program's languages, and the languages that this installation offers."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_locale

#: Names of the languages, each in the language itself, by Django's code.
LANGUAGES = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
    "ru": "Русский",
    "nl": "Nederlands",
    "pt-br": "Português (Brasil)",
    "zh-hans": "简体中文",
    "zh-hant": "繁體中文",
    "ja": "日本語",
    "ko": "한국어",
}
#: Language of the texts in the code, which needs no catalogue.
SOURCE = "en"


def catalogue(folder: Path, code: str) -> Path:
    """Return the path of a language's catalogue below `folder`. Translators edit this
    file."""
    return folder / to_locale(code) / "LC_MESSAGES" / "django.po"


def offered(folder: Path) -> list[tuple[str, str]]:
    """Return (code, name) of English, and of each language whose catalogue is compiled
    or can be compiled when the program starts."""
    return [
        (code, name)
        for code, name in LANGUAGES.items()
        if code == SOURCE or _is_usable(catalogue(folder, code))
    ]


def first_of(wanted: Iterable[str], available: Collection[str]) -> str:
    """Return the first of the `wanted` languages that is available; English if none is.

    Languages match as when Django reads the header Accept-Language: `pt-pt` gets
    `pt-br`, and `zh-cn` gets `zh-hans`. The settings use this function, because
    Django's own function needs the settings.
    """
    for code in wanted:
        parts = code.split("-")
        general = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
        related: list[str] = LANG_INFO.get(code, {}).get("fallback", [])
        also = [one for one in available if one.startswith(f"{parts[0]}-")]
        for known in (code, *related, *general, *also):
            if known in available:
                return known
    return SOURCE


def _is_usable(file: Path) -> bool:
    compiled = file.with_suffix(".mo").exists()
    return compiled or (file.exists() and os.access(file.parent, os.W_OK))
