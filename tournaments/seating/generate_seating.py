"""Generate a plan and its quality report from a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.faults import Fault
from tournaments.seating import seating_plan
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.impossible_constraints import unavoidable
from tournaments.seating.judging.plan_judge import Report, judge
from tournaments.seating.search_budget import Budget, Watcher
from tournaments.seating.seating_methods import METHODS, check
from tournaments.seating.seating_plan import Plan
from tournaments.seating.seating_request import Method, Request
from tournaments.seating.separate_groups import parts, seated_by_rank, together
from tournaments.seating.uneven.repair_effects import Disturbance, disturbance
from tournaments.seating.uneven.who_plays_or_sits_out import known


@dataclass(frozen=True)
class Draw:
    """The generated seating.

    - `request`: the request, with `stop_after` set if a watcher stopped the search. The
      same request generates the same plan again.
    - `plan`: the generated rounds only.
    - `fillers`: the player numbers of the house players.
    - `notes`: shortcomings of every possible plan, known before the search.
    - `source`: a few words about the method that made the plan.
    - `moves`: the number of moves of the search.
    - `stopped`: whether a watcher stopped the search.
    - `report`: the quality report of the played and the generated rounds.
    - `changed`: the changes that a repair makes to the remaining rounds, or None.
    """

    request: Request
    plan: Plan
    fillers: tuple[int, ...]
    notes: tuple[Fault, ...]
    source: str
    moves: int
    stopped: bool
    report: Report
    changed: Disturbance | None = None

    def as_data(self) -> dict[str, object]:
        """Return the generated seating as JSON values, in the published format."""
        data = {
            "rounds": seating_plan.as_data(self.plan),
            "report": self.report.as_data(),
            "fillers": list(self.fillers),
            "notes": [note.sentence for note in self.notes],
            "source": self.source,
            "moves": self.moves,
            "stopped": self.stopped,
            "request": self.request.as_data(),
        }
        if self.changed is not None:
            data["seats_changed"] = self.changed.moved
            data["winds_changed"] = self.changed.turned
            data["seats_to_come"] = self.changed.seats
        return data


def draw(request: Request, watcher: Watcher | None = None) -> Draw:
    """Return the seating for a request. Equal requests give equal seating.

    `watcher` receives the progress and may stop the search. Raises RuleError if
    constraints are meaningless or contradict each other. If not all constraints can be
    met, the seating meets the constraints as far as possible. `notes` and `report` list
    the violations.
    """
    check(request)
    if request.pools:
        return _in_pools(request, watcher)
    budget = Budget(
        request.demands.moves, stop_after=request.stop_after, watcher=watcher
    )
    drawn = METHODS[request.method](request, budget)
    everyone = known(request, drawn.fillers)
    stopped_after = budget.spent if budget.stopped else None
    return Draw(
        replace(request, stop_after=stopped_after),
        drawn.plan,
        drawn.fillers,
        _notes(request, drawn.plan, everyone),
        drawn.source,
        budget.spent,
        budget.stopped,
        judge((*request.played, *drawn.plan), everyone, request.demands),
        _changed(request, drawn.plan) if request.method == Method.REPAIR else None,
    )


def _in_pools(request: Request, watcher: Watcher | None) -> Draw:
    """Return the seating of all pools. The seating of each pool is generated
    separately.

    If the watcher stops the search, the current pool and all later pools stop.
    """
    plans: list[Plan] = []
    fillers: set[int] = set()
    notes: list[Fault] = []
    sources: list[str] = []
    spent, stopped_after = 0, request.stop_after
    for part in parts(request):
        left = None if stopped_after is None else max(stopped_after - spent, 0)
        moves = part.request.demands.moves
        budget = Budget(moves, stop_after=left, watcher=watcher)
        drawn = METHODS[part.request.method](part.request, budget)
        plans.append(seated_by_rank(part, drawn.plan))
        fillers.update(drawn.fillers)
        own = known(part.request, drawn.fillers)
        own_notes = _notes(part.request, drawn.plan, own)
        notes += [note for note in own_notes if note not in notes]
        sources.append(drawn.source)
        spent += budget.spent
        if budget.stopped and stopped_after is None:
            stopped_after = spent
    plan = together(plans)
    everyone = known(request, sorted(fillers))
    return Draw(
        replace(request, stop_after=stopped_after),
        plan,
        tuple(sorted(fillers)),
        tuple(notes),
        ", ".join(dict.fromkeys(sources)),
        spent,
        stopped_after is not None,
        judge((*request.played, *plan), everyone, request.demands),
        _changed(request, plan) if request.method == Method.REPAIR else None,
    )


def _notes(
    request: Request, plan: Plan, everyone: Sequence[SeatingPlayer]
) -> tuple[Fault, ...]:
    rounds = len(request.played) + request.rounds
    tables = max(len(round_) for round_ in plan)
    return tuple(unavoidable(everyone, rounds, request.demands, tables))


def _changed(request: Request, plan: Plan) -> Disturbance:
    """Return the changes that a repair made in all pools."""
    past = len(request.played)
    present = {
        number: [
            entrant.number for entrant in request.entrants if entrant.plays(number)
        ]
        for number in range(past + 1, past + request.rounds + 1)
    }
    before, after = (*request.played, *request.draft), (*request.played, *plan)
    return disturbance(before, after, past, present)
