"""The ranking of a series by EMA's method. It is not EMA's own list. Reads only.

Finished public tournaments of all seasons count. Results keep names and countries of
the time of the tournament. The list shows persons under their chosen public names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from rules.table_points import places
from scoring.models import (
    FinalPlace,
    PastResults,
    SeasonTournament,
    Series,
    past_results_of,
)
from scoring.rankings.base_ranks_and_weights import (
    Weight,
    base_rank,
    players_for_more,
    weight,
)
from scoring.rankings.country_and_national_methods import CountryLine, ranked_countries
from scoring.rankings.ema_method import Reckoning, Result, reckon
from scoring.series.read_season_values import persons_of
from scoring.series.who_sees_series import ShownPerson, shown
from scoring.standings.final_standings import awaits_prize_giving
from tournaments.clubs.club_members import Members, counting_for
from tournaments.models import EventDescription, Player, RoundState, Tournament
from tournaments.people.countries_and_ema_numbers import code_of

#: Minimum size of a tournament in the ranking.
LEAST_PLAYERS, LEAST_ROUNDS = 16, 3


@dataclass(frozen=True)
class RankedTournament:
    """A tournament that counts.

    `persons`: place by person key, of ranked persons only.
    """

    tournament: Tournament
    starts_on: date
    ends_on: date
    players: int
    weight: Weight
    persons: Mapping[int, int]


@dataclass(frozen=True)
class RankingRow:
    """A player in the ranking, with all results.

    `places`: places by tournament key; `key`: person key.
    """

    place: int
    shared: bool
    person: ShownPerson
    score: Fraction
    reckoning: Reckoning
    places: Mapping[str, int]
    key: int


@dataclass(frozen=True)
class Preview:
    """The weight that a tournament would have with its current players.

    `more_from`: number of players from which the weight would be higher, None if no
    number would raise it.
    """

    tournament: Tournament
    starts_on: date | None
    days: int
    players: int
    countries: int
    weight: Weight
    more_from: int | None


@dataclass(frozen=True)
class RankingList:
    """The ranking on a day.

    `left_out`: tournaments that do not count, each with the reason; `previews`:
    tournaments that are not finished.
    """

    series: Series
    day: date
    rows: tuple[RankingRow, ...]
    tournaments: Mapping[str, RankedTournament]
    countries: tuple[CountryLine, ...]
    previews: tuple[Preview, ...]
    left_out: tuple[tuple[Tournament, str], ...]


def ranking_of_series(series: Series, day: date) -> RankingList:
    """Return the ranking of a series on a day.

    The number of queries grows only with the number of unfinished tournaments.
    """
    chosen = tournaments_of(series)
    finals = _final_places(chosen)
    persons = persons_of(list(chosen))
    counted: dict[str, RankedTournament] = {}
    members = counting_for(series.club)
    left_out: list[tuple[Tournament, str]] = []
    previews: list[Preview] = []
    for tournament, qualified in chosen.items():
        if not tournament.is_finished:
            previews.append(preview_of(tournament, qualified))
            continue
        own = finals.get(tournament.pk, ())
        if reason := _why_not(tournament, own):
            left_out.append((tournament, reason))
            continue
        counted[str(tournament.pk)] = _ranked(
            tournament, own, persons, qualified, members
        )
    rows = tuple(_rows(counted, day))
    return RankingList(
        series,
        day,
        rows,
        counted,
        tuple(ranked_countries((code_of(r.person.country), r.score) for r in rows)),
        tuple(previews),
        tuple(left_out),
    )


def preview_of(tournament: Tournament, needed_qualification: bool) -> Preview:
    """Return the expected weight of a tournament that is not finished.

    `needed_qualification`: players had to qualify.
    """
    details = _details(tournament)
    days = _days(details)
    players = Player.objects.filter(
        tournament=tournament, is_filler=False, last_round=None
    )
    ranked = players.filter(is_substitute=False).select_related("person")
    codes = {code_of(player.person.country) for player in ranked} - {""}
    number = len(ranked)
    return Preview(
        tournament,
        details.starts_on if details else None,
        days,
        number,
        len(codes),
        weight(
            days=days or 1,
            players=number,
            countries=len(codes),
            needed_qualification=needed_qualification,
            substitutes=len(players) - number,
        ),
        players_for_more(number),
    )


def tournaments_of(series: Series) -> dict[Tournament, bool]:
    """Return the public tournaments of all seasons, each with whether players had to
    qualify in any season.
    """
    rows = SeasonTournament.objects.filter(
        season__series=series,
        tournament__in=Tournament.objects.public().filter(is_practice=False),
    ).select_related("tournament__description", "tournament__past_results")
    chosen: dict[Tournament, bool] = {}
    for row in rows:
        known = chosen.get(row.tournament, False)
        chosen[row.tournament] = known or row.needed_qualification
    return chosen


def _final_places(chosen: Mapping[Tournament, bool]) -> dict[int, list[FinalPlace]]:
    """Return the rows of those final standings that are public, by tournament key."""
    rows = FinalPlace.objects.filter(final__tournament__in=list(chosen))
    found: defaultdict[int, list[FinalPlace]] = defaultdict(list)
    hidden: dict[int, bool] = {}
    for row in rows.select_related("final"):
        key = row.final.pk
        if key not in hidden:
            hidden[key] = awaits_prize_giving(row.final)
        if not hidden[key]:
            found[key].append(row)
    return found


def _why_not(tournament: Tournament, rows: Sequence[FinalPlace]) -> str:
    """Return why a finished tournament does not count; "" if it counts."""
    if not rows:
        return _("The final standings are not public yet.")
    if not _days(_details(tournament)):
        return _("The tournament has no dates.")
    players = _players(rows, past_results_of(tournament))
    if players < LEAST_PLAYERS:
        shown = {"players": players, "least": LEAST_PLAYERS}
        return (
            _("The tournament had %(players)s players; %(least)s are needed.") % shown
        )
    rounds = tournament.rounds.filter(state=RoundState.CLOSED).count()
    if 0 < rounds < LEAST_ROUNDS:
        shown = {"rounds": rounds, "least": LEAST_ROUNDS}
        return _("The tournament had %(rounds)s rounds; %(least)s are needed.") % shown
    return ""


def _players(rows: Sequence[FinalPlace], past: PastResults | None) -> int:
    """Return the number of ranked players, including players whose names are
    not known.
    """
    return past.players if past else sum(row.place is not None for row in rows)


def _ranked(
    tournament: Tournament,
    rows: Sequence[FinalPlace],
    persons: Mapping[tuple[int, int], int],
    needed_qualification: bool,
    members: Members,
) -> RankedTournament:
    placed = [row for row in rows if row.place is not None]
    details = tournament.description
    starts_on, ends_on = _dates(details)
    codes = {code_of(row.country) for row in placed} - {""}
    past = past_results_of(tournament)
    players = _players(rows, past)
    return RankedTournament(
        tournament,
        starts_on,
        ends_on,
        players,
        weight(
            days=_days(details),
            players=players,
            countries=len(codes),
            needed_qualification=needed_qualification,
            substitutes=0 if past else len(rows) - len(placed),
            stated=past.weight if past else None,
        ),
        {
            person: row.place
            for row in placed
            if row.place
            and (person := persons.get((tournament.pk, row.number)))
            and members.include(person, starts_on)
        },
    )


def _rows(counted: Mapping[str, RankedTournament], day: date) -> Iterator[RankingRow]:
    results: defaultdict[int, list[Result]] = defaultdict(list)
    for key, one in counted.items():
        for person, place in one.persons.items():
            rank = base_rank(place, one.players)
            results[person].append(Result(key, rank, one.weight.total, one.ends_on))
    reckonings = {person: reckon(own, day) for person, own in results.items()}
    scores = {
        person: reckoning.score
        for person, reckoning in reckonings.items()
        if reckoning.score is not None
    }
    people = shown(scores)
    placed = places(sorted(scores.items()))
    holders = Counter(place for place, _person in placed)
    for place, person in placed:
        yield RankingRow(
            place,
            holders[place] > 1,
            people[person],
            scores[person],
            reckonings[person],
            {
                key: one.persons[person]
                for key, one in counted.items()
                if person in one.persons
            },
            person,
        )


def _details(tournament: Tournament) -> EventDescription | None:
    details: EventDescription | None = getattr(tournament, "description", None)
    return details


def _dates(details: EventDescription) -> tuple[date, date]:
    """Return the first and the last day of a tournament.

    Raises ValueError without dates.
    """
    if details.starts_on is None:
        raise ValueError("the tournament has no dates")
    return details.starts_on, details.ends_on or details.starts_on


def _days(details: EventDescription | None) -> int:
    """Return the number of days; 0 without dates."""
    if details is None or details.starts_on is None:
        return 0
    first, last = _dates(details)
    return (last - first).days + 1
