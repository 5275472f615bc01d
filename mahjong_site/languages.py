"""The languages that pages may have, and which of them this installation offers."""

from __future__ import annotations

import os
from pathlib import Path

from django.utils.translation import to_locale

#: Django's code of each language, and its name in that language.
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
#: Language of the texts in the code. It needs no catalogue.
SOURCE = "en"


def catalogue(folder: Path, code: str) -> Path:
    """Return the catalogue of a language below `folder`; translators edit this file."""
    return folder / to_locale(code) / "LC_MESSAGES" / "django.po"


def offered(folder: Path) -> list[tuple[str, str]]:
    """Return code and name of each language with a catalogue that is compiled or that
    the start can compile, and of English.
    """
    return [
        (code, name)
        for code, name in LANGUAGES.items()
        if code == SOURCE or _is_usable(catalogue(folder, code))
    ]


def _is_usable(file: Path) -> bool:
    compiled = file.with_suffix(".mo").exists()
    return compiled or (file.exists() and os.access(file.parent, os.W_OK))
