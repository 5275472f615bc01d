"""The awards of a tournament: the director's choice, the winners, and the places of the
categories. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.awards.award_catalogue import (
    AWARDS,
    AwardResult,
    result_of,
    usual_least_games,
)
from scoring.awards.awards_in_words import offered_awards
from scoring.models import (
    FinalPlace,
    FinalStandings,
    PlayerFigures,
    TournamentAwards,
    TournamentFigures,
)
from scoring.statistics.count_games import figures_by_player
from scoring.statistics.figures import VERSION, Figures
from scoring.statistics.store_figures import games_of
from tournaments.models import Tournament
from tournaments.people.categories import belongs, names_of


@dataclass(frozen=True)
class CategoryPlace:
    """A place in a player category, with the rows of all players who share it."""

    category: str
    place: int
    rows: tuple[FinalPlace, ...]


def chosen_awards(tournament: Tournament) -> TournamentAwards:
    """Return the director's choice of awards.

    Before a choice, return an unsaved row without awards.
    """
    chosen = TournamentAwards.objects.filter(tournament=tournament).first()
    return chosen or TournamentAwards(tournament=tournament)


def chosen_keys(tournament: Tournament) -> list[str]:
    """Return the keys of the chosen awards that apply to the ruleset."""
    chosen = set(chosen_awards(tournament).keys)
    offered = (award.key for award in offered_awards(tournament.ruleset))
    return [key for key in offered if key in chosen]


def final_figures(tournament: Tournament) -> dict[int, Figures]:
    """Return the figures of a finished tournament by player number.

    Figures are counted from the ledgers if the stored ones are missing or older than
    the final standings.
    """
    final = FinalStandings.objects.filter(tournament=tournament).first()
    of_version = TournamentFigures.objects.filter(version=VERSION)
    stored = of_version.filter(tournament=tournament).first()
    if final and stored and stored.revision >= final.revision:
        rows = PlayerFigures.objects.filter(player__tournament=tournament)
        figures = {
            row.player.number: Figures.from_data(row.data)
            for row in rows.select_related("player")
        }
    else:
        figures = figures_by_player(games_of(tournament))
    return dict(sorted(figures.items()))


def results_of(
    chosen: TournamentAwards, ruleset: str, figures: Mapping[int, Figures]
) -> list[AwardResult]:
    """Return the chosen awards with their winners, in the order of the catalogue.

    Awards that no player qualifies for are left out.
    """
    least = chosen.least_games or usual_least_games(figures.values())
    keys = {award.key for award in offered_awards(ruleset)} & set(chosen.keys)
    results = (
        result_of(award, figures, least) for key, award in AWARDS.items() if key in keys
    )
    return [one for one in results if one is not None]


def category_places(tournament: Tournament, most: int) -> list[CategoryPlace]:
    """Return the places 1 to `most` of each category in the final standings, last place
    first. Only players of the category are ranked. Empty if `most` is 0.
    """
    if not most:
        return []
    players = {
        player.number: player
        for player in tournament.players.filter(is_filler=False).exclude(categories="")
    }
    ranked = FinalPlace.objects.filter(final__tournament=tournament, place__gte=1)
    rows = [row for row in ranked.order_by("position") if row.number in players]
    places: list[CategoryPlace] = []
    for number, name in names_of(players.values()).items():
        own = [row for row in rows if belongs(players[row.number], number)]
        places += reversed(list(_places(name, own, most)))
    return places


def _places(
    name: str, rows: Iterable[FinalPlace], most: int
) -> Iterator[CategoryPlace]:
    by_place: dict[int | None, list[FinalPlace]] = {}
    for row in rows:
        by_place.setdefault(row.place, []).append(row)
    place = 1
    for tied in by_place.values():
        if place > most:
            return
        yield CategoryPlace(name, place, tuple(tied))
        place += len(tied)
