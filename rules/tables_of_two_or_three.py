"""The number of players at a table: four, or three or two if the rules allow this.

Three players have the seats East, South and West; two players have East and South.
Empty seats have a score of 0, and entries cannot name them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from rules.faults import Fault, RuleError
from rules.hand_in_entry import EnteredHand
from rules.ledger_entries import Entry, Reseat, RulesChanged
from rules.rule_option_types import number
from rules.ruleset_and_table_state import Ruleset
from rules.translation_marks import _, cited
from rules.winds import FOUR, WINDS, Wind


def fewest_players() -> int:
    """Declare the option for the fewest players at a table: 2, 3 or 4."""
    return number(
        FOUR,
        2,
        FOUR,
        _("Minimum players per table: 4, or 3 or 2 when short of players"),
        cited("doramahjong.com: 2 or 3 players are possible; tournaments: 4"),
    )


def seats_by(rules: Ruleset) -> tuple[Wind, ...]:
    """Return the occupied seats at a table with these rules, from East on."""
    return WINDS[: rules.players]


def at_size(rules: Ruleset, players: int) -> Ruleset:
    """Return the rules for a table of `players`.

    Raises RuleError if the rules do not allow that number.
    """
    return rules if players == rules.players else rules.for_players(players)


def refuse_other_sizes(fewest: int, players: int, most: int = FOUR) -> None:
    """Raise RuleError unless `players` is from `fewest` to `most`."""
    if fewest <= players <= most:
        return
    message = _("These rules need 4 players at a table, not %(players)s.")
    if most < FOUR:
        message = _("These rules need 3 players at a table, not %(players)s.")
    elif fewest < FOUR:
        message = _(
            "These rules allow %(fewest)s to 4 players at a table, not %(players)s."
        )
    params = {"players": players, "fewest": fewest}
    raise RuleError(Fault("table_size", message, "players", params))


def refuse_empty_seats(entry: Entry, players: int) -> None:
    """Raise RuleError if the entry names an empty seat at a table of `players`."""
    if players == FOUR:
        return
    seats = set(WINDS[players:]) & set(_seats_in(entry))
    if seats:
        raise RuleError(*(_empty(seat, players) for seat in WINDS if seat in seats))


def _seats_in(value: object) -> Iterator[Wind]:
    """Yield the seats named in `value`."""
    if isinstance(value, Wind):
        yield value
    for part in _parts(value):
        yield from _seats_in(part)


def _parts(value: object) -> Iterable[object]:
    """Return the parts of `value` that may name seats. Seats with a value of 0 are left
    out."""
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
