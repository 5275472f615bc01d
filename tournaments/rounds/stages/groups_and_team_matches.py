"""The team matches of a stage, and the pools of players that are seated separately in a
round: the stage's groups, and the consolation. This module only reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext_noop as _

from tournaments.models import (
    FinalSeats,
    GroupingRule,
    Player,
    Stage,
    StagePlace,
    Tournament,
)
from tournaments.refusals import refusal
from tournaments.rounds.stages.group_forming import TABLE, team_matches
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.seating.seating_request import Pool, Seats
from tournaments.web.list_wording import joined_with_commas


def matches_of(
    stage: Stage, players: Collection[Player], *, seed: str
) -> Sequence[Sequence[int]]:
    """Return the player numbers of each team match of a stage.

    The seed decides the matches, with as few repeat meetings of teams as possible.
    Raises Refused if a player has no team, or if there are not four teams for each
    match.
    """
    teams = {
        player.number: player.team.name if player.team else "" for player in players
    }
    if alone := sorted(number for number, team in teams.items() if not team):
        raise refusal(
            "no_team",
            _("These players have no team: %(numbers)s."),
            numbers=joined_with_commas(alone),
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
    """Yield each pair of teams, once for every earlier match that they played."""
    places = StagePlace.objects.filter(
        stage__tournament=stage.tournament_id,
        stage__number__lt=stage.number,
        stage__grouping=GroupingRule.TEAMS,
        player__team__isnull=False,
    )
    matches: dict[tuple[int, int], set[str]] = {}
    for number, group, team in places.values_list(
        "stage__number", "group", "player__team__name"
    ):
        matches.setdefault((number, group), set()).add(team)
    for together in matches.values():
        yield from map(frozenset, combinations(sorted(together), 2))


#: The engine's names for the ways to seat a stage.
SEATS = {
    FinalSeats.BALANCED: Seats.BALANCED,
    FinalSeats.RANK: Seats.RANK,
    FinalSeats.CHOICE: Seats.RANK,
    FinalSeats.EAST: Seats.EAST,
}


@dataclass(frozen=True)
class Playing:
    """The player numbers that play in some rounds, and the pools that are seated
    separately; no pools if all are seated together."""

    numbers: frozenset[int]
    pools: tuple[Pool, ...] = ()


def playing_in(
    tournament: Tournament, first_round: int, last_round: int, numbers: Iterable[int]
) -> Playing:
    """Return which of these player numbers play in these rounds, and the pools that are
    seated separately.

    A player registered after a cut plays in no later stage, except as a substitute.
    Raises Refused if the rounds belong to two stages, if the players of their stage are
    not decided, or if a player is in no group of the first stage.
    """
    wanted = frozenset(numbers)
    stages = stages_of(tournament)
    stage = stage_at(stages, first_round)
    if stage is None:
        return Playing(wanted)
    if last_round > stage.last_round and any(
        other.needs_deciding for other in stages if other.number > stage.number
    ):
        raise refusal(
            "two_stages",
            _(
                "Round %(round)s is the last of “%(stage)s”. Generate the "
                "seating of the next stage separately."
            ),
            "rounds",
            round=stage.last_round,
            stage=str(stage),
        )
    if not stage.needs_deciding:
        return Playing(wanted)
    if not stage.is_decided:
        raise refusal(
            "not_decided",
            _("The players of “%(stage)s” are not chosen yet. Choose them first."),
            "first_round",
            stage=str(stage),
        )
    return _pools(stages, stage, wanted)


def _pools(stages: Sequence[Stage], stage: Stage, wanted: frozenset[int]) -> Playing:
    playing = [other for other in stages if other.first_round == stage.first_round]
    places = StagePlace.objects.filter(stage__in=playing).select_related("player")
    members: dict[tuple[int, int], list[int]] = {}
    for place in places.order_by("stage__number", "group", "rank"):
        if place.player.number in wanted:
            key = place.stage_id, place.group
            members.setdefault(key, []).append(place.player.number)
    named = frozenset(number for own in members.values() for number in own)
    if stage.number == 1 and (lost := sorted(wanted - named)):
        raise refusal(
            "in_no_stage",
            _(
                "These players are in no group of “%(stage)s”: %(numbers)s. Withdraw "
                "them, or undo the cut and repeat it."
            ),
            stage=str(stage),
            numbers=joined_with_commas(lost),
        )
    of_stage = {other.pk: other for other in playing}
    pools = tuple(
        Pool(
            f"{of_stage[pk].number}.{group}",
            tuple(numbers),
            SEATS[FinalSeats(of_stage[pk].seats)],
        )
        for (pk, group), numbers in members.items()
    )
    if len(pools) == 1 and pools[0].seats == Seats.BALANCED:
        return Playing(named)
    return Playing(named, pools)
