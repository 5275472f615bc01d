"""Sums over a person's tournaments, without names: stored figures, games with each
opponent, and the keys of the best hands.

A player of hundreds of tournaments has thousands of rows, so the sums are cached until
the figures of a tournament are stored again. Names and privacy choices are never
cached. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, F, Max, Min

from scoring.models import PlayerFigures, TournamentFigures, Win
from scoring.over_tournaments.tournament_history import PastTournament
from scoring.statistics.figures import RECORDS, At, Figures, total
from tournaments.models import Seat

#: Seconds in the cache.
KEPT = 24 * 3600
#: Most hands that are best hands.
MOST_HANDS = 4


@dataclass(frozen=True)
class BestGame:
    """The value of a record, and the player and game where it was reached first."""

    value: int
    player: int
    at: At


class Opponent(NamedTuple):
    """An opponent in one tournament: keys of player and person, number of games
    together, and the `PairFigures` against this opponent as numbers, empty if they are
    not stored."""

    player: int
    person: int
    games: int
    figures: Sequence[int]


@dataclass(frozen=True)
class PersonSums:
    """Sums over some tournaments of a person.

    `best`: keys of the most valuable hands won, best first; `as_of`: when the oldest
    figures were stored, None without figures.
    """

    figures: Figures
    records: Mapping[str, BestGame]
    opponents: Sequence[Opponent]
    best: Sequence[int]
    as_of: datetime | None


def sums_of(rows: Sequence[PastTournament]) -> PersonSums:
    """Return the sums over these tournaments of one person and one ruleset."""
    players = [row.player.pk for row in rows]
    oldest, newest, number = _stored(rows)
    state = (settings.PROGRAM_VERSION, players, newest, number)
    key = f"person-sums/{sha256(repr(state).encode()).hexdigest()}"
    sums: PersonSums | None = cache.get(key)
    if sums is None:
        sums = _count(players, oldest)
        cache.set(key, sums, KEPT)
    return sums


def stored_at(rows: Iterable[PastTournament]) -> datetime | None:
    """Return when the oldest figures of these tournaments were stored; None without
    figures."""
    return _stored(rows)[0]


def _stored(
    rows: Iterable[PastTournament],
) -> tuple[datetime | None, datetime | None, int]:
    """Return when the oldest and the newest figures of these tournaments were stored
    (None without figures), and the number of stored figures."""
    figures = TournamentFigures.objects.filter(
        tournament__in=[row.tournament.pk for row in rows]
    )
    stored = figures.aggregate(oldest=Min("at"), newest=Max("at"), number=Count("pk"))
    return stored["oldest"], stored["newest"], stored["number"]


def _count(players: Sequence[int], as_of: datetime | None) -> PersonSums:
    stored = PlayerFigures.objects.filter(player__in=players)
    figures: dict[int, Figures] = {}
    pairs: dict[int, Mapping[str, Sequence[int]]] = {}
    for pk, tournament, data, own_pairs in stored.values_list(
        "pk", "player__tournament", "data", "pairs"
    ):
        figures[pk] = Figures.from_data(data)
        pairs[tournament] = own_pairs
    return PersonSums(
        total(figures.values()),
        _records({pk: figures[pk] for pk in reversed(players) if pk in figures}),
        _opponents(players, pairs),
        _best_hands(players),
        as_of,
    )


def _records(figures: Mapping[int, Figures]) -> dict[str, BestGame]:
    """Return the records by key. `figures`: by player, oldest tournament first."""
    found = {}
    for key in RECORDS:
        games = [
            BestGame(record.value, player, record.at[0])
            for player, own in figures.items()
            if (record := own.records.get(key)) is not None
        ]
        if games:
            found[key] = max(games, key=lambda game: game.value)
    return found


def _opponents(
    players: Sequence[int], pairs: Mapping[int, Mapping[str, Sequence[int]]]
) -> list[Opponent]:
    """Return the opponents of these players of one person. `pairs`: stored figures by
    tournament and number of the opponent."""
    seats = Seat.objects.filter(
        game__seats__player__in=players, player__is_filler=False
    )
    seats = seats.exclude(player__in=players).order_by()
    who = ("player", "player__person", "player__tournament", "player__number")
    opponents = []
    for player, person, tournament, number, games in seats.values_list(*who).annotate(
        games=Count("pk")
    ):
        figures = pairs.get(tournament, {}).get(str(number), ())
        opponents.append(Opponent(player, person, games, figures))
    return opponents


def _best_hands(players: Sequence[int]) -> list[int]:
    won = Win.objects.filter(
        game__seats__player__in=players, game__seats__wind=F("seat")
    )
    return list(won.order_by("-worth", "at").values_list("pk", flat=True)[:MOST_HANDS])
