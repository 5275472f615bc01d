"""Checks that rejected requests get an explanation."""

from __future__ import annotations

import re

from django.http import HttpResponse

ALERT = re.compile(
    r'<(\w+)(?=[^>]*role="alert")(?![^>]*\shidden)[^>]*>(.*?)</\1>', re.S
)
#: Notices of a page, except news.
NOTICE = re.compile(
    r'<(\w+)(?=[^>]*class="(?:notice|empty))(?![^>]*(?:\shidden|role="status"))[^>]*>'
    r"(.*?)</\1>",
    re.S,
)
MAIN = re.compile(r"<main\b.*?</main>", re.S)
TAG = re.compile(r"<[^>]*>")
#: Statuses without further explanation: no access.
PLAIN = (403, 404)
FOUND, GONE = 302, 410


def lacks_sentence(response: HttpResponse, path: str) -> bool:
    """Return whether the response to a rejected request lacks a readable sentence.

    If the rejected form no longer exists, the page explains the reason.
    """
    if response.status_code in PLAIN:
        return False
    if response["Content-Type"] == "application/json":
        body = response.json()
        told = body.get("refused") or list(body.get("conflict", {}).values())
        return not told or not all(map(str, told))
    if response["Content-Type"] == "application/problem+json":
        return not response.json()["detail"]
    page = response.content.decode()
    said = [ALERT]
    if f'action="{path}"' not in page:
        said.append(NOTICE)
    if response.status_code == GONE:
        said.append(MAIN)
    found = (match[0] for pattern in said for match in pattern.finditer(page))
    return not any(map(_is_sentence, found))


def lacks_message(response: HttpResponse) -> bool:
    """Return whether the client is redirected without a message."""
    if response.status_code != FOUND or "/login/" in response["Location"]:
        return False
    return "messages" not in response.cookies


def _is_sentence(html: str) -> bool:
    """Return whether the text of some HTML has at least two words.

    "Required." has only one.
    """
    return len(re.findall(r"\w+", TAG.sub(" ", html))) > 1
