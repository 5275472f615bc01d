"""Export of table results: one row for each seat with a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.exports.export_columns_and_values import (
    Column,
    ColumnKind,
    Export,
    Selection,
)
from scoring.exports.seating_export import public_tables_of, seated
from scoring.exports.standings_export import words_for
from scoring.models import Result
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import Game, Seat, Tournament


@dataclass(frozen=True)
class SeatResult:
    game: Game
    seat: Seat
    result: Result


def _columns(tournament: Tournament | None) -> Sequence[Column[SeatResult]]:
    return [
        Column(
            "round", _("Round"), ColumnKind.WHOLE, lambda row: row.game.round.number
        ),
        # Translators: a table that players sit at.
        Column("table", _("Table"), ColumnKind.WHOLE, lambda row: row.game.table),
        # Translators: a player's seat at the table, such as East.
        Column("seat", _("Seat"), ColumnKind.TEXT, lambda row: row.seat.wind),
        Column(
            "number",
            pgettext("player number", "Number"),
            ColumnKind.WHOLE,
            lambda row: row.seat.player.number,
        ),
        Column(
            "player", _("Player"), ColumnKind.TEXT, lambda row: str(row.seat.player)
        ),
        Column(
            "score",
            words_for(tournament, "score"),
            ColumnKind.WHOLE,
            lambda row: row.result.score,
        ),
        Column(
            "table_points",
            words_for(tournament, "table_points"),
            ColumnKind.NUMBER,
            lambda row: row.result.table_points,
        ),
        Column("place", _("Place"), ColumnKind.WHOLE, lambda row: row.result.place),
        Column(
            "hands_won",
            words_for(tournament, "hands_won"),
            ColumnKind.WHOLE,
            lambda row: row.result.hands_won,
        ),
        Column(
            "penalties",
            _("Penalties"),
            ColumnKind.WHOLE,
            lambda row: row.result.penalties,
        ),
    ]


def _rows(selection: Selection) -> Iterable[SeatResult]:
    for game in seated(public_tables_of(selection), selection):
        for seat in seats_in_order(game):
            if result := getattr(seat, "result", None):
                yield SeatResult(game, seat, result)


def _count(selection: Selection) -> int:
    return public_tables_of(selection).count()


RESULTS = Export(
    "results",
    gettext_lazy("Results"),
    _columns,
    _rows,
    by_round=True,
    of_results=True,
    has_places=True,
    counts=_count,
    of_tables=True,
)
