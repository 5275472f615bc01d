"""Overlays for video streams: transparent pages of 1920 × 1080 pixels. An overlay shows
a table with seats, last hand and clock, and a ticker with the standings.

Overlays are public: they show public results under public names, the same for every
viewer. The page requests itself every few seconds and is sent only if it has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from rules.winds import Scores, Wind
from scoring.all_pages import page_cache_keys, page_etags
from scoring.all_pages.page_cache_keys import one_of
from scoring.all_pages.public_rounds_and_tables import (
    PublicPageNotFound,
    current_round,
    public_rounds,
)
from scoring.models import Win
from scoring.public import latest_hands
from scoring.standings.criteria_columns import deciding
from scoring.standings.live_and_official_standings import Board, live_of
from scoring.table import score_sheet
from tournaments.languages import page_language
from tournaments.models import Round, Seat, Tournament
from tournaments.tournament_time import time_zone_and_years
from tournaments.web.form_fields_and_types import Context
from tournaments.web.read_only_and_service_workers import only_read

#: Parts of the overlay. `?parts=` chooses some of them, joined by hyphens.
PARTS = ("hand", "table", "ticker")
#: Colour schemes for `?theme=`, the first by default. The system's colour scheme is
#: ignored, because the stream looks the same for all.
THEMES = ("felt", "light", "dark")
#: Corners for the last hand, in `?corner=`. The seats and the ticker are at the bottom.
CORNERS = ("top-left", "top-right")
#: Number of lines on one page of the ticker.
PLACES = 4


class SeatNow(NamedTuple):
    """A player at the table. `change`: points won or lost in the last entry."""

    seat: Seat
    wind: Wind
    score: int
    place: int
    change: int

    @property
    def deals(self) -> bool:
        return self.wind is Wind.EAST


class Standing(NamedTuple):
    """A line of the ticker."""

    place: int | None
    name: str
    value: str


def _choices() -> list[str]:
    """Return all valid values of ?parts=: any selection of PARTS, in the order of
    PARTS.
    """
    chosen = [""]
    for part in PARTS:
        chosen += [f"{before}-{part}" if before else part for before in chosen]
    return chosen[1:]


@only_read
@cache_control(private=True, no_cache=True)
def overlay(
    request: HttpRequest, slug: str, table: int | None = None
) -> HttpResponseBase:
    """Render the overlay of a table in the current round, or of the standings alone.
    Raises Http404 for a tournament that is not public.

    ?parts= chooses the parts (`hand-table-ticker`), ?theme= the colours, ?corner= the
    place of the last hand, and ?lang= a language other than the tournament's.
    """
    tournament = Tournament.objects.public().filter(slug=slug).first()
    if tournament is None:
        raise Http404
    time_zone_and_years.follow(tournament)
    page_language.use_first_language(tournament)
    page_cache_keys.keep(
        request, parts=one_of(_choices()), theme=one_of(THEMES), corner=one_of(CORNERS)
    )
    return page_etags.for_everybody(
        request, [tournament], partial(_page, tournament, table)
    )


def _page(
    tournament: Tournament, table: int | None, request: HttpRequest
) -> HttpResponse:
    chosen = request.GET.get("parts", "")
    parts = chosen.split("-") if chosen in _choices() else PARTS
    context = {
        "tournament": tournament,
        "table": table,
        "theme": _option(request, "theme", THEMES),
        "corner": _option(request, "corner", CORNERS),
        "parts": parts,
    }
    board = live_of(tournament)
    round_ = current_round(public_rounds(tournament))
    if round_ and table and not board.is_held_back:
        context |= _table(tournament, round_, table)
    if "ticker" in parts:
        context |= _ticker(board)
    return render(request, "public/overlay.html", context)


def _option(request: HttpRequest, name: str, choices: Sequence[str]) -> str:
    """Return the value of a query parameter; the first choice by default or for an
    unknown value.
    """
    value = request.GET.get(name, "")
    return value if value in choices else choices[0]


def _table(tournament: Tournament, round_: Round, table: int) -> Context:
    """Return the context of the table; empty if the round has no such table or its
    results are hidden."""
    try:
        context = score_sheet.public_game_page(tournament, round_.number, table)
    except PublicPageNotFound:
        return {}
    wins = Win.objects.filter(game=context["game"]).select_related("game__round")
    win = wins.order_by("-at", "-pk").first()
    by_seat = {Wind(seat.wind): seat.player for seat in context["seats"]}
    return context | {
        "last": latest_hands.shown_win(win, tournament, by_seat) if win else None,
        "players": list(_players(context)),
    }


def _players(context: Context) -> Iterator[SeatNow]:
    """Yield the players with wind, score, place and change in the last entry."""
    scores: Scores = context["scores"]
    last = context["lines"][-1].cells if context["lines"] else ()
    changes = dict(zip(scores, (cell.change for cell in last), strict=False))
    for seat, wind in context["now_winds"]:
        score = scores[Wind(seat.wind)]
        ahead = sum(other > score for other in scores.values())
        change = changes.get(Wind(seat.wind), 0)
        yield SeatNow(seat, wind, score, ahead + 1, change)


def _ticker(board: Board) -> Context:
    """Return the standings in pages of PLACES lines, each with its first and last
    place. Without pages while results are hidden.
    """
    if board.is_held_back:
        return {"pages": [], "board": board}
    column, ruleset = deciding(board)[0], board.tournament.ruleset
    rows = [
        Standing(row.place, row.player.public_name, column.written(row.line, ruleset))
        for row in board.ranked
    ]
    parts = [rows[at : at + PLACES] for at in range(0, len(rows), PLACES)]
    pages = [(part[0].place, part[-1].place, part) for part in parts]
    return {"pages": pages, "ranked": len(rows), "board": board}
