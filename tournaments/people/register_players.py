"""Register and remove players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Person, Player, PlayerImport, ShownAs, Team, Tournament
from tournaments.models.names_without_accents import name_key
from tournaments.people.identities import Known, people_by_number
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.presence_in_rounds import reached, refuse_presence
from tournaments.people.public_names import logged_elsewhere
from tournaments.people.records_of_person import kept_keys
from tournaments.refusals import refusal

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@dataclass(frozen=True)
class PlayerRow:
    """The data of a player to register.

    `number` None: the next free number. `first_round` None: the first round that has
    not started. Other fields: see `Player`.
    """

    last_name: str
    first_name: str = ""
    number: int | None = None
    country: str = ""
    club: str = ""
    team: str = ""
    ema_number: str = ""
    group: str = ""
    categories: str = ""
    fixed_table: int | None = None
    first_round: int | None = None
    last_round: int | None = None
    is_filler: bool = False
    is_substitute: bool = False
    fee_paid: bool = False
    shown_as: str = ShownAs.FULL


@transaction.atomic
def register(
    tournament: Tournament,
    rows: Iterable[PlayerRow],
    *,
    by: str,
    account: User | None = None,
) -> list[Player]:
    """Register players with given numbers or the next free numbers, and return them.

    If a row has the EMA number of a person visible to `account`, it belongs to that
    person. Every other row creates a new person, even with the number of a hidden
    person, whose data is neither read, changed nor confirmed. Raises Refused if a
    number is taken, if a person is already registered, or if the last round is before
    the first.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    rows = list(rows)
    persons = _persons(tournament, rows, account)
    with logged_elsewhere(tournament, persons, by=by):
        players = enter(tournament, rows, persons)
    numbers = [player.number for player in players]
    tournament.record("registered", by=by, numbers=numbers)
    return players


@transaction.atomic
def register_known(tournament: Tournament, person: Person, *, by: str) -> Player:
    """Register a person known from another tournament, with the next free number.
    Return the player.

    Raises Refused if the person is already registered.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    [player] = enter(tournament, [PlayerRow(last_name=person.last_name)], [person])
    tournament.record("registered", by=by, numbers=[player.number])
    return player


def enter(
    tournament: Tournament,
    rows: Sequence[PlayerRow],
    persons: Sequence[Person],
    player_import: PlayerImport | None = None,
) -> list[Player]:
    """Register these persons with the data in the rows, and return the players.

    The caller must lock the tournament and log the registration. Raises Refused as
    `register` does.
    """
    now = reached(tournament)
    for row in rows:
        refuse_presence(now, row.first_round or now.comes_next, row.last_round)
    taken = set(tournament.players.values_list("number", flat=True))
    numbers = _numbers(rows, taken)
    refuse_registered(tournament, persons)
    _refuse_real_people(tournament, persons)
    teams = _teams(tournament, {row.team for row in rows if row.team})
    players = Player.objects.bulk_create(
        Player(
            tournament=tournament,
            person=person,
            number=number,
            team=teams.get(row.team),
            group=row.group,
            categories=row.categories,
            fixed_table=row.fixed_table,
            first_round=row.first_round or now.comes_next,
            last_round=row.last_round,
            is_filler=row.is_filler,
            is_substitute=row.is_substitute,
            fee_paid=row.fee_paid,
            shown_as=row.shown_as,
            player_import=player_import,
        )
        for row, person, number in zip(rows, persons, numbers, strict=True)
    )
    marked = mark_namesakes(tournament)
    return [marked[player.pk] for player in players]


@transaction.atomic
def withdraw(player: Player, *, by: str, reason: str) -> None:
    """Remove a player without a seat. Raises Refused if the player has a seat."""
    Tournament.objects.select_for_update().get(pk=player.tournament_id)
    if player.seats.exists():
        raise refusal(
            "has_seat",
            _("%(name)s has a seat and cannot be removed."),
            name=str(player),
        )
    tournament, number = player.tournament, player.number
    player.delete()
    mark_namesakes(tournament)
    gone = {number: str(player)}
    tournament.record("withdrawn", by=by, reason=reason, number=number, gone=gone)


def _refuse_real_people(tournament: Tournament, persons: Sequence[Person]) -> None:
    """Raise Refused for real persons in a practice tournament.

    A person can sit at only one open table, so practice would block real tournaments.
    """
    if not tournament.is_practice:
        return
    elsewhere = Player.objects.filter(person__in=persons).select_related("person")
    if player := elsewhere.first():
        raise refusal(
            "real_person",
            _(
                "%(name)s plays in another tournament. Practice tournaments have "
                "invented players only."
            ),
            name=str(player.person),
        )


def refuse_registered(tournament: Tournament, persons: Iterable[Person]) -> None:
    """Raise Refused if one of these persons is already registered, or is in `persons`
    twice."""
    persons = list(persons)
    registered = set(tournament.players.values_list("person", flat=True))
    kept = kept_keys({*registered, *(person.pk for person in persons)})
    registered = {kept[pk] for pk in registered}
    for person in persons:
        if kept[person.pk] in registered:
            raise refusal(
                "registered",
                _("%(name)s (EMA number %(number)s) is already registered.")
                if person.ema_number
                else _("%(name)s is already registered."),
                "ema_number",
                name=str(person),
                number=person.ema_number,
            )
        registered.add(kept[person.pk])


def _numbers(rows: Sequence[PlayerRow], taken: set[int]) -> list[int]:
    numbers = []
    used = set(taken)
    for row in rows:
        if row.number is not None and row.number in used:
            raise refusal(
                "number_taken",
                _("Player number %(number)s is already taken."),
                "number",
                number=row.number,
            )
        if row.number is not None:
            used.add(row.number)
    following = max(used, default=0) + 1
    for row in rows:
        if row.number is None:
            numbers.append(following)
            following += 1
        else:
            numbers.append(row.number)
    return numbers


def _persons(
    tournament: Tournament, rows: Sequence[PlayerRow], account: User | None
) -> list[Person]:
    """Return the persons of the rows in order. New persons are saved."""
    numbers = {row.ema_number for row in rows if row.ema_number}
    people = people_by_number(account, tournament, numbers)
    persons = [
        next((p for p in people.get(row.ema_number, ()) if _means(row, p)), None)
        or new_person(row)
        for row in rows
    ]
    Person.objects.bulk_create(person for person in persons if person.pk is None)
    return persons


def _means(row: PlayerRow, person: WithAnnotations[Person, Known]) -> bool:
    """Return whether a row with the person's EMA number belongs to the person.

    If the person is not fully visible, the name must match too, because the number
    alone must not reveal the person.
    """
    return person.in_full or (
        name_key(row.first_name, row.last_name)
        == name_key(person.first_name, person.last_name)
    )


def new_person(row: PlayerRow) -> Person:
    """Return a new, unsaved person with the data of a row."""
    return Person(
        first_name=row.first_name,
        last_name=row.last_name,
        country=row.country,
        club=row.club,
        ema_number=row.ema_number,
    )


def _teams(tournament: Tournament, names: set[str]) -> dict[str, Team]:
    Team.objects.bulk_create(
        (Team(tournament=tournament, name=name) for name in sorted(names)),
        ignore_conflicts=True,
    )
    return {team.name: team for team in tournament.teams.all()}
