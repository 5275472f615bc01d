"""Long lists in pages. With scripts further rows come as somebody scrolls
(static/load-rows-while-scrolling.js); without, there are links from page to page.

Find people by the beginnings of words, whatever their accents, case and order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.all_pages.public_rounds_and_tables import NotThere
from tournaments.web.form_fields_and_types import Context


def page_of(rows: Sequence[object], number: int, size: int) -> Context:
    """What a page of a list shows, of which `size` rows are on each, and where it is
    among the others. Raises NotThere for a page there is not."""
    pages = max(1, -(-len(rows) // size))
    if not 1 <= number <= pages:
        raise NotThere(_("This list has no page %(page)s.") % {"page": number})
    first = (number - 1) * size
    return {
        "rows": rows[first : first + size],
        "number_of_page": number,
        "pages": range(1, pages + 1),
        "first_row": first,
        "all_rows": len(rows),
        "at_once": size,
    }


#: Letters that are not a plain letter with a mark, and how people type them.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
APOSTROPHES = re.compile("['’ʼ`´]")
WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """The text in small plain letters: “Łukasz Gómez” is “lukasz gomez”."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(PLAIN)


def words_of(text: str) -> list[str]:
    return WORD.findall(folded(APOSTROPHES.sub("", text)))


def is_meant(query: str, number: int, name: str, beside: str = "") -> bool:
    """Whether `query` is the start number, or each of its words begins a word of
    the name, or of what stands `beside` it. Nothing typed means everybody."""
    asked = words_of(query)
    if not asked or asked == [str(number)]:
        return bool(asked) or not query
    words = [*_from_each_word(words_of(name)), *words_of(beside)]
    return all(any(word.startswith(start) for word in words) for start in asked)


def _from_each_word(words: list[str]) -> list[str]:
    """The words of a name. Where letters have no case, as in Chinese or Korean, people
    write a name as one word, the family name first: each with the others behind it."""
    if "".join(words).islower():
        return words
    return ["".join((*words[at:], *words[:at])) for at in range(len(words))]
