"""Decide if a response is compressed with gzip, and compare ETags."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import parse_etags

#: Content types worth compressing; images and workbooks are compressed already.
WORDS = (
    *("text/", "application/json", "application/javascript", "application/xml"),
    *("application/manifest+json", "image/svg+xml"),
)


def gets_shorter(content_type: str) -> bool:
    return content_type.startswith(WORDS)


def takes_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip."""
    for coding in accepted.lower().split(","):
        name, *weights = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(weight.rstrip("0") in ("q=", "q=0.") for weight in weights)
    return False


def is_known(request: HttpRequest, tag: str) -> bool:
    """Return whether the client already has the response (If-None-Match, RFC 9110).

    Weak and strong tags with the same value are equal, because a proxy may change the
    kind of a tag.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return known == ["*"] or _strong(tag) in map(_strong, known)


def _strong(tag: str) -> str:
    return tag.removeprefix("W/")
