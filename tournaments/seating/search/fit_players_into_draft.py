"""Seat the players of one round in a draft that does not fit all of these players.

Some players of the draft have left, and other players are not in the draft. Tables are
closed or opened until there are as many as the players need. Each player without a
table then gets the empty seat with the lowest cost. All other players keep their seats.
Several random variants are tried, and the cheapest variant is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.search_budget import Budget

#: The tables of one round: indices of players, None for an empty seat.
Tables: TypeAlias = list[list[int | None]]

#: Probability of closing one of the tables with the fewest players.
_FEWEST = 0.8

#: Number of players at full tables compared for one seat at a table of 2.
_COMPARED = 16


class Fitting:
    """The meetings, visits and costs of a whole draft that is adapted round by round.

    `rounds` is the draft, as indices into `entrants`, with the seats of full tables. If
    `numbered` is True, repeated visits to a table cost `Weights.table`.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int | None]]],
        entrants: Sequence[SeatingPlayer],
        demands: Constraints,
        chance: Chance,
        *,
        numbered: bool = True,
    ) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self._entrants = entrants
        self._size = demands.size
        self._weights = demands.weights
        self._chance = chance
        self._numbered = numbered
        aversions = Aversions(entrants, demands, len(rounds), tables_apart=not numbered)
        self._dislikes = [aversions.in_round(number) for number in range(len(rounds))]
        self._met = [[0] * len(entrants) for _entrant in entrants]
        self._visits: list[dict[int, int]] = [{} for _entrant in entrants]
        for tables in self.rounds:
            self._count(tables, 1)

    def refit(
        self, number: int, people: Iterable[int], budget: Budget, placings: int
    ) -> None:
        """Seat exactly the players `people` in the round with this number (from 0).

        There are as few tables as possible. Each table has at most one empty seat if
        the players without a table allow this. Variants are tried until `placings`
        players have been placed.
        """
        present = set(people)
        self._count(self.rounds[number], -1)
        draft = [
            [player if player in present else None for player in table]
            for table in self.rounds[number]
        ]
        seated = {player for table in draft for player in table}
        waiting = sorted(present - seated)
        wanted = -(-len(present) // self._size)
        best: Tables | None = None
        best_cost = placed = 0
        while best is None or placed < placings:
            tables = [list(table) for table in draft]
            without_table = waiting + self._close(tables, wanted)
            cost = self._seat(number, tables, self._chance.shuffled(without_table))
            cost += self._level(number, tables)
            if best is None or cost < best_cost:
                best, best_cost = tables, cost
            placed += len(without_table)
            if not without_table or not budget.go_on(
                "fitting", len(without_table), best_cost
            ):
                break
        self.rounds[number] = best
        self._count(best, 1)

    def _count(self, tables: Tables, times: int) -> None:
        for place, table in enumerate(tables):
            people = [player for player in table if player is not None]
            for one, other in combinations(people, 2):
                self._met[one][other] += times
                self._met[other][one] += times
            for player in people:
                visits = self._visits[player]
                visits[place] = visits.get(place, 0) + times

    def _close(self, tables: Tables, wanted: int) -> list[int]:
        """Close tables, or open new tables, until there are `wanted` tables. Return the
        players who then have no table."""
        without_table: list[int] = []
        used = [
            place for place, table in enumerate(tables) if table != [None] * self._size
        ]
        while len(used) > wanted:
            place = self._to_close(tables, used)
            without_table += [player for player in tables[place] if player is not None]
            tables[place] = [None] * self._size
            used.remove(place)
        while len(tables) < wanted:
            tables.append([None] * self._size)
        closed = [place for place in range(len(tables)) if place not in used]
        # Do not fill the seats of tables that remain closed.
        open_ = sorted(used + closed[: wanted - len(used)])
        self._vacant = [place for place in open_ if None in tables[place]]
        return without_table

    def _to_close(self, tables: Tables, used: list[int]) -> int:
        empty = {place: tables[place].count(None) for place in used}
        if self._chance.unit() < _FEWEST:
            most = max(empty.values())
            used = [place for place in used if empty[place] == most]
        else:
            with_empty_seats = [place for place in used if empty[place]]
            used = with_empty_seats or used
        return used[self._chance.below(len(used))]

    def _seat(self, number: int, tables: Tables, without_table: list[int]) -> int:
        """Seat the players one after the other, each at the table with the lowest cost.
        Return the total cost."""
        total = 0
        for player in without_table:
            best_cost, choice = 0, -1
            count = 0
            for place in self._vacant:
                cost = self._cost(number, player, place, tables[place])
                if choice < 0 or cost < best_cost:
                    best_cost, choice, count = cost, place, 1
                elif cost == best_cost:
                    count += 1
                    if self._chance.unit() * count < 1:
                        choice = place
            tables[choice][tables[choice].index(None)] = player
            if None not in tables[choice]:
                self._vacant.remove(choice)
            total += best_cost
        return total

    def _level(self, number: int, tables: Tables) -> int:
        """Move players from full tables while another table has more than one empty
        seat.

        Return the total cost.
        """
        total = 0
        for place in self._vacant:
            table = tables[place]
            full = [other for other, people in enumerate(tables) if None not in people]
            while full and table.count(None) > 1:
                candidates = [
                    (
                        full[self._chance.below(len(full))],
                        self._chance.below(self._size),
                    )
                    for _seat in range(_COMPARED)
                ]
                cost, donor, chair, player = min(
                    (self._cost(number, player, place, table), donor, chair, player)
                    for donor, chair in candidates
                    if (player := tables[donor][chair]) is not None
                )
                tables[donor][chair] = None
                table[table.index(None)] = player
                full.remove(donor)
                total += cost
        return total

    def _cost(
        self, number: int, player: int, place: int, table: list[int | None]
    ) -> int:
        """Return the cost of seating a player at a table.

        Tables with more than one empty seat cost less, so that they are filled first.
        """
        weights = self._weights
        met, dislikes = self._met[player], self._dislikes[number][player]
        empty = table.count(None)
        cost = -weights.hard * (empty - 1)
        for other in table:
            if other is not None:
                cost += weights.repeat * met[other] + dislikes.get(other, 0)
        if self._numbered:
            cost += weights.table * self._visits[player].get(place, 0)
            if self._entrants[player].table not in (None, place + 1):
                cost += weights.hard
        return cost
