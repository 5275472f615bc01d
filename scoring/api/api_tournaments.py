"""Tournaments in the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from scoring.all_pages.public_rounds_and_tables import public_rounds
from scoring.api.api_answers import next_page
from scoring.api.api_live import LIVE
from scoring.exports.export_catalogue_and_log import offered_to
from scoring.exports.export_columns_and_values import Audience
from tournaments.access.live_access import everybody
from tournaments.live import live_stream
from tournaments.live.live_topics import Kind, kinds
from tournaments.models import EventDescription, Tournament
from tournaments.tournament_setup.tournament_states import WithState, with_state

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

#: Live stream topic that sends revision numbers only.
REVISIONS = "revisions"


def register() -> None:
    """Register the live stream topic that sends revision numbers."""
    kinds[REVISIONS] = Kind(
        lambda tournament, _args: str(tournament.revision), is_for_other_sites=True
    )


class _Counted(WithState):
    player_count: int


def public() -> QuerySet[WithAnnotations[Tournament, _Counted]]:
    """Return the public tournaments with their number of players, newest first."""
    events = Tournament.objects.public()
    return _with_players(events).order_by("-created_at", "-pk")


def _with_players(
    events: QuerySet[Tournament],
) -> QuerySet[WithAnnotations[Tournament, _Counted]]:
    players = Count("players", filter=Q(players__is_filler=False))
    counted = with_state(events.annotate(player_count=players)).select_related(
        "description"
    )
    return cast("QuerySet[WithAnnotations[Tournament, _Counted]]", counted)


def page(
    request: HttpRequest,
    part: list[WithAnnotations[Tournament, _Counted]],
    count: int,
    limit: int,
    offset: int,
) -> dict[str, object]:
    """Return a page of the list of tournaments."""
    return {
        "count": count,
        "next": next_page(request, count, limit=limit, offset=offset),
        "rows": [_row(tournament) for tournament in part],
    }


def one(tournament: Tournament, audience: Audience) -> dict[str, object]:
    """Return a tournament with its rounds and the addresses of its data."""
    counted = _with_players(Tournament.objects.filter(pk=tournament.pk)).get()
    rounds = public_rounds(tournament).annotate(
        tables=Count("games"),
        done=Count("games", filter=Q(games__sheet__over__gt="")),
    )
    slug = tournament.slug
    links = {
        export.key: reverse(f"api:{export.key}", args=[slug])
        for export in offered_to(audience)
    }
    return {
        **_row(counted),
        "rounds": [
            {
                "number": round_.number,
                "state": round_.state,
                "tables": round_.tables,
                "done": round_.done,
            }
            for round_ in rounds
        ],
        "links": links
        | {
            "live": reverse("api:live", args=[slug]),
            "stream": reverse("api:stream", args=[slug]),
        },
    }


def stream_address(tournament: Tournament) -> dict[str, object]:
    """Return the current revision and the addresses of two live streams, one with later
    revisions and one with the live state. The addresses are None if the tournament is
    not public.
    """
    addresses: dict[str, object] = {"url": None, "live_url": None}
    if tournament.is_public:
        reader = everybody(tournament)
        addresses = {
            "url": live_stream.url(REVISIONS, tournament, reader=reader),
            "live_url": live_stream.url(LIVE, tournament, reader=reader),
        }
    return {"revision": tournament.revision, **addresses}


def _row(event: WithAnnotations[Tournament, _Counted]) -> dict[str, object]:
    description = getattr(event, "description", None) or EventDescription()
    days = (description.starts_on, description.ends_on or description.starts_on)
    starts_on, ends_on = (day.isoformat() if day else None for day in days)
    return {
        "slug": event.slug,
        "title": event.title,
        "ruleset": event.ruleset,
        "state": event.state,
        "planned_rounds": event.planned_rounds,
        "closed_rounds": event.closed_rounds,
        "players": event.player_count,
        "starts_on": starts_on,
        "ends_on": ends_on,
        "venue": description.venue,
        "city": description.city,
        "country": description.country,
        "organiser": description.organiser,
        "revision": event.revision,
        "url": reverse("api:event", args=[event.slug]),
    }
