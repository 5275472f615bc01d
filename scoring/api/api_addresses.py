"""Addresses of the API: one address for each export in the catalogue, and addresses
that write.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, URLResolver, reverse
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Path, Query
from ninja.openapi.schema import OpenAPISchema
from ninja.types import DictStrAny

from scoring.api import api_problems, api_tournaments, api_writing
from scoring.api.api_answers import Page, answer, page_of
from scoring.api.api_live import live_state
from scoring.api.api_methods_cors_and_tokens import (
    event_for,
    of_methods,
    refuse_other_parameters,
)
from scoring.api.api_schemas import (
    EventList,
    EventPage,
    Index,
    LiveState,
    Problem,
    StreamAddress,
    rows_schema,
)
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Export, Selection
from tournaments.languages import page_language
from tournaments.seating.files.pasted_tables import MOST_ROUNDS

#: Units per page: default, maximum, and maximum of exports that are slow to make, such
#: as all tables of a large hall. FURTHEST: highest offset.
A_PAGE, MOST, MOST_OF_LONG, FURTHEST = 100, 1000, 250, 1_000_000

Slug = Annotated[str, Path(description="The tournament's name in addresses.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="Rows per page.")]
LongLimit = Annotated[int, Query(ge=1, le=MOST_OF_LONG, description="Rows per page.")]
Offset = Annotated[
    int, Query(ge=0, le=FURTHEST, description="Number of the first row.")
]
RoundAsked = Annotated[
    int,
    Query(
        alias="round",
        ge=0,
        le=MOST_ROUNDS,
        description="Rows of one round; for standings and teams, after this round. 0 "
        "means all rounds.",
    ),
]

Since = Annotated[
    int,
    Query(
        ge=0,
        description="Only what changed after this revision: the changed tables, or all "
        "rows of a list that may have changed. `complete` in the answer is true if all "
        "rows were selected. 0 means all rows.",
    ),
]

#: Query parameters that select a page.
PAGE = ("limit", "offset", "since")

OF_EVENT = {401: Problem, 404: Problem}
PAGES = {422: Problem}


class TournamentAPI(NinjaAPI):
    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        patterns, app_name, namespace = super().urls
        methods = self._methods()
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                answered = methods.get(pattern.name or "", {"GET"})
                pattern.callback = of_methods(pattern.callback, answered)
        return patterns, app_name, namespace

    def _methods(self) -> dict[str, set[str]]:
        """Return the HTTP methods of each address, by the address's name."""
        found: dict[str, set[str]] = {}
        for _prefix, router in self._routers:
            for view in router.path_operations.values():
                used: set[str] = set()
                for operation in view.operations:
                    used.update(operation.methods)
                for operation in view.operations:
                    found.setdefault(operation.url_name or "", set()).update(used)
        return found

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: DictStrAny | None = None
    ) -> OpenAPISchema:
        schema = super().get_openapi_schema(
            path_prefix=path_prefix, path_params=path_params
        )
        api_problems.describe(schema)
        return schema


api = TournamentAPI(
    title="Prevailing Wind",
    version="1",
    description="Data of mahjong tournaments: players, seating, hands with payments, "
    "results and standings. A token with a role also writes. "
    "The ETag of a response changes when the tournament changes.",
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
api_problems.handle(api)


@api.get("/", response={200: Index} | PAGES, url_name="index", summary="Entry points")
def index(request: HttpRequest) -> HttpResponseBase:
    refuse_other_parameters(request)
    addresses: dict[str, object] = {
        "openapi": reverse("api:document"),
        "events": reverse("api:events"),
    }
    return answer(request, "index", lambda: addresses)


@api.get("/openapi.json", url_name="document", include_in_schema=False)
def document(request: HttpRequest) -> HttpResponseBase:
    """Return the API's description in OpenAPI."""
    return answer(request, "document", api.get_openapi_schema)


@api.get(
    "/events",
    response={200: EventList} | PAGES,
    url_name="events",
    summary="Public tournaments, newest first",
)
def event_list(
    request: HttpRequest, limit: Limit = A_PAGE, offset: Offset = 0
) -> HttpResponseBase:
    refuse_other_parameters(request, "limit", "offset")
    tournaments = api_tournaments.public()
    part = list(tournaments[offset : offset + limit])
    count = tournaments.count()
    revisions = tuple((tournament.pk, tournament.revision) for tournament in part)
    about = (revisions, count, limit, offset)
    return answer(
        request,
        about,
        lambda: api_tournaments.page(request, part, count, limit, offset),
    )


@api.get(
    "/events/{slug}",
    response={200: EventPage} | OF_EVENT | PAGES,
    url_name="event",
    summary="A tournament with its rounds",
)
def event(request: HttpRequest, slug: Slug) -> HttpResponseBase:
    refuse_other_parameters(request)
    tournament, audience = event_for(request, slug)
    about = (tournament.pk, tournament.revision, audience)
    return answer(request, about, lambda: api_tournaments.one(tournament, audience))


@api.get(
    "/events/{slug}/stream",
    response={200: StreamAddress} | OF_EVENT | PAGES,
    url_name="stream",
    summary="How to get new revisions",
)
def stream_address(request: HttpRequest, slug: Slug) -> HttpResponseBase:
    refuse_other_parameters(request)
    tournament, _audience = event_for(request, slug)
    return answer(
        request,
        (tournament.pk, tournament.revision),
        lambda: api_tournaments.stream_address(tournament),
    )


@api.get(
    "/events/{slug}/live",
    response={200: LiveState} | OF_EVENT | PAGES,
    url_name="live",
    summary="Clock, tables, live standings and latest hands",
)
def live(request: HttpRequest, slug: Slug) -> HttpResponseBase:
    refuse_other_parameters(request)
    tournament, _audience = event_for(request, slug)
    about = ("live", tournament.pk, tournament.revision)
    return answer(request, about, lambda: live_state(tournament))


def _add(export: Export[object]) -> None:
    """Register the address of an export."""
    responses = {200: rows_schema(export), 403: Problem} | OF_EVENT | PAGES
    operation = api.get(
        f"/events/{{slug}}/{export.key}",
        response=responses,
        url_name=export.key,
        operation_id=export.key,
        summary=str(export.title),
    )
    limit = LongLimit if export.is_long else Limit
    read = _reads_round(export) if export.by_round else _reads(export)
    # Small pages of slow exports keep each request, and those behind it, short.
    read.__annotations__["limit"] = limit
    operation(read)


def _reads(export: Export[object]) -> Callable[..., HttpResponseBase]:
    def read(
        request: HttpRequest,
        slug: Slug,
        limit: Limit = A_PAGE,
        offset: Offset = 0,
        since: Since = 0,
    ) -> HttpResponseBase:
        return _read(request, export, slug, 0, Page(limit, offset, since))

    return read


def _reads_round(export: Export[object]) -> Callable[..., HttpResponseBase]:
    def read(
        request: HttpRequest,
        slug: Slug,
        number: RoundAsked = 0,
        limit: Limit = A_PAGE,
        offset: Offset = 0,
        since: Since = 0,
    ) -> HttpResponseBase:
        return _read(request, export, slug, number, Page(limit, offset, since))

    return read


def _read(
    request: HttpRequest,
    export: Export[object],
    slug: str,
    number: int,
    page: Page,
) -> HttpResponseBase:
    """Return a page of an export.

    Raises NoToken for a private export without a token, and UnknownParameter for an
    unknown query parameter.
    """
    refuse_other_parameters(request, *PAGE, *(("round",) if export.by_round else ()))
    tournament, audience = event_for(request, slug)
    if export.private and audience is Audience.EVERYBODY:
        raise api_problems.NoToken(_("This request needs a token for this tournament."))
    selection = Selection(tournament, audience, number)
    return page_of(request, export, selection, page)


for each in EXPORTS.values():
    _add(each)


api_writing.register(api)


def unknown(_request: HttpRequest, rest: str) -> HttpResponse:
    """Return a 404 problem for any unknown address below /api/."""
    page_language.use_for_programs()
    return api_problems.problem(
        HTTPStatus.NOT_FOUND, _("This address does not exist in the API.")
    )
