"""The public statistics of a finished tournament: records, players, and wins by wind.

The page reads stored figures, so its time does not grow with the number of hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control

from rules.winds import WINDS
from scoring.all_pages.public_page_access_and_frame import (
    around,
    for_search_engines,
    missing_page,
)
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.awards.awards_of_tournament import chosen_awards, results_of
from scoring.models import PlayerFigures, TournamentFigures
from scoring.public.shown_awards import shown_awards
from scoring.rulesets.any_ruleset.figures_of_players import Kind
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings.who_sees_hidden_results import visible_to_public
from scoring.statistics.figures import (
    BIGGEST_WIN,
    COMEBACK,
    DEALER_STAY,
    HIGHEST_SCORE,
    LONGEST_RUN,
    MOST_WINS,
    At,
    Figures,
)
from scoring.statistics.measures_in_words import in_figures
from scoring.statistics.ratios import Ratio, ratios
from tournaments.access.page_access import visible_tournament
from tournaments.models import Player, Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.read_only_and_service_workers import only_read

RECORD_WORDS = {
    HIGHEST_SCORE: gettext_lazy("Highest score in a game"),
    BIGGEST_WIN: gettext_lazy("Highest hand"),
    COMEBACK: gettext_lazy("Best comeback to first"),
    MOST_WINS: gettext_lazy("Most hands won in a game"),
    LONGEST_RUN: gettext_lazy("Longest run of wins"),
    DEALER_STAY: gettext_lazy("Most hands in a row as dealer"),
}


@dataclass(frozen=True)
class TournamentRecord:
    """A record with all players who share it, each with the first game or hand where
    the player reached it.
    """

    key: str
    words: str
    value: int
    holders: Sequence[tuple[Player, At]]


@dataclass(frozen=True)
class PlayerRow:
    """A player's figures.

    `cells`: value as text, count and denominator of each figure.
    """

    player: Player
    cells: Sequence[tuple[str, int, int]]
    wins: Ratio


@only_read
@cache_control(private=True, no_cache=True)
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the statistics of a finished tournament.

    The figures may be stored later than the tournament's last change, so its revision
    cannot be the ETag.
    """
    tournament = visible_tournament(request, slug)
    try:
        shown = statistics_page(tournament)
    except PublicPageNotFound as missing:
        return missing_page(request, tournament, missing)
    frame = around(request, tournament, page="statistics", title=_("Statistics"))
    answer = render(request, "public/statistics.html", frame | shown)
    for_search_engines(tournament, answer)
    return answer


def statistics_page(tournament: Tournament) -> Context:
    """Return the content of the page. Raises PublicPageNotFound while the tournament is
    not finished, its results are hidden, or its figures are not stored yet."""
    if not tournament.is_finished or not visible_to_public(tournament).everything:
        raise PublicPageNotFound(
            _("Statistics appear when the tournament is finished.")
        )
    stored = TournamentFigures.objects.filter(tournament=tournament).first()
    if stored is None:
        raise PublicPageNotFound(
            _("Statistics appear within a minute. Then reload the page.")
        )
    players = Player.objects.filter(tournament=tournament).select_related("person")
    rows = PlayerFigures.objects.filter(player__in=players)
    named = {player.pk: player for player in players}
    figures = {
        named[row.player_id]: Figures.from_data(row.data)
        for row in rows.order_by("player__number")
    }
    wins = sum(stored.winds.values())
    by_number = {player.number: own for player, own in figures.items()}
    awards = results_of(chosen_awards(tournament), tournament.ruleset, by_number)
    return {
        "stored": stored,
        "awards": shown_awards(awards, figures, tournament.ruleset),
        "records": list(_records(figures, tournament.ruleset)),
        "players": _rows(figures),
        "winds": [
            (wind, in_figures(Ratio(count, stored.hands), Kind.SHARE), count)
            for wind in WINDS
            if (count := stored.winds.get(wind, 0)) or wins
        ],
    }


def _records(
    figures: Mapping[Player, Figures], ruleset: str
) -> Iterable[TournamentRecord]:
    for key, words in RECORD_WORDS.items():
        if key == DEALER_STAY and presenter_of(ruleset).hands_are_numbered:
            # The dealer changes after every hand.
            continue
        own = {
            player: row.records[key]
            for player, row in figures.items()
            if key in row.records
        }
        if own:
            best = max(record.value for record in own.values())
            yield TournamentRecord(
                key,
                str(words),
                best,
                [
                    (player, record.at[0])
                    for player, record in own.items()
                    if record.value == best
                ],
            )


def _rows(figures: Mapping[Player, Figures]) -> list[PlayerRow]:
    """Return the players' rows, sorted by share of hands won, highest first."""
    found = []
    for player, own in figures.items():
        values = ratios(own)
        cells = [
            (
                in_figures(values[key], Kind.SHARE),
                int(values[key].count),
                values[key].of,
            )
            for key in ("wins", "deal_ins", "self_draws")
        ]
        found.append(PlayerRow(player, cells, values["wins"]))
    return sorted(found, key=lambda row: -(row.wins.value or 0))
