"""A draw: from a request to a plan with its report."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.faults import Fault
from tournaments.seating import plans
from tournaments.seating.budget import Budget, Watcher
from tournaments.seating.impossible import unavoidable
from tournaments.seating.judging.judge import Report, judge
from tournaments.seating.methods import METHODS, check
from tournaments.seating.plans import Plan
from tournaments.seating.requests import Request
from tournaments.seating.uneven.attendance import known
from tournaments.seating.uneven.disturbance import Disturbance


@dataclass(frozen=True)
class Draw:
    """A drawn plan. `plan` has the drawn rounds only.

    `fillers`: start numbers of nobody, to be played by the host's people.
    `notes`: what no plan could avoid, said before the search. `source`: where
    the plan comes from. `moves`: the moves the search made; if it was stopped,
    the request names them as `stop_after`, so that it repeats the draw. `report`:
    of played and drawn rounds together. `changed`: what a repair changed of the
    rounds to come.
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
        """The draw as JSON values, as it is published."""
        data = {
            "rounds": plans.as_data(self.plan),
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
            data["seats_to_come"] = self.changed.seats
        return data


def draw(request: Request, watcher: Watcher | None = None) -> Draw:
    """Draw what `request` asks for: the same request, the same draw.

    `watcher` sees the progress and may stop the search. Raises RuleError for
    demands that make no sense or contradict each other; demands that cannot be
    met altogether are met as well as can be, and `notes` and `report` say so.
    """
    rounds = len(request.played) + request.rounds
    check(request)
    budget = Budget(
        request.demands.moves, stop_after=request.stop_after, watcher=watcher
    )
    drawn = METHODS[request.method](request, budget)
    everyone = known(request, drawn.fillers)
    tables = max(len(round_) for round_ in drawn.plan)
    stopped_after = budget.spent if budget.stopped else None
    return Draw(
        replace(request, stop_after=stopped_after),
        drawn.plan,
        drawn.fillers,
        tuple(unavoidable(everyone, rounds, request.demands, tables)),
        drawn.source,
        budget.spent,
        budget.stopped,
        judge((*request.played, *drawn.plan), everyone, request.demands),
        drawn.changed,
    )
