"""Seat labels if the number of players does not fill all tables.

Byes: a plan for fewer labels, in which the extra players take the seats of players who
sit out. An extra player then meets three opponents of the player who sits out. To avoid
repeats, the extra players must not meet any player twice. There are many seats to
choose from.

Tables of 3: a plan for more labels, in which some labels are empty seats.

Tables of 3 and 2: the number of players at each table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.constraints import Constraints
from tournaments.seating.meetings.starters_and_small_plans import Labels
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import SEATS_PER_TABLE, SeatOrEmpty, seated

#: Rounds of tables of labels, None for an empty seat.
Seats: TypeAlias = list[list[list[int | None]]]

#: Most attempts to choose seats for the extra players without repeats.
_TRIES = 200


def with_byes(
    players: int,
    structure_of: Callable[[int], Labels],
    known: Callable[[int], Labels | None],
    chance: Chance,
    size: int = SEATS_PER_TABLE,
) -> Seats:
    """Return rounds of full tables for labels 0 to players - 1. In each round, the
    labels without a table sit out.

    No label sits out twice before every other label has sat out. `structure_of` returns
    rounds for any multiple of `size` labels. `known` returns rounds without repeats, or
    None if no plan is known.
    """
    byes = players % size
    if byes == size - 1 and (labels := known(players + 1)):
        return _without_table_of(labels, players)
    return _with_stand_ins(structure_of(players - byes), byes, chance)


def with_threes(labels: Labels, players: int) -> Seats:
    """Return the rounds with some labels replaced by empty seats.

    The replaced labels never meet each other, and seats at tables of 3 are spread as
    evenly as possible.
    """
    count = SEATS_PER_TABLE * len(labels[0])
    nobody = _nobody(labels, count, count - players)
    people = (label for label in range(count) if label not in nobody)
    number = {label: index for index, label in enumerate(people)}
    return [
        [[number.get(label) for label in table] for table in tables]
        for tables in labels
    ]


def of_five(rounds: int) -> Seats:
    """Return rounds of labels 0 to 4, with a table of 3 and a table of 2.

    No label sits at the table of 2 twice before every other label has sat there. With
    this limit, meetings are as even as possible.
    """
    times, met = Counter[int](), Counter[tuple[int, ...]]()
    seats: Seats = []
    for _round in range(rounds):
        costs = {}
        for two in combinations(range(5), 2):
            three = tuple(label for label in range(5) if label not in two)
            meetings = (two, *combinations(three, 2))
            turns = sorted((times[label] for label in two), reverse=True)
            again = sum(met[pair] for pair in meetings)
            costs[three, two, meetings] = (*turns, again)
        three, two, meetings = min(costs, key=lambda choice: costs[choice])
        times.update(two)
        met.update(meetings)
        seats.append([[*three, None], [*two, None, None]])
    return seats


def _without_table_of(labels: Labels, nobody: int) -> Seats:
    """Return the rounds without the tables at which label `nobody` sits. The other
    labels of these tables sit out."""
    return [
        [list(table) for table in tables if nobody not in table] for tables in labels
    ]


def _nobody(labels: Labels, count: int, wanted: int) -> set[int]:
    met = [[0] * count for _label in range(count)]
    for tables in labels:
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    chosen: list[int] = []
    # Number of empty seats beside each label.
    beside = [0] * count
    while len(chosen) < wanted:
        label = min(
            (label for label in reversed(range(count)) if label not in chosen),
            key=lambda label: (
                sum(met[label][other] for other in chosen),
                sum(
                    times * other
                    for times, other in zip(met[label], beside, strict=True)
                ),
            ),
        )
        chosen.append(label)
        beside = [
            times + other for times, other in zip(met[label], beside, strict=True)
        ]
    return set(chosen)


def _with_stand_ins(labels: Labels, extra: int, chance: Chance) -> Seats:
    best: Seats = []
    best_repeats = -1
    for _try in range(_TRIES):
        standing_in = _StandingIn(labels, extra, chance)
        repeats = sum(standing_in.round(number) for number in range(len(labels)))
        if best_repeats < 0 or repeats < best_repeats:
            best, best_repeats = standing_in.seats, repeats
        if not repeats:
            break
    return best


class _StandingIn:
    """One way to choose the labels that sit out, round by round.

    The labels of the structure come first. Then the `extra` labels follow, which take
    the seats of labels that sit out.
    """

    def __init__(self, labels: Labels, extra: int, chance: Chance) -> None:
        self._labels = labels
        self._chance = chance
        self._structured = len(labels[0][0]) * len(labels[0])
        self._stand_ins = range(self._structured, self._structured + extra)
        self._times_out = [0] * (self._structured + extra)
        self._met: dict[int, list[int]] = {
            one: [0] * (self._structured + extra) for one in self._stand_ins
        }
        self.seats: Seats = []

    def round(self, number: int) -> int:
        """Seat one round. Return the number of repeats of the extra labels in the
        round."""
        tables: list[list[int | None]] = [list(table) for table in self._labels[number]]
        least = min(self._times_out)
        # The extra labels sit out whenever it is their turn. Then none of them needs
        # the seat of another.
        playing = [one for one in self._stand_ins if self._times_out[one] > least]
        for one in self._stand_ins:
            if one not in playing:
                self._times_out[one] += 1
        for one in self._chance.shuffled(playing):
            self._seat(one, tables)
        repeats = sum(self._meet(one, tables) for one in playing)
        self.seats.append(tables)
        return repeats

    def _seat(self, one: int, tables: list[list[int | None]]) -> None:
        """Seat an extra label at the place of a label that now sits out."""
        met = self._met[one]
        best: list[tuple[int, int]] = []
        best_cost: tuple[int, int] | None = None
        for place, table in enumerate(tables):
            people = [label for label in table if label is not None]
            again = sum(met[label] for label in people)
            for chair, label in enumerate(people):
                if label >= self._structured:
                    continue
                cost = (self._times_out[label], again - met[label])
                if best_cost is None or cost < best_cost:
                    best, best_cost = [], cost
                if cost == best_cost:
                    best.append((place, chair))
        place, chair = best[self._chance.below(len(best))]
        replaced = tables[place][chair]
        if replaced is not None:
            self._times_out[replaced] += 1
        tables[place][chair] = one

    def _meet(self, one: int, tables: list[list[int | None]]) -> int:
        """Count the meetings of an extra label in this round. Return the number of its
        repeats."""
        met = self._met[one]
        again = 0
        for table in tables:
            if one in table:
                for label in table:
                    if label is not None and label != one:
                        again += met[label] > 0
                        met[label] += 1
        return again


def refuse_sizes(rounds: Iterable[tuple[int, int]], demands: Constraints) -> None:
    """Raise RuleError, with all faults, if the players of a round cannot be seated
    within the constraints.

    `rounds` contains the number of each round and the number of its players.
    """
    faults = []
    for number, players in rounds:
        params = {"round": number, "players": players}
        if players < demands.fewest:
            message = _("Round %(round)s has too few players: %(players)s.")
            faults.append(Fault("too_few", message, "entrants", params))
        elif not demands.seats(players):
            message = _(
                "Round %(round)s has %(players)s players, who do not fill tables of 4 "
                "and 3."
            )
            faults.append(Fault("no_threes", message, "entrants", params))
    if faults:
        raise RuleError(*faults)


def levelled(tables: Sequence[Sequence[SeatOrEmpty]]) -> list[list[SeatOrEmpty]]:
    """Return the tables with players moved until the numbers of players differ by at
    most 1.

    Each table has its best player first. Players move only to the next table, one after
    the other, so that all players stay near their table. Empty tables remain empty.
    """
    people = [seated(table) for table in tables]
    open_ = [place for place, table in enumerate(people) if table]
    while open_:
        short = min(reversed(open_), key=lambda place: len(people[place]))
        most = max(len(people[place]) for place in open_)
        if most - len(people[short]) < 2:
            break
        full = min(
            (place for place in open_ if len(people[place]) == most),
            key=lambda place: abs(open_.index(place) - open_.index(short)),
        )
        _pass_on(people, open_, full, short)
    return [[*table, *[None] * (SEATS_PER_TABLE - len(table))] for table in people]


def _pass_on(people: list[list[int]], open_: list[int], full: int, short: int) -> None:
    """Move players from table to table. Table `short` gets one player, and table `full`
    loses one."""
    first, last = open_.index(full), open_.index(short)
    step = 1 if last > first else -1
    for at in range(first, last, step):
        moved = people[open_[at]].pop(-1 if step > 0 else 0)
        people[open_[at + step]].insert(0 if step > 0 else SEATS_PER_TABLE, moved)
