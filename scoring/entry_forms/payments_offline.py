"""Payments of a win for each possible value, calculated by the rules for use offline.

`static/offline-win-payments.js` reads the payments.
"""

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
    """Return the payments of a win at `position` as JSON; "" if payments do not depend
    on the hand value.

    `pays[winner][source][payer]` is a column number. `columns`: the amount for each of
    the `choices` of `field`, or a linear formula. `besides`: amounts that are always
    paid in addition. On a discard, a value in the field `payer` replaces the source.
    Seats are winds; `winds`: winds of the seats E S W N. The table does not apply if a
    field in `unless` is filled in. `hand`: the only hand to which the table applies,
    None for every hand.
    """
    ruleset = tournament.ruleset
    presenter = presenter_of(ruleset)
    options = json.dumps(tournament.options, sort_keys=True)
    counters = presenter.counters(tournament.rules, position)
    table = payments_by_winds(ruleset, options, position.players, counters)
    if not table:
        return ""
    values = {
        **table,
        "hand": position.hand if table["hand"] else None,
        "winds": "".join(position.winds[seat] for seat in WINDS),
        **presenter.deposits(position),
    }
    return json.dumps(values, separators=(",", ":"))


@lru_cache(maxsize=512)
def payments_by_winds(
    ruleset: str, options: str, players: int, counters: Counters
) -> Table:
    """Return the table of `payment_table` for these counters.

    Riichi sticks, seats and hand number are missing, because they depend on the
    position. `options`: rule options as JSON.
    """
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
    """Return each player's payment for an ordinary win, by winner and source.

    Source None is a self-draw.
    """
    played = _played(ruleset, options, players)
    position = counters.at_opening(played)
    value = presenter_of(ruleset).ordinary_value(played) or {}
    return {
        (winner, source): paid_by(
            played, position, {"kind": "win", "winner": winner, "from": source, **value}
        )
        for winner, source in pairs(position.seats)
    }
