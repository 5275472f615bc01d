"""Count a table anew by other rules. Reads only; who changes the rules writes what
comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace

from django.db import models
from django.utils.translation import gettext_noop as _

from rules.dead_hands_and_tile_count import refuse_dead_wins
from rules.faults import Fault, RuleError
from rules.ledger_entries import Entry
from rules.ledger_replay import follow_seated
from rules.ruleset_and_table_state import TableState
from rules.tables_of_two_or_three import at_size
from rules.winds import Wind
from scoring.ledger import stored_results
from scoring.ledger.gong_in_ledger import end_of_resumed_play
from scoring.ledger.table_ledger import Book
from scoring.models import RETRACTION, LedgerEntry, Result
from tournaments.models import RoundState, Seat, Session, Tournament

#: Of what is stored, what tells a table's result apart from another one.
OF_SHEET = ("hands_played", "hand", "prevailing", "dealer", "is_last_hand", "over")
OF_RESULT = ("score", "penalties", "place", "parts", "hands_won", "overall")

ENDS_OTHERWISE = _(
    "A false win ends the hand under one set of rules only, so later hands "
    "would be renumbered. Remove it at the table, change the rules, and "
    "enter it again."
)


@dataclass(frozen=True)
class Obstacle:
    """Why a table's ledger cannot be by the rules that are wanted: a `line` of it, or
    something that waits there."""

    session: Session
    faults: tuple[Fault, ...]
    hand: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Recounted:
    """A table by the rules that are wanted: its `state`, its `results` by seat, those
    it had `before` (play `was_over`, or ""), and whether they are others (`changed`).
    `ends`: what has to be entered there besides, where play was over by the old rules
    and is not by the new ones. `is_told`: the table's ledger must say that the rules
    were changed."""

    book: Book
    state: TableState
    results: Mapping[Wind, Result]
    before: Mapping[Wind, Result]
    was_over: str
    changed: bool
    ends: Entry | None
    is_told: bool


def under(book: Book, tournament: Tournament) -> Book:
    """The same ledger in a book by the rules of `tournament`, which is the book's own
    with other options."""
    session = copy(book.session)
    session.round = copy(session.round)
    session.round.tournament = tournament
    return Book(session, book.lines)


def recount(book: Book, tournament: Tournament) -> Recounted | list[Obstacle]:
    """The table by the rules of `tournament`, or what of it cannot be by them: every
    line that says nothing by them, else the first that cannot follow the others. Its
    session comes with its seats, their results, its sheet and its extension."""
    # Before there are new ones: a seat knows one result at a time, a table one sheet.
    if wrong := other_size(book, tournament):
        return wrong
    before, sheet = kept_results(book.session), getattr(book.session, "sheet", None)
    was_over = sheet.over if sheet else ""
    then = under(book, tournament)
    if unreadable := list(_unreadable(then)):
        return unreadable
    found = _replayed(then)
    if isinstance(found, Obstacle):
        return [found]
    then.state = found
    try:
        refuse_dead_wins(_before(book, found), found)
    except RuleError as error:
        hand = int(str(error.faults[0].params["hand"]))
        return [Obstacle(book.session, error.faults, hand)]
    end = end_of_resumed_play(then) if was_over else None
    ends = end.entry if end else None
    state = follow_seated(then.rules, found, ends) if ends else found
    results = {
        Wind(row.seat.wind): row
        for row in stored_results.results_of(then.session, state)
    }
    now = stored_results.sheet_of(then.session, state, len(then.lines))
    changed = _values(sheet, OF_SHEET) != _values(now, OF_SHEET)
    changed = changed or _are_others(before, results)
    is_told = changed or ends is not None or _has_unreadable(then)
    return Recounted(then, state, results, before, was_over, changed, ends, is_told)


def other_size(book: Book, tournament: Tournament) -> list[Obstacle]:
    """Whether by the rules of `tournament` another number of players sits at a table
    that people know of."""
    if book.session.round.state == RoundState.DRAFT:
        return []
    try:
        at_size(tournament.rules, book.session.players)
    except RuleError as error:
        faults = tuple(replace(fault, field="") for fault in error.faults)
        return [Obstacle(book.session, faults)]
    return []


def kept_results(session: Session) -> dict[Wind, Result]:
    """The stored results by seat."""
    kept: dict[Wind, Result] = {}
    for seat in session.seats.all():
        if result := getattr(seat, "result", None):
            result.seat = seat
            kept[Wind(seat.wind)] = result
    return kept


def seats_of(session: Session) -> dict[Wind, Seat]:
    return {Wind(seat.wind): seat for seat in session.seats.all()}


def _unreadable(book: Book) -> Iterator[Obstacle]:
    """The lines that say nothing by these rules, or that end their hand otherwise."""
    for line in book.live:
        try:
            if book.entry_of(line).settles_hand != line.settles_hand:
                raise RuleError(Fault("ends_otherwise", ENDS_OTHERWISE))
        except RuleError as error:
            yield _at(book, line, error)


def _replayed(book: Book) -> TableState | Obstacle:
    """The state, or the first line that cannot follow those before it."""
    rules = book.rules
    state = TableState(rules.opening(), rules.opening_scores())
    for line in book.live:
        try:
            state = follow_seated(rules, state, book.entry_of(line))
        except RuleError as error:
            return _at(book, line, error)
    return state


def _at(book: Book, line: LedgerEntry, error: RuleError) -> Obstacle:
    faults = tuple(replace(fault, field="") for fault in error.faults)
    return Obstacle(book.session, faults, line.hand, line.sequence)


def _before(book: Book, after: TableState) -> TableState:
    """The state by the old rules, where a hand may be dead; replayed only then."""
    if any(line.settlement.dead for line in after.lines):
        return book.state
    return TableState(after.position)


def _are_others(before: Mapping[Wind, Result], after: Mapping[Wind, Result]) -> bool:
    return before.keys() != after.keys() or any(
        _values(before[seat], OF_RESULT) != _values(after[seat], OF_RESULT)
        for seat in after
    )


def _values(row: models.Model | None, fields: tuple[str, ...]) -> list[object]:
    return [getattr(row, field) for field in fields] if row else []


def _has_unreadable(book: Book) -> bool:
    """Whether something was superseded that the new rules cannot read: then the ledger
    must say which rules it was entered under."""
    dead = {line.pk for line in book.lines} - {line.pk for line in book.live}
    return any(
        line.pk in dead and line.kind != RETRACTION and not _is_readable(book, line)
        for line in book.lines
    )


def _is_readable(book: Book, line: LedgerEntry) -> bool:
    try:
        book.entry_of(line)
    except RuleError:
        return False
    return True


def waiting_unreadable(
    tournament: Tournament, waiting: Iterator[tuple[Session, int, Mapping[str, object]]]
) -> Iterator[Obstacle]:
    """What waits for somebody's word (session, hand, entry) and would be nothing by the
    rules of `tournament`."""
    for session, hand, offered in waiting:
        try:
            at_size(tournament.rules, session.players).read_entry(offered)
        except RuleError as error:
            faults = tuple(replace(fault, field="") for fault in error.faults)
            yield Obstacle(session, faults, hand)
