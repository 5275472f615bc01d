"""The time zones of a country, to notice that a tournament still has the time zone of
the installation although it is elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from tournaments.models import Tournament
from tournaments.models.tournament import default_time_zone
from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.tournament_setup.description_and_logo import description_of

#: Tables of the time zone database. The first has a zone for each country, the second
#: also the zones of neighbours that have had the same time since 1970.
TABLES = ("zone.tab", "zone1970.tab")


def country_in_other_zones(tournament: Tournament) -> str:
    """Return the tournament's country if none of its time zones is the tournament's,
    and the tournament still has the time zone of new tournaments; otherwise "".
    """
    if tournament.time_zone != default_time_zone():
        return ""
    country = description_of(tournament).country
    zones = zones_of(country)
    return country if zones and tournament.time_zone not in zones else ""


def zones_of(country: str) -> frozenset[str]:
    """Return the names of a country's time zones; none for an unknown country, or for a
    part of a country without a code of two letters."""
    return _zones_by_code().get(flag_of(country).upper(), frozenset())


@cache
def _zones_by_code() -> dict[str, frozenset[str]]:
    zones = defaultdict(set)
    for code, zone in _rows():
        zones[code].add(zone)
    return {code: frozenset(names) for code, names in zones.items()}


def _rows() -> Iterator[tuple[str, str]]:
    """Yield each pair of a two-letter country code and the name of a time zone."""
    for table in TABLES:
        text = (files("tzdata") / "zoneinfo" / table).read_text("utf-8")
        for line in text.splitlines():
            if not line.startswith("#"):
                codes, _coordinates, zone, *_comment = line.split("\t")
                yield from ((code, zone) for code in codes.split(","))
