"""Words compared without what people write differently: case, accents, signs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Letters that Unicode does not take apart.
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
_NOT_IN_WORDS: Final = re.compile(r"[\W_]+")


@lru_cache(maxsize=16_384)
def plain(text: str) -> str:
    """The words of a text in small letters without accents, one space between."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    bare = bare.replace(".", "").replace("'", "").replace("’", "")
    return _NOT_IN_WORDS.sub(" ", bare).strip()


def name_key(first_name: str, last_name: str) -> str:
    """What two names have in common that are the same name, in whichever order."""
    return " ".join(sorted(plain(f"{first_name} {last_name}").split()))
