"""The key `awards` of event.json: the awards that the tournament gives."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from rules.strict_reader import Reader
from scoring.models import MOST_CATEGORY_PLACES, MOST_LEAST_GAMES, TournamentAwards
from tournaments.models import Tournament

#: The key of event.json.
AWARDS = "awards"

MOST_AWARDS = 100
_KEY = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)


@dataclass(frozen=True)
class AwardsRead:
    """The choice of awards.

    `keys`: keys of awards, which may include unknown ones; these are stored, but no
    award is given for them.
    """

    keys: tuple[str, ...] = ()
    least_games: int | None = None
    category_places: int = 1


def written_awards(tournament: Tournament) -> dict[str, object] | None:
    """Return the value of the key `AWARDS`; None if no choice was made."""
    chosen = TournamentAwards.objects.filter(tournament=tournament).first()
    if chosen is None:
        return None
    least = {"least_games": chosen.least_games} if chosen.least_games else {}
    return {
        "given": list(chosen.keys),
        **least,
        "category_places": chosen.category_places,
    }


def read_awards(reader: Reader) -> AwardsRead:
    """Return the choice of awards. It is invalid if a fault was added."""
    keys = reader.sequence("given", most=MOST_AWARDS)
    if not all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys):
        reader.fault("not_awards", _("Enter a list of awards."), "given")
    least = None
    if reader.peek("least_games") is not None:
        least = reader.integer("least_games", low=1, high=MOST_LEAST_GAMES)
    places = reader.integer("category_places", 1, low=0, high=MOST_CATEGORY_PLACES)
    reader.refuse_the_rest()
    return AwardsRead(tuple(map(str, keys)), least, places)


def store(tournament: Tournament, awards: AwardsRead) -> None:
    """Store the choice of awards of a new tournament."""
    TournamentAwards.objects.create(
        tournament=tournament,
        keys=list(awards.keys),
        least_games=awards.least_games,
        category_places=awards.category_places,
    )
