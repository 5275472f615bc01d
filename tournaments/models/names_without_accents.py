"""Simplify texts for comparison: without capitals, accents and signs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Letters that Unicode does not decompose.
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
#: Maximum length of the key of a name.
NAME_KEY_LENGTH: Final = 400
_NOT_IN_WORDS: Final = re.compile(r"[\W_]+")


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Return the words of a text in small letters, without accents and signs, separated
    by single spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    bare = bare.replace(".", "").replace("'", "").replace("’", "")
    return _NOT_IN_WORDS.sub(" ", bare).strip()


def name_key(first_name: str, last_name: str) -> str:
    """Return a key for comparing names, of at most `NAME_KEY_LENGTH` characters. The
    order of the name's parts does not matter."""
    words = sorted(plain(f"{first_name} {last_name}").split())
    # One character of a name can be many in its key.
    return " ".join(words)[:NAME_KEY_LENGTH]
