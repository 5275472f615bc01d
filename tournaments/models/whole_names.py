"""Full names of people, with first name and family name in the order of their
language."""

from __future__ import annotations

import re

_KANA = re.compile("[\u3041-\u30fa\u31f0-\u31ff\uff66-\uff9f]")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def whole_name(first_name: str, last_name: str) -> str:
    """Return the full name as people write it. In Chinese, Japanese and Korean letters,
    the family name comes first."""
    parts = [first_name, last_name]
    if has_asian_letters(last_name):
        parts.reverse()
    return " ".join(filter(None, parts)).strip()


def has_asian_letters(name: str) -> bool:
    """Return whether a name has Chinese, Japanese or Korean letters. In such names, the
    family name comes first, without a comma."""
    return has_han(name) or has_kana(name) or has_hangul(name)


def has_han(name: str) -> bool:
    """Return whether a name has Chinese characters."""
    return not name.isascii() and _HAN.search(name) is not None


def has_kana(name: str) -> bool:
    """Return whether a name has Japanese syllables."""
    return not name.isascii() and _KANA.search(name) is not None


def has_hangul(name: str) -> bool:
    """Return whether a name has Korean syllables."""
    return not name.isascii() and _HANGUL.search(name) is not None
