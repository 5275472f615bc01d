"""Find meaningless constraints, and shortcomings that no plan can avoid, before the
search.

Meaningless constraints are rejected, with all faults together. Unavoidable shortcomings
are reported with their figures, and the plan meets the constraints as far as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.seating_plan import SEATS_PER_TABLE
from tournaments.seating.unavoidable_shortcomings import unavoidable

__all__ = [
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "refuse",
    "tables_for",
    "too_many",
    "unavoidable",
]

#: Limits in players and rounds. Larger numbers are typing mistakes.
MOST_PLAYERS = 10_000
MOST_ROUNDS = 300


def tables_for(players: int, uneven: Uneven, size: int = SEATS_PER_TABLE) -> int:
    """Return the number of tables that `players` players need. `size` is the number of
    players at a full table."""
    full, more = divmod(players, size)
    return full + (more > 0 and uneven != Uneven.BYES)


def refuse(
    entrants: Sequence[SeatingPlayer], rounds: int, demands: Constraints
) -> None:
    """Raise RuleError, with all faults, if constraints are meaningless or contradict
    each other.

    Hard constraints that keep teams, clubs or countries apart may be impossible. They
    are then violated as little as possible.
    """
    faults = [
        *_size(entrants, rounds, demands.fewest),
        *_numbers(entrants),
        *_times(entrants),
        *_weights(demands),
        *_never(entrants, demands),
    ]
    if not faults:
        faults += _fixed(entrants, rounds, demands)
        faults += _groups(entrants, rounds, demands)
    if faults:
        raise RuleError(*faults)


def too_many(players: int, field: str) -> Fault:
    message = _(
        "Seating is possible for at most %(most)s players. There are %(players)s."
    )
    params = {"players": players, "most": MOST_PLAYERS}
    return Fault("too_many", message, field, params)


def _size(
    entrants: Sequence[SeatingPlayer], rounds: int, least: int
) -> Iterator[Fault]:
    params = {"players": len(entrants), "least": least}
    if len(entrants) < least:
        message = _("Seating needs at least %(least)s players. There are %(players)s.")
        yield Fault("too_few", message, "entrants", params)
    if len(entrants) > MOST_PLAYERS:
        yield too_many(len(entrants), "entrants")
    if rounds < 1:
        yield Fault("no_rounds", _("Enter at least 1 round."), "rounds")
    if rounds > MOST_ROUNDS:
        message = _(
            "Seating is possible for at most %(most)s rounds. You entered %(rounds)s."
        )
        params = {"rounds": rounds, "most": MOST_ROUNDS}
        yield Fault("too_many_rounds", message, "rounds", params)


def _numbers(entrants: Sequence[SeatingPlayer]) -> Iterator[Fault]:
    for number, times in sorted(Counter(one.number for one in entrants).items()):
        params = {"number": number, "times": times}
        if times > 1:
            message = _("%(times)s players have number %(number)s.")
            yield Fault("number_twice", message, "entrants", params)
        if number < 1:
            message = _("Player numbers start at 1, not %(number)s.")
            yield Fault("bad_number", message, "entrants", params)


def _times(entrants: Sequence[SeatingPlayer]) -> Iterator[Fault]:
    for place, one in enumerate(entrants, 1):
        params = {"number": one.number, "first": one.first, "last": one.last}
        if one.first < 1:
            message = _("Player %(number)s: rounds start at 1, not %(first)s.")
            yield Fault("bad_first", message, f"entrants.{place}.first", params)
        elif one.last is not None and one.last < one.first:
            message = _(
                "Player %(number)s cannot leave after round %(last)s and arrive for "
                "round %(first)s."
            )
            yield Fault("crossed", message, f"entrants.{place}.last", params)


def _weights(demands: Constraints) -> Iterator[Fault]:
    for name, weight in asdict(demands.weights).items():
        if weight < 0:
            message = _("The weight “%(name)s” cannot be negative: %(weight)s.")
            params = {"name": name, "weight": weight}
            yield Fault("bad_weight", message, f"demands.weights.{name}", params)
    for name, apart in demands.by_attribute().items():
        if apart.rounds is not None and apart.rounds < 0:
            message = _("The number of rounds cannot be negative: %(rounds)s.")
            fields = {"team": "teams", "country": "countries", "club": "clubs"}
            field = f"demands.{fields[name]}.rounds"
            yield Fault("bad_rounds", message, field, {"rounds": apart.rounds})
    if demands.moves < 0:
        message = _("The number of search moves cannot be negative: %(moves)s.")
        yield Fault("bad_moves", message, "demands.moves", {"moves": demands.moves})


def _never(entrants: Sequence[SeatingPlayer], demands: Constraints) -> Iterator[Fault]:
    known = {one.number for one in entrants}
    by_number = {one.number: one for one in entrants}
    for one, other in sorted({(min(two), max(two)) for two in demands.never}):
        params: dict[str, object] = {"one": one, "other": other}
        if one == other:
            message = _("Enter 2 different players to keep apart, not %(one)s twice.")
            yield Fault("never_alone", message, "demands.never", params)
        elif unknown := sorted({one, other} - known):
            message = _(
                "Players to keep apart, %(one)s and %(other)s: there is no player "
                "%(unknown)s."
            )
            for number in unknown:
                named = {**params, "unknown": number}
                yield Fault("never_unknown", message, "demands.never", named)
        elif _share_a_table(by_number[one], by_number[other]):
            message = _(
                "Players to keep apart, %(one)s and %(other)s, are both fixed at "
                "table %(table)s."
            )
            params["table"] = by_number[one].table
            yield Fault("never_and_fixed", message, "demands.never", params)


def _share_a_table(one: SeatingPlayer, other: SeatingPlayer) -> bool:
    """Return whether two players have the same fixed table and both play in some
    round."""
    if one.table is None or one.table != other.table:
        return False
    rounds = range(1, MOST_ROUNDS + 1)
    return any(one.plays(round_) and other.plays(round_) for round_ in rounds)


def _fixed(
    entrants: Sequence[SeatingPlayer], rounds: int, demands: Constraints
) -> Iterator[Fault]:
    tables = tables_for(len(entrants), demands.uneven, demands.size)
    for place, one in enumerate(entrants, 1):
        if one.table is not None and not 1 <= one.table <= tables:
            message = _(
                "Player %(number)s cannot be fixed at table %(table)s. There are "
                "tables 1 to %(tables)s."
            )
            params = {"number": one.number, "table": one.table, "tables": tables}
            yield Fault("no_such_table", message, f"entrants.{place}.table", params)
    for table in sorted({one.table for one in entrants if one.table is not None}):
        fixed = [one for one in entrants if one.table == table]
        most = max(
            sum(one.plays(round_) for one in fixed) for round_ in range(1, rounds + 1)
        )
        if most > demands.size:
            message = _(
                "%(players)s players are fixed at table %(table)s with %(seats)s "
                "seats: %(numbers)s."
            )
            numbers = listed(str(one.number) for one in fixed)
            params = {"players": most, "table": table, "seats": demands.size}
            params_all = {**params, "numbers": numbers}
            yield Fault("table_too_full", message, "entrants", params_all)


def _groups(
    entrants: Sequence[SeatingPlayer], rounds: int, demands: Constraints
) -> Iterator[Fault]:
    groups = sorted({one.group for one in entrants if one.group})
    if not demands.groups:
        return
    if len(groups) > demands.size:
        message = _(
            "One player of each group at every table: a table has %(seats)s seats for "
            "%(groups)s groups."
        )
        params = {"seats": demands.size, "groups": len(groups)}
        yield Fault("too_many_groups", message, "demands.groups", params)
    if not groups:
        message = _("One player of each group at every table: no player has a group.")
        yield Fault("no_groups", message, "demands.groups")
    for group in groups:
        yield from _large_group(entrants, rounds, demands, group)


def _large_group(
    entrants: Sequence[SeatingPlayer], rounds: int, demands: Constraints, group: str
) -> Iterator[Fault]:
    for round_ in range(1, rounds + 1):
        present = [one for one in entrants if one.plays(round_)]
        members = sum(one.group == group for one in present)
        byes = len(present) % demands.size if demands.uneven == Uneven.BYES else 0
        tables = tables_for(len(present), demands.uneven, demands.size)
        if members - byes > tables:
            message = _(
                "Group %(group)s has %(members)s players for %(tables)s tables, "
                "so it is impossible to seat exactly 1 of these players at each "
                "table."
            )
            params = {"group": group, "members": members, "tables": tables}
            yield Fault("group_too_large", message, "demands.groups", params)
            return
