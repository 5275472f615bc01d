"""API answers, made once per revision.

Answers are cached, compressed and have an ETag, like public pages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode

from scoring.all_pages.page_cache import pages
from scoring.all_pages.page_etags import release
from scoring.api.changed_tables import tables_since
from scoring.exports.export_columns_and_values import Export, Selection, plain


def answer(
    request: HttpRequest, about: Hashable, make: Callable[[], dict[str, object]]
) -> HttpResponseBase:
    """Return the result of `make` as a JSON response, or a 304 response if the client
    has it already.

    `about`: everything the answer depends on, except the path and the release.
    """
    key = ("api", about, request.path, release())

    def page(_request: HttpRequest) -> HttpResponse:
        body = json.dumps(make(), ensure_ascii=False).encode()
        response = HttpResponse(body, content_type="application/json")
        response["Cache-Control"] = "no-cache"
        response["Access-Control-Allow-Origin"] = "*"
        patch_vary_headers(response, ["Authorization"])
        return response

    return pages.get(key, request, page)


@dataclass(frozen=True)
class Page:
    """A page that a client requests: at most `limit` units, starting at `offset`.

    `since`: send only changes after this revision; 0 for everything.
    """

    limit: int
    offset: int = 0
    since: int = 0


def page_of(
    request: HttpRequest, export: Export[object], selection: Selection, page: Page
) -> HttpResponseBase:
    """Return a page of an export.

    Raises Withheld if the results are not published yet.
    """
    event = selection.tournament

    def make() -> dict[str, object]:
        columns = export.shown_columns(event, selection.audience)
        keys = [column.key for column in columns]
        chosen, is_complete = _changed(export, selection, page.since)
        count = export.total(chosen) if chosen else 0
        part = replace(
            chosen or selection, offset=page.offset, limit=page.limit if chosen else 0
        )
        return {
            "event": event.slug,
            "revision": event.revision,
            "complete": is_complete,
            "count": count,
            "next": next_page(
                request,
                count,
                limit=page.limit,
                offset=page.offset,
                round_number=selection.round,
                since=page.since,
            ),
            "rows": [
                dict(zip(keys, map(plain, values), strict=True))
                for values in export.values(part)
            ],
        }

    about = (event.pk, event.revision, selection.audience, selection.round, page)
    return answer(request, about, make)


def _changed(
    export: Export[object], selection: Selection, since: int
) -> tuple[Selection | None, bool]:
    """Return the part of a selection that changed after revision `since`, or None if
    nothing changed. Also return whether that part is the whole selection.
    """
    event = selection.tournament
    if not since:
        return selection, True
    if since == event.revision:
        return None, False
    tables = tables_since(event, since) if export.of_tables else None
    if tables is None:
        return selection, True
    return replace(selection, tables=tables), False


def next_page(
    request: HttpRequest,
    count: int,
    *,
    limit: int,
    offset: int,
    round_number: int = 0,
    since: int = 0,
) -> str | None:
    """Return the address of the next page; None after the last one."""
    if offset + limit >= count:
        return None
    query = {"limit": limit, "offset": offset + limit}
    if round_number:
        query["round"] = round_number
    if since:
        query["since"] = since
    return f"{request.path}?{urlencode(query)}"
