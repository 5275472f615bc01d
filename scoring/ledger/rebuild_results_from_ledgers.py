"""Recompute stored results from the ledgers, repair them and report differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db import models, transaction

from rules.faults import RuleError
from scoring.ledger import stored_results
from scoring.ledger import stored_wins as wins
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Result, Sheet, Win
from tournaments.models import Tournament

#: Name in the log for repaired results.
REBUILD = "rebuild"


def rebuild(tournament: Tournament, *, check: bool = False) -> list[str]:
    """Repair every stored result that differs from its ledger. Return a sentence for
    each difference. With `check`, write nothing.

    All tables are read first. Tables that differ are then locked and compared again, so
    hands entered in between are not reported.
    """
    stored = _Kept(
        Sheet.objects.filter(game__round__tournament=tournament),
        Result.objects.filter(seat__round__tournament=tournament),
        Win.objects.filter(round__tournament=tournament),
    )
    suspects = [
        ledger.game.pk
        for ledger in TableLedger.all_of(tournament)
        if any(_differences(ledger, stored))
    ]
    return [
        sentence for game_id in suspects for sentence in _mend(game_id, check=check)
    ]


@transaction.atomic
def _mend(game_id: int, *, check: bool) -> list[str]:
    ledger = TableLedger.locked(game_id)
    sheets = Sheet.objects.filter(game=game_id)
    stored = Result.objects.filter(seat__game=game_id)
    won = Win.objects.filter(game=game_id)
    differences = list(_differences(ledger, _Kept(sheets, stored, won)))
    if check or not differences:
        return differences
    try:
        if ledger.lines:
            stored_results.project(
                ledger.game, ledger.state, sequence=len(ledger.lines)
            )
            wins.renew([ledger.game], ledger.wins())
        else:
            sheets.delete()
            won.delete()
            stored.delete()
    except RuleError:
        return differences  # differences include that the ledger cannot be replayed
    ledger.game.record("rebuilt", by=REBUILD)
    return differences


class _Kept:
    """Stored sheets and wins by game, and stored results by seat, as field values."""

    def __init__(
        self, sheets: Iterable[Sheet], stored: Iterable[Result], won: Iterable[Win]
    ) -> None:
        self.sheets = {sheet.game_id: sheet for sheet in sheets}
        self.results = {result.seat_id: result for result in stored}
        self.wins: dict[int, list[Win]] = defaultdict(list)
        for win in won:
            self.wins[win.game_id].append(win)


def _differences(ledger: TableLedger, stored: _Kept) -> Iterator[str]:
    game = ledger.game
    table = f"round {game.round.number}, table {game.table}"
    sheet: Sheet | None = None
    expected: dict[int, Result] = {}
    if ledger.lines:
        try:
            sheet = stored_results.sheet_of(game, ledger.state, len(ledger.lines))
        except RuleError as error:
            yield f"{table}: the ledger cannot be replayed: {error}"
            return
        expected = {
            row.seat.pk: row for row in stored_results.results_of(game, ledger.state)
        }
    if _values(stored.sheets.get(game.pk)) != _values(sheet):
        yield f"{table}: the sheet differs from the ledger"
    if _won(stored.wins[game.pk]) != _won(ledger.wins() if ledger.lines else []):
        yield f"{table}: the hands won differ from the ledger"
    for seat in game.seats.all():
        if _values(stored.results.get(seat.pk)) != _values(expected.get(seat.pk)):
            yield f"{table}, seat {seat.wind}: the result differs from the ledger"


def _won(wins: Iterable[Win]) -> list[dict[str, object] | None]:
    """Return the field values of each win of a table, in the order of hands
    and seats.
    """
    return [_values(win) for win in sorted(wins, key=lambda win: (win.hand, win.seat))]


def _values(row: models.Model | None) -> dict[str, object] | None:
    """Return a row's field values without the primary key; None without a row."""
    if row is None:
        return None
    fields = row._meta.concrete_fields
    return {
        field.attname: getattr(row, field.attname)
        for field in fields
        if not field.primary_key
    }
