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

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import PARTS, FinalPlace, FinalStandings, past_results_of
from scoring.standings.final_standings import published
from tournaments.models import Player, Tournament
from tournaments.people.records_of_person import REAL, keys_of, not_nameable


@dataclass(frozen=True)
class PastTournament:
    """A person's place in a finished tournament.

    `place`: None if not ranked. `of`: number of ranked players. `parts`: table points;
    `parts` and `score` are None if an imported list does not state them. `country`,
    `club`: at the time of the tournament. `only_results`: the games are not known.
    """

    player: Player
    tournament: Tournament
    starts_on: date
    ends_on: date | None
    of: int
    place: int | None
    shared: bool
    parts: Fraction | None
    score: Fraction | None
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
    """Return the public final standings of those tournaments that count, by key, with
    their number of `ranked` players, and whether they have points and scores."""
    finals = public_finals().filter(tournament__in=set(tournaments))
    counted = published(finals).annotate(
        ranked=_RANKED,
        has_points=_other_than_0("parts"),
        has_score=_other_than_0("score"),
    )
    return {final.pk: final for final in counted}


def public_finals() -> QuerySet[FinalStandings]:
    """Return the final standings of public tournaments. Some may await their prize
    giving."""
    finals = FinalStandings.objects.filter(
        tournament__is_public=True,
        tournament__is_practice=False,
        tournament__binned_at=None,
        tournament__finished_at__isnull=False,
    )
    needed = ("tournament__description", "tournament__past_results")
    return finals.select_related(*needed)


#: Number of ranked players of final standings.
_RANKED = Coalesce(
    Subquery(
        FinalPlace.objects.filter(final=OuterRef("pk"), place__isnull=False)
        .order_by()
        .values("final")
        .annotate(ranked=Count("pk"))
        .values("ranked")
    ),
    0,
)


def _other_than_0(field: str) -> Exists:
    """Return whether a player of the final standings has a figure other than 0."""
    places = FinalPlace.objects.filter(~Q(**{field: 0}), final=OuterRef("pk"))
    return Exists(places.order_by())


#: Fields of a place in a history. Reading only them takes half the time.
_PLACE = (
    "final",
    "number",
    "place",
    "shared",
    "parts",
    "score",
    "divisor",
    "unstated",
    "country",
    "club",
)


def history_of(
    kept: int, among: QuerySet[Player] | None = None
) -> list[PastTournament]:
    """Return the tournaments of a person that count, newest first. Uses a few queries.
    `among`: only tournaments of these players."""
    own = Player.objects.filter(REAL, person__in=keys_of(kept))
    if among is not None:
        own = own.filter(tournament__in=among.values("tournament"))
    rows = list(own.prefetch_related("person"))
    finals = counting(player.tournament_id for player in rows)
    placed = FinalPlace.objects.filter(
        final__tournament__players__in=own,
        number=F("final__tournament__players__number"),
    ).only(*_PLACE)
    places = {(row.final_id, row.number): row for row in placed}
    found = [
        past_tournament(player, finals[player.tournament_id], place)
        for player in rows
        if player.tournament_id in finals
        and (place := places.get((player.tournament_id, player.number)))
    ]
    return sorted(found, key=lambda row: (row.starts_on, row.tournament.pk))[::-1]


def public_history_of(kept: int, other: int | None = None) -> list[PastTournament]:
    """Return the tournaments on a person's public page, without those in which the
    person chose a stricter public name. `other`: only tournaments in which this person
    played too."""
    among = None
    if other is not None:
        among = Player.objects.filter(REAL, person__in=keys_of(other))
    left_out = not_nameable([kept])
    return [row for row in history_of(kept, among) if row.player.pk not in left_out]


def past_tournament(
    player: Player, final: FinalStandings, place: FinalPlace
) -> PastTournament:
    """Return a player's place in a tournament.

    `final`: final standings as returned by `counting`.
    """
    tournament = final.tournament
    divisor = place.divisor or 1
    past = past_results_of(tournament)
    unstated = place.unstated or ()
    has_points = not past or bool(getattr(final, "has_points", True))
    has_points = has_points and "table_points" not in unstated
    has_score = not past or bool(getattr(final, "has_score", True))
    has_score = has_score and "score" not in unstated
    return PastTournament(
        player,
        tournament,
        first_day(tournament),
        last_day(tournament),
        past.players if past else int(getattr(final, "ranked", 0)),
        place.place,
        place.shared,
        Fraction(place.parts, PARTS * divisor) if has_points else None,
        Fraction(place.score, divisor) if has_score else None,
        place.country,
        place.club,
        past is not None,
    )
