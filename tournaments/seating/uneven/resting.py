"""Who sits out when the players of a round cannot be divided by four."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized

from tournaments.seating.chance import Chance
from tournaments.seating.plans import CHAIRS


def missing(players: Sized) -> int:
    """How many are wanted so that every table is full."""
    return -len(players) % CHAIRS


class Resting:
    """Who sits out in which round of a draft (indices of people, rounds from 0).

    Nobody sits out again while somebody else who is there has sat out less often.
    Of those, first whoever sits out in the round anyway, then whoever's table
    lacks most people, then by chance.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int | None]]],
        people: Iterable[int],
        chance: Chance,
    ) -> None:
        self._rounds = rounds
        self._chance = chance
        self._out: list[set[int]] = [set() for _round in rounds]
        self._times = dict.fromkeys(people, 0)

    def remember(self, number: int, there: Iterable[int]) -> None:
        """Those who are there but have no seat in the draft sit out already."""
        seated = {who for table in self._rounds[number] for who in table}
        self._set(number, {who for who in there if who not in seated})

    def choose(self, number: int, there: Sequence[int], count: int) -> set[int]:
        """So many of those who are there sit out in the round."""
        out_before = self._out[number]
        self._set(number, set())
        tables = {
            who: place
            for place, table in enumerate(self._rounds[number])
            for who in table
            if who is not None
        }
        present = [0] * len(self._rounds[number])
        for who in there:
            if who in tables:
                present[tables[who]] += 1
        chosen: set[int] = set()
        order = self._chance.shuffled(there)
        for _choice in range(count):
            who = min(
                (who for who in order if who not in chosen),
                key=lambda who: (
                    self._times[who],
                    who not in out_before,
                    present[tables[who]] if who in tables else 0,
                ),
            )
            chosen.add(who)
            if who in tables:
                present[tables[who]] -= 1
        self._set(number, chosen)
        return chosen

    def _set(self, number: int, out: set[int]) -> None:
        for who in self._out[number]:
            self._times[who] -= 1
        for who in out:
            self._times[who] += 1
        self._out[number] = out
