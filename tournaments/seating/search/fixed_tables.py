"""Assign tables to groups of players who have fixed tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.seating_plan import SeatOrEmpty, seated


def granted(
    tables: Sequence[Sequence[SeatOrEmpty]], tables_of: Mapping[int, int]
) -> dict[int, int]:
    """Return the place (table) of each group that has players with fixed tables.

    The groups are the `tables` of one round; groups and places are numbered from 0.
    `tables_of` contains the fixed table (from 1) by player number. If not all players
    can sit at their fixed table, as many as possible do. Fixed tables that do not exist
    are ignored.

    This is the assignment problem, solved by repeated best augmenting paths (Ahuja,
    Magnanti and Orlin, "Network Flows", 1993, section 9.7).
    """
    wishes = [_wishes(group, tables_of, len(tables)) for group in map(seated, tables)]
    place_of: dict[int, int] = {}
    while path := _best_path(wishes, place_of):
        place_of.update(path)
    return place_of


def _wishes(
    group: Sequence[int], tables_of: Mapping[int, int], count: int
) -> dict[int, int]:
    """Return the number of players of a group who are fixed at each place."""
    wishes: dict[int, int] = {}
    for number in group:
        place = tables_of.get(number, 0) - 1
        if 0 <= place < count:
            wishes[place] = wishes.get(place, 0) + 1
    return wishes


def _best_path(
    wishes: Sequence[Mapping[int, int]], place_of: Mapping[int, int]
) -> dict[int, int]:
    """Return the chain of moves with the largest gain, as the new place of each group.
    Return an empty dict if no chain has a gain.

    A group moves to a place, the group at that place moves to another place, and so on
    to a free place.
    """
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
