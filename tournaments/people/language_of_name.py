"""Find the language of a name from its letters and country, so that browsers show the
regional form of Chinese characters."""

from __future__ import annotations

from tournaments.models.whole_names import has_han, has_hangul, has_kana
from tournaments.people.countries_and_ema_numbers import flag_of

#: Language of names in Chinese characters, by country (file name of its flag).
_OF_HAN = {
    **dict.fromkeys(("cn", "sg"), "zh-Hans"),
    **dict.fromkeys(("tw", "hk", "mo"), "zh-Hant"),
    "jp": "ja",
    "kr": "ko",
}


def language_of_name(name: str, country: str) -> str:
    """Return the language code of a name; "" if unknown. `country`: the person's
    country in any spelling, or ""."""
    if name.isascii():
        return ""
    if has_kana(name):
        return "ja"
    if has_hangul(name):
        return "ko"
    return _OF_HAN.get(flag_of(country), "") if has_han(name) else ""
