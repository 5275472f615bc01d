"""Pages of standings: official or live, after any round, or by country, divided into
pages of rows. The number of queries does not depend on the number of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby

from django.utils.translation import gettext as _

from scoring.all_pages.paged_lists_and_name_search import is_meant, page_of
from scoring.public.choice_of_standings import CURRENT, View, category_tabs, stage_tabs
from scoring.public.wording_of_standings import headline
from scoring.standings import (
    absence_results,
    best_match_days,
    final_standings,
    live_places_during_play,
    withdrawn_players,
)
from scoring.standings.criteria_columns import hands_known, order_in_names, stated
from scoring.standings.live_and_official_standings import Board
from scoring.standings.rank_players import in_words
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.series_of_games import series_on
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_sources import Source
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.list_wording import joined_in_order

#: Rows per page.
PAGE = 100


@dataclass(frozen=True)
class Group:
    """The players of a country, in the order of their places."""

    name: str
    rows: tuple[Row, ...]

    @property
    def key(self) -> str:
        """Return an HTML id for the group. It does not depend on the language."""
        country = self.rows[0].player.person.country
        return f"country-{blake2b(country.encode(), digest_size=6).hexdigest()}"


@dataclass(frozen=True)
class FoundRow:
    """A row found by a search, and its page.

    `place`: place as text, "" before the first result.
    """

    row: Row
    page: int
    place: str


def standings_page(
    tournament: Tournament,
    kind: int = CURRENT,
    after: int = 0,
    page: int = 1,
    stage: int = 0,
    group: int = 0,
) -> Context:
    """Return the content of a page of the standings.

    Raises PublicPageNotFound for an unknown page or round.
    """
    source = source_of(tournament)
    view = View(kind, after, stage, group)
    board = view.board(source)
    shown = page_of(view.rows(board), page, PAGE)
    return {
        **shared_context(source, board, view),
        **shown,
        "groups": by_country(shown["rows"]) if view.is_by_country else None,
    }


def rows_page(
    tournament: Tournament,
    view: View,
    *,
    first: int = 0,
    numbers: Sequence[int] | None = None,
) -> Context:
    """Return rows for an open page: one page of rows from index `first` on, or the rows
    of these player numbers.
    """
    board = view.board(source_of(tournament))
    if numbers is not None:
        wanted = set(numbers)
        rows = tuple(row for row in board.rows if row.number in wanted)
    else:
        rows = board.rows[first : first + PAGE]
    return {**_table(board), "rows": rows, "tournament": tournament}


def names_in(tournament: Tournament, view: View) -> list[tuple[int, str, str]]:
    """Return number, name and other searchable text of all players, in row order."""
    board = view.board(source_of(tournament))
    return [
        (
            row.number,
            str(row.player),
            " · ".join(filter(None, _search_texts(row))),
        )
        for row in board.rows
    ]


def found_in(tournament: Tournament, view: View, query: str) -> list[FoundRow]:
    """Return the rows that match `query` by name, number, country, club or team.

    For browsers without JavaScript.
    """
    board = view.board(source_of(tournament))
    return [
        FoundRow(row, at // PAGE + 1, _place_text(board, row))
        for at, row in enumerate(view.rows(board))
        if is_meant(query, row.number, str(row.player), " ".join(_search_texts(row)))
    ]


def _place_text(board: Board, row: Row) -> str:
    if not (board.anything_played and row.place):
        return ""
    place = f"{row.place}{'=' if row.shared else ''}"
    return _("Place %(place)s") % {"place": place}


def by_country(rows: Sequence[Row]) -> list[Group]:
    """Return the rows in groups of consecutive rows of the same country."""
    return [
        Group(country or _("No country"), tuple(own))
        for country, own in groupby(rows, key=lambda row: row.player.person.country)
    ]


def shared_context(source: Source, board: Board, view: View) -> Context:
    """Return the context around the rows, for players or teams."""
    tournament = board.tournament
    final = board.final.row if board.final else None
    return {
        **_table(board),
        "view": view,
        "plays": board.source.plays,
        "final": final,
        "changed": board.final is not None
        and bool(final_standings.changed_since(board.final.row, tournament)),
        "held_back": board.is_held_back,
        "untold": source.visible.notice,
        "rounds_to_see": board.closed,
        "stage_tabs": stage_tabs(source),
        "category_tabs": category_tabs(source),
        "has_countries": any(e.person.country for e in source.records.players),
        "has_teams": any(player.team_id for player in source.records.players),
        "in_words": in_words(tournament, board.tie_breaks),
        "order_in_short": joined_in_order(
            order_in_names(tournament.ruleset, board.tie_breaks)
        ),
        "hands_known": hands_known(board),
        "live_rule": live_places_during_play.rule_in_words() if board.is_live else "",
        "absences_in_words": absence_results.in_words(tournament),
        "left_in_words": withdrawn_players.in_words(board.records.stages),
        "series": series_on(board),
        "league_in_words": best_match_days.in_words(board.records.league),
        "headline": headline(board),
        "cut_in_words": board.cut.in_words if board.cut else "",
        "level_in_words": board.level_in_words,
        "above_in_words": board.above_in_words,
    }


def _table(board: Board) -> Context:
    """Return the context for rendering a row."""
    return {
        "board": board,
        "measures": stated(board),
        "first_measure": board.tie_breaks[0],
    }


def _search_texts(row: Row) -> Iterable[str]:
    person, team = row.player.person, row.player.team
    return (person.country, person.club, team.name if team else "")
