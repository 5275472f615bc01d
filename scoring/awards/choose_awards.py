"""Choose the awards that a tournament or a season gives."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.awards.awards_in_words import offered_awards
from scoring.models import (
    MOST_CATEGORY_PLACES,
    MOST_LEAST_GAMES,
    Season,
    TournamentAwards,
)
from tournaments.models import Tournament
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_read_only

MOST_SEASON_GAMES = 999


@transaction.atomic
def choose_awards(
    tournament: Tournament,
    keys: Iterable[str],
    *,
    least_games: int | None,
    category_places: int,
    by: str,
) -> TournamentAwards:
    """Store which awards the tournament gives, and return the choice.

    `least_games`: minimum number of games, None for the default. `category_places`:
    number of places with a prize in each category, 0 for none. A prize giving that was
    prepared earlier keeps its awards. Raises Refused if an award does not apply to the
    ruleset, a number is out of range, or the tournament is archived or in the bin.
    """
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    refuse_read_only(current)
    chosen_keys = _offered(current.ruleset, keys)
    if least_games is not None and not 1 <= least_games <= MOST_LEAST_GAMES:
        message = _("Enter 1 to %(most)s games.")
        raise refusal("games", message, "least_games", most=MOST_LEAST_GAMES)
    if not 0 <= category_places <= MOST_CATEGORY_PLACES:
        message = _("Enter 0 to %(most)s places.")
        most = MOST_CATEGORY_PLACES
        raise refusal("places", message, "category_places", most=most)
    chosen, _created = TournamentAwards.objects.update_or_create(
        tournament=current,
        defaults={
            "keys": chosen_keys,
            "least_games": least_games,
            "category_places": category_places,
        },
    )
    tournament.record(
        "awards_chosen",
        by=by,
        keys=chosen.keys,
        least_games=least_games,
        category_places=category_places,
    )
    return chosen


@transaction.atomic
def choose_season_awards(
    season: Season, keys: Iterable[str], *, least_games: int | None, by: str
) -> None:
    """Store which awards a season gives, and log the choice.

    `least_games`: minimum number of games, None for the default. Raises Refused if an
    award does not apply to the ruleset, or the number is out of range.
    """
    current = Season.objects.select_for_update().get(pk=season.pk)
    chosen = _offered(current.series.ruleset, keys)
    if least_games is not None and not 1 <= least_games <= MOST_SEASON_GAMES:
        message = _("Enter 1 to %(most)s games.")
        raise refusal("games", message, "least_games", most=MOST_SEASON_GAMES)
    current.awards, current.award_games = chosen, least_games
    current.save(update_fields=["awards", "award_games"])
    current.series.log.create(
        by=by,
        kind="awards_chosen",
        data={"season": current.title, "awards": chosen, "least_games": least_games},
    )


def _offered(ruleset: str, keys: Iterable[str]) -> list[str]:
    """Return the chosen keys in the order of the catalogue. Raises Refused for an award
    that does not apply to the ruleset.
    """
    wanted = set(keys)
    offered = [award.key for award in offered_awards(ruleset)]
    if wanted - set(offered):
        message = _("Choose awards from the list.")
        raise refusal("unknown_award", message, "keys")
    return [key for key in offered if key in wanted]
