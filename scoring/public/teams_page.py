"""The page of team standings with members."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoring.all_pages.paged_lists_and_name_search import page_of
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.public.choice_of_standings import View
from scoring.public.standings_pages import shared_context
from scoring.standings import live_and_official_standings
from scoring.standings.compare_by_criteria import TEAMS_OWN
from scoring.standings.criteria_columns import (
    amount_in,
    columns_of,
    deciding,
    name_in_sentence,
)
from scoring.standings.live_and_official_standings import Board
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_rows import TeamStanding
from scoring.standings.team_standings import (
    moves_of,
    order_in_words,
    team_order,
    teams_of,
)
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import labelled

#: Maximum number of teams on a page, and of their members together.
TEAMS, MEMBERS = 20, 96


def teams_page(tournament: Tournament, page: int = 1) -> Context:
    """Return the content of a page of team standings.

    If the results are hidden, it has no teams and the page shows a sentence instead.
    Raises PublicPageNotFound if there are no teams, or for an unknown page.
    """
    source = source_of(tournament)
    board = live_and_official_standings.live(source)
    if not any(player.team_id for player in source.records.players):
        raise PublicPageNotFound(_("This tournament has no teams."))
    order = team_order(tournament)
    if board.final and board.final.teams:
        order = board.final.row.team_tie_breaks
    around = {
        **shared_context(source, board, View()),
        "team_order": order_in_words(tournament, order),
    }
    if board.is_held_back:
        return around
    teams = teams_of(board)
    largest = max(len(team.line.members) for team in teams)
    shown = page_of(teams, page, max(1, min(TEAMS, MEMBERS // largest)))
    moves = moves_of(board, teams, order)
    return {
        **around,
        **_figures_of_teams(board, order),
        **shown,
        "teams": [
            (
                team,
                moves.get(team.line.name),
                [board.by_number[line.player.number] for line in team.line.members],
                beside_team(team.line, order, tournament.ruleset),
            )
            for team in shown["rows"]
        ],
    }


def _figures_of_teams(board: Board, order: Sequence[str]) -> Context:
    """Return the columns for teams.

    If points or score rank the teams first, that criterion is the first column, even if
    players are ranked by the other one.
    """
    first = [key for key in order[:1] if key in TEAMS_OWN]
    return {
        "measures": deciding(board, (*first, *board.tie_breaks)),
        "first_measure": order[0],
    }


def beside_team(team: TeamStanding, order: Sequence[str], ruleset: str) -> list[str]:
    """Return the texts shown beside a team's name: further figures that decide the
    team's place, its deductions, and missed rounds that do not count.
    """
    columns = columns_of(ruleset, order)
    figures = [
        labelled(column.measure.name, column.written(team, ruleset))
        for column in columns
        if column.key not in TEAMS_OWN and column.written(team, ruleset)
    ]
    taken = [
        f"{deductions_in_words(row.points, row.measure, ruleset)} ({row.reason})"
        for row in team.deductions
    ]
    note = ngettext(
        "%(count)s missed round not counted (played by a substitute)",
        "%(count)s missed rounds not counted (played by substitutes)",
        team.covered,
    )
    covered = [note % {"count": team.covered}] if team.covered else []
    return [*figures, *taken, *covered]


def deductions_in_words(points: int, measure: str, ruleset: str) -> str:
    """Return a team's deduction as text, such as "−2 table points"."""
    amount = -Fraction(points)
    if measure == "table_points":
        unit = rules.shared_ruleset(ruleset, {}).catalogue.points_a_table_point
        amount = amount / unit
    return _("%(amount)s %(criterion)s") % {
        "amount": amount_in(measure, amount, ruleset, decimals=0),
        "criterion": name_in_sentence(ruleset, measure),
    }
