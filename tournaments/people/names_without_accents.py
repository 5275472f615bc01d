"""Texts without differences in case, accents and signs, for comparison."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Letters that Unicode does not decompose.
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
_NOT_IN_WORDS: Final = re.compile(r"[\W_]+")


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """Return the words of a text in lower case without accents, separated by single
    spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    bare = bare.replace(".", "").replace("'", "").replace("’", "")
    return _NOT_IN_WORDS.sub(" ", bare).strip()


def name_key(first_name: str, last_name: str) -> str:
    """Return a key that is equal for equal names, in any order of their parts."""
    return " ".join(sorted(plain(f"{first_name} {last_name}").split()))
