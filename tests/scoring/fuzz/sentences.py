"""Whether somebody who was refused was told why."""

from __future__ import annotations

import re

from django.http import HttpResponse

ALERT = re.compile(
    r'<(\w+)(?=[^>]*role="alert")(?![^>]*\shidden)[^>]*>(.*?)</\1>', re.S
)
#: What a page says of itself, but for news.
NOTICE = re.compile(
    r'<(\w+)(?=[^>]*class="(?:notice|empty))(?![^>]*(?:\shidden|role="status"))[^>]*>'
    r"(.*?)</\1>",
    re.S,
)
MAIN = re.compile(r"<main\b.*?</main>", re.S)
TAG = re.compile(r"<[^>]*>")
#: Who is let in nowhere is told no more than that.
PLAIN = (403, 404)
FOUND, GONE = 302, 410


def lacks_sentence(response: HttpResponse, path: str) -> bool:
    """Whether a refusal of what was sent to `path` says nothing a person could read.

    Where the form of what was refused is not there any more, the page says why.
    """
    if response.status_code in PLAIN:
        return False
    if response["Content-Type"] == "application/json":
        body = response.json()
        told = body.get("refused") or list(body.get("conflict", {}).values())
        return not told or not all(map(str, told))
    page = response.content.decode()
    said = [ALERT]
    if f'action="{path}"' not in page:
        said.append(NOTICE)
    if response.status_code == GONE:
        said.append(MAIN)
    found = (match[0] for pattern in said for match in pattern.finditer(page))
    return not any(map(_is_sentence, found))


def lacks_message(response: HttpResponse) -> bool:
    """Whether somebody is led to another page and told nothing there."""
    if response.status_code != FOUND or "/login/" in response["Location"]:
        return False
    return "messages" not in response.cookies


def _is_sentence(html: str) -> bool:
    """Two words at least: "Required." is none."""
    return len(re.findall(r"\w+", TAG.sub(" ", html))) > 1
