"""The result sheet of a table: scores, places, penalties, who entered what, and who
has confirmed it. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rules.ledger_entries import PlayEnded, Totals
from scoring.confirming_and_finishing.confirmation_status import (
    Closing,
    Voice,
    closing_of,
)
from scoring.corrections import conflicting_hands
from scoring.ledger.table_ledger import NOT_ENTERED
from scoring.models import LedgerEntry, Result
from scoring.rulesets.presenter_registry import declaration_kinds, false_win_kinds
from scoring.table.score_sheet import SheetLine, session_page
from tournaments.models import Entry, Seat, Session
from tournaments.web.form_fields_and_types import Context

#: What stands in a ledger beside hands, and is no ruling about somebody's points.
NO_RULINGS = (*NOT_ENTERED, PlayEnded.kind, Totals.kind)


@dataclass(frozen=True)
class ResultRow:
    """A player's line of the sheet; `result` None while nothing is played."""

    seat: Seat
    result: Result | None
    voice: Voice


@dataclass(frozen=True)
class Author:
    """Who made how many of the entries that count."""

    name: str
    entries: int


def result_sheet(session: Session, *, reader: Entry | None = None) -> Context:
    """Everything on the sheet, the players in the order of their places; for one of
    them (`reader`) on a page of their own, with the others under the names they chose.
    Raises NotThere while the seats of the round are not public."""
    round_, table = session.round, session.table
    page = session_page(round_.tournament, round_.number, table, reader=reader)
    closing = closing_of(round_.tournament, page["session"])
    lines: list[SheetLine] = page["lines"]
    entered = [item.entered for item in lines if item.line.kind not in NOT_ENTERED]
    return page | {
        "tournament": round_.tournament,
        "closing": closing,
        "conflicts": conflicting_hands.waiting_in(round_.tournament).filter(
            line__session=session
        ),
        "rows": rows_of(closing),
        "any_penalties": any(
            getattr(seat, "result", None) and seat.result.penalties
            for seat in page["seats"]
        ),
        "rulings": [item for item in lines if _is_ruling(item.line)],
        "ended": _ended(lines),
        "authors": _authors(entered),
        "last_entry": max(entered, key=lambda line: line.sequence, default=None),
    }


def _is_ruling(line: LedgerEntry) -> bool:
    """Whether the line is about somebody's points and no hand that was played."""
    if line.kind in false_win_kinds():
        return True
    if line.kind in declaration_kinds():
        return False
    return not line.settles_hand and line.kind not in NO_RULINGS


def _ended(lines: Iterable[SheetLine]) -> LedgerEntry | None:
    """Where a referee said that play is over, and why."""
    ends = (item.entered for item in lines if item.line.kind == PlayEnded.kind)
    return next(ends, None)


def rows_of(closing: Closing) -> list[ResultRow]:
    rows = [
        ResultRow(voice.seat, getattr(voice.seat, "result", None), voice)
        for voice in closing.voices
    ]
    return sorted(rows, key=lambda row: row.result.place if row.result else 0)


def _authors(lines: Iterable[LedgerEntry]) -> list[Author]:
    counted = Counter(line.by for line in lines)
    return [Author(name, entries) for name, entries in counted.most_common()]
