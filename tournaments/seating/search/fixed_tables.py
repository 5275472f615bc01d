"""Whose table is where: groups of players who must come to certain tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.seating_plan import Chair, seated


def granted(
    tables: Sequence[Sequence[Chair]], tables_of: Mapping[int, int]
) -> dict[int, int]:
    """Where the groups (tables of people) of one round sit whose members can only
    sit at one table: place by group, both from 0.

    `tables_of`: the table (from 1) by start number. When not everybody can be
    granted theirs, as many as possible are: this is the assignment problem, solved
    by the best augmenting path again and again (Ahuja, Magnanti and Orlin, "Network
    Flows", 1993, section 9.7). A table that is not there is granted to nobody.
    """
    wishes = [_wishes(group, tables_of, len(tables)) for group in map(seated, tables)]
    place_of: dict[int, int] = {}
    while path := _best_path(wishes, place_of):
        place_of.update(path)
    return place_of


def _wishes(
    group: Sequence[int], tables_of: Mapping[int, int], count: int
) -> dict[int, int]:
    """How many of a group want each place."""
    wishes: dict[int, int] = {}
    for number in group:
        place = tables_of.get(number, 0) - 1
        if 0 <= place < count:
            wishes[place] = wishes.get(place, 0) + 1
    return wishes


def _best_path(
    wishes: Sequence[Mapping[int, int]], place_of: Mapping[int, int]
) -> dict[int, int]:
    """The moves that grant the most: a group comes to a place, the group there to
    another, and so on to a place that was free. Nothing if nothing is gained."""
    holder = {place: group for group, place in place_of.items()}
    gain: dict[int, int] = {}
    mover: dict[int, int] = {}
    waiting = [group for group in range(len(wishes)) if group not in place_of]
    while waiting:
        group = waiting.pop()
        left = place_of.get(group)
        before = 0 if left is None else gain[left] - wishes[group][left]
        for place, people in wishes[group].items():
            if place != left and before + people > gain.get(place, 0):
                gain[place] = before + people
                mover[place] = group
                if place in holder:
                    waiting.append(holder[place])
    free = [place for place in sorted(gain) if place not in holder]
    if not free:
        return {}
    return _moves(max(free, key=gain.__getitem__), mover, place_of)


def _moves(
    place: int | None, mover: Mapping[int, int], place_of: Mapping[int, int]
) -> dict[int, int]:
    moves: dict[int, int] = {}
    while place is not None:
        group = mover[place]
        moves[group] = place
        place = place_of.get(group)
    return moves
