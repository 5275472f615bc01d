"""Whether a reader has an answer already, by its tag."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import parse_etags


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the reader says so (If-None-Match, RFC 9110). Strong and weak tags are
    the same there, and what lies between may make one of the other."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return known == ["*"] or _strong(tag) in map(_strong, known)


def _strong(tag: str) -> str:
    return tag.removeprefix("W/")
