"""An event folder becomes a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.table import Ruleset
from scoring import ledger, results
from scoring.event_folder.conflicts import store_conflicts
from scoring.event_folder.extra_times import store_extra_times
from scoring.event_folder.folder import EventFolder
from scoring.event_folder.late_hands import store_late_hands
from scoring.event_folder.ledgers import IMPORT, Ledger
from scoring.event_folder.recorded import Event, Key
from scoring.event_folder.said import store_words
from scoring.event_folder.told import as_entries
from scoring.models import LedgerEntry
from tournaments import day_plan, registration, round_seats, setup
from tournaments.file_faults import located
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
    by = director.get_username() if director else IMPORT
    tournament = setup.create_tournament(folder.plan, director=director, by=by)
    for name, value in folder.further.tournament.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(folder.further.tournament))
    if items := folder.further.day_plan:
        day_plan.write(tournament, items, by=by, now=timezone.now())
    registration.register(tournament, folder.seats.players, by=by)
    if folder.seats.tables:
        round_seats.seat_rounds(tournament, folder.seats.tables, by=by)
    sessions = _store_ledgers(tournament, folder, progress)
    store_words(folder.event.words, sessions, tournament)
    _store_beside_the_ledgers(folder.event, sessions, tournament.rules)
    closed = _set_states(tournament, folder)
    tournament.record(
        "imported", by=by, closed=sorted(closed), flags=list(map(located, folder.flags))
    )
    return tournament


def _store_ledgers(
    tournament: Tournament, folder: EventFolder, progress: Progress
) -> Mapping[Key, Session]:
    """Write every table's ledger; the sessions by round and table."""
    sessions = (
        Session.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .prefetch_related("seats")
        .order_by("round__number", "table")
    )
    by_key = {}
    for done, session in enumerate(sessions, start=1):
        key = session.round.number, session.table
        by_key[key] = session
        recorded = folder.ledgers.get(key)
        if recorded and recorded.lines:
            _append_lines(session, recorded)
        elif recorded and recorded.rows:
            ledger.append_all(session, recorded.rows, by=IMPORT)
        progress(done, len(sessions))
    return by_key


def _append_lines(session: Session, recorded: Ledger) -> None:
    """Write a ledger with its history. A line is written before the next one that
    takes its place."""
    rules = session.round.tournament.rules
    pending: list[LedgerEntry] = []
    for line in as_entries(session, rules, recorded.lines):
        if line.supersedes in pending:
            LedgerEntry.objects.bulk_create(pending)
            pending = []
        pending.append(line)
    LedgerEntry.objects.bulk_create(pending)
    results.project(session, recorded.state, sequence=len(recorded.lines))


def _store_beside_the_ledgers(
    event: Event, sessions: Mapping[Key, Session], rules: Ruleset
) -> None:
    """What tables have that counts for nothing, or is no line of a ledger."""
    named = {late.table for late in event.late_hands}
    named |= {conflict.table for conflict in event.conflicts}
    keys = {sessions[key].pk: key for key in named}
    rows = LedgerEntry.objects.filter(session__in=keys)
    lines = {(keys[row.session_id], row.sequence): row for row in rows}
    store_late_hands(event.late_hands, sessions, lines, rules)
    store_conflicts(event.conflicts, lines, rules)
    store_extra_times(event.extra_times, sessions)


def _set_states(tournament: Tournament, folder: EventFolder) -> set[int]:
    """Close what is finished and publish the rest; the closed rounds' numbers."""
    event = folder.event
    played = {key[0] for key, kept in folder.ledgers.items() if not kept.is_empty}
    drafts = event.drafts - played
    closed = folder.closed_rounds()
    rounds = Round.objects.filter(tournament=tournament)
    rounds.exclude(number__in=drafts | closed).update(state=RoundState.PUBLISHED)
    rounds.filter(number__in=closed).update(state=RoundState.CLOSED)
    return closed
