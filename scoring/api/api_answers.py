"""API answers, made once per revision and cached, compressed and tagged like public
pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import get_language

from scoring.all_pages.page_cache import pages
from scoring.all_pages.page_etags import release
from scoring.exports.export_columns_and_values import Export, Selection, plain


def answer(
    request: HttpRequest, about: Hashable, make: Callable[[], dict[str, object]]
) -> HttpResponseBase:
    """Return the result of `make` as JSON, or 304 if the client has it.

    `about`: everything the answer depends on, except its path, language and release.
    """
    key = ("api", about, request.path, get_language(), release())

    def page(_request: HttpRequest) -> HttpResponse:
        body = json.dumps(make(), ensure_ascii=False).encode()
        response = HttpResponse(body, content_type="application/json")
        response["Cache-Control"] = "no-cache"
        response["Access-Control-Allow-Origin"] = "*"
        patch_vary_headers(response, ["Authorization"])
        return response

    return pages.get(key, request, page)


def page_of(
    request: HttpRequest,
    export: Export[object],
    selection: Selection,
    *,
    limit: int,
    offset: int,
) -> HttpResponseBase:
    """Return a page of an export, starting at unit `offset`. Raises Withheld."""

    def make() -> dict[str, object]:
        columns = export.shown_columns(selection.tournament, selection.audience)
        keys = [column.key for column in columns]
        count = export.total(selection)
        part = replace(selection, offset=offset, limit=limit)
        return {
            "event": selection.tournament.slug,
            "revision": selection.tournament.revision,
            "count": count,
            "next": next_page(
                request, count, limit=limit, offset=offset, round_number=selection.round
            ),
            "rows": [
                dict(zip(keys, map(plain, values), strict=True))
                for values in export.values(part)
            ],
        }

    event = selection.tournament
    about = (
        event.pk,
        event.revision,
        selection.audience,
        selection.round,
        limit,
        offset,
    )
    return answer(request, about, make)


def next_page(
    request: HttpRequest, count: int, *, limit: int, offset: int, round_number: int = 0
) -> str | None:
    """Return the address of the next page; None after the last one."""
    if offset + limit >= count:
        return None
    query = {"limit": limit, "offset": offset + limit}
    if round_number:
        query["round"] = round_number
    return f"{request.path}?{urlencode(query)}"
