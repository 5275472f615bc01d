"""Printed diplomas for awards and categories, and certificates of attendance.

They contain full names, because players receive them in person.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from scoring.awards.awards_in_words import name_of, value_in_words
from scoring.awards.awards_of_tournament import (
    category_places,
    chosen_awards,
    final_figures,
    results_of,
)
from scoring.director.printed_lists import Sheet
from tournaments.models import Player, Tournament


@dataclass(frozen=True)
class AwardDiploma:
    """A diploma for an award or for a place of a category.

    `value`: the award's value as text; `place`: None for an award.
    """

    player: Player
    title: str
    value: str = ""
    place: int | None = None


@dataclass(frozen=True)
class Attendance:
    """A certificate of attendance. `rounds`: number of rounds played."""

    player: Player
    rounds: int


def award_diplomas(tournament: Tournament) -> list[Sheet]:
    """Return a diploma for each winner of a chosen award, then for the places of each
    category, winner first."""
    rows = tournament.players.select_related("person", "team")
    players = {player.number: player for player in rows}
    return [
        Sheet("paper/_award_diploma.html", diploma, _("Award diploma"))
        for diploma in _diplomas(tournament, players)
    ]


def _diplomas(
    tournament: Tournament, players: dict[int, Player]
) -> Iterator[AwardDiploma]:
    chosen = chosen_awards(tournament)
    if chosen.keys:
        figures = final_figures(tournament)
        for result in results_of(chosen, tournament.ruleset, figures):
            value = value_in_words(result.award, result.value, tournament.ruleset)
            for holder in result.holders:
                for player in filter(None, [players.get(int(str(holder.name)))]):
                    yield AwardDiploma(player, name_of(result.award.key), value)
    places = category_places(tournament, chosen.category_places)
    for one in sorted(places, key=lambda one: (one.category, one.place)):
        for row in one.rows:
            yield AwardDiploma(players[row.number], one.category, place=one.place)


def attendance(tournament: Tournament) -> list[Sheet]:
    """Return a certificate for each player who has played a game, by player number."""
    played = Count("seats", filter=Q(seats__result__isnull=False))
    players = tournament.players.filter(is_filler=False).select_related("person")
    rows = players.annotate(rounds_played=played).filter(rounds_played__gt=0)
    return [
        Sheet(
            "paper/_attendance.html",
            Attendance(player, player.rounds_played),
            _("Certificate of attendance"),
        )
        for player in rows.order_by("number")
    ]
