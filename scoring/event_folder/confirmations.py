"""confirmations.csv: what players and referees said of the results as they stand.

What was said of a result before it was corrected no longer counts, and is not told;
but a dispute that is open is about the result as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.event_folder.json_lines import LONGEST_NAME, read_time, write_time
from scoring.event_folder.layout import CONFIRMATIONS
from scoring.event_folder.ledgers import Ledger
from scoring.event_folder.recorded import Key, Word
from scoring.models import Confirmation, Sheet
from tournaments.files.csv_reader import CsvFile, Row
from tournaments.files.csv_writer import Cell
from tournaments.files.faults import FileFault
from tournaments.models import Session, Tournament
from tournaments.rounds.round_seats import TableRow
from tournaments.seating.files.sheets import MOST_ROUNDS, MOST_START_NUMBER, MOST_TABLES

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


def written_words(tournament: Tournament) -> list[Sequence[Cell]]:
    """The rows of the file."""
    of_tournament = Q(session__round__tournament=tournament)
    sheets = Sheet.objects.filter(of_tournament)
    last = dict(sheets.values_list("session", "sequence"))
    said = Confirmation.objects.filter(of_tournament).select_related(
        "session__round", "entry"
    )
    return [
        _cells(word)
        for word in said.order_by(
            "session__round__number", "session__table", "at", "pk"
        )
        if word.sequence == last.get(word.session_id) or _is_open(word)
    ]


def _is_open(word: Confirmation) -> bool:
    return word.kind == DISPUTE and word.settled_at is None


def _cells(word: Confirmation) -> Sequence[Cell]:
    return [
        word.session.round.number,
        word.session.table,
        word.entry.number if word.entry else "",
        word.kind,
        word.text,
        word.by,
        write_time(word.at),
        word.answer,
        word.settled_by,
        write_time(word.settled_at) if word.settled_at else "",
    ]


def read_words(file: CsvFile) -> tuple[Word, ...]:
    """What was said, by table and time. Faults join the file's."""
    words = (word for _line, word in file.lines(_word))
    return tuple(sorted(words, key=lambda word: (word.table, word.at)))


def _word(row: Row) -> Word:
    word = Word(
        line=row.line,
        table=(
            row.integer("round", 1, MOST_ROUNDS),
            row.integer("table", 1, MOST_TABLES),
        ),
        number=row.optional_integer("number", 1, MOST_START_NUMBER),
        said=row.raw("said"),
        text=row.raw("text"),
        by=row.text("by", LONGEST_NAME),
        at=_time(row, "at"),
        answer=row.raw("answer"),
        settled_by=row.text("settled_by", LONGEST_NAME),
        settled_at=_time(row, "settled_at") if row.raw("settled_at") else None,
    )
    _refuse_half(row, word)
    return word


def _time(row: Row, column: str) -> datetime:
    at = read_time(row.raw(column))
    if at is None:
        message = _("Give a time with its zone, as 2026-05-02T10:30:00+00:00.")
        row.fault("not_a_time", message, column)
    return at or datetime.min.replace(tzinfo=UTC)


def _refuse_half(row: Row, word: Word) -> None:
    settling = (word.answer, word.settled_by, word.settled_at)
    if not word.by:
        row.fault("missing", _("%(column)s is empty."), "by")
    if word.said not in (CONFIRM, DISPUTE):
        message = _("%(column)s is “%(value)s”: give one of %(choices)s.")
        choices = f"{CONFIRM}, {DISPUTE}"
        row.fault("not_a_choice", message, "said", value=word.said, choices=choices)
    elif word.said == CONFIRM and (word.text or any(settling)):
        message = _("A confirmation has no text, and is not settled.")
        row.fault("only_confirmed", message, "text")
    elif word.said == DISPUTE and not (word.text and word.number):
        message = _("A dispute has a text and the number of a player.")
        row.fault("half_a_dispute", message, "text")
    if any(settling) and not all(settling):
        message = _("A dispute is settled by somebody, at some time, with an answer.")
        row.fault("half_settled", message, "answer")


def wrong_words(
    words: Sequence[Word], seats: Sequence[TableRow], ledgers: Mapping[Key, Ledger]
) -> Iterator[FileFault]:
    """What cannot have been said of these tables."""
    numbers = {(table.round, table.table): table.numbers for table in seats}
    said: set[tuple[object, ...]] = set()
    for word in words:
        ledger = ledgers.get(word.table)
        once = (word.table, word.number, word.said)
        is_settled = word.settled_at is not None
        if ledger is None or ledger.is_empty:
            yield _fault(word, "no_result", _("There is no result of this table yet."))
        elif word.number and word.number not in numbers[word.table]:
            message = _("Player %(number)s does not sit at this table.")
            yield _fault(word, "player_elsewhere", message, number=word.number)
        elif word.said == CONFIRM and not ledger.state.over:
            yield _fault(word, "not_over", _("Play at this table is not over yet."))
        elif word.said == CONFIRM and not word.number and word.by == ledger.author:
            message = _("“%(by)s” made the last entry: somebody else confirms it.")
            yield _fault(word, "own_entry", message, by=word.by)
        elif once in said and not is_settled:
            yield _fault(word, "said_twice", _("This was said already."))
        if not is_settled:
            said.add(once)


def store_words(
    words: Sequence[Word], sessions: Mapping[Key, Session], tournament: Tournament
) -> None:
    """Write what was said of the results as they stand."""
    last = Sheet.objects.filter(session__round__tournament=tournament)
    sequences = dict(last.values_list("session", "sequence"))
    entries = {entry.number: entry for entry in tournament.entries.all()}
    Confirmation.objects.bulk_create(
        Confirmation(
            session=sessions[word.table],
            entry=entries[word.number] if word.number else None,
            sequence=sequences[sessions[word.table].pk],
            kind=word.said,
            text=word.text,
            by=word.by,
            at=word.at,
            answer=word.answer,
            settled_by=word.settled_by,
            settled_at=word.settled_at,
        )
        for word in words
    )


def _fault(word: Word, code: str, message: str, **params: object) -> FileFault:
    return FileFault(code, message, "", params, CONFIRMATIONS, word.line)
