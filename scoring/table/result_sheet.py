"""The result sheet of a table: scores, places, penalties, authors and confirmations.
Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rules.ledger_entries import PlayEnded, Totals
from scoring.confirming_and_finishing.confirmation_status import (
    PlayerConfirmation,
    TableSignOff,
    table_sign_off,
)
from scoring.corrections import conflicting_hands
from scoring.ledger.table_ledger import NOT_ENTERED
from scoring.models import LedgerEntry, Result
from scoring.rulesets.presenter_registry import declaration_kinds, false_win_kinds
from scoring.table.score_sheet import SheetLine, game_page
from tournaments.models import Game, Player, Seat
from tournaments.web.form_fields_and_types import Context

#: Entry kinds that are neither a hand nor a ruling on a player's points.
NO_RULINGS = (*NOT_ENTERED, PlayEnded.kind, Totals.kind)


@dataclass(frozen=True)
class ResultRow:
    """A player's row of the sheet. `result`: None before the first entry."""

    seat: Seat
    result: Result | None
    voice: PlayerConfirmation


@dataclass(frozen=True)
class Author:
    """The author of entries. `entries`: number of the author's entries that count."""

    name: str
    entries: int


def result_sheet(game: Game, *, reader: Player | None = None) -> Context:
    """Return the contents of the sheet, players by place.

    `reader`: a player, who sees the other players under the names they chose. Raises
    PublicPageNotFound while the round's seating is not public.
    """
    round_, table = game.round, game.table
    page = game_page(round_.tournament, round_.number, table, reader=reader)
    closing = table_sign_off(round_.tournament, page["game"])
    lines: list[SheetLine] = page["lines"]
    entered = [item.entered for item in lines if item.line.kind not in NOT_ENTERED]
    return page | {
        "tournament": round_.tournament,
        "closing": closing,
        "conflicts": conflicting_hands.waiting_in(round_.tournament).filter(
            line__game=game
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
    """Return whether the entry is a ruling on points, not the outcome of a played hand
    or a declaration.
    """
    if line.kind in false_win_kinds():
        return True
    if line.kind in declaration_kinds():
        return False
    return not line.settles_hand and line.kind not in NO_RULINGS


def _ended(lines: Iterable[SheetLine]) -> LedgerEntry | None:
    """Return the entry of a referee that ended play, or None."""
    ends = (item.entered for item in lines if item.line.kind == PlayEnded.kind)
    return next(ends, None)


def rows_of(closing: TableSignOff) -> list[ResultRow]:
    rows = [
        ResultRow(voice.seat, getattr(voice.seat, "result", None), voice)
        for voice in closing.voices
    ]
    return sorted(rows, key=lambda row: row.result.place if row.result else 0)


def _authors(lines: Iterable[LedgerEntry]) -> list[Author]:
    counted = Counter(line.by for line in lines)
    return [Author(name, entries) for name, entries in counted.most_common()]
