"""Repair a plan whose later rounds must change after a withdrawal or late arrival.

Played rounds do not change. In later rounds as many players as possible keep their
table. Tables with too few players are closed, and their players take empty seats at
other tables. A short annealing then reduces repeats. Each moved seat costs
`Weights.moved`.

The number of a closed table remains unused, so that other tables keep their numbers.
Closed tables at the end are removed. `Disturbance` defines moved seats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.annealing import Heat, improve
from tournaments.seating.search.fit_players_into_draft import Fitting
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import (
    Plan,
    SeatOrEmpty,
    chairs_of,
    players_in_plan,
)
from tournaments.seating.uneven.bye_labels_and_table_sizes import Seats
from tournaments.seating.uneven.repair_effects import (
    Disturbance,
    disturbance,
    keep_seats,
)
from tournaments.seating.uneven.who_plays_or_sits_out import ByeScheduler, missing

#: Placings of players tried in each round, and moves of the annealing after them.
_PLACINGS = 1_000
_MOVES = 120_000

#: Low temperature, because a repair starts close to a good plan.
_HEAT = Heat(start=3, end=1)


@dataclass(frozen=True)
class Repaired:
    """A repaired plan and its changes.

    `plan` contains all rounds. Players who keep their table also keep their seat. At
    the tables in `disturbance.touched`, new winds are not assigned yet. `fillers`
    contains the numbers of the house players in the later rounds.
    """

    plan: Plan
    fillers: tuple[int, ...]
    disturbance: Disturbance


def repair(
    plan: Plan,
    after: int,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    seed: str,
    budget: Budget,
    *,
    fillers: Collection[int] = (),
) -> Repaired:
    """Return the plan for the remaining players. Only rounds after round `after`
    change.

    `entrants` are all players of the later rounds, including late arrivals (with
    `first` and `last`). All other players of the plan have left. `fillers` are the
    house players in the plan. They play only while they are needed; new house players
    get numbers above the highest number.

    Raises RuleError if the plan has no round after `after`, if a player number occurs
    twice, or if a later round has too few players.
    """
    entrants = [entrant for entrant in entrants if entrant.number not in fillers]
    _refuse(plan, after, entrants, demands)
    return _Job(plan, after, entrants, demands, fillers).repaired(seed, budget)


def _refuse_rounds(plan: Plan, after: int) -> None:
    if not 0 <= after < len(plan):
        message = _("No round is left to repair after round %(after)s of %(rounds)s.")
        params = {"after": after, "rounds": len(plan)}
        raise RuleError(Fault("no_later_rounds", message, "after", params))


def _refuse(
    plan: Plan,
    after: int,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
) -> None:
    _refuse_rounds(plan, after)
    faults = []
    numbers = [entrant.number for entrant in entrants]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        params: dict[str, object] = {"numbers": listed(twice)}
        message = _("Duplicate player numbers: %(numbers)s.")
        faults.append(Fault("number_twice", message, "entrants", params))
    for round_ in range(after + 1, len(plan) + 1):
        players = sum(entrant.plays(round_) for entrant in entrants)
        if not demands.seats(players):
            params = {"round": round_, "players": players}
            message = _("Round %(round)s has too few players left: %(players)s.")
            faults.append(Fault("too_few", message, "entrants", params))
    if faults:
        raise RuleError(*faults)


class _Job:
    """The repair of one plan. Players are indices.

    The remaining players come first, then the house players, then the players who left.
    """

    def __init__(
        self,
        plan: Plan,
        after: int,
        entrants: Sequence[SeatingPlayer],
        demands: Constraints,
        fillers: Collection[int],
    ) -> None:
        self.plan, self.after, self.demands = plan, after, demands
        self.players = list(entrants)
        later = range(after + 1, len(plan) + 1)
        #: Players of each round (from 0), as indices.
        self.present = {
            round_ - 1: [i for i, one in enumerate(self.players) if one.plays(round_)]
            for round_ in later
        }
        self.lacking = {
            number: missing(present, demands.size)
            for number, present in self.present.items()
        }
        self.house = self._house(fillers)
        known = {entrant.number for entrant in self.players} | set(self.house)
        ghosts = [number for number in players_in_plan(plan) if number not in known]
        others = [SeatingPlayer(number) for number in [*self.house, *ghosts]]
        self.people = [*self.players, *others]
        self.index = {entrant.number: i for i, entrant in enumerate(self.people)}
        self.old = [
            [
                [self._index(number) for number in chairs_of(table, demands.size)]
                for table in round_
            ]
            for round_ in plan
        ]

    def _index(self, number: SeatOrEmpty) -> int | None:
        return None if number is None else self.index[number]

    def _house(self, fillers: Collection[int]) -> list[int]:
        """Return the numbers of the house players needed in any round. Existing house
        players come first."""
        if self.demands.uneven != Uneven.FILLERS:
            return []
        wanted = max(self.lacking.values())
        numbers = [entrant.number for entrant in self.players]
        highest = max([*numbers, *players_in_plan(self.plan), *fillers])
        new = range(highest + 1, highest + 1 + wanted)
        return [*sorted(set(fillers)), *new][:wanted]

    def repaired(self, seed: str, budget: Budget) -> Repaired:
        chance = Chance(seed, "repair")
        fitting = Fitting(self.old, self.people, self.demands, chance)
        resting = self._resting(chance)
        for number, present in self.present.items():
            people = present
            if self.demands.uneven == Uneven.FILLERS:
                first = len(self.players)
                people = present + list(range(first, first + self.lacking[number]))
            elif self.demands.uneven == Uneven.BYES:
                byes = resting.choose(number, present, len(present) % self.demands.size)
                people = [player for player in present if player not in byes]
            fitting.refit(number, people, budget, _PLACINGS)
        rounds = fitting.rounds
        if rounds != self.old:
            rounds = self._annealed(rounds, chance, budget)
        return self._result(rounds)

    def _annealed(self, rounds: Seats, chance: Chance, budget: Budget) -> Seats:
        before = [
            {
                player: place
                for place, table in enumerate(tables)
                for player in table
                if player is not None
            }
            for tables in self.old
        ]
        weights = self.demands.weights
        weights = replace(
            weights, table=weights.moved // 10, revisit=weights.moved // 5
        )
        return improve(
            rounds,
            self.people,
            replace(self.demands, weights=weights),
            chance=chance,
            budget=budget,
            first=self.after,
            original=before,
            moves=_MOVES,
            heat=_HEAT,
            stage="repair",
        )

    def _resting(self, chance: Chance) -> ByeScheduler:
        newcomers = {entrant.number for entrant in self.players}
        newcomers.difference_update(players_in_plan(self.plan))
        resting = ByeScheduler(self.old, range(len(self.players)), chance)
        for number in range(len(self.plan)):
            present = [
                i
                for i, entrant in enumerate(self.players)
                if entrant.plays(number + 1) and entrant.number not in newcomers
            ]
            resting.remember(number, present)
        return resting

    def _result(self, rounds: Seats) -> Repaired:
        later = tuple(
            keep_seats(old, self._numbers(new))
            for old, new in zip(
                self.plan[self.after :], rounds[self.after :], strict=True
            )
        )
        plan = self.plan[: self.after] + later
        present = {
            number + 1: {self.people[player].number for player in people}
            | set(self.house).intersection(players_in_plan((plan[number],)))
            for number, people in self.present.items()
        }
        house = set(players_in_plan(later)).intersection(self.house)
        return Repaired(
            plan,
            tuple(sorted(house)),
            disturbance(self.plan, plan, self.after, present),
        )

    def _numbers(
        self, tables: Sequence[Sequence[int | None]]
    ) -> list[list[SeatOrEmpty]]:
        return [
            [None if player is None else self.people[player].number for player in table]
            for table in tables
        ]
