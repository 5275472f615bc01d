"""Public results of a club: winners, records and statistics of its finished
tournaments. Reads only.

A tournament counts if it is finished and public and its final standings are published,
as on the pages of persons. Names are shown as in all lists over several tournaments.
While those lists are switched off, a club has no results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.db.models import F

from scoring.models import FinalPlace, PlayerFigures, TournamentFigures
from scoring.over_tournaments.tournament_history import public_finals
from scoring.public.statistics_page import RECORD_WORDS
from scoring.rulesets.any_ruleset.figures_of_players import Kind
from scoring.rulesets.presenter_registry import presenter_of
from scoring.series.who_sees_series import ShownPerson, are_public, shown
from scoring.standings.final_standings import published
from scoring.standings.kept_until_changes import KeptUntilChanges, merges_now
from scoring.statistics.figures import DEALER_STAY, Figures, total
from scoring.statistics.measures_in_words import in_figures
from scoring.statistics.ratios import ratios
from tournaments.clubs.club_members import EVERYONE, Members
from tournaments.clubs.tournaments_of_clubs import public_tournaments_of
from tournaments.models import Club, Player, Tournament
from tournaments.people.records_of_person import kept_keys
from tournaments.persons.pages_over_tournaments import pages_of

#: Tournaments counted in records and statistics, the newest first.
MOST_COUNTED = 100
MOST_PLAYERS = 100
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

    `cells`: text, count and denominator of each share.
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


@dataclass(frozen=True)
class Finished:
    """A tournament that counts: its key, ruleset, first day and revision.
    `only_results`: its games are not known."""

    pk: int
    ruleset: str
    day: date
    revision: int
    only_results: bool


def finished_of(club: Club) -> list[Finished]:
    """Return the club's tournaments that count, the newest first.

    Empty while pages over several tournaments are switched off.
    """
    if not are_public():
        return []
    finals = public_finals().filter(tournament__in=public_tournaments_of(club))
    rows = published(finals).values_list(
        "pk",
        "tournament__ruleset",
        "tournament__description__starts_on",
        "tournament__created_at",
        "tournament__time_zone",
        "tournament__revision",
        "tournament__past_results",
    )
    found = [
        Finished(
            pk,
            ruleset,
            day or created_at.astimezone(ZoneInfo(zone)).date(),
            revision,
            past is not None,
        )
        for pk, ruleset, day, created_at, zone, revision, past in rows
    ]
    return sorted(found, key=lambda one: (one.day, one.pk), reverse=True)


def with_games(finished: Iterable[Finished]) -> list[Finished]:
    """Return the tournaments whose games are known, for records and statistics."""
    return [one for one in finished if not one.only_results]


def rulesets_of(finished: Sequence[Finished]) -> list[str]:
    """Return the rulesets of these tournaments, the most frequent first."""
    counts = Counter(one.ruleset for one in finished)
    return [ruleset for ruleset, _count in counts.most_common()]


def winners(finished: Sequence[Finished]) -> list[Winner]:
    """Return the winners of these tournaments, in the same order. Tournaments without
    a winner are left out."""
    keys = [one.pk for one in finished]
    tournaments = Tournament.objects.in_bulk(keys)
    first = FinalPlace.objects.filter(final__in=keys, place=1)
    players = Player.objects.filter(
        tournament__final__places__in=first,
        number=F("tournament__final__places__number"),
    )
    persons = players.order_by("tournament", "number").values_list(
        "tournament", "person"
    )
    names = _names(person for _tournament, person in persons)
    won: defaultdict[int, list[Named]] = defaultdict(list)
    for tournament, person in persons:
        if person in names:  # A person may have been anonymised since.
            won[tournament].append(names[person])
    return [
        Winner(tournaments[one.pk], one.day, won[one.pk])
        for one in finished
        if won.get(one.pk)
    ]


#: The best values: value, and pairs of person and tournament, by key of the record.
Best = Mapping[str, tuple[int, Sequence[tuple[int, int]]]]
_records_kept = KeptUntilChanges[Best]()
_sums_kept = KeptUntilChanges[Sequence[tuple[int, Figures]]]()


def records(
    finished: Iterable[Finished], ruleset: str, members: Members = EVERYONE
) -> list[ClubRecord]:
    """Return the records in the newest tournaments of a ruleset.

    `members`: persons whose results count.
    """
    counted = _of_ruleset(finished, ruleset)
    best = _records_kept.get(
        tuple(_days(counted)),
        _made_of(counted, members),
        lambda: _best(counted, ruleset, members),
    )
    holders = [row for _value, rows in best.values() for row in rows]
    names = _names(person for person, _tournament in holders)
    tournaments = Tournament.objects.in_bulk({key for _person, key in holders})
    found = []
    for key, words in RECORD_WORDS.items():
        value, rows = best.get(key, (0, ()))
        # A person may have been anonymised since.
        named = [(names[who], tournaments[one]) for who, one in rows if who in names]
        if named:
            found.append(ClubRecord(key, str(words), value, named))
    return found


def _best(counted: Sequence[Finished], ruleset: str, members: Members) -> Best:
    days = _days(counted)
    rows = PlayerFigures.objects.filter(player__tournament__in=list(days))
    found: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for person, tournament, stored in _of_members(
        rows.values_list("player__person", "player__tournament", "data__records"),
        days,
        members,
    ):
        for key, (value, *_places) in (stored or {}).items():
            found[key].append((value, person, tournament))
    highest = {
        key: max(values, key=itemgetter(0))[0]
        for key, values in found.items()
        if key in RECORD_WORDS and _is_record(key, ruleset)
    }
    return {
        key: (most, [(who, one) for value, who, one in found[key] if value == most])
        for key, most in highest.items()
    }


def statistics_of(
    finished: Sequence[Finished], ruleset: str, members: Members = EVERYONE
) -> ClubStatistics:
    """Return the statistics of the newest tournaments of a ruleset.

    Records and the list of players contain only results of `members`. The number of
    queries does not depend on the number of tournaments.
    """
    counted = _of_ruleset(finished, ruleset)
    stored = TournamentFigures.objects.filter(tournament__in=list(_days(counted)))
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
        records(finished, ruleset, members),
        _players(counted, members),
    )


def _of_ruleset(finished: Iterable[Finished], ruleset: str) -> list[Finished]:
    """Return the newest tournaments of a ruleset."""
    return [one for one in finished if one.ruleset == ruleset][:MOST_COUNTED]


def _days(counted: Iterable[Finished]) -> dict[int, date]:
    """Return the first days of tournaments, by key."""
    return {one.pk: one.day for one in counted}


def _made_of(counted: Sequence[Finished], members: Members) -> Hashable:
    """Return a value that changes with these tournaments and their stored figures, with
    memberships and with merges of persons."""
    stored = TournamentFigures.objects.filter(tournament__in=list(_days(counted)))
    at = tuple(stored.order_by("pk").values_list("pk", "at"))
    return tuple(counted), at, members.digest, merges_now()


def _is_record(key: str, ruleset: str) -> bool:
    """Return whether the record exists in the ruleset.

    Without dealer repeats, there is no longest stay as dealer.
    """
    return key != DEALER_STAY or not presenter_of(ruleset).hands_are_numbered


Stored = TypeVar("Stored")


def _of_members(
    rows: Iterable[tuple[int, int, Stored]],
    days: Mapping[int, date],
    members: Members,
) -> list[tuple[int, int, Stored]]:
    """Return the rows of persons who were members on the tournament's first day; all
    rows if everyone counts. A row starts with the keys of person and tournament.
    `days`: first day by tournament key.
    """
    if members.periods is None:
        return list(rows)
    own = list(rows)
    kept = kept_keys({person for person, _tournament, _stored in own})
    return [row for row in own if members.include(kept[row[0]], days[row[1]])]


def _players(counted: Sequence[Finished], members: Members) -> list[PlayerLine]:
    """Return the rows of the persons with the most games, sorted by share of wins,
    highest first.
    """
    sums = _sums_kept.get(
        tuple(_days(counted)),
        _made_of(counted, members),
        lambda: _sums(counted, members),
    )
    names = _names(person for person, _figures in sums)
    # A person may have been anonymised since.
    return [_line(names[who], figures) for who, figures in sums if who in names]


def _sums(
    counted: Sequence[Finished], members: Members
) -> Sequence[tuple[int, Figures]]:
    days = _days(counted)
    rows = PlayerFigures.objects.filter(player__tournament__in=list(days))
    by_person: defaultdict[int, list[Figures]] = defaultdict(list)
    for person, _tournament, data in _of_members(
        rows.values_list("player__person", "player__tournament", "data"),
        days,
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
    return [(person, sums[person]) for person in most]


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
