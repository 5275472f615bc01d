"""Store the wins computed from the ledgers.

The rows are never edited; every change of a ledger updates them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from rules.ruleset_and_table_state import Ending, Line, TableState
from rules.winds import WINDS
from scoring.models import LedgerEntry, Win
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Game


def rows_of(
    game: Game,
    state: TableState,
    lines: Iterable[LedgerEntry],
    hand: int | None = None,
) -> list[Win]:
    """Return unsaved rows of the wins in a table's `state`, one for each winner of each
    hand. `lines`: the whole ledger; `hand`: only this hand. Empty for a cancelled
    table.
    """
    if state.over is Ending.CANCELLED:
        return []
    first: dict[int, datetime] = {}
    for line in lines:
        if line.settles_hand:
            first.setdefault(line.hand, line.at)
    replayed = [line for line in state.lines if hand in (None, line.before.hand)]
    return [win for line in replayed for win in _rows_of(game, line, first)]


def add(rows: Sequence[Win]) -> None:
    """Store these wins."""
    Win.objects.bulk_create(rows)


def forget(games: Iterable[Game]) -> None:
    """Delete the stored wins of these games."""
    Win.objects.filter(game__in=list(games)).delete()


def renew(games: Iterable[Game], rows: Sequence[Win]) -> None:
    """Replace the stored wins of these games by `rows`."""
    forget(games)
    add(rows)


def _rows_of(game: Game, line: Line, first: dict[int, datetime]) -> Iterator[Win]:
    settled, before = line.settlement.winners, line.before
    if not settled:
        return
    entry = line.settlement.entry or line.entry
    for won in presenter_of(game.round.tournament.ruleset).won(entry):
        if won.seat in settled:
            yield Win(
                game=game,
                round_id=game.round_id,
                hand=before.hand,
                seat=won.seat,
                discarder=won.discarder or "",
                worth=won.worth,
                at=first[before.hand],
                prevailing=before.prevailing,
                winds="".join(before.winds[seat] for seat in WINDS),
                said={"kind": entry.kind, **entry.as_data()},
            )
