"""Ratings and rankings of series as lists for seeding a tournament. Reads only.

Only directors see the values, and directors can see the full names of their players
anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Series
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.rating_of_series import rating_of_series
from scoring.series.who_sees_series import seen_by
from tournaments.models import Tournament
from tournaments.people.records_of_person import kept_keys
from tournaments.rounds.seeding_lists import Account, Seeding, SeedingLists
from tournaments.rounds.seeding_lists import register as register_lists

RATING, RANKING = "rating", "ranking"
CENT = Decimal("0.01")


def offered(tournament: Tournament, account: Account) -> dict[str, str]:
    """Return the ratings and rankings that the account may see and that have the
    tournament's ruleset: name by key. Uses one query.
    """
    found: dict[str, str] = {}
    series = seen_by(account).filter(ruleset=tournament.ruleset)
    for one in series.exclude(ranking="", rating=""):
        if one.rating:
            found[f"{RATING}:{one.slug}"] = _rating(one)
        if one.ranking:
            found[f"{RANKING}:{one.slug}"] = _ranking(one)
    return found


def read(tournament: Tournament, key: str, account: Account) -> Seeding | None:
    """Return the list with this key, with the current values of the tournament's
    players. Return None if the list does not exist or the account may not see it.
    """
    kind, _colon, slug = key.partition(":")
    series = seen_by(account).filter(ruleset=tournament.ruleset, slug=slug).first()
    today = timezone.now().astimezone(tournament.zone).date()
    if series and kind == RATING and series.rating:
        listed = rating_of_series(series)
        values = {key: Decimal(value) for key, value in listed.ratings.items()}
        if listed.as_of:
            today = listed.as_of.astimezone(tournament.zone).date()
        return Seeding(_rating(series), today.isoformat(), _own(tournament, values))
    if series and kind == RANKING and series.ranking:
        scores = ranking_of_series(series, today).ranked.scores
        values = {person: _decimal(score) for person, score in scores.items()}
        return Seeding(_ranking(series), today.isoformat(), _own(tournament, values))
    return None


def register() -> None:
    """Register the ratings and rankings as lists for seating."""
    register_lists(SeedingLists(offered, read))


def _rating(series: Series) -> str:
    return _("Rating of “%(series)s”") % {"series": series.title}


def _ranking(series: Series) -> str:
    return _("Ranking of “%(series)s”") % {"series": series.title}


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _own(tournament: Tournament, values: Mapping[int, Decimal]) -> dict[int, str]:
    """Return the values of the tournament's players by player number, as texts, best
    first.
    """
    players = tournament.players.filter(is_filler=False)
    persons = dict(players.values_list("number", "person"))
    kept = kept_keys(set(persons.values()))
    own = {
        number: values[kept[person]].quantize(CENT)
        for number, person in persons.items()
        if kept[person] in values
    }
    best_first = sorted(own.items(), key=lambda one: (-one[1], one[0]))
    return {number: str(value) for number, value in best_first}
