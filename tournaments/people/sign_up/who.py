"""Whether somebody who registers is known here already."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Player, Tournament, not_in_bin
from tournaments.people.plain_words import name_key
from tournaments.people.registration import PlayerRow
from tournaments.refusals import refusal


def person_meant(tournament: Tournament, row: PlayerRow) -> Player | None:
    """The person known here with that EMA number, or of that name and country in this
    event or a public one that is not in the bin; None for somebody new.

    Raises Refused if somebody of another name has the EMA number.
    """
    key = name_key(row.first_name, row.last_name)
    if row.ema_number:
        owner = Player.objects.filter(ema_number=row.ema_number).first()
        if owner and name_key(owner.first_name, owner.last_name) != key:
            raise refusal(
                "ema_number_taken",
                _(
                    "This EMA number is known here as somebody else's. Look again, or "
                    "leave it empty and tell the organisers."
                ),
                "ema_number",
            )
        if owner:
            return owner
    if not row.country:
        return None
    seen = Entry.objects.filter(player=OuterRef("pk"), is_filler=False).filter(
        Q(tournament=tournament)
        | Q(not_in_bin("tournament"), tournament__is_public=True)
    )
    people = Player.objects.filter(Exists(seen), country__iexact=row.country)
    namesakes = [
        person
        for person in people
        if name_key(person.first_name, person.last_name) == key
        and not (row.ema_number and person.ema_number)
    ]
    return namesakes[0] if len(namesakes) == 1 else None
