"""The awards and records of a season, calculated from the stored figures of its
tournaments. Reads only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.awards.award_catalogue import (
    AWARDS,
    AwardResult,
    result_of,
    usual_least_games,
)
from scoring.awards.awards_in_words import offered_awards
from scoring.models import FinalStandings, PlayerFigures, Season, TournamentFigures
from scoring.series.read_season_values import persons_of
from scoring.series.who_sees_series import ShownPerson, counting, shown
from scoring.standings.final_standings import published
from scoring.standings.kept_until_changes import (
    KeptUntilChanges,
    merges_now,
    revisions_of,
)
from scoring.statistics.figures import RECORDS, VERSION, Figures
from tournaments.models import Tournament


@dataclass(frozen=True)
class SeasonAwards:
    """The awards and records of a season, with their winners by person key.

    `people`: names of all winners; `tournaments`: number of tournaments in the season;
    `counted`: how many of them count; `least_games`: minimum number of games.
    """

    awards: tuple[AwardResult, ...]
    records: tuple[AwardResult, ...]
    people: dict[int, ShownPerson]
    counted: int
    tournaments: int
    least_games: int


def awards_of_season(season: Season) -> SeasonAwards:
    """Return the chosen awards and all records of a season.

    A tournament counts if it is finished, all its results are public and its figures
    are stored.
    """
    tournaments = counting(season)
    counted = _with_public_figures(tournaments)
    stored = TournamentFigures.objects.filter(tournament__in=counted).order_by("pk")
    made_of = (
        revisions_of(counted),
        tuple(stored.values_list("pk", "at")),
        tuple(season.awards),
        season.award_games,
        merges_now(),
    )
    won = _kept.get(season.pk, made_of, lambda: _won(season, counted))
    winners = {
        int(str(holder.name))
        for one in (*won.awards, *won.records)
        for holder in one.holders
    }
    return SeasonAwards(
        won.awards,
        won.records,
        dict(shown(winners)),
        len(counted),
        len(tournaments),
        won.least_games,
    )


@dataclass(frozen=True)
class Won:
    """The cached awards and records of a season."""

    awards: tuple[AwardResult, ...]
    records: tuple[AwardResult, ...]
    least_games: int


_kept = KeptUntilChanges[Won]()


def _won(season: Season, counted: list[Tournament]) -> Won:
    figures = _figures_by_person(counted)
    least = season.award_games or usual_least_games(figures.values())
    offered = [award.key for award in offered_awards(season.series.ruleset)]

    def results(keys: Iterable[str]) -> tuple[AwardResult, ...]:
        chosen = set(keys)
        found = (
            result_of(AWARDS[key], figures, least) for key in offered if key in chosen
        )
        return tuple(one for one in found if one is not None)

    records = results(key for key in offered if AWARDS[key].record in RECORDS)
    return Won(results(season.awards), records, least)


def _with_public_figures(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return the tournaments that are finished, have no hidden results and have current
    stored figures.
    """
    finished = [one for one in tournaments if one.is_finished]
    finals = published(FinalStandings.objects.filter(tournament__in=finished))
    of_finals = dict(finals.values_list("pk", "revision"))
    stored = TournamentFigures.objects.filter(tournament__in=finished, version=VERSION)
    revisions = dict(stored.values_list("tournament", "revision"))
    return [
        one
        for one in finished
        if one.pk in of_finals and revisions.get(one.pk, -1) >= of_finals[one.pk]
    ]


def _figures_by_person(tournaments: list[Tournament]) -> dict[int, Figures]:
    """Return the sums of figures by the key of the kept person."""
    persons = persons_of(tournaments)
    rows = PlayerFigures.objects.filter(player__tournament__in=tournaments)
    figures: defaultdict[int, Figures] = defaultdict(Figures)
    for tournament, number, data in rows.order_by("player__number").values_list(
        "player__tournament", "player__number", "data"
    ):
        figures[persons[tournament, number]].add(Figures.from_data(data))
    return dict(sorted(figures.items()))
