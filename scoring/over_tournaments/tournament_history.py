"""The finished tournaments of persons, with the places of the final standings. Reads
only.

A tournament counts if it is finished and its final standings are public. Practice
tournaments, private tournaments and tournaments in the bin never count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import Count, Q

from scoring.models import PARTS, FinalPlace, FinalStandings, past_results_of
from scoring.standings.final_standings import awaits_prize_giving
from tournaments.models import Player, Tournament
from tournaments.people.records_of_person import REAL, keys_of, not_nameable


@dataclass(frozen=True)
class PastTournament:
    """A person's place in a finished tournament.

    `place`: None if not ranked. `of`: number of ranked players. `parts`: table points;
    `country`, `club`: at the time of the tournament. `only_results`: the games are not
    known.
    """

    player: Player
    tournament: Tournament
    starts_on: date
    ends_on: date | None
    of: int
    place: int | None
    shared: bool
    parts: Fraction
    score: Fraction
    country: str
    club: str
    only_results: bool

    @property
    def base_rank(self) -> int | None:
        """Return the base rank: 1,000 for first place, 0 for last, linear in between,
        halves rounded up. Return None without a place.
        """
        if self.place is None:
            return None
        if self.of <= 1:
            return 0
        exact = Fraction(1000 * (self.of - self.place), self.of - 1)
        return int(exact + Fraction(1, 2))

    @property
    def place_words(self) -> str:
        return "" if self.place is None else f"{self.place}{'=' * self.shared}"


def first_day(tournament: Tournament) -> date:
    """Return the first day of a tournament; without a date, the day when it was
    created.
    """
    description = getattr(tournament, "description", None)
    if description is not None and description.starts_on:
        return date.fromisoformat(str(description.starts_on))
    return tournament.created_at.astimezone(tournament.zone).date()


def last_day(tournament: Tournament) -> date | None:
    description = getattr(tournament, "description", None)
    return description.ends_on if description is not None else None


def counting(tournaments: Iterable[int]) -> dict[int, FinalStandings]:
    """Return the public final standings of the tournaments that count, by key.

    Each has the number of `ranked` players.
    """
    finals = FinalStandings.objects.filter(
        tournament__in=set(tournaments),
        tournament__is_public=True,
        tournament__is_practice=False,
        tournament__binned_at=None,
        tournament__finished_at__isnull=False,
    ).select_related("tournament__description", "tournament__past_results")
    return {
        final.pk: final
        for final in finals.annotate(
            ranked=Count("places", filter=Q(places__place__isnull=False))
        )
        if not (final.held_back and awaits_prize_giving(final))
    }


def history_of(kept: int) -> list[PastTournament]:
    """Return the tournaments of a person that count, newest first.

    Uses a fixed number of queries.
    """
    players = Player.objects.filter(REAL, person__in=keys_of(kept))
    rows = list(players.select_related("tournament", "person"))
    finals = counting(player.tournament_id for player in rows)
    wanted = Q(pk__in=())
    for player in rows:
        wanted |= Q(final=player.tournament_id, number=player.number)
    places = {
        (row.final_id, row.number): row for row in FinalPlace.objects.filter(wanted)
    }
    found = [
        past_tournament(player, finals[player.tournament_id], place)
        for player in rows
        if player.tournament_id in finals
        and (place := places.get((player.tournament_id, player.number)))
    ]
    return sorted(found, key=lambda row: (row.starts_on, row.tournament.pk))[::-1]


def public_history_of(kept: int) -> list[PastTournament]:
    """Return the tournaments on a person's public page, newest first.

    Tournaments in which the person chose a stricter public name are left out.
    """
    left_out = not_nameable([kept])
    return [row for row in history_of(kept) if row.player.pk not in left_out]


def past_tournament(
    player: Player, final: FinalStandings, place: FinalPlace
) -> PastTournament:
    """Return a player's place in a tournament.

    `final`: final standings with the number of `ranked` players.
    """
    tournament = final.tournament
    divisor = place.divisor or 1
    past = past_results_of(tournament)
    return PastTournament(
        player,
        tournament,
        first_day(tournament),
        last_day(tournament),
        past.players if past else int(getattr(final, "ranked", 0)),
        place.place,
        place.shared,
        Fraction(place.parts, PARTS * divisor),
        Fraction(place.score, divisor),
        place.country,
        place.club,
        past is not None,
    )
