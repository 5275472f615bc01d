"""The report of a tournament's results to a federation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scoring.rankings.base_ranks_and_weights import Weight, base_rank, weight
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings import final_standings
from scoring.standings.rank_players import ranking_of
from scoring.standings.standings_rows import Standing, Value
from tournaments.models import EventDescription, Player, Tournament
from tournaments.people.countries_and_ema_numbers import code_of, ema_number

#: Replaces a missing EMA number, because federation software expects a number.
NO_NUMBER = "0"


@dataclass(frozen=True)
class Line:
    """A player's result. `ema_number`: 8 digits or `NO_NUMBER`; `country`: 3 letters,
    "" if unknown."""

    place: int
    player: Player
    standing: Standing
    ema_number: str
    country: str
    base_rank: int

    @property
    def first_name(self) -> str:
        return self.player.person.first_name

    @property
    def last_name(self) -> str:
        return self.player.person.last_name

    @property
    def table_points(self) -> Value | None:
        """Return the points; None if an imported list of results does not state
        them.
        """
        return self.standing.value("table_points")

    @property
    def score(self) -> Value | None:
        """Return the score; None if an imported list of results does not state it."""
        return self.standing.value("score")

    @property
    def is_member(self) -> int:
        """Return 1 for a member of the federation, otherwise 0."""
        return int(self.ema_number != NO_NUMBER)


@dataclass(frozen=True)
class Report:
    """The report of a tournament, with its lines in order of place.

    `players`: number of ranked players, including players missing in an imported list.
    `days`: number of days, 0 without dates; `weight`: weight of the tournament in the
    federation's ranking.
    """

    tournament: Tournament
    is_final: bool
    starts_on: date | None
    ends_on: date | None
    country: str
    city: str
    #: The federation's name for the rules; "" if it has no such rules.
    rules: str
    tie_breaks: tuple[str, ...]
    players: int
    lines: tuple[Line, ...]
    unranked: tuple[Standing, ...]
    days: int
    weight: Weight

    @property
    def title(self) -> str:
        return self.tournament.title


def report_of(tournament: Tournament, *, needed_qualification: bool = False) -> Report:
    """Return the report of a tournament from its final standings; from the current
    standings if it is not finished. `needed_qualification`: players had to qualify.
    Uses a fixed number of queries.
    """
    final = final_standings.final_of(tournament)
    ranking = final.ranking if final else ranking_of(tournament)
    description = EventDescription.objects.filter(tournament=tournament).first()
    description = description or EventDescription(tournament=tournament)
    players = final.players if final else len(ranking.placed)
    lines = tuple(
        Line(
            row.place,
            row.line.player,
            row.line,
            ema_number(row.line.player.person.ema_number).number or NO_NUMBER,
            code_of(row.line.player.person.country),
            base_rank(row.place, players),
        )
        for row in ranking.placed
    )
    days = _days(description.starts_on, description.ends_on)
    countries = {line.country for line in lines if line.country}
    return Report(
        tournament,
        is_final=final is not None,
        starts_on=description.starts_on,
        ends_on=description.ends_on,
        country=code_of(description.country),
        city=description.city,
        rules=presenter_of(tournament.ruleset).ema_rules,
        tie_breaks=tuple(final_standings.tie_breaks_of(tournament, final)),
        players=players,
        lines=lines,
        unranked=tuple(ranking.unranked),
        days=days,
        weight=weight(
            days=days,
            players=players,
            substitutes=len(ranking.unranked),
            countries=len(countries),
            needed_qualification=needed_qualification,
        ),
    )


def _days(first: date | None, last: date | None) -> int:
    """Return the number of days; 0 without dates."""
    return ((last or first) - first).days + 1 if first else 0
