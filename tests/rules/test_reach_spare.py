"""The first player with the most spare room, compared with a simple search over all
players.
"""

from __future__ import annotations

from random import Random

import pytest

from rules.reachable_places_spare_room import SpareRooms, worst

STEPS = (48, 24, 12, 0)


def straight(rooms, tables, rounds) -> int | None:
    """Return the first player with the most spare room, found by checking all players;
    None if there is none.
    """
    most = dict.fromkeys(rooms, 0)
    for names, steps in (*tables, *rounds):
        counted = [name for name in names if name in rooms]
        for name in counted:
            most[name] += worst(steps, len(counted))
    safe = [name for name, room in rooms.items() if room >= most[name]]
    return min(safe, key=lambda name: most[name] - rooms[name], default=None)


def draw(chance: Random):
    players = chance.choice([4, 8, 12, 24])
    rooms = {name: chance.randint(0, 100) for name in range(1, players)}
    tables, rounds = [], []
    for _round in range(chance.randint(1, 3)):
        order = chance.sample(range(players), players)
        fours = [order[at : at + 4] for at in range(0, players, 4)]
        told = chance.randint(0, len(fours))
        tables += [(four, STEPS) for four in fours[:told]]
        free = [name for four in fours[told:] for name in four]
        if free:
            steps = sorted(STEPS * (len(free) // 4), reverse=True)
            rounds.append((free, steps))
    return rooms, tables, rounds


@pytest.mark.parametrize("seed", range(40))
def test_the_safest_is_who_has_most_to_spare(seed):
    rooms, tables, rounds = draw(Random(seed))
    spare = SpareRooms(rooms, tables, rounds)
    while (name := spare.safest()) is not None:
        assert name == straight(rooms, tables, rounds)
        spare.take_out(name)
        del rooms[name]
    assert straight(rooms, tables, rounds) is None
