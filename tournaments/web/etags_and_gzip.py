"""Which answers gzip makes shorter, and who takes it.

Whether a reader has an answer already, by its tag.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import parse_etags

#: What gets shorter; pictures and workbooks are compressed already.
WORDS = (
    *("text/", "application/json", "application/javascript", "application/xml"),
    *("application/manifest+json", "image/svg+xml"),
)


def gets_shorter(content_type: str) -> bool:
    return content_type.startswith(WORDS)


def takes_gzip(accepted: str) -> bool:
    """Whether a header Accept-Encoding has gzip in it, and does not refuse it."""
    for coding in accepted.lower().split(","):
        name, *weights = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(weight.rstrip("0") in ("q=", "q=0.") for weight in weights)
    return False


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the reader says so (If-None-Match, RFC 9110). Strong and weak tags are
    the same there, and what lies between may make one of the other."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return known == ["*"] or _strong(tag) in map(_strong, known)


def _strong(tag: str) -> str:
    return tag.removeprefix("W/")
