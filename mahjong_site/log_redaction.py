"""Remove secrets of links from text for logs.

Routes mark their secret parts (`SecretConverter`), so every new link is covered.
Addresses are found anywhere in a text (Referer, `next=`, task arguments, exception
messages), percent-encoded or not, even if they are malformed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from urllib.parse import quote

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import get_converters

from tournaments.web import request_log_notes
from tournaments.web.secret_url_converter import SecretConverter

#: Replacement for a secret.
CUT = "…"
#: Minimum length of secrets that are also removed outside addresses.
SHORTEST = 8

#: A parameter in a route; routes are split at it.
_PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")


def _sign(sign: str) -> str:
    """Return a regular expression for a character, plain or percent-encoded any number
    of times."""
    return f"(?:{re.escape(sign)}|%(?:25)*{ord(sign):02x})"


#: Longest repetition matched. Without a limit, a line of only such characters would
#: take minutes.
MOST = 16
_SLASH = f"(?:{_sign('/')}|{_sign(chr(92))})"
#: Slashes of an address, with empty folders between them: "/./".
_SLASHES = rf"(?:{_SLASH}(?:(?:{_sign('.')}){{1,2}}(?={_SLASH}))?){{1,{MOST}}}"
#: End of a part of an address: within text, and in an address alone.
_ENDS_IN_TEXT = rf"""{"|".join(map(_sign, "/?#&"))}|\\{{0,{MOST}}}["']|\\[nrt]|[\s<>]"""
_ENDS = "/"
#: Characters copied along before a secret; not a quote that ends a JSON or Python
#: string.
_STRAY = rf"""(?:\\?["'](?![,:;)\]}}])|\\[nrt]){{0,{MOST}}}"""

#: Used until the routes can be read: matches any text with the length of a key.
_ANY_KEY = re.compile(r"(?<=[/\\])([\w.:%=-]{16,})")


def redacted(text: str, path: str = "") -> str:
    """Return the text with the secrets in its addresses cut out.

    Secrets in the path of the current request (or in `path`) are removed everywhere in
    the text.
    """
    for secret in _secrets_in(path or request_log_notes.path()):
        text = text.replace(secret, CUT)
    return _secrets(_ENDS_IN_TEXT).sub(_without_last_group, text)


def prepare(**_signal: object) -> None:
    """Read the routes now, while there is only one thread.

    Later, two threads could deadlock: one with the lock of the log, the other with the
    lock of an import.
    """
    redacted("/")


def _without_last_group(match: re.Match[str]) -> str:
    return match[0][: match.start(match.lastindex or 0) - match.start()] + CUT


def _secrets_in(path: str) -> Iterator[str]:
    """Yield the secrets in a request's path in four forms: plain, percent-encoded, and
    as escaped by Django and by `repr`."""
    for match in _secrets(_ENDS).finditer(path):
        secret = match[match.lastindex or 0]
        if len(secret) >= SHORTEST:
            escaped = secret.encode("unicode_escape").decode("ascii")
            yield from {secret, quote(secret), escaped, repr(secret)[1:-1]}


def _secrets(ends: str) -> re.Pattern[str]:
    """Return the regular expression that finds secrets. The last group of a match is
    the secret. If the routes cannot be read, return an expression that matches any key.
    """
    try:
        return _compiled(ends)
    except Exception:
        # The routes are not read yet, or they have a fault, which the log line may be
        # about.
        return _ANY_KEY


@cache
def _compiled(ends: str) -> re.Pattern[str]:
    # An address is found with or without the path of the site.
    above = f"{settings.SUB_PATH[1:]}/"
    routes = {
        tuple(_parts(route.removeprefix(above))) for route in _routes(get_resolver())
    }
    before = {
        route[:at]
        for route in routes
        for at, part in enumerate(route)
        if _is_secret(part)
    }
    # Longest first: "me/registration/" before "me/".
    patterns = [
        _secret_after(route, routes, ends) for route in sorted(before, key=len)[::-1]
    ]
    return re.compile(f"{_SLASHES}(?:{'|'.join(patterns)})", re.IGNORECASE | re.DOTALL)


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
    """Return whether the part of a route is or contains a secret, such as
    `<secret:key>.ics`."""
    converters = get_converters()
    kinds = [
        converters[parameter[1] or "str"] for parameter in _PARAMETER.finditer(part)
    ]
    return any(isinstance(kind, SecretConverter) for kind in kinds)


def _secret_after(
    route: tuple[str, ...], routes: set[tuple[str, ...]], ends: str
) -> str:
    """Return the regular expression for the secret after these parts of a route.

    Fixed words of other routes are excluded: "clock" in "hall/<slug>/clock/" is not a
    key.
    """
    fixed_words = {
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
    known_words = "|".join(map(_word, sorted(fixed_words)))
    no_word = f"(?!(?:{known_words})(?:{ends}|$))" if fixed_words else ""
    return f"{path}{_SLASHES}{no_word}{_STRAY}({secret})"


def _fits(part: str, known: str) -> bool:
    return part == known or bool(_PARAMETER.search(known))


def _word(part: str) -> str:
    return "".join(map(_sign, part))
