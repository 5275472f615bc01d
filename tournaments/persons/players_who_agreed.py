"""Count the players who agreed to pages over several tournaments, and describe the
result. Nothing is saved."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Person, Player, Tournament
from tournaments.people.person_search_conditions import found_by_index
from tournaments.people.records_of_person import REAL
from tournaments.persons.pages_over_tournaments import agreed, nameable, setting


@dataclass(frozen=True)
class Agreement:
    """The players of some tournaments, and how many of them agreed.

    `unanswered`: players who neither agreed nor refused, nor chose the player number.
    """

    players: int
    agreed: int
    unanswered: int

    @property
    def words(self) -> str:
        """Return how many players agreed, and how the others are shown; "" without
        players."""
        if not self.players:
            return ""
        text = ngettext(
            "%(agreed)s of %(number)s player agreed to be named.",
            "%(agreed)s of %(number)s players agreed to be named.",
            self.players,
        )
        sentences = [text % {"agreed": self.agreed, "number": self.players}]
        if self.agreed < self.players:
            sentences.append(_("The others are shown as Player 1, Player 2."))
        return " ".join(sentences)


def agreement_in(tournaments: QuerySet[Tournament]) -> Agreement:
    """Return how many players of these tournaments agreed. Merged records are one
    player. Three queries."""
    players = Player.objects.filter(REAL, tournament__in=tournaments)
    own = players.filter(person=OuterRef("pk"))
    of_merged = players.filter(person__merged_as__kept=OuterRef("pk"))
    persons = Person.objects.filter(
        found_by_index(own) | found_by_index(of_merged), merged_as=None
    )
    possible = nameable().filter(pk__in=persons.values("pk"))
    count = possible.filter(agreed()).count()
    return Agreement(persons.count(), count, possible.count() - count)


def hiding_names_in(tournaments: QuerySet[Tournament]) -> Agreement | None:
    """Return how many players of these tournaments agreed, if lists hide the names of
    others only because they gave no answer; otherwise None."""
    current = setting()
    if not (current.is_on and current.needs_consent):
        return None
    found = agreement_in(tournaments)
    return found if found.unanswered else None


def effect_in_words(tournaments: QuerySet[Tournament]) -> str:
    """Return what the current setting does with the names of players of these
    tournaments."""
    current = setting()
    if not current.is_on:
        return _("These pages are not public.")
    if current.needs_consent:
        return agreement_in(tournaments).words
    return _(
        "Players are named, except players who refused or chose to show only "
        "their number."
    )
