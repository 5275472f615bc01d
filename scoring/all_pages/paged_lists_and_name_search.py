"""Pages of long lists, and the search for people by name.

With scripts, more rows load as the list is scrolled
(static/load-rows-while-scrolling.js). Without scripts, links lead from page to page.
The search compares beginnings of words and ignores accents, case and order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from tournaments.web.form_fields_and_types import Context


def page_of(rows: Sequence[object], number: int, size: int) -> Context:
    """Return the template context of page `number` of a list with `size` rows per page.

    Raises PublicPageNotFound if the list has no such page.
    """
    pages = max(1, -(-len(rows) // size))
    if not 1 <= number <= pages:
        raise PublicPageNotFound(
            _("This list has no page %(page)s.") % {"page": number}
        )
    first = (number - 1) * size
    return {
        "rows": rows[first : first + size],
        "number_of_page": number,
        "pages": range(1, pages + 1),
        "first_row": first,
        "all_rows": len(rows),
        "at_once": size,
    }


#: Letters that do not decompose into a plain letter and a mark, and their usual typing.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
APOSTROPHES = re.compile("['’ʼ`´]")
WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """Return the text in lower case without accents: “Łukasz Gómez” becomes “lukasz
    gomez”.
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(PLAIN)


def words_of(text: str) -> list[str]:
    return WORD.findall(folded(APOSTROPHES.sub("", text)))


def is_meant(query: str, number: int, name: str, beside: str = "") -> bool:
    """Return whether a player matches the search text `query`.

    A player matches if `query` is the player number, or if each word of `query` is the
    start of a word of `name` or `beside`. An empty query matches everyone; a query
    without letters and digits matches no one.
    """
    query_words = words_of(query)
    if not query_words or query_words == [str(number)]:
        return bool(query_words) or not query
    name_words = [*_from_each_word(words_of(name)), *words_of(beside)]
    return all(
        any(word.startswith(start) for word in name_words) for start in query_words
    )


def _from_each_word(name_words: list[str]) -> list[str]:
    """Return the texts whose start a search word can match, for each word of a name.

    Scripts without case, such as Chinese or Korean, write a name as one word, family
    name first. In these scripts, each word is joined with all other words, so both
    orders are found.
    """
    if "".join(name_words).islower():
        return name_words
    return [
        "".join((*name_words[at:], *name_words[:at])) for at in range(len(name_words))
    ]
