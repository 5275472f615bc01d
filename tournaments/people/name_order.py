"""Sort names by the alphabet of a language.

Names are compared as in the Unicode Collation Algorithm (UTS #10): first by letters,
then by accents, then by case. In most alphabets a letter with a mark follows its plain
letter: Ö after O, Ł after L, À after A. Some alphabets have such letters in other
places; `_OWN` lists them, from the Unicode CLDR. Chinese and Japanese names are sorted
by character, because their pronunciation is not stored.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language

from tournaments.models.names_without_accents import plain

#: Names are compared by letters, then by accents, then by case.
Order = tuple[str, str, str]

#: Character that sorts after every Latin and every Russian letter.
_LAST: Final = "\u052f"


def _after(letter: str, *letters: str) -> dict[str, str]:
    """Return the sort keys of `letters`, which follow `letter` in this order. Letters
    in the same string share a key."""
    return {
        own: letter + _LAST * place
        for place, equal in enumerate(letters, 1)
        for own in equal
    }


_SWEDISH: Final = _after("z", "å", "äæ", "öø")
_DANISH: Final = _after("z", "æä", "øö", "å")
_SPANISH: Final = _after("n", "ñ")
_CZECH: Final = _after("c", "č") | _after("s", "š") | _after("z", "ž")

#: Letters that have a separate place in the alphabet, by language.
_OWN: Final[Mapping[str, Mapping[str, str]]] = {
    **dict.fromkeys(("sv", "fi"), _SWEDISH),
    **dict.fromkeys(("da", "nb", "nn", "no"), _DANISH),
    **dict.fromkeys(("es", "gl"), _SPANISH),
    "et": _after("s", "š", "z", "ž") | _after("w", "õ", "ä", "ö", "ü"),
    "pl": {
        **(_after("a", "ą") | _after("c", "ć") | _after("e", "ę") | _after("l", "ł")),
        **(_after("n", "ń") | _after("o", "ó") | _after("s", "ś")),
        **_after("z", "ź", "ż"),
    },
    "ru": _after("и", "й"),
    "cs": _CZECH | _after("r", "ř"),
    "sk": _CZECH | _after("a", "ä") | _after("o", "ô"),
    "sl": _CZECH,
    "hr": _CZECH | _after("c", "č", "ć") | _after("d", "đ"),
    "hu": _after("o", "öő") | _after("u", "üű"),
    "tr": {
        **(_after("c", "ç") | _after("g", "ğ") | _after("h", "ı") | _after("o", "ö")),
        **(_after("s", "ş") | _after("u", "ü")),
    },
    "ro": {
        **(_after("a", "ă", "â") | _after("i", "î") | _after("s", "ș")),
        **_after("t", "ț"),
    },
}


def name_order(last_name: str, first_name: str = "") -> tuple[Order, Order]:
    """Return the sort key of a name in the active language."""
    language = (get_language() or "").partition("-")[0]
    return _order(last_name, language), _order(first_name, language)


def index_letter(name: str) -> str:
    """Return the capital letter of a name for an index; "#" if the name begins with
    another character."""
    first = unicodedata.normalize("NFC", name)[:1].casefold()
    language = (get_language() or "").partition("-")[0]
    letter = first if first in _OWN.get(language, {}) else plain(first)[:1]
    return letter.upper() if letter.isalpha() else "#"


@lru_cache(maxsize=16_384)
def _order(text: str, language: str) -> Order:
    own = _OWN.get(language, {})
    composed = unicodedata.normalize("NFC", text)
    letters = "".join(own.get(letter, letter) for letter in composed.casefold())
    accents = unicodedata.normalize("NFD", composed.casefold())
    return plain(letters), accents, composed.swapcase()
