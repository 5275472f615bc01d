"""Team matches of a stage: which four teams play against each other. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, GroupingRule, Stage, StagePlace
from tournaments.refusals import refusal
from tournaments.rounds.stages.groups import TABLE, team_matches


def matches_of(
    stage: Stage, entries: Collection[Entry], *, seed: str
) -> Sequence[Sequence[int]]:
    """The start numbers of each match of a stage, drawn by the seed, with the fewest
    teams that met in a match of an earlier stage. Raises Refused where somebody is in
    no team, and where the teams are not four for each match."""
    teams = {entry.number: entry.team.name if entry.team else "" for entry in entries}
    if alone := sorted(number for number, team in teams.items() if not team):
        raise refusal(
            "no_team",
            _("These players have no team: %(numbers)s."),
            numbers=", ".join(map(str, alone)),
        )
    count = len(set(teams.values()))
    if count != TABLE * stage.groups:
        raise refusal(
            "teams_in_fours",
            _(
                "A match needs 4 teams. %(teams)s teams cannot form the %(groups)s "
                "groups of “%(stage)s”."
            ),
            teams=count,
            groups=stage.groups,
            stage=str(stage),
        )
    return team_matches(teams, list(_met_before(stage)), seed=seed)


def _met_before(stage: Stage) -> Iterator[frozenset[str]]:
    """Two teams that were in one match, for each match in which they were."""
    places = StagePlace.objects.filter(
        stage__tournament=stage.tournament_id,
        stage__number__lt=stage.number,
        stage__grouping=GroupingRule.TEAMS,
        entry__team__isnull=False,
    )
    matches: dict[tuple[int, int], set[str]] = {}
    for number, group, team in places.values_list(
        "stage__number", "group", "entry__team__name"
    ):
        matches.setdefault((number, group), set()).add(team)
    for together in matches.values():
        yield from map(frozenset, combinations(sorted(together), 2))
