"""Catalogue of all exports, in the order offered, and the export of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exports.export_columns_and_values import (
    Asked,
    Audience,
    Column,
    ColumnKind,
    Export,
)
from scoring.exports.hands_export import HANDS, PAYMENTS
from scoring.exports.players_export import PLAYERS
from scoring.exports.results_export import RESULTS
from scoring.exports.seating_export import SEATING
from scoring.exports.standings_export import STANDINGS, TEAMS
from scoring.tournament_log.log_in_words_and_groups import EventLog, LogLine, group_of
from tournaments.models import Tournament

#: Number of log entries loaded together.
CHUNK = 500


def columns(_tournament: Tournament | None) -> Sequence[Column[LogLine]]:
    """Return the columns of the log; the log page's file uses them too."""
    return [
        Column(
            "revision", _("Revision"), ColumnKind.WHOLE, lambda row: row.event.revision
        ),
        Column("at", _("Time"), ColumnKind.TIME, lambda row: row.event.at),
        Column("by", _("By"), ColumnKind.TEXT, lambda row: row.event.by),
        Column("origin", _("From"), ColumnKind.TEXT, lambda row: str(row.origin)),
        Column("kind", _("Type"), ColumnKind.TEXT, _kind),
        Column(
            "round", _("Round"), ColumnKind.WHOLE, lambda r: r.event.data.get("round")
        ),
        Column(
            "table", _("Table"), ColumnKind.WHOLE, lambda r: r.event.data.get("table")
        ),
        Column("players", _("Players"), ColumnKind.TEXT, _players),
        Column("what", _("Change"), ColumnKind.TEXT, lambda row: row.words),
        Column("why", _("Reason"), ColumnKind.TEXT, lambda row: row.why),
    ]


def _kind(row: LogLine) -> str:
    return str(group_of(row.event.kind) or row.event.kind)


def _players(row: LogLine) -> str:
    return ", ".join(f"{number} {name}" for number, name, _address in row.players)


def _rows(asked: Asked) -> Iterable[LogLine]:
    events = asked.tournament.log.order_by("revision")
    return EventLog(asked.tournament).lines(events[asked.part].iterator(CHUNK))


def _count(asked: Asked) -> int:
    return asked.tournament.log.count()


LOG = Export(
    "log",
    gettext_lazy("Log"),
    columns,
    _rows,
    private=True,
    counts=_count,
    is_long=True,
)

#: Exports by key. The type of a row is known only to its export.
EXPORTS: Mapping[str, Export[object]] = {
    export.key: cast("Export[object]", export)
    for export in (
        *(PLAYERS, SEATING, STANDINGS, TEAMS),
        *(RESULTS, HANDS, PAYMENTS, LOG),
    )
}


def offered_to(audience: Audience) -> list[Export[object]]:
    """Return the exports this audience may download."""
    everything = audience is Audience.DIRECTORS
    return [each for each in EXPORTS.values() if everything or not each.private]
