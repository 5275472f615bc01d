"""Remove the secrets of links from text that is written into a log.

Routes mark which of their parts are secret (`SecretConverter`), so a new link is
covered as soon as it has a route. Addresses are found anywhere in a text (Referer,
`next=`, arguments of a task, messages of exceptions), percent-encoded or not, and also
where they are too broken to lead anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import get_converters

from tournaments.web import request_log_notes
from tournaments.web.secret_url_converter import SecretConverter

#: What is written instead of a secret.
CUT = "…"
#: Characters of the shortest secret that is also removed where it is not in an address.
SHORTEST = 8

#: A parameter in a route, and what a route is split at.
_PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")


def _sign(sign: str) -> str:
    """A character of an address, as itself or percent-encoded any number of times."""
    return f"(?:{re.escape(sign)}|%(?:25)*{ord(sign):02x})"


#: Times that a sign is looked for in a row; without a bound, a line of nothing else
#: would take minutes.
MOST = 16
_SLASH = f"(?:{_sign('/')}|{_sign(chr(92))})"
#: Slashes of an address, with folders between them that lead nowhere: "/./".
_SLASHES = rf"(?:{_SLASH}(?:(?:{_sign('.')}){{1,2}}(?={_SLASH}))?){{1,{MOST}}}"
#: Ends a part of an address: in a text that it stands in, and in the address alone.
_ENDS_IN_TEXT = rf"""{"|".join(map(_sign, "/?#&"))}|\\{{0,{MOST}}}["']|\\[nrt]|[\s<>]"""
_ENDS = "/"
#: Before a secret, where a link was copied with more than belongs to it; not a quote
#: that ends a string of JSON or Python.
_STRAY = rf"""(?:\\?["'](?![,:;)\]}}])|\\[nrt]){{0,{MOST}}}"""

#: Used until the addresses can be read: anything that is as long as a key.
_ANY_KEY = re.compile(r"(?<=[/\\])([\w.:%=-]{16,})")


def redacted(text: str, path: str = "") -> str:
    """Return the text without the secrets of all addresses in it, and without those of
    the request that is being answered, or was at `path`, even where these stand alone.
    """
    for secret in _secrets_in(path or request_log_notes.path()):
        text = text.replace(secret, CUT)
    return _secrets(_ENDS_IN_TEXT).sub(_without_last_group, text)


def prepare(**_signal: object) -> None:
    """Read the addresses now, while there is one thread: later, two could wait for each
    other, one with the lock of the log and one with that of an import."""
    redacted("/")


def _without_last_group(found: re.Match[str]) -> str:
    return found[0][: found.start(found.lastindex or 0) - found.start()] + CUT


def _secrets_in(path: str) -> Iterator[str]:
    """Yield the secrets in the path of a request: plain, percent-encoded, and as Django
    and `repr` write them."""
    for found in _secrets(_ENDS).finditer(path):
        secret = found[found.lastindex or 0]
        if len(secret) >= SHORTEST:
            escaped = secret.encode("unicode_escape").decode("ascii")
            yield from {secret, quote(secret), escaped, repr(secret)[1:-1]}


def _secrets(ends: str) -> re.Pattern[str]:
    """Return what finds secrets: each is the last group of a match."""
    try:
        return _compiled(ends)
    except Exception:
        # The addresses are not read yet, or have a fault, which this line may be about.
        return _ANY_KEY


@cache
def _compiled(ends: str) -> re.Pattern[str]:
    routes = {tuple(_parts(route)) for route in _routes(get_resolver())}
    before = {
        route[:at]
        for route in routes
        for at, part in enumerate(route)
        if _is_secret(part)
    }
    # The longest first: "me/registration/" is more than "me/".
    each = [_after(route, routes, ends) for route in sorted(before, key=len)[::-1]]
    return re.compile(f"{_SLASHES}(?:{'|'.join(each)})", re.IGNORECASE | re.DOTALL)


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        else:
            yield from _routes(entry, route)


def _parts(route: str) -> list[str]:
    return [part for part in route.split("/") if part]


def _is_secret(part: str) -> bool:
    """Whether the part of a route is a secret, or has one in it: `<secret:key>.ics`."""
    converters = get_converters()
    kinds = [converters[found[1] or "str"] for found in _PARAMETER.finditer(part)]
    return any(isinstance(kind, SecretConverter) for kind in kinds)


def _after(route: tuple[str, ...], routes: set[tuple[str, ...]], ends: str) -> str:
    """Return what matches the part that follows these parts of a route, unless another
    route has a fixed word there: "clock" in "hall/<slug>/clock/" is not a key."""
    words = {
        known[len(route)]
        for known in routes
        if len(known) > len(route)
        and not _PARAMETER.search(known[len(route)])
        and all(map(_fits, route, known))
    }
    secret, other = rf"(?:(?!{ends}).)+", rf"(?:(?!{ends}|{_SLASH}).)+"
    path = _SLASHES.join(
        other if _PARAMETER.search(part) else _word(part) for part in route
    )
    known_words = "|".join(map(_word, sorted(words)))
    no_word = f"(?!(?:{known_words})(?:{ends}|$))" if words else ""
    return f"{path}{_SLASHES}{no_word}{_STRAY}({secret})"


def _fits(part: str, known: str) -> bool:
    return part == known or bool(_PARAMETER.search(known))


def _word(part: str) -> str:
    return "".join(map(_sign, part))
