"""Messages on events: a short text for people, and data for programs.

A message contains only what the public pages show at the moment, under public names.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.strict_reader import Json
from scoring.all_pages.public_rounds_and_tables import public_rounds
from scoring.exports.export_columns_and_values import plain
from scoring.notifications.happenings_in_log import Happened
from scoring.standings.criteria_columns import deciding
from scoring.standings.live_and_official_standings import Board, official_of
from scoring.standings.who_sees_hidden_results import visible_to_public
from tournaments.deliveries.service_requests import Message
from tournaments.models import Game, Happening, Round, SignUpPage, Tournament
from tournaments.people.registration_open_and_spots import (
    RegistrationState,
    registration_state,
)
from tournaments.templatetags.score_figures import total
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.web.list_wording import joined_with_commas, labelled

#: Places in a message on standings.
PLACES = 3
#: Names of the events for programs.
EVENT_TYPES: Mapping[Happening, str] = {
    Happening.REGISTRATION: "registration.changed",
    Happening.SEATING: "seating.published",
    Happening.START: "round.started",
    Happening.TIME_UP: "round.time_up",
    Happening.GAME: "table.finished",
    Happening.CLOSED: "round.closed",
    Happening.STANDINGS: "standings.changed",
    Happening.FINAL: "result.final",
    Happening.ANNOUNCEMENT: "announcement.published",
}


@dataclass(frozen=True)
class Content:
    """Content of a message. `path`: address of the page with more information."""

    text: str
    path: str
    data: dict[str, Json]


def message_of(
    tournament: Tournament, happened: Happened, *, site: str
) -> Message | None:
    """Return the message on an event; None if the event is not public or no longer
    relevant. `site`: address of the pages.
    """
    content = _CONTENTS[happened.happening](tournament, happened)
    if content is None:
        return None
    about: dict[str, Json] = {
        "event": tournament.slug,
        "title": tournament.title,
        "ruleset": tournament.ruleset,
    }
    return Message(
        ident=f"msg_{uuid.uuid4().hex}",
        kind=EVENT_TYPES[happened.happening],
        at=happened.at,
        text=labelled(tournament.title, content.text),
        url=site + content.path.removeprefix(get_script_prefix().rstrip("/")),
        data=about | content.data,
    )


def _registration(tournament: Tournament, _happened: Happened) -> Content | None:
    page = SignUpPage.objects.filter(tournament=tournament).first()
    if page is None:
        return None
    state = registration_state(page, timezone.now())
    is_open = state is RegistrationState.OPEN
    text = _("Registration is open.") if is_open else _("Registration is closed.")
    if state is RegistrationState.NOT_YET:
        opens = date_in_words(timezone.localtime(page.opens_at), "DATETIME_FORMAT")
        text = _("Registration opens on %(at)s.") % {"at": opens}
    path = reverse("public:sign_up", args=[tournament.slug])
    if state in (RegistrationState.OFF, RegistrationState.CLOSED):
        path = _home(tournament)
    return Content(text, path, {"is_open": is_open})


def _seating(tournament: Tournament, happened: Happened) -> Content | None:
    round_ = _public_round(tournament, happened)
    if round_ is None:
        return None
    text = _("The seating of round %(round)s is published.") % {"round": round_.number}
    path = reverse("public:seating_round", args=[tournament.slug, round_.number])
    return Content(text, path, {"round": round_.number})


def _news_of_round(
    message: str, tournament: Tournament, happened: Happened
) -> Content | None:
    """Return the content on a round: `message`, and a link to the round's page."""
    round_ = _public_round(tournament, happened)
    if round_ is None:
        return None
    text = _(message) % {"round": round_.number}
    return Content(text, _page_of(round_), {"round": round_.number})


def _game(tournament: Tournament, happened: Happened) -> Content | None:
    round_ = _public_round(tournament, happened)
    game = Game.objects.filter(round=round_, table=happened.table).first()
    if round_ is None or game is None:
        return None
    numbers: dict[str, Json] = {"round": round_.number, "table": game.table}
    if not visible_to_public(tournament).tells(round_.number):
        text = _("Round %(round)s: table %(table)s has finished.") % numbers
        return Content(text, _page_of(round_), numbers)
    seats = game.seats.select_related("player__person", "result").all()
    by_score = sorted(seats, key=lambda seat: -seat.result.score)
    rows: list[Json] = [
        {
            "number": seat.player.number,
            "name": seat.player.public_name,
            "score": seat.result.score,
        }
        for seat in by_score
    ]
    results = joined_with_commas(
        _("%(name)s (%(score)s)")
        % {
            "name": seat.player.public_name,
            "score": total(seat.result.score, tournament.ruleset),
        }
        for seat in by_score
    )
    text = _("Round %(round)s: table %(table)s has finished: %(results)s.")
    return Content(
        text % {**numbers, "results": results},
        _page_of(round_),
        numbers | {"results": rows},
    )


def _standings(tournament: Tournament, _happened: Happened) -> Content | None:
    board = official_of(tournament)
    if not board.after or board.is_held_back or tournament.is_finished:
        return None
    text = _("Standings after round %(round)s: %(places)s.")
    values = {"round": board.after, "places": _places(board)}
    path = reverse("public:standings", args=[tournament.slug])
    return Content(text % values, path, {"round": board.after, "rows": _rows(board)})


def _final(tournament: Tournament, _happened: Happened) -> Content | None:
    board = official_of(tournament)
    if board.final is None or board.is_held_back:
        return None
    text = _("Final result: %(places)s.") % {"places": _places(board)}
    path = reverse("public:standings", args=[tournament.slug])
    return Content(text, path, {"rows": _rows(board)})


def _announcement(tournament: Tournament, happened: Happened) -> Content | None:
    if not happened.text:
        return None
    return Content(happened.text, _home(tournament), {"announcement": happened.text})


def _places(board: Board) -> str:
    column = deciding(board)[0]
    return joined_with_commas(
        _("%(place)s. %(name)s (%(figure)s)")
        % {
            "place": row.place,
            "name": row.player.public_name,
            "figure": column.written(row.line, board.tournament.ruleset),
        }
        for row in board.ranked[:PLACES]
    )


def _rows(board: Board) -> list[Json]:
    column = deciding(board)[0]
    return [
        {
            "place": row.place,
            "number": row.number,
            "name": row.player.public_name,
            column.key: plain(row.line.value(column.key)),
        }
        for row in board.ranked
    ]


def _public_round(tournament: Tournament, happened: Happened) -> Round | None:
    return public_rounds(tournament).filter(number=happened.round).first()


def _page_of(round_: Round) -> str:
    return reverse("public:round", args=[round_.tournament.slug, round_.number])


def _home(tournament: Tournament) -> str:
    return reverse("public:tournament", args=[tournament.slug])


_CONTENTS: Mapping[Happening, Callable[[Tournament, Happened], Content | None]] = {
    Happening.REGISTRATION: _registration,
    Happening.SEATING: _seating,
    Happening.START: partial(
        _news_of_round, gettext_noop("Round %(round)s has started.")
    ),
    Happening.TIME_UP: partial(
        _news_of_round, gettext_noop("Round %(round)s: time is up.")
    ),
    Happening.GAME: _game,
    Happening.CLOSED: partial(
        _news_of_round, gettext_noop("Round %(round)s is closed.")
    ),
    Happening.STANDINGS: _standings,
    Happening.FINAL: _final,
    Happening.ANNOUNCEMENT: _announcement,
}
