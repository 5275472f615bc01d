"""The standings that all players' pages show at one moment of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import get_language

from scoring.standings import boards
from scoring.standings.boards import Board
from scoring.standings.kept_sources import source_of
from scoring.standings.secrecy import Told, visible_to_public
from scoring.standings.sources import Source
from tournaments.models import Tournament


@dataclass(frozen=True)
class Moment:
    """An event at one of its revisions, for readers of a language who are told so much:
    all players' pages show the same standings then."""

    key: tuple[int, str, int, str | None]
    told: Told
    tournament: Tournament = field(compare=False)

    @classmethod
    def now(cls, tournament: Tournament) -> Moment:
        language = get_language()
        key = (tournament.pk, tournament.hall_key, tournament.revision, language)
        return cls(key, visible_to_public(tournament), tournament)


@dataclass(frozen=True)
class Everybody:
    """The standings at a moment: the official ones, what is shown first, and the places
    after each round."""

    source: Source
    official: Board
    board: Board
    places: Mapping[int, Mapping[int, int]]


@lru_cache(maxsize=8)
def standings_at(moment: Moment) -> Everybody:
    """Made once for all who are followed at a moment."""
    source = source_of(moment.tournament, told=moment.told)
    official = boards.official(source)
    board = boards.live(source) if source.plays else official
    return Everybody(source, official, board, boards.places_by_round(source))
