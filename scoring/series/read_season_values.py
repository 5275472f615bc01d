"""The values of all players in the units of a season, from the public standings of its
tournaments. Reads only.

A unit is official if its tournament is finished or all rounds of its match day are
closed. Before that, its closed rounds count provisionally. Hidden results never count.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from threading import Lock

from django.utils.translation import gettext as _

from scoring.models import Season, Unit, ValueKind, Win, past_results_of
from scoring.rankings.base_ranks_and_weights import base_rank
from scoring.series.season_formula import Value, place_points
from scoring.standings.live_and_official_standings import official
from scoring.standings.rank_players import ranking_in
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_records import Played
from scoring.standings.standings_rows import Placed, Standing
from scoring.standings.standings_sources import Source
from tournaments.models import MatchDay, Player, Seat, Tournament
from tournaments.people.records_of_person import kept_keys

#: Number of tournaments whose values are cached in a process.
KEPT = 512


@dataclass(frozen=True)
class UnitResults:
    """The results of a unit.

    `values`: value by player number; `rounds`: number of closed rounds that count.
    """

    tournament: Tournament
    title: str
    day: date | None
    is_provisional: bool
    rounds: int
    values: Mapping[int, Value]


@dataclass(frozen=True)
class Worth:
    """The settings of a season that decide the values of units.

    Values are cached by these settings.
    """

    unit: str
    kind: str
    points: tuple[Fraction, ...]
    with_deal_ins: bool


def worth_of(season: Season, *, with_deal_ins: bool) -> Worth:
    points = tuple(Fraction(points) for points in season.place_points)
    return Worth(season.unit, season.value, points, with_deal_ins)


_kept: OrderedDict[tuple[object, ...], list[UnitResults]] = OrderedDict()
_lock = Lock()


def units_of(tournament: Tournament, worth: Worth) -> list[UnitResults]:
    """Return the units of a tournament with at least one result that counts, in order.

    Cached until the tournament changes.
    """
    key = (tournament.pk, tournament.hall_key, tournament.revision, worth)
    if key in _kept:
        return _kept[key]
    found = _units(tournament, worth)
    with _lock:
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def persons_of(tournaments: Collection[Tournament]) -> dict[tuple[int, int], int]:
    """Return person keys by tournament key and player number.

    A merged record has the key of the record that is kept.
    """
    players = Player.objects.filter(tournament__in=tournaments)
    rows = list(players.values_list("tournament", "number", "person"))
    kept = kept_keys({person for _tournament, _number, person in rows})
    return {(tournament, number): kept[person] for tournament, number, person in rows}


def _units(tournament: Tournament, worth: Worth) -> list[UnitResults]:
    reading = _Reading(source_of(tournament), worth)
    if worth.unit == Unit.GAME:
        return reading.games()
    league = reading.source.records.league
    if worth.unit == Unit.NIGHT and league and league.days:
        return reading.nights()
    return reading.whole()


class _Reading:
    """Reads the values of the players in the units of one tournament."""

    def __init__(self, source: Source, worth: Worth) -> None:
        self.source, self.worth = source, worth
        self.tournament = source.records.tournament
        self.players = {
            player.number: player
            for player in source.records.players
            if not player.is_substitute
        }
        details = getattr(self.tournament, "description", None)
        self.day = details.starts_on if details else None
        self.past = past_results_of(self.tournament)

    def whole(self) -> list[UnitResults]:
        board = official(self.source)
        if not (board.rounds or board.final) or board.is_held_back:
            return []
        rounds = frozenset(board.rounds)
        values = self._values(board.ranking.placed, rounds)
        if self.past and not values:
            return []
        return [
            UnitResults(
                self.tournament,
                self.tournament.title,
                self.day,
                board.final is None,
                len(rounds),
                values,
            )
        ]

    def nights(self) -> list[UnitResults]:
        records = replace(self.source.records, league=None)
        found = []
        for day in MatchDay.objects.filter(tournament=self.tournament):
            planned = frozenset(range(day.first_round, day.first_round + day.rounds))
            closed = planned & self.source.closed
            if closed:
                placed = ranking_in(records, closed).placed
                found.append(
                    UnitResults(
                        self.tournament,
                        str(day),
                        day.date or self.day,
                        closed != planned,
                        len(closed),
                        self._values(placed, closed),
                    )
                )
        return found

    def games(self) -> list[UnitResults]:
        records = self.source.records
        is_provisional = not (self.tournament.is_finished or records.league)
        found = []
        for number in sorted(self.source.closed):
            one = frozenset({number})
            values = {
                player.number: self._of_game(row, one, player)
                for player in self.players.values()
                for row in self._played(player, one)
            }
            title = _("%(tournament)s, round %(number)s") % {
                "tournament": self.tournament.title,
                "number": number,
            }
            found.append(
                UnitResults(self.tournament, title, self.day, is_provisional, 1, values)
            )
        return found

    def _values(
        self, placed: Sequence[Placed[Standing]], rounds: frozenset[int]
    ) -> dict[int, Value]:
        """Return the values of the ranked players who played, by player number. Skips
        players without this value in an imported list.

        `rounds`: the rounds that count.
        """
        came = [row for row in placed if row.line.tables or not rounds]
        holders = Counter(row.place for row in came)
        deal_ins = self._deal_ins(rounds)
        ranked = self.past.players if self.past else len(came)
        found = {}
        for row in came:
            player = self.players.get(row.line.player.number)
            if player is None or self.worth.kind in row.line.unstated:
                continue
            played = self._played(player, rounds)
            place = min(row.place, ranked)
            found[player.number] = Value(
                self._worth(row.line, place, holders[row.place], ranked, played),
                place,
                hands=sum(one.hands for one in played),
                wins=row.line.hands_won,
                deal_ins=deal_ins[player.pk],
                score=Fraction(row.line.score),
            )
        return found

    def _worth(
        self,
        line: Standing,
        place: int,
        tied: int,
        players: int,
        played: Sequence[Played],
    ) -> Fraction:
        kind, points = self.worth.kind, self.worth.points
        if kind == ValueKind.BASE_RANK:
            return Fraction(base_rank(place, players))
        if kind == ValueKind.PLACE_POINTS:
            return place_points(place, tied, points)
        if kind == ValueKind.GAME_PLACE_POINTS:
            return sum(map(self._points_of_game, played), Fraction(0))
        if kind == ValueKind.TABLE_POINTS:
            return line.table_points
        return Fraction(line.score)

    def _of_game(self, row: Played, rounds: frozenset[int], player: Player) -> Value:
        kind = self.worth.kind
        if kind == ValueKind.TABLE_POINTS:
            value = row.table_points
        elif kind == ValueKind.SCORE:
            value = Fraction(row.score)
        else:
            value = self._points_of_game(row)
        return Value(
            value,
            row.place,
            hands=row.hands,
            wins=row.hands_won,
            deal_ins=self._deal_ins(rounds)[player.pk],
            score=Fraction(row.score),
        )

    def _points_of_game(self, row: Played) -> Fraction:
        tied = self._tied[row.round, row.table, row.place]
        return place_points(row.place, tied, self.worth.points)

    @cached_property
    def _tied(self) -> Counter[tuple[int, int, int]]:
        """Return the number of players who share a place, by round, table and place."""
        return Counter(
            (row.round, row.table, row.place)
            for rows in self.source.records.played.values()
            for row in rows
        )

    def _played(self, player: Player, rounds: frozenset[int]) -> list[Played]:
        """Return the player's games in these rounds that count and have a place."""
        rows = self.source.records.played.get(player.pk, ())
        return [row for row in rows if row.round in rounds and row.counts and row.place]

    def _deal_ins(self, rounds: frozenset[int]) -> Counter[int]:
        """Return the number of deal-ins by player key.

        A discard with two winners is one deal-in. Empty if the season does not use
        deal-ins.
        """
        found: Counter[int] = Counter()
        if not self.worth.with_deal_ins:
            return found
        wins = Win.objects.filter(
            round__tournament=self.tournament, round__number__in=rounds
        ).exclude(discarder="")
        seats = {
            (game, wind): player
            for game, wind, player in Seat.objects.filter(
                round__tournament=self.tournament, round__number__in=rounds
            ).values_list("game", "wind", "player")
        }
        hands = set(wins.values_list("game", "hand", "discarder"))
        found.update(
            seats[game, wind] for game, _hand, wind in hands if (game, wind) in seats
        )
        return found
