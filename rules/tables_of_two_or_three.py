"""How many sit at a table: four, or where the rules allow it three or two.

At a table of three the seats are East, South and West, at one of two East and South.
The others are empty: their scores stay 0, and no entry can name them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from rules.faults import Fault, RuleError
from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, Reseat, RulesChanged
from rules.rule_option_types import number
from rules.ruleset_and_table_state import Ruleset
from rules.translation_marks import _
from rules.winds import FOUR, WINDS, Wind


def fewest_players() -> int:
    """The option of rulesets that allow tables of three and two."""
    return number(
        FOUR,
        2,
        FOUR,
        _("Minimum players per table: 4, or 3 or 2 when there are not enough players"),
        "doramahjong.com: “playable with two or three players”; in tournaments four",
    )


def seats_by(rules: Ruleset) -> tuple[Wind, ...]:
    """Where somebody sits at a table of these rules, from East on."""
    return WINDS[: rules.players]


def at_size(rules: Ruleset, players: int) -> Ruleset:
    """The rules at a table of `players`. Raises RuleError if they are not played by so
    many."""
    return rules if players == rules.players else rules.for_players(players)


def refuse_other_sizes(fewest: int, players: int) -> None:
    """Raises RuleError if not so many `players` may sit at a table where `fewest` is
    the least."""
    if fewest <= players <= FOUR:
        return
    message = _("These rules need 4 players at a table, not %(players)s.")
    if fewest < FOUR:
        message = _(
            "These rules allow %(fewest)s to 4 players at a table, not %(players)s."
        )
    params = {"players": players, "fewest": fewest}
    raise RuleError(Fault("table_size", message, "players", params))


def refuse_empty_seats(entry: Entry, players: int) -> None:
    """Raises RuleError if the entry says something of a seat where nobody sits."""
    if players == FOUR:
        return
    seats = set(WINDS[players:]) & set(_seats_in(entry))
    if seats:
        raise RuleError(*(_empty(seat, players) for seat in WINDS if seat in seats))


def _seats_in(value: object) -> Iterator[Wind]:
    """The seats of which `value` says anything."""
    if isinstance(value, Wind):
        yield value
    for part in _parts(value):
        yield from _seats_in(part)


def _parts(value: object) -> Iterable[object]:
    """What is said in `value`; a 0 for a seat says nothing of it."""
    match value:
        case RulesChanged():
            return ()
        case EnteredHand():
            return [meld.claimed_from for meld in value.hand.melds]
        case Reseat():
            moved = (seat for seat, new in value.seats.items() if seat is not new)
            return (*moved, *value.tables)
        case Mapping():
            return [part for pair in value.items() if pair[1] for part in pair]
        case tuple():
            return value
    if not dataclasses.is_dataclass(value):
        return ()
    return [getattr(value, field.name) for field in dataclasses.fields(value)]


def _empty(seat: Wind, players: int) -> Fault:
    message = _("This table has %(players)s players. Seat %(seat)s is empty.")
    return Fault("empty_seat", message, "", {"seat": seat, "players": players})
