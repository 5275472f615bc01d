"""The terms of the cost in the annealing, and the change of each term when two players
swap.

Players are indices here; an empty seat has the next index (`empty`). The seats of all
rounds are in one list, with 4 seats for each table; at tables of 3, the fourth seat is
empty. Therefore seats i ^ 1, i ^ 2 and i ^ 3 are the other seats at the table of seat
i.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.constraints import Weights

#: Seats of a plan: rounds of tables of player indices, None for an empty seat.
Chairs = Sequence[Sequence[Sequence[int | None]]]


class Seats:
    """All seats of all rounds, and the number of meetings of each pair.

    `met[a][b]` is the number of rounds in which a and b share a table. An empty seat
    counts as a player who meets others, so that seats at tables of 3 are spread evenly.
    Empty seats do not meet each other. A table without players costs nothing and does
    not change.
    """

    def __init__(self, rounds: Chairs, people: int, size: int = 4) -> None:
        self.empty = people
        self.size = size
        padding = [people] * (4 - size)
        self.flat: list[int] = []
        self.starts: list[int] = []
        self.round_of: list[int] = []
        for number, tables in enumerate(rounds):
            self.starts.append(len(self.flat))
            for table in tables:
                self.flat += [people if player is None else player for player in table]
                self.flat += padding
                self.round_of += [number] * 4
        self.met = [[0] * (people + 1) for _ in range(people + 1)]
        for first in range(0, len(self.flat), 4):
            for i in range(first, first + 4):
                for j in range(i + 1, first + 4):
                    self._meet(self.flat[i], self.flat[j], 1)
        #: Table of each player for each round, with one extra round before and after.
        #: Absent players have a negative number, different for each of them.
        nowhere = list(range(-people - 1, 0))
        self.table_of = [list(nowhere) for _ in range(len(rounds) + 2)]
        for i, player in enumerate(self.flat):
            if player != people:
                self.table_of[self.round_of[i] + 1][player] = i >> 2

    def _meet(self, one: int, other: int, times: int) -> None:
        if self.size < 4 and self.empty in (one, other):
            return
        if one != other:
            self.met[one][other] += times
            self.met[other][one] += times

    def swap(self, i: int, j: int) -> None:
        """Swap the players of seats i and j. The seats must be at different tables of
        one round."""
        flat, met = self.flat, self.met
        a, b = flat[i], flat[j]
        # The fourth seat of a table of 3 is always empty and meets no player.
        ignored = self.empty if self.size < 4 else -1
        for seat, leaving, arriving in ((i, a, b), (j, b, a)):
            for other in (seat ^ 1, seat ^ 2, seat ^ 3):
                player = flat[other]
                if player == ignored:
                    continue
                if player != leaving:
                    met[leaving][player] -= 1
                    met[player][leaving] -= 1
                if player != arriving:
                    met[arriving][player] += 1
                    met[player][arriving] += 1
        flat[i], flat[j] = b, a
        tables = self.table_of[self.round_of[i] + 1]
        for seat, player in ((i, b), (j, a)):
            if player != self.empty:
                tables[player] = seat >> 2

    def ends(self) -> list[int]:
        """Return the index after the last seat of each round."""
        return [*self.starts, len(self.flat)][1:]

    def chairs(self, flat: Sequence[int]) -> list[list[list[int | None]]]:
        """Return a flat list of seats as rounds of tables. None is an empty seat."""
        return [
            [
                [
                    None if player == self.empty else player
                    for player in flat[seat : seat + self.size]
                ]
                for seat in range(start, end, 4)
            ]
            for start, end in zip(self.starts, self.ends(), strict=True)
        ]


class Meetings:
    """The cost of repeats, of repeats in consecutive rounds, and of two empty seats at
    one table.
    """

    def __init__(self, seats: Seats, weights: Weights) -> None:
        self.seats = seats
        self.repeat = weights.repeat
        self.at_once = weights.at_once
        self.alone = weights.hard
        #: Meetings of two players who swap their seats, with the others there.
        self.others = 2 * (seats.size - 1)

    def total(self) -> int:
        seats = self.seats
        cost = 0
        for one, row in enumerate(seats.met):
            cost += self.repeat * sum(m * (m - 1) // 2 for m in row[:one])
        for first in range(0, len(seats.flat), 4):
            table = seats.flat[first : first + 4]
            holes = table.count(seats.empty) % 4
            cost += self.alone * (holes * (holes - 1) // 2)
            later = seats.table_of[seats.round_of[first] + 2]
            for place, one in enumerate(table):
                cost += self.at_once * sum(
                    later[one] == later[other] and one != other
                    for other in table[:place]
                )
        return cost

    def change(self, i: int, j: int) -> int:
        """Return the increase in cost if the players of seats i and j swap."""
        seats = self.seats
        flat, met = seats.flat, seats.met
        a, b = flat[i], flat[j]
        a1, a2, a3 = flat[i ^ 1], flat[i ^ 2], flat[i ^ 3]
        b1, b2, b3 = flat[j ^ 1], flat[j ^ 2], flat[j ^ 3]
        of_a, of_b = met[a], met[b]
        new = of_a[b1] + of_a[b2] + of_a[b3] + of_b[a1] + of_b[a2] + of_b[a3]
        old = of_a[a1] + of_a[a2] + of_a[a3] + of_b[b1] + of_b[b2] + of_b[b3]
        change = self.repeat * (new - old + self.others)
        if self.at_once and (new or old > self.others):
            change += self.at_once * self._running(
                seats.round_of[i], (a, b), (a1, a2, a3), (b1, b2, b3)
            )
        if a == seats.empty:
            change += self._holes((b1, b2, b3).count(a), (a1, a2, a3).count(a))
        elif b == seats.empty:
            change += self._holes((a1, a2, a3).count(b), (b1, b2, b3).count(b))
        return change

    def has_cost(self, i: int) -> bool:
        """Return whether the player at seat i has a repeat opponent at this table. For
        an empty seat, also return True if there is another empty seat at the table."""
        flat = self.seats.flat
        row = self.seats.met[flat[i]]
        return (
            row[flat[i ^ 1]] > 1
            or row[flat[i ^ 2]] > 1
            or row[flat[i ^ 3]] > 1
            or (flat[i] == self.seats.empty and self._alone(i))
        )

    def _alone(self, i: int) -> bool:
        flat = self.seats.flat
        return flat[i] in (flat[i ^ 1], flat[i ^ 2], flat[i ^ 3])

    def _running(
        self,
        round_: int,
        swapped: tuple[int, int],
        at_first: tuple[int, int, int],
        at_second: tuple[int, int, int],
    ) -> int:
        """Return the increase in the number of meetings in consecutive rounds if the
        players in `swapped` swap tables.

        `at_first` and `at_second` are the other players at the two tables.
        """
        a, b = swapped
        added = 0
        for tables in self.seats.table_of[round_], self.seats.table_of[round_ + 2]:
            for mates, leaving, arriving in (at_first, a, b), (at_second, b, a):
                leaving_table, arriving_table = tables[leaving], tables[arriving]
                for mate in mates:
                    table = tables[mate]
                    if table == arriving_table and mate != arriving:
                        added += 1
                    if table == leaving_table and mate != leaving:
                        added -= 1
        return added

    def _holes(self, joined: int, left: int) -> int:
        """Return the correction of the cost if an empty seat joins `joined` other empty
        seats and leaves `left` other empty seats.

        Empty seats do not meet each other, but `change` assumes one meeting for each
        pair that separates.
        """
        return self.alone * joined - (self.alone + self.repeat) * left


class Beside:
    """The extra cost of players who sit beside an empty seat more than once.

    This cost is added to the cost of repeat meetings. The search therefore lets all
    players sit beside an empty seat once before any player does so twice.
    """

    def __init__(self, seats: Seats, weights: Weights, tables: int) -> None:
        self.seats = seats
        self.weight = again_beside(weights, tables)

    def total(self) -> int:
        return sum(map(self._cost, self.seats.met[self.seats.empty]))

    def change(self, i: int, j: int) -> int:
        """Return the increase in cost if the players of seats i and j swap."""
        flat, empty = self.seats.flat, self.seats.empty
        a, b = flat[i], flat[j]
        of_a = (flat[i ^ 1], flat[i ^ 2], flat[i ^ 3])
        of_b = (flat[j ^ 1], flat[j ^ 2], flat[j ^ 3])
        fewer = of_b.count(empty) - of_a.count(empty)
        hole = (b == empty) - (a == empty)
        if not fewer and not hole:
            return 0
        change = self._more(a, fewer) + self._more(b, -fewer)
        change += sum(self._more(mate, hole) for mate in of_a)
        return change + sum(self._more(mate, -hole) for mate in of_b)

    def has_cost(self, i: int) -> bool:
        """Return whether seat i is beside an empty seat and its player sits beside an
        empty seat more than once."""
        flat, empty = self.seats.flat, self.seats.empty
        if empty not in (flat[i ^ 1], flat[i ^ 2], flat[i ^ 3]):
            return False
        return flat[i] != empty and self.seats.met[empty][flat[i]] > 1

    def _more(self, player: int, times: int) -> int:
        if player == self.seats.empty or not times:
            return 0
        met = self.seats.met[self.seats.empty][player]
        return self._cost(met + times) - self._cost(met)

    def _cost(self, times: int) -> int:
        return self.weight * (times * (times - 1) // 2)


#: With at most _FEW tables, repeat opponents are unavoidable and should not lead to
#: repeated seats beside an empty seat. The extra cost is then _AT_FEW repeats.
_FEW, _AT_FEW = 3, 4


def again_beside(weights: Weights, tables: int) -> int:
    """Return the extra cost if a player sits beside an empty seat again.

    The cost is added to the cost of the repeat.
    """
    return (_AT_FEW if tables <= _FEW else 1) * weights.repeat


class Dislikes:
    """The cost of meetings between players who should be kept apart, by round."""

    def __init__(self, seats: Seats, rounds: Sequence[list[dict[int, int]]]) -> None:
        self.seats = seats
        self.rounds = [[*by_entrant, {}] for by_entrant in rounds]

    def total(self) -> int:
        flat = self.seats.flat
        return sum(
            self.rounds[self.seats.round_of[i]][flat[i]].get(flat[other], 0)
            for i in range(len(flat))
            for other in (i ^ 1, i ^ 2, i ^ 3)
            if other > i
        )

    def change(self, i: int, j: int) -> int:
        """Return the increase in cost if the players of seats i and j swap."""
        flat = self.seats.flat
        costs_of = self.rounds[self.seats.round_of[i]]
        change = 0
        for costs, old, new in (costs_of[flat[i]], i, j), (costs_of[flat[j]], j, i):
            if costs:
                get = costs.get
                change += (
                    get(flat[new ^ 1], 0)
                    + get(flat[new ^ 2], 0)
                    + get(flat[new ^ 3], 0)
                    - get(flat[old ^ 1], 0)
                    - get(flat[old ^ 2], 0)
                    - get(flat[old ^ 3], 0)
                )
        return change

    def has_cost(self, i: int) -> bool:
        """Return whether the player at seat i should be kept apart from another player
        at this table."""
        flat = self.seats.flat
        costs = self.rounds[self.seats.round_of[i]][flat[i]]
        return bool(costs) and (
            flat[i ^ 1] in costs or flat[i ^ 2] in costs or flat[i ^ 3] in costs
        )


class Places:
    """The cost of repeated visits to tables, of missed fixed tables, and of moved
    players.

    `fixed` contains the fixed table (from 0) of each player who has one. `before`
    contains, for each round, the tables (from 0) of the players before a repair.
    """

    def __init__(
        self,
        seats: Seats,
        weights: Weights,
        fixed: Mapping[int, int],
        before: Sequence[Mapping[int, int]],
    ) -> None:
        self.seats = seats
        self.hard = weights.hard
        self.moved = weights.moved
        self.fixed = fixed
        self.before = before
        rounds = len(seats.starts)
        ends = seats.ends()
        tables = max(
            ((end - start) // 4 for start, end in zip(seats.starts, ends, strict=True)),
            default=1,
        )
        self.fair = -(-rounds // tables)
        #: Cost of one more visit, by the number of earlier visits to the table.
        self.visit = [
            weights.table * visits + weights.revisit * (visits >= self.fair)
            for visits in range(rounds + 1)
        ]
        self.visits = [[0] * tables for _ in range(seats.empty + 1)]
        for i, player in enumerate(seats.flat):
            self.visits[player][self._table(i)] += 1

    def _table(self, i: int) -> int:
        return (i - self.seats.starts[self.seats.round_of[i]]) >> 2

    def total(self) -> int:
        cost = sum(
            sum(self.visit[:visits]) for row in self.visits[:-1] for visits in row
        )
        for i, player in enumerate(self.seats.flat):
            if player != self.seats.empty:
                cost += self._misplaced(player, self.seats.round_of[i], self._table(i))
        return cost

    def _misplaced(self, player: int, round_: int, table: int) -> int:
        cost = self.hard if self.fixed.get(player, table) != table else 0
        if self.before and self.before[round_].get(player, table) != table:
            cost += self.moved
        return cost

    def change(self, i: int, j: int) -> int:
        """Return the increase in cost if the players of seats i and j swap."""
        seats = self.seats
        flat = seats.flat
        round_ = seats.round_of[i]
        start = seats.starts[round_]
        table, other_table = (i - start) >> 2, (j - start) >> 2
        change = 0
        for player, old, new in (
            (flat[i], table, other_table),
            (flat[j], other_table, table),
        ):
            if player == seats.empty:
                continue
            visits = self.visits[player]
            change += self.visit[visits[new]] - self.visit[visits[old] - 1]
            if self.before:
                place = self.before[round_].get(player, -1)
                if place == old:
                    change += self.moved
                elif place == new:
                    change -= self.moved
            if self.fixed and player in self.fixed:
                change += self._misplaced_by(player, old, new)
        return change

    def _misplaced_by(self, player: int, old: int, new: int) -> int:
        table = self.fixed[player]
        return self.hard * ((new != table) - (old != table))

    def has_cost(self, i: int) -> bool:
        """Return whether the player at seat i is at a wrong table: not the fixed table,
        or a table with too many visits.

        In a repair, visits are ignored, and a table is wrong if the player sat
        elsewhere before.
        """
        player, table = self.seats.flat[i], self._table(i)
        if player == self.seats.empty:
            return False
        if self.fixed.get(player, table) != table:
            return True
        if self.before:
            return self.before[self.seats.round_of[i]].get(player, table) != table
        return self.visits[player][table] > self.fair

    def swapped(self, i: int, j: int) -> None:
        """Update the visits after the players of seats i and j have swapped."""
        table, other_table = self._table(i), self._table(j)
        for player, old, new in (
            (self.seats.flat[i], other_table, table),
            (self.seats.flat[j], table, other_table),
        ):
            self.visits[player][old] -= 1
            self.visits[player][new] += 1
