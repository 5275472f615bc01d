"""Mark players who have the same name as another player of the tournament.

`Player` adds the player number to the name of a marked player, wherever the name
appears. The marks are stored, so that pages need no additional query. Public names have
separate marks: a number beside a public name must not reveal that a hidden person has
the same name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tournaments.models import Person, Player, ShownAs, Tournament
from tournaments.models.names_without_accents import plain
from tournaments.people.records_of_person import with_merged


def mark_namesakes(tournament: Tournament) -> dict[int, Player]:
    """Store which players of a tournament share their full or public name. Return all
    its players by primary key.

    Must be called in the transaction that changed names or players.
    """
    players = list(tournament.players.select_related("person"))
    full = Counter(_key(str(player.person)) for player in players)
    public = Counter(_key(player.lone_public_name) for player in players)
    changed = []
    for player in players:
        marks = (
            full[_key(str(player.person))] > 1,
            player.publicly_shown_as != ShownAs.NUMBER
            and public[_key(player.lone_public_name)] > 1,
        )
        if marks != (player.has_namesake, player.has_public_namesake):
            player.has_namesake, player.has_public_namesake = marks
            changed.append(player)
    if changed:
        Player.objects.bulk_update(changed, ["has_namesake", "has_public_namesake"])
    return {player.pk: player for player in players}


def mark_namesakes_of(persons: Iterable[Person]) -> None:
    """Store the marks again in all tournaments of these persons, after their names have
    changed."""
    keys = with_merged([person.pk for person in persons])
    tournaments = Tournament.objects.filter(players__person__in=keys)
    for tournament in tournaments.order_by("pk").distinct():
        mark_namesakes(tournament)


def _key(name: str) -> str:
    """Return a key that is the same for names that look alike."""
    return plain(name) or name
