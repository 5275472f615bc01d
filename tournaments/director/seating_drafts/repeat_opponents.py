"""Repeat meetings in a draft after a cut, compared with the unavoidable number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.director.seating_drafts.draft_tables_and_players import DrawnPlan
from tournaments.models import Stage
from tournaments.rounds.stages.stage_and_group_names import label_of
from tournaments.rounds.stages.stage_outlook import Finding, met_so_far
from tournaments.rounds.stages.stage_settings import before, stage_at
from tournaments.seating.judging.meetings_after_cut import fewest_again, meet_again
from tournaments.seating.seating_plan import meetings, players_in_plan, seated
from tournaments.seating.seating_request import RANKED, Pool


@dataclass(frozen=True)
class Rematches:
    """Repeat meetings in a stage or group.

    `meetings`: all meetings in the draft. `again`: meetings of players who met before.
    `least`: a lower bound of `again` for any seating of these players. `by_rank`: the
    tables follow from the standings.
    """

    name: str
    meetings: int
    again: int
    least: int
    by_rank: bool

    @property
    def is_fine(self) -> bool:
        return self.by_rank or self.again <= self.least


def rematches(plan: DrawnPlan, stages: Sequence[Stage]) -> list[Rematches]:
    """Return the repeat meetings in each group of the draft's stage; empty in the first
    stage, or without stages."""
    stage = stage_at(stages, plan.draw.first_round)
    if stage is None or before(stages, stage) is None:
        return []
    return [_of(name, pool, plan) for name, pool in _pools(plan, stages, stage)]


def _pools(
    plan: DrawnPlan, stages: Sequence[Stage], stage: Stage
) -> Iterator[tuple[str, Sequence[int]]]:
    if not plan.request.pools:
        yield str(stage), players_in_plan(plan.drawn)
    of_number = {other.number: other for other in stages}
    for pool in plan.request.pools:
        number, _dot, group = pool.name.partition(".")
        # The stages may have changed since the draft was generated.
        own = of_number.get(int(number), stage)
        yield label_of(own, int(group)), _sits(plan, pool)


def _sits(plan: DrawnPlan, pool: Pool) -> Sequence[int]:
    seated_numbers = set(players_in_plan(plan.drawn))
    return [number for number in pool.numbers if number in seated_numbers]


def _of(name: str, numbers: Sequence[int], plan: DrawnPlan) -> Rematches:
    players = set(numbers).difference(plan.draw.fillers)
    met = set(meetings(plan.request.played))
    meets = sum(
        one in players and other in players
        for round_ in plan.drawn
        for table in round_
        for one, other in combinations(seated(table), 2)
    )
    return Rematches(
        name,
        meets,
        meet_again(plan.drawn, players, met),
        fewest_again(sorted(players), met, len(plan.drawn)),
        plan.request.method in RANKED,
    )


def ahead(plan: DrawnPlan, stages: Sequence[Stage]) -> Finding | None:
    """Return a finding about qualified players who met before the cut after this plan.

    None if the plan does not end at a cut.
    """
    last = len(plan.whole)
    following = stage_at(stages, last + 1)
    if following is None or following.first_round != last + 1:
        return None
    return met_so_far(plan.draw.tournament, stages, following, plan.whole)
