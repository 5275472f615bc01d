"""Standings of teams: sums of the members minus deductions, ranked by the team
criteria.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from rules.absence_score_options import Absence, counted
from scoring.standings.compare_by_criteria import (
    TEAMS_OWN,
    Field,
    Measure,
    Step,
    compare,
)
from scoring.standings.criteria_and_tie_breaks import MEASURES, measures_of
from scoring.standings.live_and_official_standings import Board
from scoring.standings.rank_players import penalised_measure, standings_in
from scoring.standings.standings_rows import (
    Deducted,
    Placed,
    Standing,
    TeamStanding,
    Value,
    placed_by,
)
from scoring.standings.team_substitutes import covered_rounds
from tournaments.models import TeamDeduction, Tournament
from tournaments.web.list_wording import joined_in_order

#: Deductions of each team, by name.
Deductions = Mapping[str, Sequence[Deducted]]


def team_order(tournament: Tournament) -> list[str]:
    """Return the keys of the criteria for teams.

    The default is points and score, in the order used for players.
    """
    if tournament.team_tie_breaks:
        return list(tournament.team_tie_breaks)
    first = penalised_measure(tournament.tie_breaks)
    return sorted(TEAMS_OWN, key=lambda measure: measure != first)


def order_in_words(tournament: Tournament, keys: Iterable[str]) -> str:
    """Return sentences on how the places of teams are decided."""
    measures = measures_of(tournament.ruleset)
    return _(
        "A team's totals are the totals of its members, minus deductions. A missed "
        "round does not count if a substitute of the team played it. Teams are "
        "ranked by %(order)s. Teams that are still tied share a place."
    ) % {
        "order": joined_in_order(
            [measures[key].phrase_for(tournament.lot_seed) for key in keys]
        )
    }


def teams_of(board: Board) -> list[Placed[TeamStanding]]:
    """Return the teams in order by official points; of a finished tournament, the
    stored teams. Uses at most one query.
    """
    if board.final and board.final.teams:
        return board.final.teams
    field = Field(board.records, frozenset(board.rounds))
    lines = [row.line for row in board.rows]
    order = team_order(board.tournament)
    return teams_in(field, lines, order, deductions_of(board.tournament))


def moves_of(
    board: Board, teams: Sequence[Placed[TeamStanding]], order: Sequence[str]
) -> dict[str, int]:
    """Return the number of places that each team has gained since the previous round,
    by team name (negative: lost). Empty after the first round. Current deductions apply
    before and after. Uses no query.
    """
    rounds = frozenset(board.rounds) - {board.after}
    if not rounds:
        return {}
    records = board.records.as_after(board.after)
    deductions = {team.line.name: team.line.deductions for team in teams}
    lines = standings_in(records, rounds)
    before = teams_in(Field(records, rounds), lines, order, deductions)
    was = {team.line.name: team.place for team in before}
    return {
        team.line.name: was[team.line.name] - team.place
        for team in teams
        if team.line.name in was
    }


def deductions_of(tournament: Tournament) -> Deductions:
    """Return the deductions of a tournament's teams by team name. Uses one query."""
    deductions: dict[str, list[Deducted]] = {}
    rows = TeamDeduction.objects.filter(team__tournament=tournament)
    for row in rows.select_related("team").order_by("at", "pk"):
        deducted = Deducted(row.points, row.measure, row.reason)
        deductions.setdefault(row.team.name, []).append(deducted)
    return deductions


def teams_in(
    field: Field,
    lines: Iterable[Standing],
    order: Sequence[str],
    deductions: Deductions,
) -> list[Placed[TeamStanding]]:
    """Return the teams of these lines, ranked by the criteria in `order`."""
    members: dict[str, list[Standing]] = {}
    for line in lines:
        if line.player.team:
            members.setdefault(line.player.team.name, []).append(line)
    teams = [
        _team(name, own, deductions.get(name, ()), field)
        for name, own in sorted(members.items())
    ]
    steps = [_step(MEASURES[key], field, teams) for key in order]
    comparison = compare(len(teams), steps)
    marks = dict(zip((team.name for team in teams), comparison.marks, strict=True))
    ranked = [
        team._replace(figures=figures) if figures else team
        for team, figures in zip(teams, comparison.figures, strict=True)
    ]
    return placed_by(ranked, lambda team: marks[team.name])


def _team(
    name: str, members: Sequence[Standing], taken: Sequence[Deducted], field: Field
) -> TeamStanding:
    rules = field.records.tournament.rules
    unit = rules.catalogue.points_a_table_point
    missed = counted(rules.options, Absence.MISSED)
    covered = covered_rounds(field.records, field.rounds, members)
    scores = sum(deducted.points for deducted in taken if deducted.measure == "score")
    points = sum(deducted.points for deducted in taken if deducted.measure != "score")
    scores += covered * (missed.score or 0)
    points += covered * (missed.points or 0)
    sums = sum((line.table_points for line in members), Fraction(0))
    return TeamStanding(
        name,
        sums - Fraction(points, unit),
        sum(line.score for line in members) - scores,
        tuple(members),
        any(line.playing for line in members),
        tuple(taken),
        covered=covered,
    )


def _step(measure: Measure, field: Field, teams: Sequence[TeamStanding]) -> Step:
    def figures(positions: Sequence[int]) -> Sequence[Value]:
        return measure.of_teams(field, [teams[at] for at in positions])

    return Step(measure, figures, is_kept=measure.key not in TEAMS_OWN)
