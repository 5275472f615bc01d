"""Public results of a club: winners, records and statistics of its finished
tournaments. Reads only.

A tournament counts if it is finished and public and its final standings are published,
as on the pages of persons. Names are shown as in all lists over several tournaments.
While those lists are switched off, a club has no results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import TypeVar

from scoring.models import FinalPlace, PlayerFigures, TournamentFigures
from scoring.over_tournaments.tournament_history import counting, first_day
from scoring.public.statistics_page import RECORD_WORDS
from scoring.rulesets.any_ruleset.figures_of_players import Kind
from scoring.rulesets.presenter_registry import presenter_of
from scoring.series.who_sees_series import ShownPerson, are_public, shown
from scoring.statistics.figures import DEALER_STAY, Figures, total
from scoring.statistics.measures_in_words import in_figures
from scoring.statistics.ratios import ratios
from tournaments.clubs.club_members import EVERYONE, Members
from tournaments.clubs.who_sees_clubs import public_tournaments_of
from tournaments.models import Club, Player, Tournament
from tournaments.people.records_of_person import kept_keys
from tournaments.persons.pages_over_tournaments import pages_of

#: Tournaments counted in records and statistics, the newest first.
MOST_COUNTED = 100
MOST_WINNERS, MOST_PLAYERS = 6, 200
RATES = ("wins", "deal_ins", "self_draws")


@dataclass(frozen=True)
class Named:
    """A person as shown to the public.

    `page`: key of the person's page, None without a public page.
    """

    person: ShownPerson
    page: int | None


@dataclass(frozen=True)
class Winner:
    """A finished tournament and all players in first place. `day`: its first day."""

    tournament: Tournament
    day: date
    names: Sequence[Named]


@dataclass(frozen=True)
class ClubRecord:
    """A record with all holders, each with the tournament of the record.

    `words`: its value as text.
    """

    key: str
    words: str
    value: int
    holders: Sequence[tuple[Named, Tournament]]


@dataclass(frozen=True)
class PlayerLine:
    """A row of a club's list of players.

    `cells`: key, count and denominator of each figure.
    """

    name: Named
    games: int
    cells: Sequence[tuple[str, int, int]]


@dataclass(frozen=True)
class ClubStatistics:
    """Figures of a club's tournaments with one ruleset.

    `logged`: number of games whose hands are known; `hands`: number of hands in those
    games; `winds`: number of wins by seat wind.
    """

    tournaments: int
    games: int
    logged: int
    hands: int
    winds: Mapping[str, int]
    records: Sequence[ClubRecord]
    players: Sequence[PlayerLine]


def finished_of(club: Club) -> list[Tournament]:
    """Return the club's tournaments that count, the newest first.

    Empty while pages over several tournaments are switched off.
    """
    if not are_public():
        return []
    keys = public_tournaments_of(club).values_list("pk", flat=True)
    finals = counting(keys).values()
    dated = [(first_day(final.tournament), final.tournament) for final in finals]
    dated.sort(key=lambda row: (row[0], row[1].pk), reverse=True)
    return [tournament for _day, tournament in dated]


def rulesets_of(finished: Sequence[Tournament]) -> list[str]:
    """Return the rulesets of these tournaments, the most frequent first."""
    counts = Counter(one.ruleset for one in finished)
    return [ruleset for ruleset, _count in counts.most_common()]


def winners(finished: Sequence[Tournament]) -> list[Winner]:
    """Return the winners of the first `MOST_WINNERS` of these tournaments."""
    newest = list(finished[:MOST_WINNERS])
    rows = FinalPlace.objects.filter(final__in=[one.pk for one in newest], place=1)
    first = {(row.final_id, row.number) for row in rows}
    players = Player.objects.filter(tournament__in=newest)
    persons = {
        (tournament, number): person
        for tournament, number, person in players.values_list(
            "tournament", "number", "person"
        )
        if (tournament, number) in first
    }
    names = _names(persons.values())
    won: defaultdict[int, list[Named]] = defaultdict(list)
    for (tournament, _number), person in sorted(persons.items()):
        won[tournament].append(names[person])
    return [
        Winner(one, first_day(one), won[one.pk]) for one in newest if won.get(one.pk)
    ]


def records(
    finished: Iterable[Tournament], ruleset: str, members: Members = EVERYONE
) -> list[ClubRecord]:
    """Return the records in the newest tournaments of a ruleset.

    `members`: persons whose results count.
    """
    counted = _of_ruleset(finished, ruleset)
    rows = PlayerFigures.objects.filter(player__tournament__in=list(counted))
    found: dict[str, list[tuple[int, int, int]]] = {}
    for person, tournament, stored in _of_members(
        rows.values_list("player__person", "player__tournament", "data__records"),
        counted,
        members,
    ):
        for key, (value, *_places) in (stored or {}).items():
            found.setdefault(key, []).append((value, person, tournament))
    best = {
        key: [row for row in values if row[0] == max(values, key=itemgetter(0))[0]]
        for key, values in found.items()
        if key in RECORD_WORDS and _is_record(key, ruleset)
    }
    names = _names(person for rows in best.values() for _value, person, _key in rows)
    return [
        ClubRecord(
            key,
            str(words),
            best[key][0][0],
            [(names[person], counted[one]) for _value, person, one in best[key]],
        )
        for key, words in RECORD_WORDS.items()
        if key in best
    ]


def statistics_of(
    finished: Iterable[Tournament], ruleset: str, members: Members = EVERYONE
) -> ClubStatistics:
    """Return the statistics of the newest tournaments of a ruleset.

    Records and the list of players contain only results of `members`. The number of
    queries does not depend on the number of tournaments.
    """
    counted = _of_ruleset(finished, ruleset)
    stored = TournamentFigures.objects.filter(tournament__in=list(counted))
    sums: Counter[str] = Counter()
    winds: Counter[str] = Counter()
    tournaments = 0
    for row in stored:
        tournaments += 1
        sums.update(games=row.games, logged=row.logged, hands=row.hands)
        winds.update(row.winds)
    return ClubStatistics(
        tournaments,
        sums["games"],
        sums["logged"],
        sums["hands"],
        winds,
        records(counted.values(), ruleset, members),
        _players(counted, members),
    )


def _of_ruleset(finished: Iterable[Tournament], ruleset: str) -> dict[int, Tournament]:
    own = [one for one in finished if one.ruleset == ruleset]
    return {one.pk: one for one in own[:MOST_COUNTED]}


def _is_record(key: str, ruleset: str) -> bool:
    """Return whether the record exists in the ruleset.

    Without dealer repeats, there is no longest stay as dealer.
    """
    return key != DEALER_STAY or not presenter_of(ruleset).hands_are_numbered


Stored = TypeVar("Stored")


def _of_members(
    rows: Iterable[tuple[int, int, Stored]],
    counted: Mapping[int, Tournament],
    members: Members,
) -> list[tuple[int, int, Stored]]:
    """Return the rows of persons who were members on the tournament's first day; all
    rows if everyone counts. A row starts with the keys of person and tournament.
    """
    if members.periods is None:
        return list(rows)
    own = list(rows)
    kept = kept_keys({person for person, _tournament, _stored in own})
    days = {key: first_day(tournament) for key, tournament in counted.items()}
    return [row for row in own if members.include(kept[row[0]], days[row[1]])]


def _players(counted: Mapping[int, Tournament], members: Members) -> list[PlayerLine]:
    """Return the rows of the persons with the most games, sorted by share of wins,
    highest first.
    """
    rows = PlayerFigures.objects.filter(player__tournament__in=list(counted))
    by_person: defaultdict[int, list[Figures]] = defaultdict(list)
    for person, _tournament, data in _of_members(
        rows.values_list("player__person", "player__tournament", "data"),
        counted,
        members,
    ):
        by_person[person].append(Figures.from_data(data))
    kept = kept_keys(set(by_person))
    joined: defaultdict[int, list[Figures]] = defaultdict(list)
    for person, own in by_person.items():
        joined[kept[person]] += own
    sums = {person: total(own) for person, own in joined.items()}
    most = sorted(sums, key=lambda person: -sums[person].games)[:MOST_PLAYERS]
    most.sort(key=lambda person: -(ratios(sums[person])["wins"].value or 0))
    names = _names(most)
    return [_line(names[person], sums[person]) for person in most]


def _line(name: Named, figures: Figures) -> PlayerLine:
    values = ratios(figures)
    cells = [
        (in_figures(values[key], Kind.SHARE), int(values[key].count), values[key].of)
        for key in RATES
    ]
    return PlayerLine(name, figures.games, cells)


def _names(persons: Iterable[int]) -> dict[int, Named]:
    """Return names and pages of these persons by person key, as shown in public lists
    over several tournaments.
    """
    keys = set(persons)
    people, pages = shown(keys), pages_of(keys)
    return {key: Named(person, pages.get(key)) for key, person in people.items()}
