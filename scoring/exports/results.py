"""The results of tables, as an export: a row for each seat that has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exports.export import Asked, Column, Export, Kind
from scoring.exports.seating import public_tables_of, seated
from scoring.exports.standings import words_for
from scoring.models import Result
from scoring.wording.seat_order import seats_in_order
from tournaments.models import Seat, Session, Tournament


@dataclass(frozen=True)
class SeatResult:
    session: Session
    seat: Seat
    result: Result


def _columns(tournament: Tournament | None) -> Sequence[Column[SeatResult]]:
    return [
        Column("round", _("Round"), Kind.WHOLE, lambda row: row.session.round.number),
        Column("table", _("Table"), Kind.WHOLE, lambda row: row.session.table),
        Column("seat", _("Seat"), Kind.TEXT, lambda row: row.seat.wind),
        Column("number", _("Number"), Kind.WHOLE, lambda row: row.seat.entry.number),
        Column("player", _("Player"), Kind.TEXT, lambda row: str(row.seat.entry)),
        Column(
            "score",
            words_for(tournament, "score"),
            Kind.WHOLE,
            lambda row: row.result.score,
        ),
        Column(
            "table_points",
            words_for(tournament, "table_points"),
            Kind.NUMBER,
            lambda row: row.result.table_points,
        ),
        Column("place", _("Place"), Kind.WHOLE, lambda row: row.result.place),
        Column(
            "hands_won",
            words_for(tournament, "hands_won"),
            Kind.WHOLE,
            lambda row: row.result.hands_won,
        ),
        Column(
            "penalties", _("Penalties"), Kind.WHOLE, lambda row: row.result.penalties
        ),
    ]


def _rows(asked: Asked) -> Iterable[SeatResult]:
    for session in seated(public_tables_of(asked), asked):
        for seat in seats_in_order(session):
            if result := getattr(seat, "result", None):
                yield SeatResult(session, seat, result)


def _count(asked: Asked) -> int:
    return public_tables_of(asked).count()


RESULTS = Export(
    "results",
    gettext_lazy("Results"),
    _columns,
    _rows,
    by_round=True,
    of_results=True,
    has_places=True,
    counts=_count,
)
