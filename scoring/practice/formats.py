"""The formats a practice event can have, and the stages or match days of each."""

from __future__ import annotations

from enum import StrEnum

from tournaments.models import Tournament
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages

#: So many play the final, and so many where there are only as many.
FINALISTS, FEW_FINALISTS = 8, 4
#: Rounds of a match day.
A_DAY = 2


class Format(StrEnum):
    """ONE: everybody plays every round. FINAL: the last round is a final after a cut.
    GROUPS: two groups before it. LEAGUE: match days with whoever comes."""

    ONE = "one"
    FINAL = "final"
    GROUPS = "groups"
    LEAGUE = "league"


#: Formats that end with a final, for which there is a cut.
WITH_FINAL = (Format.FINAL, Format.GROUPS)


def set_format(
    tournament: Tournament, format_: Format, *, players: int, rounds: int, by: str
) -> None:
    """Let a new practice event of so many players and rounds have this format."""
    if format_ in WITH_FINAL:
        set_stages(tournament, _stages(format_, players, rounds), by=by)
    elif format_ == Format.LEAGUE:
        days, over = divmod(rounds, A_DAY)
        plans = [DayPlan(A_DAY)] * days + [DayPlan(over)] * bool(over)
        best = max(len(plans) - 1, 1)
        set_league(tournament, LeaguePlan(tuple(plans), best_days=best), by=by)


def _stages(format_: Format, players: int, rounds: int) -> list[StagePlan]:
    """The final is one round from half the points, East to the first of each table."""
    finalists = FINALISTS if players > FINALISTS else FEW_FINALISTS
    final = StagePlan(
        "final",
        1,
        cut="top",
        cut_size=finalists,
        carry="fraction",
        carry_denominator=2,
        method="ranks",
        seats="east",
    )
    if format_ == Format.FINAL:
        return [StagePlan("qualifying", rounds - 1), final]
    of_group = StagePlan(
        "final",
        1,
        cut="per_group",
        cut_size=finalists // 2,
        carry="nothing",
        method="ranks",
        seats="east",
    )
    return [StagePlan("groups", rounds - 1, groups=2), of_group]
