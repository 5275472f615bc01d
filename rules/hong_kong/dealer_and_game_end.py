"""Find the next dealer, the points carried over by draws, the end of a game and the
final places. Options decide how ties are broken."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.settlement import false_win_dues, payments_of
from rules.kitty_and_goulash import deal_by_goulash, pools_after
from rules.ledger_entries import Entry, FalseWin, Totals
from rules.prevailing_winds_of_game import wind_after
from rules.ruleset_and_table_state import (
    Ending,
    Line,
    Placing,
    Position,
    Settlement,
    TableState,
)
from rules.table_points import SEAT_ORDER, places
from rules.winds import WINDS, Scores, Wind, passed_on


def advance(
    entry: Entry,
    winners: tuple[Wind, ...],
    position: Position,
    options: HongKongOptions,
    *,
    kitty_taken: bool = False,
) -> Position:
    """Return the position after the hand that `entry` ended and `winners` won.

    Each draw adds to `position.carried` until a win. The dealer's `streak` is 0 after
    any hand that the dealer does not win.
    """
    streak = position.streak + 1 if position.dealer in winners else 0
    passes = deal_passes(entry, winners, position, options)
    position = dataclasses.replace(
        pools_after(entry, position, options, won=bool(winners), taken=kitty_taken),
        hand=position.hand + 1,
        carried=_carried(entry, winners, position, options),
    )
    if not passes:
        return dataclasses.replace(
            position, repeats=position.repeats + 1, streak=streak
        )
    passed = dataclasses.replace(
        position,
        deal=position.deal + 1,
        winds=passed_on(position.winds, position.players),
        repeats=0,
        streak=0,
    )
    return _next_round(passed, options) if is_over(passed) else passed


def deal_passes(
    entry: Entry,
    winners: tuple[Wind, ...],
    position: Position,
    options: HongKongOptions,
) -> bool:
    """Return whether the dealer changes after this entry."""
    by_goulash = deal_by_goulash(entry, position, options, won=bool(winners))
    if by_goulash is not None:
        return by_goulash
    if position.dealer in winners:
        in_a_row = position.streak + 1
        return options.deal_passes_on_dealer_win or in_a_row == options.max_dealer_wins
    if winners:
        return True
    if isinstance(entry, FalseWin) and options.false_win_then != "as_draw":
        if options.false_win_then == "passes_if_dealer":
            return entry.seat is position.dealer
        return options.false_win_then == "passes"
    return options.deal_passes_on_draw


def is_over(position: Position) -> bool:
    """Return whether the last round is over, because every player has been dealer in
    the round."""
    return position.deal > position.players


def _carried(
    entry: Entry,
    winners: tuple[Wind, ...],
    position: Position,
    options: HongKongOptions,
) -> int:
    if winners:
        return 0
    if isinstance(entry, FalseWin):
        return position.carried
    return position.carried + options.goulash_carry


def _next_round(position: Position, options: HongKongOptions) -> Position:
    """Return the position at the first hand under the next prevailing wind.

    Unchanged after the last round.
    """
    order, rounds = options.round_winds, options.rounds
    if wind := wind_after(position.prevailing, order, rounds):
        return dataclasses.replace(position, prevailing=wind, deal=1)
    return position


Marks = tuple[int, ...]


def placings(state: TableState, options: HongKongOptions) -> Mapping[Wind, Placing]:
    """Return each seat's place, score and table points. Tied players share the place
    and the points."""
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
    """Return the scores. Includes the cost of false wins if the rules charge it at the
    end."""
    scores = dict(state.scores)
    if options.false_win_at_end and state.over is not Ending.CANCELLED:
        for line in _since_totals(state):
            if isinstance(line.entry, FalseWin):
                dues = false_win_dues(line.entry.seat, line.before, options)
                changes = Settlement(payments_of(dues)[0]).changes
                scores = {seat: scores[seat] + changes[seat] for seat in WINDS}
    return scores


def _since_totals(state: TableState) -> list[Line]:
    """Return the ledger lines after the last entry of paper totals."""
    lines: list[Line] = []
    for line in state.lines:
        lines = [] if isinstance(line.entry, Totals) else [*lines, line]
    return lines


def _play_of(seat: Wind, state: TableState, options: HongKongOptions) -> Marks:
    """Return a player's tie-break values, in order: faan won, hands won, minus the
    number of discards that others won on."""
    faan = wins = discards = 0
    for line in state.lines:
        if not isinstance(line.entry, Win) or not line.settlement.winners:
            continue
        discards += line.entry.discarder is seat
        for claim in line.entry.claims:
            if claim.winner is seat and seat in line.settlement.winners:
                wins += 1
                faan += options.capped(claim.faan, claim.own_hand)
    return faan, wins, -discards
