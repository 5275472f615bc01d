"""Choose the language of every page, by one rule in one middleware.

The language is the first available of these: the reader's stored choice, the language
in the address, the browser's languages, the tournament's language, the installation's
language. Papers, screens, preview images and feeds have several readers, so only the
address and the tournament count. Answers for programs are in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import Enum
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from tournaments.models import Tournament

#: Query parameter that sets the language of one page.
PARAMETER = "lang"

Respond = Callable[[HttpRequest], HttpResponseBase]


def offered(code: str) -> str:
    """Return the installed language that fits a code best, such as `pt-br` for `pt-PT`;
    "" if no language fits."""
    try:
        return translation.get_supported_language_variant(code.strip().lower())
    except LookupError:
        return ""


def first_offered(codes: Iterable[str]) -> str:
    """Return the first of these languages that is installed, or "" if no language is
    installed."""
    return next(filter(None, map(offered, codes)), "")


def accepted(header: str) -> list[str]:
    """Return the languages in an Accept-Language header, preferred languages first.

    Refused languages (`q=0`) are left out, as are the wildcard `*` and everything after
    it.
    """
    codes = []
    for code, weight in parse_accept_lang_header(header.lower()):
        if code == "*":
            break
        if weight:
            codes.append(code)
    return codes


def read_by_one(chosen: str, asked: str, accept: str) -> str:
    """Return the language of a page for one reader; "" if none of the reader's
    languages is installed.

    `chosen`: the choice stored in the browser. `asked`: the language in the address.
    `accept`: the Accept-Language header.
    """
    return first_offered([chosen, asked, *accepted(accept)])


def read_by_several(asked: str, of_tournament: str) -> str:
    """Return the language of a page for several readers: the language in the address,
    otherwise the tournament's or the installation's language."""
    return first_offered([asked, of_tournament, settings.DEFAULT_LANGUAGE])


class _Source(Enum):
    """The source of the current page's language."""

    READER = "the reader"
    NOBODY = "the installation, until a tournament is known"
    PAGE = "the page itself"


@dataclass(frozen=True)
class _Request:
    """The current request. `asked`: the language in its address, stored here because
    pages may drop it from their query."""

    source: _Source = _Source.READER
    asked: str = ""


_OUTSIDE = _Request()
_current: ContextVar[_Request] = ContextVar("language of page", default=_OUTSIDE)


def in_page_language(respond: Respond) -> Respond:
    """Return `respond` as middleware that answers in the reader's language."""

    def respond_in_language(request: HttpRequest) -> HttpResponseBase:
        asked = _asked(request)
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
            if request.method == "POST":
                _keep_in_redirect(response)
        patch_vary_headers(response, ("Accept-Language",))
        return response

    return respond_in_language


def _asked(request: HttpRequest) -> str:
    """Return the language in the address. For a submitted form whose address has no
    language, return the language in the address of the page that sent it."""
    if request.method != "POST" or PARAMETER in request.GET:
        return request.GET.get(PARAMETER, "")
    try:
        query = urlsplit(request.headers.get("Referer", "")).query
        return dict(parse_qsl(query)).get(PARAMETER, "")
    except ValueError:  # A malformed address, or one with too many parameters.
        return ""


def _keep_in_redirect(response: HttpResponseBase) -> None:
    """Add the language in the address to a redirect within this site, unless the reader
    has just chosen a language."""
    path = response.headers.get("Location", "")
    language = to_keep()
    is_own = path.startswith("/") and not path.startswith("//")
    if not (language and is_own) or settings.LANGUAGE_COOKIE_NAME in response.cookies:
        return
    parts = urlsplit(path)
    if PARAMETER in dict(parse_qsl(parts.query, keep_blank_values=True)):
        return
    query = "&".join(filter(None, (parts.query, f"{PARAMETER}={language}")))
    response.headers["Location"] = urlunsplit(parts._replace(query=query))


def of_message(tournament: Tournament, wanted: str = "") -> str:
    """Return the language of a message about a tournament: the recipient's language
    (`wanted`) if it is installed, otherwise the tournament's language."""
    return offered(wanted) or tournament.first_language


def follow(tournament: Tournament) -> None:
    """Use the tournament's language for this request, unless the reader has a language
    that is installed."""
    if _current.get().source is _Source.NOBODY:
        translation.activate(tournament.first_language)


def use_first_language(tournament: Tournament) -> None:
    """Use the language of a page for several readers until the end of the request: the
    language in the address, otherwise the tournament's language."""
    use(read_by_several(_current.get().asked, tournament.language))


def use_for_programs() -> None:
    """Use English until the end of the request, because a program reads the answer."""
    use(settings.LANGUAGE_CODE)


def for_programs() -> AbstractContextManager[None]:
    """Return a context manager for English texts that programs read."""
    return translation.override(settings.LANGUAGE_CODE)


def asked_for() -> str:
    """Return the language in the address; "" if there is none or it is not
    installed."""
    return offered(_current.get().asked)


def to_keep() -> str:
    """Return the language in the address if the page is in this language, otherwise "".
    Links and forms of the page must then repeat it."""
    asked = asked_for()
    return asked if asked == translation.get_language() else ""


def full_path(request: HttpRequest) -> str:
    """Return the path and query of a request, including the language in its address,
    which pages drop from their query."""
    path, language = request.get_full_path(), to_keep()
    if not language or PARAMETER in request.GET:
        return path
    return f"{path}{'&' if '?' in path else '?'}{PARAMETER}={language}"


def use(language: str) -> None:
    """Use this language until the end of the request, whatever the reader prefers."""
    _current.set(replace(_current.get(), source=_Source.PAGE))
    translation.activate(language)


def reader_may_switch() -> bool:
    """Return whether the reader's choice can change the language of this page."""
    return _current.get().source is not _Source.PAGE and is_choice()


def is_choice() -> bool:
    """Return whether several languages are installed, so that readers can choose."""
    return len(settings.LANGUAGES) > 1


@contextmanager
def _during(request: _Request) -> Iterator[None]:
    token = _current.set(request)
    try:
        yield
    finally:
        _current.reset(token)


def own_name(code: str) -> str:
    """Return a language's name in that language, such as Français; its code if it is
    not installed."""
    return str(dict(settings.LANGUAGES).get(code, code))
