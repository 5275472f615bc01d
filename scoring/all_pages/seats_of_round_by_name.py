"""Who sits where in a round, by name: what the pages of the seating, the pages of a
round and the screen in the hall make of it is up to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from django.utils.translation import gettext as _

from scoring.all_pages.paged_lists_and_name_search import folded, is_meant
from scoring.all_pages.public_rounds_and_tables import NotThere
from tournaments.models import Entry, Round, RoundState, Seat, Tournament
from tournaments.people.identities import under_public_name
from tournaments.rounds.stages.table_labels import table_labels

#: States of a round whose seats people are still looking for.
LOOKED_FOR = (
    RoundState.HALL,
    RoundState.PUBLISHED,
    RoundState.RUNNING,
    RoundState.PAUSED,
)


@dataclass(frozen=True)
class Place:
    """A seat: which table, and the wind one starts as; `label`: what is played there,
    where that is not the same at all tables."""

    table: int
    wind: str
    label: str = ""


@dataclass(frozen=True)
class Person:
    """An entry as lists name it. `house`: a chair played by the host's people.
    `has_namesake`: only the number tells them from somebody else."""

    number: int
    last_name: str
    first_name: str
    house: bool
    has_namesake: bool = False

    @property
    def name(self) -> str:
        """As lists that are in order of the last names write it."""
        return ", ".join(filter(None, (self.last_name, self.first_name)))


@dataclass(frozen=True)
class Sitting:
    """A person in a round. `place` None: this round is played without them.
    `found`: this is somebody who was searched for."""

    person: Person
    place: Place | None
    found: bool


def chosen_round(rounds: Sequence[Round], number: int) -> Round | None:
    """The round of that number; for 0 the first whose seats people are still
    looking for, else the last; None if there is none. Raises NotThere."""
    if number:
        for round_ in rounds:
            if round_.number == number:
                return round_
        raise NotThere(
            _("The seating of round %(number)s is not published.") % {"number": number}
        )
    looked_for = (round_ for round_ in rounds if round_.state in LOOKED_FOR)
    return next(looked_for, rounds[-1] if rounds else None)


def sittings(
    tournament: Tournament, round_: Round | None, query: str = ""
) -> list[Sitting]:
    """Everybody of a round in the order of their names, also who is there and
    rests."""
    if round_ is None:
        return []
    labels = table_labels(round_)
    places = {
        key: replace(place, label=labels.get(place.table, ""))
        for key, place in places_in([round_]).items()
    }
    return [
        Sitting(
            person, places.get((round_.pk, entry.pk)), is_person_meant(person, query)
        )
        for entry, person in people_of(tournament)
        if (round_.pk, entry.pk) in places
        or (entry.plays(round_.number) and not person.house)
    ]


def worth_naming(everybody: list[Sitting]) -> list[Sitting]:
    """The sittings without those who have no seat, if these are more than those
    who have one: in a final of a few, all the others need no telling."""
    seated = [sitting for sitting in everybody if sitting.place]
    return everybody if 2 * len(seated) >= len(everybody) else seated


def is_person_meant(person: Person, query: str) -> bool:
    return is_meant(query, person.number, f"{person.first_name} {person.last_name}")


def places_in(rounds: Iterable[Round]) -> dict[tuple[int, int], Place]:
    """Every place of the rounds by (round, entry)."""
    seats = Seat.objects.filter(round__in=list(rounds)).values_list(
        "round_id", "entry_id", "session__table", "wind"
    )
    return {(pk, entry): Place(table, wind) for pk, entry, table, wind in seats}


def people_of(tournament: Tournament) -> list[tuple[Entry, Person]]:
    """The entries in the order of their names, last names first."""
    entries = {
        entry: (folded(entry.player.last_name), folded(entry.player.first_name))
        for entry in map(
            under_public_name,
            tournament.entries.select_related("player").order_by("number"),
        )
    }
    count = Counter(name for entry, name in entries.items() if not entry.is_filler)
    return [
        (
            entry,
            Person(
                entry.number,
                entry.player.last_name,
                entry.player.first_name,
                entry.is_filler,
                has_namesake=count[name] > 1,
            ),
        )
        for entry, name in sorted(entries.items(), key=itemgetter(1))
    ]
