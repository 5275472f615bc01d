"""The four players' places when play is over, ties broken as the options say."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.entries import FalseWin, Totals
from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.settlement import false_win_dues, payments_of
from rules.place_points import SEAT_ORDER
from rules.ranking import places
from rules.table import Ending, Line, Placing, Settlement, TableState
from rules.winds import WINDS, Scores, Wind

Marks = tuple[int, ...]


def placings(state: TableState, options: HongKongOptions) -> Mapping[Wind, Placing]:
    """Places and table points; players with equal marks share both."""
    scores = final_scores(state, options)
    seats = state.position.seats
    marks: dict[Wind, Marks] = {seat: (scores[seat],) for seat in seats}
    if options.tie_break == "tvb":
        marks = {
            seat: (scores[seat], *_play_of(seat, state, options)) for seat in seats
        }
    elif options.tie_break == SEAT_ORDER:
        marks = {seat: (scores[seat], -WINDS.index(seat)) for seat in seats}
    placed = places(marks.items())
    result = {}
    for place, seat in placed:
        tied = sum(1 for other, _seat in placed if other == place)
        pool = sum(options.table_points[place - 1 : place - 1 + tied])
        result[seat] = Placing(place, scores[seat], Fraction(pool, tied))
    return result


def final_scores(state: TableState, options: HongKongOptions) -> Scores:
    """The scores, with what false wins cost where that is paid at the end."""
    scores = dict(state.scores)
    if options.false_win_at_end and state.over is not Ending.CANCELLED:
        for line in _since_totals(state):
            if isinstance(line.entry, FalseWin):
                dues = false_win_dues(line.entry.seat, line.before, options)
                changes = Settlement(payments_of(dues)[0]).changes
                scores = {seat: scores[seat] + changes[seat] for seat in WINDS}
    return scores


def _since_totals(state: TableState) -> list[Line]:
    """The lines that no entered totals stand for."""
    lines: list[Line] = []
    for line in state.lines:
        lines = [] if isinstance(line.entry, Totals) else [*lines, line]
    return lines


def _play_of(seat: Wind, state: TableState, options: HongKongOptions) -> Marks:
    """Faan won, hands won, and winning discards as a mark that falls with them."""
    faan = wins = discards = 0
    for line in state.lines:
        if not isinstance(line.entry, Win) or not line.settlement.winners:
            continue
        discards += line.entry.discarder is seat
        for claim in line.entry.claims:
            if claim.winner is seat and seat in line.settlement.winners:
                wins += 1
                faan += options.capped(claim.faan)
    return faan, wins, -discards
