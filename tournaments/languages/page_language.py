"""The language of a page: one rule, applied to every request by one middleware.

A person's choice counts first, then the address, the browser, the tournament and the
installation. Papers, screens, preview images and feeds are for several readers, so
there the address and the tournament count alone. Answers for programs are in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import Enum

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from tournaments.models import Tournament

#: Query parameter with the language of this page only.
PARAMETER = "lang"

Respond = Callable[[HttpRequest], HttpResponseBase]


def offered(code: str) -> str:
    """Return the language of the installation for a code, such as `pt-br` for `pt-PT`;
    "" if there is none."""
    try:
        return translation.get_supported_language_variant(code.strip().lower())
    except LookupError:
        return ""


def first_offered(codes: Iterable[str]) -> str:
    """Return the first of these languages that the installation has, or ""."""
    return next(filter(None, map(offered, codes)), "")


def accepted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, the preferred first. A star
    and refused languages (`q=0`) are left out; so is everything after a star."""
    codes = []
    for code, weight in parse_accept_lang_header(header.lower()):
        if code == "*":
            break
        if weight:
            codes.append(code)
    return codes


def read_by_one(chosen: str, asked: str, accept: str) -> str:
    """Return the language that the reader of a page wants, or "".

    `chosen`: the choice that the browser keeps; `asked`: the one in the address;
    `accept`: the Accept-Language header. Unknown languages count as missing.
    """
    return first_offered([chosen, asked, *accepted(accept)])


def read_by_several(asked: str, of_tournament: str) -> str:
    """Return the language of a page for several readers: the one in the address, or the
    tournament's."""
    return first_offered([asked, of_tournament, settings.DEFAULT_LANGUAGE])


class _Source(Enum):
    """What decided the language of the current page."""

    READER = "the reader"
    NOBODY = "the installation, until a tournament is known"
    PAGE = "the page itself"


@dataclass(frozen=True)
class _Request:
    """The current request. `asked`: the language in its address, which pages may drop
    from their query."""

    source: _Source = _Source.READER
    asked: str = ""


_OUTSIDE = _Request()
_current: ContextVar[_Request] = ContextVar("language of page", default=_OUTSIDE)


def in_page_language(respond: Respond) -> Respond:
    """Return `respond` as middleware that answers in the reader's language."""

    def respond_in_language(request: HttpRequest) -> HttpResponseBase:
        asked = request.GET.get(PARAMETER, "")
        wanted = read_by_one(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
            asked,
            request.headers.get("Accept-Language", ""),
        )
        with (
            _during(_Request(_Source.READER if wanted else _Source.NOBODY, asked)),
            translation.override(wanted or settings.DEFAULT_LANGUAGE),
        ):
            response = respond(request)
            response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, ("Accept-Language",))
        return response

    return respond_in_language


def of_message(tournament: Tournament, wanted: str = "") -> str:
    """Return the language of a message about a tournament: the one that its reader
    wanted, if it is known and there is one, or the tournament's."""
    return offered(wanted) or tournament.first_language


def follow(tournament: Tournament) -> None:
    """Use the tournament's language for this request, if the reader named none."""
    if _current.get().source is _Source.NOBODY:
        translation.activate(tournament.first_language)


def use_for_several(tournament: Tournament) -> None:
    """Use the language of a page for several readers until the end of the request: the
    one in the address, or the tournament's."""
    use(read_by_several(_current.get().asked, tournament.language))


def use_for_programs() -> None:
    """Use English until the end of the request: programs read the answer."""
    use(settings.LANGUAGE_CODE)


def for_programs() -> AbstractContextManager[None]:
    """Return a block whose texts are for programs, so in English."""
    return translation.override(settings.LANGUAGE_CODE)


def asked_for() -> str:
    """Return the language in the address; "" without one that the program has."""
    return offered(_current.get().asked)


def use(language: str) -> None:
    """Use this language until the end of the request, whatever the reader wants."""
    _current.set(replace(_current.get(), source=_Source.PAGE))
    translation.activate(language)


def reader_may_switch() -> bool:
    """Return whether another choice of the reader would change this page."""
    return _current.get().source is not _Source.PAGE and is_choice()


def is_choice() -> bool:
    """Return whether the installation has several languages."""
    return len(settings.LANGUAGES) > 1


@contextmanager
def _during(request: _Request) -> Iterator[None]:
    token = _current.set(request)
    try:
        yield
    finally:
        _current.reset(token)


def own_name(code: str) -> str:
    """Return the name of a language in itself; its code if it is not installed."""
    return str(dict(settings.LANGUAGES).get(code, code))
