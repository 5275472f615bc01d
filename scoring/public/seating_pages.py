"""Who sits where: what the pages of the seating show, by name, by table and over
all rounds. What is not public yet is never in them; the screen in the hall, which
may show more, gives its own rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from rules.winds import WINDS
from scoring.all_pages.paged_lists_and_name_search import folded, page_of
from scoring.all_pages.public_rounds_and_tables import NotThere, public_rounds
from scoring.all_pages.seats_of_round_by_name import (
    Person,
    Place,
    Sitting,
    chosen_round,
    is_person_meant,
    people_of,
    places_in,
    sittings,
    worth_naming,
)
from scoring.standings.who_sees_hidden_results import visible_to_public
from tournaments.models import Round, Tournament
from tournaments.web.form_fields_and_types import Context

#: More people than this are found sooner under their letters.
MANY = 40

#: So many come at once: people by name, tables of four, people with all their rounds.
PEOPLE, TABLES, IN_ALL_ROUNDS = 100, 25, 50


@dataclass(frozen=True)
class Named:
    """A sitting in the list by name; `letter`: the first letter, at the first who has
    it."""

    sitting: Sitting
    letter: str


@dataclass(frozen=True)
class Letter:
    """Where the names with a first letter begin: at which place of the list, on which
    of its pages."""

    letter: str
    at: int

    @property
    def page(self) -> int:
        return self.at // PEOPLE + 1


@dataclass(frozen=True)
class PlannedTable:
    """A table with those who sit there, in the order E S W N."""

    number: int
    sittings: tuple[Sitting, ...]

    @property
    def label(self) -> str:
        """What is played there, where that is not the same at all tables."""
        first = self.sittings[0].place
        return first.label if first else ""


@dataclass(frozen=True)
class SeatingRow:
    """A person's place in each round that is shown, if they have one."""

    person: Person
    cells: tuple[tuple[Round, Place | None], ...]


def seating_page(
    tournament: Tournament,
    number: int = 0,
    query: str = "",
    *,
    by_table: bool = False,
    page: int = 1,
) -> Context:
    """A page of the seats of a round, of those the query means; without a number, of
    the round people are looking for. Raises NotThere for one that is not public, and
    for a page there is not."""
    rounds = list(public_rounds(tournament))
    round_ = chosen_round(rounds, number)
    everybody = sittings(tournament, round_, query)
    found = [sitting for sitting in everybody if sitting.found]
    people = found if query else worth_naming(everybody)
    shown = (
        page_of(tables_of(everybody, bool(query)), page, TABLES)
        if by_table
        else page_of(named(people), page, PEOPLE)
    )
    return {
        **shown,
        "rounds": rounds,
        "round": round_,
        "query": query,
        "people": people,
        "letters": [] if by_table else letters_of(people),
        "by_table": by_table,
        "tells": round_ is not None
        and visible_to_public(tournament).tells(round_.number),
        "mark": _mark(rounds, round_, everybody),
    }


def seating_news(tournament: Tournament, number: int, mark: int) -> Context:
    """Whether the seating is another than the one of that mark."""
    rounds = list(public_rounds(tournament))
    try:
        round_ = chosen_round(rounds, number)
    except NotThere:
        return {"changed": True}
    everybody = sittings(tournament, round_)
    return {"changed": _mark(rounds, round_, everybody) != mark}


def players_page(tournament: Tournament, query: str = "", page: int = 1) -> Context:
    """Every player's table and wind in every public round, a page of them. Raises
    NotThere for a page there is not."""
    rounds = list(public_rounds(tournament))
    places = places_in(rounds)
    rows = [
        SeatingRow(person, tuple((r, places.get((r.pk, entry.pk))) for r in rounds))
        for entry, person in people_of(tournament)
        if not person.house and is_person_meant(person, query)
    ]
    return {**page_of(rows, page, IN_ALL_ROUNDS), "rounds": rounds, "query": query}


def named(people: Sequence[Sitting]) -> list[Named]:
    """The sittings in the order given; many stand under the letters of their names."""
    begin = {letter.at: letter.letter for letter in letters_of(people)}
    return [Named(each, begin.get(at, "")) for at, each in enumerate(people)]


def letters_of(people: Sequence[Sitting]) -> list[Letter]:
    """The first letters of many names, each where it begins."""
    if len(people) <= MANY:
        return []
    letters = list(map(_letter, people))
    return [
        Letter(letter, at)
        for at, (before, letter) in enumerate(pairwise(["", *letters]))
        if letter != before
    ]


def _letter(sitting: Sitting) -> str:
    first = folded(sitting.person.last_name)[:1].upper()
    return first if first.isalpha() else "#"


def tables_of(
    everybody: Iterable[Sitting], only_found: bool = False
) -> list[PlannedTable]:
    """The tables by number; of a search, those with somebody who was found."""
    tables: dict[int, list[Sitting]] = {}
    for sitting in everybody:
        if sitting.place:
            tables.setdefault(sitting.place.table, []).append(sitting)
    return [
        PlannedTable(number, tuple(sorted(people, key=_by_wind)))
        for number, people in sorted(tables.items())
        if not only_found or any(sitting.found for sitting in people)
    ]


def _by_wind(sitting: Sitting) -> int:
    return WINDS.index(sitting.place.wind) if sitting.place else len(WINDS)


def _mark(
    rounds: Iterable[Round], round_: Round | None, everybody: Iterable[Sitting]
) -> int:
    """A number that is another when the page would be another."""
    states = [(other.number, other.state) for other in rounds]
    people = [(sitting.person, sitting.place) for sitting in everybody]
    return crc32(repr((states, round_ and round_.number, people)).encode())
