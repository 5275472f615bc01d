"""The order of play: who deals, what a draw leaves, when a game is over."""

from __future__ import annotations

import dataclasses

from rules.entries import Entry, FalseWin
from rules.hong_kong.options import HongKongOptions
from rules.kitty_and_goulash import deal_by_goulash, pools_after
from rules.round_winds import wind_after
from rules.table import Position
from rules.winds import Wind, passed_on


def advance(
    entry: Entry,
    winners: tuple[Wind, ...],
    position: Position,
    options: HongKongOptions,
    *,
    kitty_taken: bool = False,
) -> Position:
    """The position after the hand `entry` ended, which `winners` won.

    `position.carried` grows by the option with every draw until somebody wins; the
    dealer's `streak` ends with every hand the dealer does not win.
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
    """Whether the player to the right of the dealer deals the next hand."""
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
    """Whether the last round is over: everybody has dealt in it."""
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
    """The first deal under the next wind; unchanged after the last round."""
    order, rounds = options.round_winds, options.rounds
    if wind := wind_after(position.prevailing, order, rounds):
        return dataclasses.replace(position, prevailing=wind, deal=1)
    return position
