"""Prevailing winds of a game's rounds, in the order that a tournament chooses."""

from __future__ import annotations

from itertools import permutations

from rules.rule_option_types import choice
from rules.ruleset_and_table_state import Position
from rules.translation_marks import _, cited
from rules.winds import WINDS, Wind

ORDERS = tuple("".join(order) for order in permutations(WINDS))


def round_winds() -> str:
    """Declare the option for the order of the prevailing winds."""
    return choice(
        ORDERS[0],
        ORDERS,
        _("Order of the prevailing winds"),
        cited("ESWN; Four Winds: any order"),
    )


def opening(order: str, players: int) -> Position:
    """Return the position before the first hand. Each seat has the wind in its name."""
    return Position(
        hand=1,
        prevailing=Wind(order[0]),
        deal=1,
        winds={seat: seat for seat in WINDS},
        players=players,
    )


def wind_after(prevailing: Wind, order: str, rounds: int) -> Wind | None:
    """Return the prevailing wind after `prevailing`; None after the last round."""
    number = order.index(prevailing) + 1
    return Wind(order[number]) if number < rounds else None
