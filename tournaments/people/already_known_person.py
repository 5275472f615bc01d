"""Check whether a person who registers is already known."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Person, Player, Tournament
from tournaments.models.names_without_accents import name_key
from tournaments.models.whole_names import whole_name
from tournaments.people.identities import people_by_number, people_known_to
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import refusal


def person_meant(tournament: Tournament, row: PlayerRow) -> Person | None:
    """Return the known person that a row describes; None for a new person.

    A known person has the same name and EMA number, or the same name and country, and
    is publicly known or registered here. Raises Refused if a publicly known person with
    a different name has the EMA number, or if the person is already registered here.
    The error message contains only text that the user typed.
    """
    if row.ema_number and _is_of_another_name(tournament, row):
        raise refusal(
            "ema_number_taken",
            _(
                "This EMA number belongs to another person. Check it, or leave it "
                "empty."
            ),
            "ema_number",
        )
    players = Player.objects.filter(tournament=tournament, is_filler=False)
    known = people_known_to(None, tournament).values("pk")
    people = Person.objects.filter(Q(pk__in=players.values("person")) | Q(pk__in=known))
    same_country = Q(country__iexact=row.country) if row.country else Q(pk__in=())
    same_number = Q(ema_number=row.ema_number) if row.ema_number else Q(pk__in=())
    namesakes = [
        person
        for person in people.filter(same_country | same_number).order_by("pk")
        if _is_name_of(row, person) and _fits(row.ema_number, person.ema_number)
    ]
    registered = set(players.values_list("person", flat=True)) if namesakes else set()
    if any(person.pk in registered for person in namesakes):
        raise refusal(
            "registered",
            _("%(name)s is already registered."),
            name=whole_name(row.first_name, row.last_name),
        )
    by_number = [one for one in namesakes if row.ema_number == one.ema_number != ""]
    fitting = by_number[:1] or namesakes
    return fitting[0] if len(fitting) == 1 else None


def _is_of_another_name(tournament: Tournament, row: PlayerRow) -> bool:
    owners = people_by_number(None, tournament, [row.ema_number])
    named = owners.get(row.ema_number, ())
    return bool(named) and not any(_is_name_of(row, owner) for owner in named)


def _is_name_of(row: PlayerRow, person: Person) -> bool:
    typed = name_key(row.first_name, row.last_name)
    return typed == name_key(person.first_name, person.last_name)


def _fits(typed: str, known: str) -> bool:
    return typed == known or "" in (typed, known)
