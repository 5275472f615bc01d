"""The content of a club's public page and of its statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.core.paginator import Paginator
from django.utils.timezone import localdate

from rules.winds import WINDS
from scoring.clubs.club_dates import coming_dates_of
from scoring.clubs.club_results import (
    MOST_COUNTED,
    finished_of,
    records,
    rulesets_of,
    statistics_of,
    winners,
    with_games,
)
from scoring.models import Season, Series
from scoring.rulesets.any_ruleset.figures_of_players import Kind
from scoring.series.ranking_of_series import RankingRow, ranking_of_series
from scoring.series.ranking_wording import WORDS, Words, score_in_words
from scoring.series.season_standings import SeasonBoard, SeasonRow, board_of
from scoring.series.season_wording import figure, points_digits
from scoring.series.who_sees_series import are_public
from scoring.statistics.measures_in_words import in_figures
from scoring.statistics.ratios import Ratio
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.clubs.club_members import counting_for
from tournaments.clubs.tournaments_of_clubs import public_tournaments_of
from tournaments.clubs.who_sees_clubs import role_in_club
from tournaments.models import Club
from tournaments.persons.pages_over_tournaments import pages_of
from tournaments.persons.players_who_agreed import hiding_names_in
from tournaments.rule_texts import short_ruleset_name
from tournaments.web.form_fields_and_types import Context

#: Dates, series, and rows of a list on the page.
MOST_DATES, MOST_SERIES, MOST_ROWS = 8, 3, 5
MOST_WINNERS = 6
#: Finished tournaments on a page of their list.
A_PAGE = 50


@dataclass(frozen=True)
class ListRow:
    """A row of a short list: place, name, country and value as shown. `page`: key of
    the player's page, None without a public page."""

    place: str
    is_first: bool
    name: str
    country: str
    value: str
    page: int | None


@dataclass(frozen=True)
class ShortSeason:
    """The newest season of a series with its first rows.

    If the season is closed, the rows are its champions.
    """

    season: Season
    board: SeasonBoard
    rows: list[ListRow]


@dataclass(frozen=True)
class ShortRanking:
    """The first rows of a ranking."""

    series: Series
    words: Words
    rows: list[ListRow]


def club_page(club: Club, user: User | AnonymousUser) -> Context:
    """Return the content of a club's public page for a user. Lists contain only their
    first rows."""
    dates = coming_dates_of(club)
    finished = finished_of(club)
    played = with_games(finished)
    rulesets = rulesets_of(played)
    series = public_series_of(club)
    seasons, rankings = _lists(series)
    may_edit = may(role_in_club(club, user), Ability.SETUP)
    return {
        "club": club,
        "dates": dates[:MOST_DATES],
        "next": next((one for one in dates if one.first is not None), None),
        "winners": winners(finished[:MOST_WINNERS]),
        "finished": len(finished),
        "more_winners": len(finished) > MOST_WINNERS,
        "seasons": seasons,
        "rankings": rankings,
        "records": records(played, rulesets[0], counting_for(club)) if rulesets else [],
        "ruleset": rulesets[0] if rulesets else "",
        "has_statistics": bool(played),
        "more_series": len(series) > MOST_SERIES,
        "may_edit": may_edit,
        "hidden_names": hiding_names_in(public_tournaments_of(club))
        if may_edit
        else None,
    }


def statistics_page_of_club(club: Club, ruleset: str) -> Context | None:
    """Return the content of the statistics page of a ruleset.

    An unknown ruleset is replaced by the club's most frequent one. Return None if the
    club has no results, or none of their games are known.
    """
    finished = with_games(finished_of(club))
    rulesets = rulesets_of(finished)
    if not rulesets:
        return None
    chosen = ruleset if ruleset in rulesets else rulesets[0]
    found = statistics_of(finished, chosen, counting_for(club))
    return {
        "club": club,
        "ruleset": chosen,
        "choices": [(key, _short_name(key), key == chosen) for key in rulesets],
        "statistics": found,
        "winds": [
            (wind, in_figures(Ratio(count, found.hands), Kind.SHARE), count)
            for wind in WINDS
            if found.winds
            for count in [found.winds.get(wind, 0)]
        ],
        "most": MOST_COUNTED,
        "is_cut": sum(one.ruleset == chosen for one in finished) > MOST_COUNTED,
    }


def tournaments_page_of_club(club: Club, page: str) -> Context | None:
    """Return the content of the list of finished tournaments with their winners, newest
    first. Return None if the club has no results."""
    finished = finished_of(club)
    if not finished:
        return None
    shown = Paginator(finished, A_PAGE).get_page(page)
    return {
        "club": club,
        "page": shown,
        "winners": winners(list(shown.object_list)),
    }


def public_series_of(club: Club) -> list[Series]:
    """Return the club's public series, the newest first.

    Empty while public pages over several tournaments are switched off.
    """
    if not are_public():
        return []
    return list(Series.objects.filter(club=club, is_public=True).order_by("-pk"))


def _lists(series: Iterable[Series]) -> tuple[list[ShortSeason], list[ShortRanking]]:
    """Return the newest season of each series, and the rankings, with their first rows,
    for up to `MOST_SERIES` series each. The pages of all players are read together.
    """
    boards = [board_of(season) for season in _newest_seasons(series)]
    firsts = [_first_ranked(board) for board in boards]
    ranked = [one for one in series if one.ranking][:MOST_SERIES]
    rankings = [
        ranking_of_series(one, localdate()).part(0, MOST_ROWS) for one in ranked
    ]
    pages = pages_of(
        {row.key for rows in firsts for row in rows if row.key}
        | {row.key for rows in rankings for row in rows}
    )
    return [
        ShortSeason(board.season, board, _season_rows(board, rows, pages))
        for board, rows in zip(boards, firsts, strict=True)
    ], [
        ShortRanking(
            one, WORDS[one.ranking], [_ranking_row(one, row, pages) for row in rows]
        )
        for one, rows in zip(ranked, rankings, strict=True)
    ]


def _newest_seasons(series: Iterable[Series]) -> Iterator[Season]:
    for one in list(series)[:MOST_SERIES]:
        season = one.seasons.first()
        if season is not None:
            season.series = one
            yield season


def _first_ranked(board: SeasonBoard) -> list[SeasonRow]:
    return [row for row in board.part(0, MOST_ROWS) if row.place]


def _season_rows(
    board: SeasonBoard, rows: Iterable[SeasonRow], pages: Mapping[int, int]
) -> list[ListRow]:
    digits = points_digits(board)
    return [
        ListRow(
            f"{row.place}{'=' * row.shared}",
            row.place == 1,
            row.person.name,
            row.person.country,
            figure(row.points, digits),
            pages.get(row.key or 0),
        )
        for row in rows
    ]


def _ranking_row(series: Series, row: RankingRow, pages: Mapping[int, int]) -> ListRow:
    return ListRow(
        f"{row.place}{'=' * row.shared}",
        row.place == 1,
        row.person.name,
        row.person.country,
        score_in_words(series, row.score),
        pages.get(row.key),
    )


def _short_name(ruleset: str) -> str:
    """Return the ruleset's name without the explanation in brackets."""
    return short_ruleset_name(ruleset)
