"""Find the next dealer, the prevailing wind and the end of a game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from rules.classical.entries import FalseMahjong, Misnamed, Win
from rules.classical.options import ClassicalOptions
from rules.classical.settlement import paid_winners, takes_kitty
from rules.kitty_and_goulash import deal_by_goulash, pools_after
from rules.ledger_entries import Entry
from rules.prevailing_winds_of_game import wind_after
from rules.ruleset_and_table_state import Position
from rules.winds import WINDS, Wind, passed_on

#: Winds that change places before the second round (South's, in the usual order), the
#: third and the last, with exchange of seats (OEMC).
_EXCHANGES = {
    Wind.SOUTH: ((Wind.SOUTH, Wind.WEST), (Wind.EAST, Wind.NORTH)),
    Wind.WEST: ((Wind.SOUTH, Wind.EAST),),
    Wind.NORTH: ((Wind.WEST, Wind.EAST),),
}


def reaches_the_row(
    entry: Entry, position: Position, options: ClassicalOptions
) -> bool:
    """Return whether this win completes the dealer's series of wins, which makes the
    hand worth the limit.

    `position.streak` counts the dealer's wins since becoming dealer or, if a draw
    interrupts the series, since the last draw or abandoned hand.
    """
    won = _east_won(entry, position, options)
    return won and position.streak + 1 == options.east_wins_in_a_row


def advance(entry: Entry, position: Position, options: ClassicalOptions) -> Position:
    """Return the position after the hand that `entry` ended."""
    won = _won(entry, options)
    taken = isinstance(entry, Win) and takes_kitty(entry, options) is not None
    after = dataclasses.replace(
        pools_after(entry, position, options, won=won, taken=taken),
        hand=position.hand + 1,
    )
    if not deal_passes(entry, position, options):
        return dataclasses.replace(
            after,
            repeats=position.repeats + 1,
            streak=_row_after(
                position, options, won=_east_won(entry, position, options)
            ),
        )
    passed = dataclasses.replace(
        after,
        deal=position.deal + 1,
        winds=passed_on(position.winds, position.players),
        repeats=0,
        streak=0,
    )
    return _next_round(passed, options) if is_over(passed) else passed


def _won(entry: Entry, options: ClassicalOptions) -> bool:
    """Return whether the hand had a winner; false for a draw by three winners."""
    return isinstance(entry, Win) and bool(paid_winners(entry, options))


def _east_won(entry: Entry, position: Position, options: ClassicalOptions) -> bool:
    """Return whether East won, alone or with others."""
    return isinstance(entry, Win) and position.dealer in paid_winners(entry, options)


def _row_after(position: Position, options: ClassicalOptions, *, won: bool) -> int:
    """Return the number of the dealer's consecutive wins after a hand in which the
    dealer stays."""
    if won:
        return position.streak + 1
    return 0 if options.washout_ends_row else position.streak


def deal_passes(entry: Entry, position: Position, options: ClassicalOptions) -> bool:
    """Return whether the dealer changes after this entry."""
    won = _won(entry, options)
    by_goulash = deal_by_goulash(entry, position, options, won=won)
    if by_goulash is not None:
        return by_goulash
    if options.rotation == "express" or reaches_the_row(entry, position, options):
        return True
    match entry:
        case Win() if paid_winners(entry, options):
            east_won = _east_won(entry, position, options)
            return not east_won or options.deal_passes_after_east_wins
        case FalseMahjong():
            return _passes_after_fault(entry.offenders, position, options)
        case Misnamed():
            return _passes_after_fault((entry.seat,), position, options)
    return options.deal_passes_after_washout


def is_over(position: Position) -> bool:
    """Return whether the last round is over, because every player has been dealer in
    the round."""
    return position.deal > position.players


def _passes_after_fault(
    offenders: tuple[Wind, ...], position: Position, options: ClassicalOptions
) -> bool:
    if options.false_win_then == "passes_if_east":
        return position.dealer in offenders
    return options.false_win_then == "passes"


def _next_round(position: Position, options: ClassicalOptions) -> Position:
    """Return the position at the first hand under the next prevailing wind.

    Unchanged after the last round.
    """
    order, rounds = options.round_winds, options.rounds
    prevailing = wind_after(position.prevailing, order, rounds)
    if prevailing is None:
        return position
    winds = position.winds
    if options.seat_exchange == "oemc":
        winds = _exchanged(winds, WINDS[order.index(prevailing)])
    return dataclasses.replace(position, prevailing=prevailing, deal=1, winds=winds)


def _exchanged(winds: Mapping[Wind, Wind], usual: Wind) -> Mapping[Wind, Wind]:
    becomes = {wind: wind for wind in WINDS}
    for one, other in _EXCHANGES[usual]:
        becomes[one], becomes[other] = other, one
    return {seat: becomes[wind] for seat, wind in winds.items()}
