"""Normalise the query of an address to the parameters that change the page.

Pages are cached by address. Unknown parameters, default values and a different order
would otherwise create further copies of the same page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from django.http import HttpRequest, QueryDict
from django.utils.http import urlencode

#: Returns the normal form of a value; "" if the page is the same without it.
Meaning = Callable[[str], str]

#: Longest search text, in characters; the rest is ignored.
LONGEST_QUERY = 100
#: Player numbers and row numbers have fewer digits than this.
MOST_DIGITS = 8


def keep(request: HttpRequest, **known: Meaning) -> None:
    """Reduce the request's query to the `known` parameters, in alphabetical order.

    `known`: function that normalises the value, by parameter name. An empty result
    drops the parameter. If a parameter is repeated, the last value counts.
    """
    sent = {name: known[name](request.GET.get(name, "")) for name in known}
    replace(request, {name: word for name, word in sent.items() if word})


def replace(request: HttpRequest, parameters: Mapping[str, str]) -> None:
    """Replace the request's query with these parameters."""
    query = urlencode(sorted(parameters.items()))
    request.GET = QueryDict(query)
    request.META["QUERY_STRING"] = query


def is_number(word: str) -> bool:
    """Return whether `word` can be the number of a page, a row or a player."""
    return word.isascii() and word.isdecimal() and len(word) < MOST_DIGITS


def number(usual: int | None = None) -> Meaning:
    """Return a normaliser for whole numbers.

    The normaliser drops the default value `usual`. Other text is kept, shortened, so
    that the page can report it.
    """

    def meaning(word: str) -> str:
        if not is_number(word):
            return word[:LONGEST_QUERY]
        return "" if int(word) == usual else str(int(word))

    return meaning


def one_of(values: Collection[str]) -> Meaning:
    """Return a normaliser that keeps one of `values` and drops any other."""
    return lambda word: word if word in values else ""


def numbers(most: int) -> Meaning:
    """Return a normaliser for numbers separated by commas.

    The normaliser keeps numbers among the first `most` values, sorted and without
    duplicates.
    """

    def meaning(word: str) -> str:
        chosen = {int(one) for one in word.split(",")[:most] if is_number(one)}
        return ",".join(map(str, sorted(chosen))) or ("," if word else "")

    return meaning


def text(word: str) -> str:
    """Return a search text without surrounding spaces, shortened if too long."""
    return word.strip()[:LONGEST_QUERY]
