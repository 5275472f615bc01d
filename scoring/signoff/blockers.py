"""Open matters at tables that keep a round from being closed without a reason. Reads
only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from scoring.corrections import conflicts
from scoring.models import Sheet
from scoring.signoff import status
from scoring.signoff.table_states import is_empty
from tournaments.models import Round, Session


@dataclass(frozen=True)
class Matter:
    """What is open at some tables of a round, if at any. `event`: what the log calls
    it when the round is closed all the same; "" where the closing itself settles it.
    `elsewhere`: tables that are named in another matter, but by the log in this."""

    code: str
    message: str
    sessions: Sequence[Session]
    event: str = ""
    elsewhere: Sequence[Session] = ()

    @property
    def fault(self) -> Fault:
        tables = ", ".join(str(session.table) for session in self.sessions)
        return Fault(self.code, self.message, "reason", {"tables": tables})

    @property
    def logged(self) -> list[int]:
        """The tables that the log names."""
        if not self.event:
            return []
        return sorted(one.table for one in (*self.sessions, *self.elsewhere))


def open_matters(round_: Round, playing: Collection[Session]) -> Iterator[Matter]:
    """Everything that may be open in a round that comes with its tournament; `playing`
    are the tables whose play is not over."""
    yield Matter(
        "two_versions",
        _(
            "A hand was entered in two versions: table %(tables)s. Choose one, or "
            "give a reason to close the round without that."
        ),
        conflicts.sessions_waiting(round_.pk),
        "closed_with_two_versions",
    )
    late = round_.sessions.filter(late_hands__decision="")
    yield Matter(
        "late_hands",
        _(
            "A hand waits for a referee's word: table %(tables)s. Give a reason to "
            "close the round without it."
        ),
        list(late.distinct().order_by("table")),
        "closed_with_late_hands",
    )
    yield Matter(
        "still_playing",
        _("Still playing: table %(tables)s. Give a reason to end their play."),
        list(playing),
    )
    yield Matter(
        "no_hands",
        _(
            "No hand was entered: table %(tables)s. Give a reason to close the round "
            "without that."
        ),
        _without_a_hand(round_),
        "closed_without_hands",
    )
    lacking = status.lacking(round_.tournament, round_.pk)
    yield Matter(
        "not_confirmed",
        _(
            "Not confirmed, or in dispute: table %(tables)s. Give a reason to close "
            "the round without that."
        ),
        [session for session in lacking if session not in playing],
        "closed_unconfirmed",
        [session for session in lacking if session in playing],
    )


def _without_a_hand(round_: Round) -> list[Session]:
    sheets = Sheet.objects.filter(session__round=round_).select_related("session")
    over = sheets.order_by("session__table")
    return [sheet.session for sheet in over if is_empty(sheet)]
