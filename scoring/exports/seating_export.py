"""Export of the published seating: one row for each table, in the columns that
`tournaments.seating.files` imports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.exports.export_columns_and_values import (
    Audience,
    Column,
    ColumnKind,
    Export,
    Selection,
    Tables,
    under_known_names,
    visible_rounds,
)
from scoring.wording.next_hand_and_seat_wording import seats_in_order
from tournaments.models import HIDDEN_STATES, Game, Seat, Tournament
from tournaments.rounds.stages.stage_and_group_names import table_labels

#: Column keys of the 4 seats, in the order E S W N.
SEATS = ("east", "south", "west", "north")


@dataclass(frozen=True)
class SeatedTable:
    """A table with its seats in the order E S W N."""

    game: Game
    seats: tuple[Seat, ...]
    stage: str = ""


def _columns(tournament: Tournament | None) -> Sequence[Column[SeatedTable]]:
    winds = (
        pgettext("wind", "East"),
        pgettext("wind", "South"),
        pgettext("wind", "West"),
        pgettext("wind", "North"),
    )
    return [
        Column(
            "round", _("Round"), ColumnKind.WHOLE, lambda row: row.game.round.number
        ),
        Column("table", _("Table"), ColumnKind.WHOLE, lambda row: row.game.table),
        *(_stage_column() if tournament and tournament.is_staged else ()),
        *(
            Column(seat, wind, ColumnKind.WHOLE, _number_at(place))
            for place, (seat, wind) in enumerate(zip(SEATS, winds, strict=True))
        ),
        *(
            Column(
                f"{seat}_name",
                _("%(seat)s: name") % {"seat": wind},
                ColumnKind.TEXT,
                _name_at(place),
            )
            for place, (seat, wind) in enumerate(zip(SEATS, winds, strict=True))
        ),
    ]


def _stage_column() -> Sequence[Column[SeatedTable]]:
    """Return the column for the stage or group playing at the table, in a list."""
    return [Column("stage", _("Stage"), ColumnKind.TEXT, lambda row: row.stage)]


def _number_at(place: int) -> Callable[[SeatedTable], int | None]:
    def number(row: SeatedTable) -> int | None:
        return row.seats[place].player.number if place < len(row.seats) else None

    return number


def _name_at(place: int) -> Callable[[SeatedTable], str]:
    def name(row: SeatedTable) -> str:
        return str(row.seats[place].player) if place < len(row.seats) else ""

    return name


def tables_of(selection: Selection) -> QuerySet[Game]:
    """Return the requested tables by round and table number.

    The public does not get tables of hidden rounds.
    """
    games = Game.objects.filter(round__tournament=selection.tournament)
    if selection.round:
        games = games.filter(round__number=selection.round)
    if selection.audience is Audience.EVERYBODY:
        games = games.exclude(round__state__in=HIDDEN_STATES)
    if selection.tables is not None:
        games = games.filter(_among(selection.tables))
    return games.order_by("round__number", "table")


def _among(tables: Tables) -> Q:
    chosen = Q(pk=None)
    for number in {number for number, _table in tables}:
        numbers = [table for round_, table in tables if round_ == number]
        chosen |= Q(round__number=number, table__in=numbers)
    return chosen


def public_tables_of(selection: Selection) -> QuerySet[Game]:
    """Return the requested tables with public results.

    Raises Withheld if no results are public.
    """
    visible = visible_rounds(selection)
    tables = tables_of(selection)
    return (
        tables
        if visible.last is None
        else tables.filter(round__number__lte=visible.last)
    )


def seated(tables: QuerySet[Game], selection: Selection) -> Iterator[Game]:
    """Yield the requested part of these tables with seats and results, under the names
    that the audience may see. Loads `CHUNK` tables at a time.
    """
    seats = Seat.objects.select_related("player__person", "result")
    tables = tables.select_related("round__stage").prefetch_related(
        Prefetch("seats", seats)
    )
    for game in tables[selection.part].iterator(CHUNK):
        under_known_names(selection, (seat.player for seat in game.seats.all()))
        yield game


#: Number of tables loaded together.
CHUNK = 200


def _rows(selection: Selection) -> Iterable[SeatedTable]:
    labels: dict[int, Mapping[int, str]] = {}
    for game in seated(tables_of(selection), selection):
        stage = ""
        if selection.tournament.is_staged:
            round_ = game.round
            if round_.number not in labels:
                labels[round_.number] = table_labels(round_)
            stage = labels[round_.number].get(game.table, str(round_.stage or ""))
        yield SeatedTable(game, seats_in_order(game), stage)


def _count(selection: Selection) -> int:
    return tables_of(selection).count()


SEATING = Export(
    "seating",
    gettext_lazy("Seating"),
    _columns,
    _rows,
    by_round=True,
    counts=_count,
    of_tables=True,
)
