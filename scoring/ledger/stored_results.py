"""Store the results computed from the ledgers.

The rows are never edited; every change of a ledger writes them again.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Model

from rules.hands_after_gong import is_last_hand
from rules.ledger_entries import FalseWin, Penalty, Target
from rules.ledger_replay import penalties_on, placings
from rules.ruleset_and_table_state import Ending, Line, Ruleset, TableState
from rules.winds import NO_SCORES, Scores, Wind
from scoring.models import PARTS, Result, Sheet
from tournaments.models import Game

#: Reasons of payments that are penalties. Other one-sided payments belong to the game,
#: such as riichi sticks.
PENALTIES = ("penalty", "false_win", "misnamed")


def project(game: Game, state: TableState, *, sequence: int) -> None:
    """Store the sheet and the results of a game in `state`.

    `sequence`: number of the last entry.
    """
    project_all([(game, state, sequence)])


def project_all(tables: Sequence[tuple[Game, TableState, int]]) -> None:
    """Store the sheets and results of several games, and delete results of games that
    have none. Each item: game, state, and number of the last entry.
    """
    sheets = [sheet_of(*table) for table in tables]
    by_game = [(game, results_of(game, state)) for game, state, _line in tables]
    results = [row for _game, rows in by_game for row in rows]
    _write(Sheet, sheets, key="game")
    _write(Result, results, key="seat")
    if without := [game for game, rows in by_game if not rows]:
        Result.objects.filter(seat__game__in=without).delete()


def _write(model: type[Model], rows: Sequence[Model], *, key: str) -> None:
    """Insert the rows; replace rows with the same `key`."""
    fields = (field.name for field in model._meta.concrete_fields)
    model._default_manager.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=[key],
        update_fields=[name for name in fields if name not in ("id", key)],
    )


def sheet_of(game: Game, state: TableState, sequence: int) -> Sheet:
    """Return the unsaved sheet of the game after the entry numbered `sequence`."""
    return Sheet(
        game=game,
        sequence=sequence,
        hands_played=state.hands_played,
        hand=state.position.hand,
        prevailing=state.position.prevailing,
        dealer=state.position.dealer,
        is_last_hand=is_last_hand(game.rules, state),
        over=state.over or "",
    )


def results_of(game: Game, state: TableState) -> list[Result]:
    """Return unsaved results for the seats.

    Empty for a cancelled table, and before the first hand, penalty, false win or end of
    play.
    """
    rows = results_by_seat(game.rules, state)
    seats = {seat.wind: seat for seat in game.seats.all()}
    for wind, row in rows.items():
        row.seat = seats[wind]
    return list(rows.values())


def results_by_seat(rules: Ruleset, state: TableState) -> dict[Wind, Result]:
    """Return unsaved results by wind, without seats. Empty as in `results_of`."""
    if not _counts(state) or state.over is Ending.CANCELLED:
        return {}
    placed = placings(rules, state)
    overall = penalties_on(state, Target.OVERALL)
    fined = penalties_on(state, Target.TABLE_POINTS)
    penalties = one_sided(state)
    faults = faults_in(state)
    winners = [seat for line in state.lines for seat in line.settlement.winners]
    return {
        wind: Result(
            score=placed[wind].score if state.over else state.scores[wind],
            penalties=penalties[wind],
            place=placed[wind].place,
            parts=int(placed[wind].table_points * PARTS),
            hands_won=winners.count(wind),
            overall=overall[wind],
            fined=fined[wind],
            faults=faults[wind],
        )
        for wind in state.position.seats
    }


def _counts(state: TableState) -> bool:
    counted = (FalseWin, Penalty)
    fined = any(isinstance(line.entry, counted) for line in state.lines)
    return bool(state.hands_played or state.over or fined)


def one_sided(state: TableState) -> Scores:
    """Return each seat's points from one-sided penalties: penalties with only a payer,
    or only a payee.
    """
    points = dict(NO_SCORES)
    for line in state.lines:
        for payment in line.settlement.payments:
            if payment.reason not in PENALTIES:
                continue
            if payment.payer and payment.payee is None:
                points[payment.payer] -= payment.amount
            if payment.payee and payment.payer is None:
                points[payment.payee] += payment.amount
    return points


def faults_in(state: TableState) -> Scores:
    """Return each seat's number of penalties and false wins. Warnings do not count."""
    faults = dict(NO_SCORES)
    for line in state.lines:
        for seat in _at_fault(line):
            faults[seat] += 1
    return faults


def _at_fault(line: Line) -> set[Wind]:
    payments = line.settlement.payments
    seats = {
        payment.payer
        for payment in payments
        if payment.payer and payment.reason in PENALTIES
    }
    if isinstance(line.entry, FalseWin):
        seats.add(line.entry.seat)
    if isinstance(line.entry, Penalty):
        seats |= {seat for seat, amount in line.entry.amounts.items() if amount < 0}
    return seats
