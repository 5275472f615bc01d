"""Generate whole plans in which some players have no full table in some rounds.

Either the players do not fill all tables, or some players arrive late or leave early.
Depending on the constraint `Uneven`, house players fill the tables, some players sit
out, or some tables have 3 players.

If all players are present in every round, the rounds come from a plan for a similar
number of players (see `bye_labels_and_table_sizes`). Otherwise a plan for all players
is adapted round by round: tables with too few players are closed, and their players
take empty seats. Annealing then reduces the repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.least_possible_repeats import evenly
from tournaments.seating.meetings.algebraic_constructions import most_rounds
from tournaments.seating.meetings.plans_of_three import most_rounds_for_three
from tournaments.seating.meetings.starters_and_small_plans import Labels, Structure
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.annealing import Heat, improve
from tournaments.seating.search.annealing_costs import again_beside
from tournaments.seating.search.assign_labels import place
from tournaments.seating.search.fit_players_into_draft import Fitting
from tournaments.seating.search.table_numbering import number_tables
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import SEATS_PER_TABLE, SeatOrEmpty
from tournaments.seating.uneven.bye_labels_and_table_sizes import (
    Seats,
    of_five,
    refuse_sizes,
    with_byes,
    with_threes,
)
from tournaments.seating.uneven.who_plays_or_sits_out import ByeScheduler, missing
from tournaments.seating.whole_plans import hard_shortcomings, structure_of
from tournaments.seating.whole_plans import whole_plan as full_plan

#: Number of players that need a table of 3 and one of 2.
_FIVE = 5

#: Placings of players tried in each round.
_PLACINGS = 200

#: Low temperature, to keep the advantages of a plan without repeats.
_GENTLE = Heat(start=20, end=4)


@dataclass(frozen=True)
class Seating:
    """Rounds of tables of player numbers, before winds are assigned.

    The tables are in order. `fillers` contains the numbers of house players. `source`
    is a short description of the plan's source.
    """

    rounds: list[list[list[SeatOrEmpty]]]
    fillers: tuple[int, ...]
    source: str


def whole_plan(
    entrants: Sequence[SeatingPlayer],
    rounds: int,
    demands: Constraints,
    seed: str,
    budget: Budget,
) -> Seating:
    """Return a plan for players who cannot all have full tables in every round.

    House players get numbers above the highest number. Each round has as many house
    players as necessary. No player sits out, or sits at a table of 3, twice before all
    other present players have done so. Raises RuleError if a round has too few players,
    or has 5 players for tables of 4 and 3.
    """
    present = [
        [index for index, entrant in enumerate(entrants) if entrant.plays(round_)]
        for round_ in range(1, rounds + 1)
    ]
    _refuse(present, demands)
    house: list[SeatingPlayer] = []
    if demands.uneven == Uneven.FILLERS:
        highest = max(entrant.number for entrant in entrants)
        wanted = max(missing(people, demands.size) for people in present)
        house = [SeatingPlayer(highest + 1 + number) for number in range(wanted)]
    job = _Job(entrants, house, rounds, demands, seed, budget)
    seated, source = job.seated(present)
    return Seating(
        [
            [
                [
                    None if player is None else job.people[player].number
                    for player in table
                ]
                for table in tables
            ]
            for tables in seated
        ],
        tuple(entrant.number for entrant in house),
        source,
    )


def _refuse(present: Sequence[Sequence[int]], demands: Constraints) -> None:
    if not present:
        message = _("Enter at least 1 round.")
        raise RuleError(Fault("no_rounds", message, "rounds"))
    refuse_sizes(enumerate(map(len, present), start=1), demands)


class _Job:
    """The construction of one plan. `people` contains the players, then the house
    players."""

    def __init__(
        self,
        entrants: Sequence[SeatingPlayer],
        house: Sequence[SeatingPlayer],
        rounds: int,
        demands: Constraints,
        seed: str,
        budget: Budget,
    ) -> None:
        self.players = len(entrants)
        self.people = [*entrants, *house]
        self.rounds = rounds
        self.demands = demands
        self.size = demands.size
        #: Fewest players with structures; fewer players share one table.
        self.fewest = 2 * demands.size
        self.seed = seed
        self.budget = budget

    def seated(self, by_round: Sequence[Sequence[int]]) -> tuple[Seats, str]:
        """Return the rounds as indices of `people`, with their tables in order, and a
        description of the source. `by_round` contains the present players of each
        round."""
        if any(len(present) < self.players for present in by_round):
            return self._numbered(self._fitted(by_round)), "rounds made to fit"
        if self.demands.uneven == Uneven.FILLERS and len(self.people) >= self.fewest:
            return full_plan(
                self.people, self.rounds, self.demands, self.seed, self.budget
            )
        return self._numbered(self._placed()), f"with {self.demands.uneven.value}"

    def _placed(self) -> Seats:
        """Return rounds with byes or short tables. All players must be present in every
        round."""
        labels = self._labels()
        tables = [
            [tuple(label for label in table if label is not None) for table in tables]
            for tables in labels
        ]
        # Assigning labels depends on the meetings only, whatever the size of the table.
        structure = Structure(cast(Labels, tables), "")
        player_of = place(structure, self.people, self.demands, self.seed, self.budget)
        seated: Seats = [
            [
                [None if one is None else player_of[one] for one in table]
                for table in tables
            ]
            for tables in labels
        ]
        if hard_shortcomings(seated, self.people, self.demands):
            seated = self._improved(seated, "demands", self.budget.left // 2)
        return seated

    def _labels(self) -> Seats:
        players = len(self.people)
        if players == _FIVE and self.demands.shortens:
            return of_five(self.rounds)
        return self._without_repeats(self._structured())

    def _structured(self) -> Seats:
        players = len(self.people)
        if self.demands.shortens:
            return with_threes(
                self._structure(players + -players % SEATS_PER_TABLE), players
            )
        chance = Chance(self.seed, "byes")
        return with_byes(players, self._structure, self._known, chance, self.size)

    def _structure(self, players: int) -> Labels:
        if players < self.fewest:
            return cast(Labels, ((tuple(range(self.size)),),) * self.rounds)
        structure = structure_of(
            players, self.rounds, self.seed, self.budget, self.size
        )
        return structure.rounds

    def _known(self, players: int) -> Labels | None:
        """Return rounds without repeats for this number of labels, in random order;
        None if no such rounds are known.
        """
        most = (
            most_rounds(players)
            if self.size == SEATS_PER_TABLE
            else most_rounds_for_three(players)
        )
        if players < self.fewest or self.rounds > most:
            return None
        return self._structure(players)

    def _without_repeats(self, labels: Seats) -> Seats:
        """Return rounds with fewer repeats. Players are not assigned to labels yet.

        The number of labels that sit out does not change.
        """
        players = len(self.people)
        return improve(
            labels,
            [SeatingPlayer(label + 1) for label in range(players)],
            Constraints(weights=self.demands.weights, size=self.size),
            chance=Chance(self.seed, "labels"),
            budget=self.budget,
            numbered=False,
            moves=self.budget.left // 3,
            bound=_least_cost(labels, players, self.demands),
            heat=_GENTLE,
            stage="meetings",
        )

    def _fitted(self, by_round: Sequence[Sequence[int]]) -> Seats:
        """Return rounds if some players are absent in some rounds. `by_round` contains
        the present players of each round."""
        count = max(self.players + -self.players % self.size, self.fewest)
        structure = Structure(self._structure(count), "")
        highest = max(entrant.number for entrant in self.people)
        nobody = [
            SeatingPlayer(highest + 1 + number)
            for number in range(count - self.players)
        ]
        entrants = [*self.people[: self.players], *nobody]
        player_of = place(structure, entrants, self.demands, self.seed, self.budget)
        draft = [
            [
                [
                    player_of[label] if player_of[label] < self.players else None
                    for label in table
                ]
                for table in tables
            ]
            for tables in structure.rounds
        ]
        chance = Chance(self.seed, "fitting")
        fitting = Fitting(draft, self.people, self.demands, chance, numbered=False)
        resting = ByeScheduler(draft, range(self.players), chance)
        for number, present in enumerate(by_round):
            playing = self._playing(number, present, resting)
            fitting.refit(number, playing, self.budget, _PLACINGS)
        open_tables = [
            [table for table in tables if table != [None] * self.size]
            for tables in fitting.rounds
        ]
        return self._improved(open_tables, "fitted", self.budget.left // 2)

    def _playing(
        self, number: int, present: Sequence[int], resting: ByeScheduler
    ) -> list[int]:
        if self.demands.uneven == Uneven.BYES:
            byes = resting.choose(number, present, len(present) % self.size)
            return [player for player in present if player not in byes]
        if self.demands.uneven == Uneven.FILLERS:
            house = range(self.players, self.players + missing(present, self.size))
            return [*present, *house]
        return list(present)

    def _improved(
        self, seated: Seats, purpose: str, moves: int, *, numbered: bool = False
    ) -> Seats:
        return improve(
            seated,
            self.people,
            self.demands,
            chance=Chance(self.seed, purpose),
            budget=self.budget,
            numbered=numbered,
            moves=moves,
            heat=_GENTLE,
            stage=purpose,
        )

    def _numbered(self, seated: Seats) -> Seats:
        fixed = {
            index: entrant.table
            for index, entrant in enumerate(self.people)
            if entrant.table is not None
        }
        ordered = number_tables(
            seated,
            tables_of=fixed,
            weights=self.demands.weights,
            chance=Chance(self.seed, "tables"),
            budget=self.budget,
        )
        rounds: Seats = [[list(table) for table in tables] for tables in ordered]
        if _elsewhere(rounds, fixed):
            return self._improved(rounds, "tables", self.budget.left, numbered=True)
        return rounds


def _least_cost(labels: Seats, players: int, demands: Constraints) -> int:
    """Return a lower bound on the cost of repeats and of seats beside empty seats.

    The bound is the cost if all meetings are spread evenly over the pairs, and all
    seats beside empty seats evenly over the players.
    """
    size, weights = demands.size, demands.weights
    meetings = beside = 0
    for tables in labels:
        for table in tables:
            present = size - table.count(None)
            meetings += present * (present - 1) // 2
            beside += present * (size - present)
    pairs = players * (players - 1) // 2
    again = weights.repeat + again_beside(weights, len(labels[0]))
    return weights.repeat * evenly(meetings, pairs) + again * evenly(beside, players)


def _elsewhere(rounds: Seats, fixed: dict[int, int]) -> bool:
    """Return whether any player sits at a table other than the player's fixed table."""
    return any(
        player is not None and fixed.get(player, number) != number
        for tables in rounds
        for number, table in enumerate(tables, start=1)
        for player in table
    )
