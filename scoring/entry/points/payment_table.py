"""What one player's win pays, for every value it can have: worked out by the rules,
so that a page can show it without a network. `static/table-payments.js` reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache

import rules
from rules.table import Position
from rules.table_sizes import seats_by
from rules.winds import WINDS, Wind
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.payment_tables import Table
from tournaments.models import Tournament


def payment_table(tournament: Tournament, position: Position) -> str:
    """The table for the hand at `position`, as JSON; "" where the payments of a win
    do not go by its value.

    `pays[winner][source][payer]` is the number of a column, and `columns` give the
    amount for each of `choices` of `field`, or as a line. Who fills in any field of
    `unless` asks for more than the table knows. `hand` is None if the table holds for
    any hand.
    """
    table = _table(
        tournament.ruleset,
        json.dumps(tournament.options, sort_keys=True),
        tuple(position.winds.items()),
        position.repeats,
        position.streak,
        position.carried,
        position.kitty,
        position.goulash,
        position.players,
    )
    if not table:
        return ""
    table = dict(table)
    if table["hand"]:
        table["hand"] = position.hand
    table |= presenter_of(tournament.ruleset).deposits(position)
    return json.dumps(table, separators=(",", ":"))


def payments_at(ruleset: str, options: str, position: Position) -> Table:
    """The table of payments (as in `payment_table`) at any position, by winds instead
    of seats, without deposits and without the number of the hand. `options` are
    JSON."""
    winds = tuple((wind, wind) for wind in WINDS)
    counted = position.repeats, position.streak, position.carried
    pools = position.kitty, position.goulash
    return _table(ruleset, options, winds, *counted, *pools, position.players)


@lru_cache(maxsize=512)
def _table(
    ruleset: str,
    options: str,
    winds: tuple[tuple[Wind, Wind], ...],
    repeats: int,
    streak: int,
    carried: int,
    kitty: int,
    goulash: bool,
    players: int,
) -> Table:
    """Where a table stands matters by its winds, and by what counts up. Where ready
    must be declared, everybody has."""
    played = rules.shared_ruleset(ruleset, json.loads(options), players)
    position = replace(
        played.opening(),
        winds=dict(winds),
        repeats=repeats,
        streak=streak,
        carried=carried,
        ready=seats_by(played),
        kitty=kitty,
        goulash=goulash,
    )
    return presenter_of(ruleset).payment_table(played, position)
