"""Find the next dealer, the counters, the riichi sticks and the end of a game.

EMA 2025, 3.5; the extension and the early endings are Tenhou's rules.
"""

from __future__ import annotations

import dataclasses

from rules.ledger_entries import Entry
from rules.riichi.dealer_stop import ends_game, refuse_stop
from rules.riichi.entries import AbortiveDraw, Chombo, ExhaustiveDraw, Win
from rules.riichi.options import RiichiOptions
from rules.riichi.settlement import paid_winners
from rules.ruleset_and_table_state import Ending, Position
from rules.winds import FOUR, WINDS, Scores, Wind, Winds, passed_on


def opening(players: int = FOUR) -> Position:
    """Return the position before the first hand. Each seat has the wind in its name.

    In riichi, `repeats` are the counters (honba), and `streak` is the number of hands
    in a row in which the dealer stayed.
    """
    return position_at(Wind.EAST, deal=1, players=players)


def position_at(
    prevailing: Wind,
    *,
    deal: int,
    honba: int = 0,
    sticks: int = 0,
    players: int = FOUR,
) -> Position:
    """Return the position of a table at this deal of the prevailing wind, counted from
    1."""
    winds: Winds = {seat: seat for seat in WINDS}
    for _passed_before in range(deal - 1):
        winds = passed_on(winds, players)
    return Position(
        1, prevailing, deal, winds, repeats=honba, sticks=sticks, players=players
    )


def advance(entry: Entry, position: Position, options: RiichiOptions) -> Position:
    """Return the position after the hand that `entry` ended."""
    following = dataclasses.replace(
        position,
        hand=position.hand + 1,
        sticks=_sticks(entry, position),
        repeats=_honba(entry, position, options),
    )
    if isinstance(entry, Chombo):
        return following
    if dealer_stays(entry, position, options):
        return dataclasses.replace(following, streak=position.streak + 1)
    return _passed(following)


def ending(
    entry: Entry, position: Position, scores: Scores, options: RiichiOptions
) -> Ending | None:
    """Return the reason why the game is over after `entry`; None if it continues.

    `position` is the position of the next hand. Raises RuleError if the entry ends the
    game but the dealer has no right to do this.
    """
    floor = options.bankrupt_below
    if floor is not None and min(scores[seat] for seat in position.seats) < floor:
        return Ending.BANKRUPT
    if isinstance(entry, Chombo | AbortiveDraw):
        return None
    deals_begun = options.players * WINDS.index(position.prevailing) + position.deal - 1
    left = options.players * options.rounds - deals_begun
    sudden_death = left <= 0 and options.extension_is_sudden_death
    if sudden_death and _is_reached(scores, options):
        return Ending.TARGET
    if position.streak:
        may = left <= 1 and _dealer_leads(position.dealer, scores, options)
        stops = ends_game(
            entry,
            may=may,
            policy=options.dealer_stop,
            asked=options.dealer_stop_asked,
        )
        return Ending.DEALER_STOP if stops else None
    refuse_stop(entry)
    return _after_last_deal(left, scores, options) if left <= 0 else None


def dealer_stays(entry: Entry, position: Position, options: RiichiOptions) -> bool:
    """Return whether the dealer stays for the next hand."""
    match entry:
        case Win():
            winners = {winner.seat for winner in paid_winners(entry, options)}
            return options.renchan != "never" and position.dealer in winners
        case ExhaustiveDraw():
            return options.renchan == "tenpai" and position.dealer in entry.tenpai
    return True


def _sticks(entry: Entry, position: Position) -> int:
    """Return the number of riichi sticks on the table after `entry`. A winner takes
    all; a chombo returns the sticks of the hand."""
    match entry:
        case Win():
            return 0
        case ExhaustiveDraw() | AbortiveDraw():
            return position.sticks + len(entry.riichi)
    return position.sticks


def _honba(entry: Entry, position: Position, options: RiichiOptions) -> int:
    """Return the number of counters after `entry`.

    One more after a draw, or after a win if the dealer stays. 0 after another win.
    Unchanged after a chombo.
    """
    if isinstance(entry, Chombo):
        return position.repeats
    if isinstance(entry, Win) and not dealer_stays(entry, position, options):
        return 0
    return position.repeats + 1


def _passed(position: Position) -> Position:
    """Return the position with the next dealer.

    The prevailing wind changes after every player has been dealer.
    """
    winds = passed_on(position.winds, position.players)
    prevailing, deal = position.prevailing, position.deal + 1
    if deal > position.players and prevailing is not WINDS[-1]:
        prevailing, deal = prevailing.after(1), 1
    return dataclasses.replace(
        position, prevailing=prevailing, deal=deal, winds=winds, streak=0
    )


def _dealer_leads(dealer: Wind, scores: Scores, options: RiichiOptions) -> bool:
    """Return whether the dealer leads and has reached the target.

    If scores are tied, the player nearest to the first East leads.
    """
    if scores[dealer] < options.target:
        return False
    return dealer is max(options.seats, key=scores.__getitem__)


def _after_last_deal(
    left: int, scores: Scores, options: RiichiOptions
) -> Ending | None:
    """Return the ending after the last hand or in the extension; None if the game
    continues.

    The game continues if the options allow an extension, no player has reached the
    target and the extension has hands left.
    """
    if not options.west_extension:
        return Ending.ALL_HANDS
    if _is_reached(scores, options):
        return Ending.TARGET
    extended = min(options.rounds + 1, len(WINDS)) - options.rounds
    return Ending.EXTENSION_OVER if left <= -options.players * extended else None


def _is_reached(scores: Scores, options: RiichiOptions) -> bool:
    """Return whether a player has reached the target."""
    return max(scores[seat] for seat in options.seats) >= options.target
