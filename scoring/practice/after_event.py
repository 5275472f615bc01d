"""Rehearse an event of one's own: a practice event with its settings."""

from __future__ import annotations

from random import Random

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.event_folder import copying
from scoring.practice.invented_people import MOST_PEOPLE, invented_people
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import refusal

#: So many people rehearse an event to which nobody is registered yet.
USUAL_PEOPLE = 16
LONGEST_TITLE = 200


@transaction.atomic
def rehearse(tournament: Tournament, *, director: User, seed: int) -> Tournament:
    """A practice event with the settings, stages and match days of this one, in which
    invented people have the numbers, teams and groups of those who are registered.
    Nobody has a seat: to draw is part of what a crew rehearses.

    Raises Refused where there are more people than can be invented, and RuleError for
    settings of the past that the ruleset does not have any more.
    """
    rows = _invented(tournament, Random(seed))
    title = gettext("Practice: %(title)s") % {"title": tournament.title}
    made = copying.practice_after(
        tournament, title=title[:LONGEST_TITLE], director=director
    )
    by = director.get_username()
    register_players.register(made, rows, by=by)
    made.record("practice_built", by=by, round=1, players=len(rows), seed=seed)
    return made


def _invented(tournament: Tournament, chance: Random) -> list[PlayerRow]:
    """Invented people in the places of who is there to the end."""
    there = tournament.entries.filter(last_round=None, is_substitute=False)
    entries = list(there.select_related("team").order_by("number"))
    people = len(entries) or USUAL_PEOPLE
    if people > MOST_PEOPLE:
        raise refusal(
            "too_many_to_invent",
            _(
                "There are only %(most)s invented names, and this tournament has "
                "more players."
            ),
            most=MOST_PEOPLE,
        )
    invented = invented_people(people, chance)
    if not entries:
        return [
            PlayerRow(first_name=first, last_name=last, club=club)
            for first, last, club in invented
        ]
    return [
        PlayerRow(
            first_name=first,
            last_name=last,
            club=club,
            number=entry.number,
            team=entry.team.name if entry.team else "",
            group=entry.group,
            fixed_table=entry.fixed_table,
            is_filler=entry.is_filler,
        )
        for entry, (first, last, club) in zip(entries, invented, strict=True)
    ]
