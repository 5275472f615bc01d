"""Extra payments to a winner: the kitty, the pool of a goulash deal, and a bonus for
consecutive wins as East.

No player pays into a pool in advance. The player who wins a pool receives the stake
from each other player. Pools that remain at the end go to no one. Sources: Four Winds,
“Kitty”, “Bonus for the winner of the Goulash deal”, “Draw rules”.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from rules.claim_types import Call
from rules.faults import Fault
from rules.hand_of_tiles import Hand
from rules.ledger_entries import Entry, Washout
from rules.rule_option_types import choice, contradiction, number
from rules.ruleset_and_table_state import Payment, Position
from rules.strict_reader import Reader
from rules.translation_marks import _, cited
from rules.winds import Wind

KITTY = "kitty"
GOULASH_POOL = "goulash_pool"
EXTRA_HAND = "extra_hand"

OFF, CHARLESTON, JOKERS = "off", "charleston", "jokers"


class PoolOptions(Protocol):
    """The rule options that pools depend on."""

    @property
    def kitty(self) -> int: ...
    @property
    def goulash_deal(self) -> str: ...
    @property
    def goulash_stake(self) -> int: ...
    @property
    def jokers(self) -> int: ...


def kitty() -> int:
    return number(
        0,
        0,
        10_000,
        _(
            "Kitty: stake per player and hand. A winner without chows gets the stakes "
            "of the other players. Enter 0 for no kitty."
        ),
        cited("off; Four Winds: modern American rules, usually 100"),
    )


def goulash_deal() -> str:
    return choice(
        OFF,
        (OFF, CHARLESTON, JOKERS),
        _(
            "Goulash: after a draw, the same dealer deals a hand in which chows are "
            "not allowed. Players first exchange tiles, or jokers are added for this "
            "hand. Afterwards, the dealer changes."
        ),
        cited("off; Four Winds: British and Australian rules"),
    )


def goulash_stake() -> int:
    return number(
        0,
        0,
        10_000,
        _("Extra payment per opponent to the winner of a goulash"),
        cited("Four Winds: the pool of a goulash, 100"),
    )


def extra_hand_bonus() -> int:
    return number(
        0,
        0,
        10_000,
        _(
            "Extra payment per opponent to a winning dealer for each previous win in "
            "a row"
        ),
        cited("Four Winds"),
    )


def contradictions(options: PoolOptions) -> Iterator[Fault]:
    """Yield a fault for each contradiction between the options for goulash deals."""
    if options.goulash_deal == OFF and options.goulash_stake:
        yield contradiction("goulash_stake", _("These rules have no goulash."))
    if options.goulash_deal == JOKERS and not options.jokers:
        yield contradiction(
            "goulash_deal",
            _("A goulash with jokers needs jokers. Enter the number of jokers."),
        )


def read_no_chows(reader: Reader, options: PoolOptions) -> bool:
    """Return the flag `no_chows`: true if the winner's hand has no chow.

    Adds a fault if it is true and the rules have no kitty.
    """
    no_chows = reader.flag("no_chows")
    refuse_no_chows(reader, no_chows, options)
    return no_chows


def refuse_no_chows(reader: Reader, no_chows: bool, options: PoolOptions) -> None:
    """Add a fault if `no_chows` is true and the rules have no kitty."""
    if no_chows and not options.kitty:
        reader.fault(
            "no_kitty",
            _("These rules have no kitty. Do not enter whether the hand has no chow."),
            "no_chows",
        )


def staked_by_each(position: Position, options: PoolOptions) -> int:
    """Return each player's stake in the kitty in points, including the stake of this
    hand."""
    return position.kitty + options.kitty


def goulash_of_each(position: Position, options: PoolOptions) -> int:
    """Return each player's stake in the goulash pool in points; 0 if this hand is not a
    goulash."""
    return options.goulash_stake if position.goulash else 0


def kitty_payments(
    winner: Wind, position: Position, options: PoolOptions
) -> Iterator[Payment]:
    """Yield the payments of the kitty from each other player to `winner`."""
    staked = staked_by_each(position, options)
    yield from from_each_other(winner, staked, KITTY, position)


def goulash_payments(
    winner: Wind, position: Position, options: PoolOptions
) -> Iterator[Payment]:
    """Yield the payments of the goulash pool to `winner`; none if the hand is not a
    goulash."""
    won = goulash_of_each(position, options)
    yield from from_each_other(winner, won, GOULASH_POOL, position)


def from_each_other(
    winner: Wind, amount: int, reason: str, position: Position
) -> Iterator[Payment]:
    """Yield a payment of `amount` points from each other player to `winner`; none if
    `amount` is 0."""
    for seat in position.seats if amount else ():
        if seat is not winner:
            yield Payment(seat, winner, amount, reason)


def pools_after(
    entry: Entry, position: Position, options: PoolOptions, *, won: bool, taken: bool
) -> Position:
    """Return the position with the pools for the next hand.

    `won`: the hand had a winner. `taken`: the winner got the kitty.
    """
    staked = 0 if taken else staked_by_each(position, options)
    goulash = _goulash_next(entry, position, options, won=won)
    return replace(position, kitty=staked, goulash=goulash)


def deal_by_goulash(
    entry: Entry, position: Position, options: PoolOptions, *, won: bool
) -> bool | None:
    """Return whether the dealer changes because of a goulash; None if a goulash does
    not decide this.

    The dealer stays for a goulash and changes after the goulash, even if the dealer
    wins.
    """
    if _goulash_next(entry, position, options, won=won):
        return False
    return True if position.goulash and (won or entry.kind == Washout.kind) else None


def goulash_faults(
    hand: Hand, *, chows: bool, position: Position, options: PoolOptions
) -> Iterator[Fault]:
    """Yield the faults of a winning hand: chows in a goulash, or jokers in another hand
    if only a goulash has jokers."""
    if position.goulash and chows:
        yield Fault(
            "goulash_chow", _("This hand is a goulash and cannot have a chow."), "hand"
        )
    if options.goulash_deal == JOKERS and not position.goulash and hand.has_jokers:
        yield Fault(
            "goulash_jokers", _("These rules have jokers only in a goulash."), "hand"
        )


def _goulash_next(
    entry: Entry, position: Position, options: PoolOptions, *, won: bool
) -> bool:
    """Return whether the next hand is a goulash.

    An ordinary draw leads to a goulash. A goulash is repeated after an abortive draw or
    three winners.
    """
    if options.goulash_deal == OFF:
        return False
    drawn = entry.kind == Washout.kind
    abortive = isinstance(entry, Washout) and not drawn
    three_winners = entry.kind == Call.WIN and not won
    return abortive or three_winners if position.goulash else drawn
