"""Plans for up to 64 people that no construction gives, as they were searched for.

Where more rounds are asked for than can be without repeats, these have the fewest
repeats known. Others have none, and their tables in an order that lets nobody come
to one table more often than need be. `tools/find_small_plans.py` says how they were
found.
"""

from __future__ import annotations

from rules.strict_reader import Json
from tournaments.seating.meetings.catalogue import table
from tournaments.seating.meetings.structures import Four, Structure

#: How the catalogue writes the labels 0, 1, 2 ...
CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"  # 64


def small(players: int, rounds: int) -> Structure | None:
    """The stored plan for so many players and rounds, if there is one.

    Its tables are in order, and its rounds in one that keeps the meetings of a
    pair far apart. An entry of the catalogue is one string for each round, with
    four characters for each table, and beside them what can be counted in it:
    see `figures` in the program that finds them.
    """
    entry = table("small").get(f"{players}x{rounds}")
    return None if entry is None else _decoded(entry)


def stored() -> list[tuple[int, int]]:
    """The players and rounds of every stored plan."""
    return [(int(n), int(r)) for n, r in (name.split("x") for name in table("small"))]


def _decoded(entry: Json) -> Structure:
    repeats = entry["repeats"]
    what = f"{repeats} repeats, the fewest known" if repeats else "nobody meets twice"
    return Structure(
        tuple(_round(text) for text in entry["rounds"]),
        f"stored plan: {what}",
        numbered=True,
    )


def _round(text: str) -> tuple[Four, ...]:
    labels = [CHARACTERS.index(character) for character in text]
    return tuple(
        (labels[at], labels[at + 1], labels[at + 2], labels[at + 3])
        for at in range(0, len(labels), 4)
    )
