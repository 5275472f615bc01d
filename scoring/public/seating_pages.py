"""Content of the seating pages: by name, by table, and over all rounds.

Contains only published seating; hall screens, which may show more, have their own
module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

from rules.winds import WINDS
from scoring.all_pages.paged_lists_and_name_search import page_of
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound, public_rounds
from scoring.all_pages.seats_of_round_by_name import (
    ListedPlayer,
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
from tournaments.people.name_order import index_letter
from tournaments.web.form_fields_and_types import Context

#: Number of people above which names are grouped by letter.
MANY = 40

#: Rows per page: people by name, tables, people with all rounds.
PEOPLE, TABLES, IN_ALL_ROUNDS = 100, 25, 50


@dataclass(frozen=True)
class Named:
    """A player's seat in the list by name.

    `letter`: the first letter of the name if the player is the first with that letter,
    otherwise "".
    """

    sitting: Sitting
    letter: str


@dataclass(frozen=True)
class Letter:
    """A letter, and the position of its first name in the list."""

    letter: str
    at: int

    @property
    def page(self) -> int:
        return self.at // PEOPLE + 1


@dataclass(frozen=True)
class PlannedTable:
    """A table with its players, in the order E S W N."""

    number: int
    sittings: tuple[Sitting, ...]

    @property
    def label(self) -> str:
        """Return the stage or group played at the table; "" if all tables have the
        same."""
        first = self.sittings[0].place
        return first.label if first else ""


@dataclass(frozen=True)
class SeatingRow:
    """A person's seat in each round shown; None for a round without a seat."""

    person: ListedPlayer
    cells: tuple[tuple[Round, Place | None], ...]


def seating_page(
    tournament: Tournament,
    number: int = 0,
    query: str = "",
    *,
    by_table: bool = False,
    page: int = 1,
) -> Context:
    """Return a page of the seating of a round, filtered by `query`, in the order of
    tables (`by_table`) or names. Without a number, use the current or next round.
    Raises PublicPageNotFound for a round that is not public, or an unknown page.
    """
    rounds = list(public_rounds(tournament))
    round_ = chosen_round(rounds, number)
    everybody = sittings(tournament, round_, query)
    matching = [sitting for sitting in everybody if sitting.is_match]
    people = matching if query else worth_naming(everybody)
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
    """Return whether the seating differs from the one with this `mark`."""
    rounds = list(public_rounds(tournament))
    try:
        round_ = chosen_round(rounds, number)
    except PublicPageNotFound:
        return {"changed": True}
    everybody = sittings(tournament, round_)
    return {"changed": _mark(rounds, round_, everybody) != mark}


def players_page(tournament: Tournament, query: str = "", page: int = 1) -> Context:
    """Return a page of each player's table and wind in all published rounds.

    `query`: only players whose name or number matches. Raises PublicPageNotFound for an
    unknown page.
    """
    rounds = list(public_rounds(tournament))
    places = places_in(rounds)
    rows = [
        SeatingRow(person, tuple((r, places.get((r.pk, player.pk))) for r in rounds))
        for player, person in people_of(tournament)
        if not person.house and is_person_meant(person, query)
    ]
    return {**page_of(rows, page, IN_ALL_ROUNDS), "rounds": rounds, "query": query}


def named(people: Sequence[Sitting]) -> list[Named]:
    """Return the players' seats in the given order.

    In a long list, the first player of each letter is marked.
    """
    begin = {letter.at: letter.letter for letter in letters_of(people)}
    return [Named(sitting, begin.get(at, "")) for at, sitting in enumerate(people)]


def letters_of(people: Sequence[Sitting]) -> list[Letter]:
    """Return the first letters of a long list with their positions; empty for a short
    list.
    """
    if len(people) <= MANY:
        return []
    letters = list(map(_letter, people))
    return [
        Letter(letter, at)
        for at, (before, letter) in enumerate(pairwise(["", *letters]))
        if letter != before
    ]


def _letter(sitting: Sitting) -> str:
    return index_letter(sitting.person.last_name)


def tables_of(
    everybody: Iterable[Sitting], only_found: bool = False
) -> list[PlannedTable]:
    """Return the tables by number.

    With `only_found`, return only tables with a matching player.
    """
    tables: dict[int, list[Sitting]] = {}
    for sitting in everybody:
        if sitting.place:
            tables.setdefault(sitting.place.table, []).append(sitting)
    return [
        PlannedTable(number, tuple(sorted(people, key=_by_wind)))
        for number, people in sorted(tables.items())
        if not only_found or any(sitting.is_match for sitting in people)
    ]


def _by_wind(sitting: Sitting) -> int:
    return WINDS.index(sitting.place.wind) if sitting.place else len(WINDS)


def _mark(
    rounds: Iterable[Round], round_: Round | None, everybody: Iterable[Sitting]
) -> int:
    """Return a number that changes with the contents of the page."""
    states = [(other.number, other.state) for other in rounds]
    people = [(sitting.person, sitting.place) for sitting in everybody]
    return crc32(repr((states, round_ and round_.number, people)).encode())
