"""The catalogue of all exports in page order, and the export of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.exports.export_columns_and_values import (
    Audience,
    Column,
    ColumnKind,
    Export,
    Selection,
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
    """Return the columns of the log, for the export and for the file of the log
    page.
    """
    return [
        Column(
            "revision", _("Revision"), ColumnKind.WHOLE, lambda row: row.event.revision
        ),
        Column(
            "at",
            pgettext("time of day", "Time"),
            ColumnKind.TIME,
            lambda row: row.event.at,
        ),
        Column(
            "by",
            pgettext("changed by", "By"),
            ColumnKind.TEXT,
            lambda row: row.event.by,
        ),
        Column(
            "origin",
            pgettext("origin of a change", "From"),
            ColumnKind.TEXT,
            lambda row: str(row.origin),
        ),
        Column("kind", _("Type"), ColumnKind.TEXT, _kind),
        Column(
            "round", _("Round"), ColumnKind.WHOLE, lambda r: r.event.data.get("round")
        ),
        Column(
            "table", _("Table"), ColumnKind.WHOLE, lambda r: r.event.data.get("table")
        ),
        Column("players", _("Players"), ColumnKind.TEXT, _players),
        Column(
            "what",
            pgettext("noun", "Change"),
            ColumnKind.TEXT,
            lambda row: row.sentence,
        ),
        Column("why", _("Reason"), ColumnKind.TEXT, lambda row: row.why),
    ]


def _kind(row: LogLine) -> str:
    return str(group_of(row.event.kind) or row.event.kind)


def _players(row: LogLine) -> str:
    return ", ".join(f"{number} {name}" for number, name, _address in row.players)


def _rows(selection: Selection) -> Iterable[LogLine]:
    events = selection.tournament.log.order_by("revision")
    return EventLog(selection.tournament).lines(events[selection.part].iterator(CHUNK))


def _count(selection: Selection) -> int:
    return selection.tournament.log.count()


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
    """Return the exports that the audience may download, in page order."""
    everything = audience is Audience.DIRECTORS
    return [export for export in EXPORTS.values() if everything or not export.private]
