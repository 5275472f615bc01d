"""Find the language of a name from its letters and country, so that browsers show
Chinese characters in the form of that region."""

from __future__ import annotations

import re

from tournaments.people.countries_and_ema_numbers import flag_of

_KANA = re.compile("[\u3041-\u30fa\u31f0-\u31ff\uff66-\uff9f]")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
#: Language of names in Chinese characters, by country (file name of its flag).
_OF_HAN = {
    **dict.fromkeys(("cn", "sg"), "zh-Hans"),
    **dict.fromkeys(("tw", "hk", "mo"), "zh-Hant"),
    "jp": "ja",
    "kr": "ko",
}


def language_of_name(name: str, country: str) -> str:
    """Return the language code of a name; "" if it is unknown. `country`: the person's
    country in any spelling, "" if it is unknown."""
    if name.isascii():
        return ""
    if _KANA.search(name):
        return "ja"
    if _HANGUL.search(name):
        return "ko"
    return _OF_HAN.get(flag_of(country), "") if has_han(name) else ""


def has_asian_letters(name: str) -> bool:
    """Return whether a name has Chinese, Japanese or Korean letters. Such names are
    written last name first, without a comma."""
    return has_han(name) or bool(_KANA.search(name) or _HANGUL.search(name))


def has_han(name: str) -> bool:
    """Return whether a name has Chinese characters."""
    return not name.isascii() and _HAN.search(name) is not None
