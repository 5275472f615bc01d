"""An event folder becomes a tournament."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import transaction

from scoring import ledger
from scoring.event_folder.folder import EventFolder
from tournaments import setup
from tournaments.files import located
from tournaments.models import Round, RoundState, Session, Tournament

#: Told (tables done, tables in all) while an import is at work.
Progress = Callable[[int, int], None]


@transaction.atomic
def store(
    folder: EventFolder,
    *,
    director: User | None,
    progress: Progress = lambda done, tables: None,
) -> Tournament:
    """A new tournament with everything the folder says.

    Rounds whose tables all have totals are closed; the others are published, or
    drafts if event.json says so. Flags go into the log.
    """
    by = director.get_username() if director else "import"
    tournament = setup.create_tournament(folder.plan, director=director, by=by)
    setup.register(tournament, folder.seats.players, by=by)
    if folder.seats.tables:
        setup.seat_rounds(tournament, folder.seats.tables, by=by)
    _store_ledgers(tournament, folder, by, progress)
    closed = _set_states(tournament, folder)
    tournament.record(
        "imported", by=by, closed=sorted(closed), flags=list(map(located, folder.flags))
    )
    return tournament


def _store_ledgers(
    tournament: Tournament, folder: EventFolder, by: str, progress: Progress
) -> None:
    sessions = (
        Session.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .prefetch_related("seats")
        .order_by("round__number", "table")
    )
    for done, session in enumerate(sessions, start=1):
        recorded = folder.ledgers.get((session.round.number, session.table))
        if recorded and recorded.rows:
            ledger.append_all(session, recorded.rows, by=by)
        progress(done, len(sessions))


def _set_states(tournament: Tournament, folder: EventFolder) -> set[int]:
    """Close what is finished and publish the rest; the closed rounds' numbers."""
    event = folder.event
    played = {key[0] for key, recorded in folder.ledgers.items() if recorded.rows}
    drafts = event.drafts - played
    closed = event.closed_rounds()
    rounds = Round.objects.filter(tournament=tournament)
    rounds.exclude(number__in=drafts | closed).update(state=RoundState.PUBLISHED)
    rounds.filter(number__in=closed).update(state=RoundState.CLOSED)
    return closed
