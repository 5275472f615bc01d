"""The content of a club's public page and of its statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
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
)
from scoring.models import Season, Series
from scoring.rulesets.any_ruleset.figures_of_players import Kind
from scoring.series.ranking_of_series import RankingRow, ranking_of_series
from scoring.series.ranking_wording import WORDS, Words, score_in_words
from scoring.series.season_standings import SeasonBoard, SeasonRow, board_of
from scoring.series.season_wording import points_of
from scoring.series.who_sees_series import are_public
from scoring.statistics.measures_in_words import in_figures
from scoring.statistics.ratios import Ratio
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.clubs.club_members import counting_for
from tournaments.clubs.who_sees_clubs import role_in_club
from tournaments.models import Club
from tournaments.rule_texts import short_ruleset_name
from tournaments.web.form_fields_and_types import Context

#: Dates, series, and rows of a list on the page.
MOST_DATES, MOST_SERIES, MOST_ROWS = 8, 3, 5


@dataclass(frozen=True)
class ListRow:
    """A row of a short list: place, name, country and value as shown."""

    place: str
    is_first: bool
    name: str
    country: str
    value: str


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
    """Return the content of a club's public page for a user."""
    dates = coming_dates_of(club)
    finished = finished_of(club)
    rulesets = rulesets_of(finished)
    series = public_series_of(club)
    return {
        "club": club,
        "dates": dates[:MOST_DATES],
        "next": next((one for one in dates if one.first is not None), None),
        "winners": winners(finished),
        "seasons": list(_seasons(series)),
        "rankings": list(_rankings(series)),
        "records": records(finished, rulesets[0], counting_for(club))
        if rulesets
        else [],
        "ruleset": rulesets[0] if rulesets else "",
        "has_statistics": bool(finished),
        "more_series": len(series) > MOST_SERIES,
        "may_edit": may(role_in_club(club, user), Ability.SETUP),
    }


def statistics_page_of_club(club: Club, ruleset: str) -> Context | None:
    """Return the content of the statistics page of a ruleset.

    An unknown ruleset is replaced by the club's most frequent one. Return None if the
    club has no results.
    """
    finished = finished_of(club)
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


def public_series_of(club: Club) -> list[Series]:
    """Return the club's public series, the newest first.

    Empty while public pages over several tournaments are switched off.
    """
    if not are_public():
        return []
    return list(Series.objects.filter(club=club, is_public=True).order_by("-pk"))


def _seasons(series: Iterable[Series]) -> Iterable[ShortSeason]:
    for one in list(series)[:MOST_SERIES]:
        season = one.seasons.first()
        if season is None:
            continue
        season.series = one
        board = board_of(season)
        yield ShortSeason(
            season,
            board,
            [_season_row(board, row) for row in board.part(0, MOST_ROWS) if row.place],
        )


def _rankings(series: Iterable[Series]) -> Iterable[ShortRanking]:
    ranked = [one for one in series if one.ranking]
    for one in ranked[:MOST_SERIES]:
        rows = ranking_of_series(one, localdate()).part(0, MOST_ROWS)
        yield ShortRanking(
            one, WORDS[one.ranking], [_ranking_row(one, row) for row in rows]
        )


def _season_row(board: SeasonBoard, row: SeasonRow) -> ListRow:
    return ListRow(
        f"{row.place}{'=' * row.shared}",
        row.place == 1,
        row.person.name,
        row.person.country,
        points_of(board.formula, row.points),
    )


def _ranking_row(series: Series, row: RankingRow) -> ListRow:
    return ListRow(
        f"{row.place}{'=' * row.shared}",
        row.place == 1,
        row.person.name,
        row.person.country,
        score_in_words(series, row.score),
    )


def _short_name(ruleset: str) -> str:
    """Return the ruleset's name without the explanation in brackets."""
    return short_ruleset_name(ruleset)
