"""The query of an address, reduced to what changes the page.

Pages are made once for an address. Without this, a parameter that nobody reads, a value
that means the usual page, or another order would make them again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from django.http import HttpRequest, QueryDict
from django.utils.http import urlencode

#: The one way to write a value; "" if the page is the same without it.
Meaning = Callable[[str], str]

#: Characters of the longest name that can be looked for; the rest is ignored.
LONGEST_QUERY = 100
#: Player numbers and rows have fewer digits.
MOST_DIGITS = 8


def keep(request: HttpRequest, **known: Meaning) -> None:
    """Reduce the request's query to these parameters: each once, by the last value that
    was sent, written as its meaning says, in one order."""
    sent = {name: known[name](request.GET.get(name, "")) for name in known}
    replace(request, {name: word for name, word in sent.items() if word})


def replace(request: HttpRequest, asked: Mapping[str, str]) -> None:
    """Let the request's query be this one."""
    words = urlencode(sorted(asked.items()))
    request.GET = QueryDict(words)
    request.META["QUERY_STRING"] = words


def is_number(word: str) -> bool:
    """Whether this can be the number of a page, a row or a player."""
    return word.isascii() and word.isdecimal() and len(word) < MOST_DIGITS


def number(usual: int | None = None) -> Meaning:
    """A whole number; the page is the same without the usual one. What is not a number
    stays, so that the page can say so."""

    def meaning(word: str) -> str:
        if not is_number(word):
            return word[:LONGEST_QUERY]
        return "" if int(word) == usual else str(int(word))

    return meaning


def one_of(words: Collection[str]) -> Meaning:
    """One of these words; any other means the usual page."""
    return lambda word: word if word in words else ""


def numbers(most: int) -> Meaning:
    """Numbers separated by commas, the first `most` of them."""

    def meaning(word: str) -> str:
        found = {int(one) for one in word.split(",")[:most] if is_number(one)}
        return ",".join(map(str, sorted(found))) or ("," if word else "")

    return meaning


def text(word: str) -> str:
    """Words to look for."""
    return word.strip()[:LONGEST_QUERY]
