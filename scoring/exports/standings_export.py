"""Exports of the official standings of players and teams: current, or after a round.

Players and teams are always ranked by the current criteria.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.exports.export_columns_and_values import (
    Column,
    ColumnKind,
    Export,
    Selection,
    Withheld,
    under_known_names,
    visible_rounds,
)
from scoring.exports.players_export import team_of
from scoring.standings import live_and_official_standings
from scoring.standings.compare_by_criteria import TEAMS_OWN, Unit
from scoring.standings.criteria_and_tie_breaks import MEASURES, measures_of
from scoring.standings.criteria_columns import FINED
from scoring.standings.live_and_official_standings import Board
from scoring.standings.rank_players import ranks_by_total_score
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_rows import Placed, TeamStanding, Value
from scoring.standings.team_standings import teams_of
from tournaments.models import Tournament
from tournaments.web.list_wording import joined_with_semicolons


def words_for(tournament: Tournament | None, measure: str) -> str:
    """Return the name of a criterion in the tournament's ruleset; without a tournament,
    the general name.
    """
    measures = measures_of(tournament.ruleset) if tournament else MEASURES
    return str(measures[measure].name)


def _columns(tournament: Tournament | None) -> Sequence[Column[Row]]:
    return [
        # Translators: the player's place in the standings.
        Column("place", _("Place"), ColumnKind.WHOLE, lambda row: row.place),
        Column(
            "shared",
            pgettext("place", "Shared"),
            ColumnKind.FLAG,
            lambda row: row.shared,
        ),
        Column(
            "number",
            pgettext("player number", "Number"),
            ColumnKind.WHOLE,
            lambda row: row.number,
        ),
        Column("player", _("Player"), ColumnKind.TEXT, lambda row: str(row.player)),
        Column(
            "country", _("Country"), ColumnKind.TEXT, lambda r: r.player.person.country
        ),
        Column("club", _("Club"), ColumnKind.TEXT, lambda row: row.player.person.club),
        Column("team", _("Team"), ColumnKind.TEXT, lambda row: team_of(row.player)),
        Column(
            "categories",
            _("Categories"),
            ColumnKind.TEXT,
            lambda row: row.player.categories,
        ),
        *(
            Column(
                key,
                words_for(tournament, key),
                ColumnKind.NUMBER if measure.unit is Unit.POINTS else ColumnKind.WHOLE,
                _figure(key),
            )
            for key, measure in MEASURES.items()
        ),
        Column(
            "penalties",
            _("Penalties in the standings"),
            ColumnKind.WHOLE,
            lambda row: row.line.penalties,
        ),
        *(_fined_columns() if tournament and _totals_rank(tournament) else ()),
        Column("tables", _("Tables"), ColumnKind.WHOLE, lambda row: row.line.tables),
        # Hands won are known only for these tables.
        Column(
            "logged",
            _("Tables recorded hand by hand"),
            ColumnKind.WHOLE,
            lambda r: r.line.logged,
        ),
        *(_stage_columns() if tournament and tournament.is_staged else ()),
        *(_league_columns() if tournament and tournament.is_league else ()),
        Column(
            "contains",
            # Translators: byes, missed rounds and rounds as substitute.
            _("Rounds with fixed results"),
            ColumnKind.TEXT,
            lambda r: joined_with_semicolons(r.line.marks),
        ),
    ]


def _figure(key: str) -> Callable[[Row], Value | None]:
    """Return a function that returns a criterion's value of a row; None if the value is
    not calculated.
    """
    return lambda row: row.line.value(key)


def _totals_rank(tournament: Tournament) -> bool:
    return ranks_by_total_score(tournament.tie_breaks)


def _fined_columns() -> Sequence[Column[Row]]:
    """Return the column of penalties in table points, in a list."""
    return [
        Column(
            FINED.key,
            str(FINED.name),
            ColumnKind.NUMBER,
            lambda row: Fraction(row.line.fined),
        )
    ]


def _stage_columns() -> Sequence[Column[Row]]:
    """Return the columns of stage and group."""
    return [
        Column("stage", _("Stage"), ColumnKind.TEXT, lambda row: row.stage),
        Column(
            "group", _("Group"), ColumnKind.WHOLE, lambda row: row.line.group or None
        ),
    ]


def _league_columns() -> Sequence[Column[Row]]:
    """Return the columns of match days attended and match days that do not count."""
    return [
        Column("days", _("Match days"), ColumnKind.WHOLE, lambda row: row.counted.days),
        Column(
            "dropped",
            _("Days that do not count"),
            ColumnKind.TEXT,
            lambda row: " ".join(map(str, row.counted.dropped)),
        ),
    ]


def board_of(selection: Selection) -> Board:
    """Return the requested official standings, under the names that the audience may
    see. Raises Withheld if the standings are hidden or the round does not count yet.
    """
    after = selection.round or None
    board = live_and_official_standings.official_of(
        selection.tournament, after, visible=visible_rounds(selection)
    )
    if after and after not in board.rounds:
        raise Withheld(partial(live_and_official_standings.not_official, after))
    under_known_names(selection, (row.player for row in board.rows))
    return board


def _rows(selection: Selection) -> Iterable[Row]:
    return board_of(selection).rows


def _team_columns(
    tournament: Tournament | None,
) -> Sequence[Column[Placed[TeamStanding]]]:
    return [
        Column("place", _("Place"), ColumnKind.WHOLE, lambda row: row.place),
        Column(
            "shared",
            pgettext("place", "Shared"),
            ColumnKind.FLAG,
            lambda row: row.shared,
        ),
        Column("team", _("Team"), ColumnKind.TEXT, lambda row: row.line.name),
        Column(
            "table_points",
            words_for(tournament, "table_points"),
            ColumnKind.NUMBER,
            lambda row: row.line.table_points,
        ),
        Column(
            "score",
            words_for(tournament, "score"),
            ColumnKind.WHOLE,
            lambda row: row.line.score,
        ),
        *(
            Column(
                key,
                words_for(tournament, key),
                ColumnKind.NUMBER if measure.unit is Unit.POINTS else ColumnKind.WHOLE,
                _team_figure(key),
            )
            for key, measure in MEASURES.items()
            if key not in TEAMS_OWN
        ),
        Column("deducted", _("Points deducted"), ColumnKind.TEXT, _deducted),
        Column("members", _("Members"), ColumnKind.TEXT, _members),
    ]


def _team_figure(key: str) -> Callable[[Placed[TeamStanding]], Value | None]:
    """Return a function that returns a criterion's value of a team; None if the value
    is not calculated.
    """
    return lambda row: row.line.value(key)


def _deducted(row: Placed[TeamStanding]) -> str:
    """Return the team's deductions with their reasons as text."""
    return joined_with_semicolons(
        f"{deducted.points} {deducted.measure}: {deducted.reason}"
        for deducted in row.line.deductions
    )


def _members(row: Placed[TeamStanding]) -> str:
    return ", ".join(str(line.player) for line in row.line.members)


def _team_rows(selection: Selection) -> Iterable[Placed[TeamStanding]]:
    return teams_of(board_of(selection))


STANDINGS = Export(
    "standings",
    gettext_lazy("Standings"),
    _columns,
    _rows,
    by_round=True,
    is_sum=True,
    of_results=True,
)
TEAMS = Export(
    "teams",
    gettext_lazy("Teams"),
    _team_columns,
    _team_rows,
    by_round=True,
    is_sum=True,
    of_results=True,
)
