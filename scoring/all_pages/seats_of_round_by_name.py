"""The seating of a round by player name.

Used by the seating pages, the round pages and the hall screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from django.utils.translation import gettext as _

from scoring.all_pages.paged_lists_and_name_search import is_meant
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from tournaments.models import Player, Round, RoundState, Seat, Tournament
from tournaments.models.whole_names import has_asian_letters, whole_name
from tournaments.people.identities import under_public_name
from tournaments.people.name_order import name_order
from tournaments.rounds.stages.stage_and_group_names import table_labels

#: States of a round in which players still look for their seats.
LOOKED_FOR = (
    RoundState.HALL,
    RoundState.PUBLISHED,
    RoundState.RUNNING,
    RoundState.PAUSED,
)


@dataclass(frozen=True)
class Place:
    """A seat: its table, and the player's wind at the start.

    `label`: what is played at the table, if the tables differ in this; otherwise "".
    """

    table: int
    wind: str
    label: str = ""


@dataclass(frozen=True)
class ListedPlayer:
    """A player as shown in lists.

    `house`: a house player. `has_namesake`: another player has the same name, so only
    the number tells them apart.
    """

    number: int
    last_name: str
    first_name: str
    house: bool
    has_namesake: bool = False
    country: str = ""

    @property
    def name(self) -> str:
        """Return "last name, first name", as in lists sorted by last name.

        A player with a namesake also gets the player number.
        """
        name = self.between.join(filter(None, (self.last_name, self.first_name)))
        return f"{name} ({self.number})" if self.has_namesake else name

    @property
    def between(self) -> str:
        """Return the separator between last and first name: a space for Chinese,
        Japanese and Korean letters, otherwise a comma and a space."""
        return " " if has_asian_letters(self.last_name) else ", "


@dataclass(frozen=True)
class Sitting:
    """A player in a round. `place` is None if the player sits the round out.
    `is_match`: the player matches the search.
    """

    person: ListedPlayer
    place: Place | None
    is_match: bool


def chosen_round(rounds: Sequence[Round], number: int) -> Round | None:
    """Return the round with this number.

    For 0, return the first round with published seating whose time is not over, or else
    the last round; None without rounds. Raises PublicPageNotFound for an unknown
    number.
    """
    if number:
        for round_ in rounds:
            if round_.number == number:
                return round_
        raise PublicPageNotFound(
            _("The seating of round %(number)s is not published.") % {"number": number}
        )
    looked_for = (round_ for round_ in rounds if round_.state in LOOKED_FOR)
    return next(looked_for, rounds[-1] if rounds else None)


def sittings(
    tournament: Tournament, round_: Round | None, query: str = ""
) -> list[Sitting]:
    """Return all players of a round by name, including players who sit out; an empty
    list without a round. Players whose name or number matches `query` are marked.
    """
    if round_ is None:
        return []
    labels = table_labels(round_)
    places = {
        key: replace(place, label=labels.get(place.table, ""))
        for key, place in places_in([round_]).items()
    }
    return [
        Sitting(
            person, places.get((round_.pk, player.pk)), is_person_meant(person, query)
        )
        for player, person in people_of(tournament)
        if (round_.pk, player.pk) in places
        or (player.plays(round_.number) and not person.house)
    ]


def worth_naming(everybody: list[Sitting]) -> list[Sitting]:
    """Return the sittings to list.

    Players without a seat are left out if they outnumber the seated players, as in a
    small final.
    """
    seated = [sitting for sitting in everybody if sitting.place]
    return everybody if 2 * len(seated) >= len(everybody) else seated


def is_person_meant(person: ListedPlayer, query: str) -> bool:
    return is_meant(
        query, person.number, whole_name(person.first_name, person.last_name)
    )


def places_in(rounds: Iterable[Round]) -> dict[tuple[int, int], Place]:
    """Return all seats of the rounds by round id and player id."""
    seats = Seat.objects.filter(round__in=list(rounds)).values_list(
        "round_id", "player_id", "game__table", "wind"
    )
    return {(pk, player): Place(table, wind) for pk, player, table, wind in seats}


def people_of(tournament: Tournament) -> list[tuple[Player, ListedPlayer]]:
    """Return the tournament's players as listed players, sorted by last name."""
    players = {
        player: name_order(player.person.last_name, player.person.first_name)
        for player in map(
            under_public_name,
            tournament.players.select_related("person").order_by("number"),
        )
    }
    return [
        (
            player,
            ListedPlayer(
                player.number,
                player.person.last_name,
                player.person.first_name,
                player.is_filler,
                has_namesake=player.has_namesake,
                country=player.person.country,
            ),
        )
        for player, _name in sorted(players.items(), key=itemgetter(1))
    ]
