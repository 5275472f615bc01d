"""The log, as an export for directors: every change, the oldest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exports.export import Asked, Column, Export, Kind
from scoring.pages.event_log import EventLog, LogLine
from scoring.wording.log_words.groups import group_of
from tournaments.models import Tournament

#: So many changes are held at a time.
CHUNK = 500


def columns(_tournament: Tournament | None) -> Sequence[Column[LogLine]]:
    """The columns of the log, for its page's own file too."""
    return [
        Column("revision", _("Revision"), Kind.WHOLE, lambda row: row.event.revision),
        Column("at", _("Time"), Kind.TIME, lambda row: row.event.at),
        Column("by", _("By"), Kind.TEXT, lambda row: row.event.by),
        Column("origin", _("From"), Kind.TEXT, lambda row: str(row.origin)),
        Column("kind", _("Type"), Kind.TEXT, _kind),
        Column("round", _("Round"), Kind.WHOLE, lambda r: r.event.data.get("round")),
        Column("table", _("Table"), Kind.WHOLE, lambda r: r.event.data.get("table")),
        Column("players", _("Players"), Kind.TEXT, _players),
        Column("what", _("Change"), Kind.TEXT, lambda row: row.words),
        Column("why", _("Reason"), Kind.TEXT, lambda row: row.why),
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
