"""What one player's win pays, for every value it can have: worked out by the rules,
so that a page can show it without a network. `static/offline-win-payments.js` reads
it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

import rules
from rules.ruleset_and_table_state import Position, Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Counters
from scoring.rulesets.any_ruleset.win_payment_tables import (
    SELF_DRAWN,
    Table,
    paid_by,
    pairs,
)
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Tournament


def payment_table(tournament: Tournament, position: Position) -> str:
    """The table for the hand at `position`, as JSON; "" where the payments of a win
    do not go by its value.

    `pays[winner][source][payer]` is the number of a column, and `columns` give the
    amount for each of `choices` of `field`, or as a line; `besides` is paid whatever
    the value is. All of them are winds: `winds` are those of the seats E S W N. Who
    fills in any field of `unless` asks for more than the table knows. `hand` is None if
    the table holds for any hand.
    """
    ruleset = tournament.ruleset
    presenter = presenter_of(ruleset)
    options = json.dumps(tournament.options, sort_keys=True)
    counters = presenter.counters(tournament.rules, position)
    table = payments_by_winds(ruleset, options, position.players, counters)
    if not table:
        return ""
    told = {
        **table,
        "hand": position.hand if table["hand"] else None,
        "winds": "".join(position.winds[seat] for seat in WINDS),
        **presenter.deposits(position),
    }
    return json.dumps(told, separators=(",", ":"))


@lru_cache(maxsize=512)
def payments_by_winds(
    ruleset: str, options: str, players: int, counters: Counters
) -> Table:
    """The table of payments (as in `payment_table`) at any deal where so much has
    counted up: without deposits, the winds of the seats and the number of the hand.
    `options` are JSON."""
    rules_of = ruleset, options, players
    played = _played(*rules_of)
    changing = presenter_of(ruleset).changing_values(played, counters)
    if not (table := _by_value(*rules_of, changing)):
        return {}
    besides: dict[Wind, dict[str, dict[Wind, int]]] = {}
    for winner, source in pairs(seats_by(played)):
        with_them = _ordinary(*rules_of, counters)[winner, source]
        without = _ordinary(*rules_of, changing)[winner, source]
        more = {seat: paid - without.get(seat, 0) for seat, paid in with_them.items()}
        if any(more.values()):
            besides.setdefault(winner, {})[source or SELF_DRAWN] = more
    return {**table, "besides": besides}


def _played(ruleset: str, options: str, players: int) -> Ruleset:
    return rules.shared_ruleset(ruleset, json.loads(options), players)


@lru_cache(maxsize=512)
def _by_value(ruleset: str, options: str, players: int, counters: Counters) -> Table:
    played = _played(ruleset, options, players)
    return presenter_of(ruleset).payment_table(played, counters.at_opening(played))


@lru_cache(maxsize=512)
def _ordinary(
    ruleset: str, options: str, players: int, counters: Counters
) -> Mapping[tuple[Wind, Wind | None], Mapping[Wind, int]]:
    """What each pays for an ordinary win, by winner and source."""
    played = _played(ruleset, options, players)
    position = counters.at_opening(played)
    value = presenter_of(ruleset).ordinary_value(played) or {}
    return {
        (winner, source): paid_by(
            played, position, {"kind": "win", "winner": winner, "from": source, **value}
        )
        for winner, source in pairs(position.seats)
    }
