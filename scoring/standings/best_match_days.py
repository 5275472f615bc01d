"""Match days of a league in the standings: each player's best days count, minus
deductions for late arrival or absence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings.standings_records import LeagueRecord, Records
from scoring.standings.standings_rows import Standing
from tournaments.models import LeagueFine, Player, Tournament
from tournaments.rounds.match_days import days_of, league_of
from tournaments.web.list_wording import joined_sentences

#: Called with records and rounds; returns a function from a player to the standing.
PlayedIn = Callable[[Records, Collection[int]], Callable[[Player], Standing]]


def league_record(tournament: Tournament) -> LeagueRecord | None:
    """Return the match days and deductions of a league.

    Return None, without a query, if the tournament is not a league; otherwise use three
    queries.
    """
    league = league_of(tournament)
    if league is None:
        return None
    fines: dict[int, tuple[tuple[int, int], ...]] = {}
    taken = LeagueFine.objects.filter(day__tournament=tournament)
    for player, day, points in taken.values_list("player", "day__number", "points"):
        fines[player] = (*fines.get(player, ()), (day, points))
    days = tuple(day.round_numbers for day in days_of(tournament))
    return LeagueRecord(days, league.best_days, league.least_days, fines)


class LeagueDays:
    """The standings of a league by match days."""

    def __init__(
        self,
        records: Records,
        rounds: Collection[int],
        played_in: PlayedIn,
        with_penalties: Callable[[Standing, int], Standing],
        measure: str,
    ) -> None:
        if records.league is None:
            raise ValueError("the tournament is not a league")
        self._records, self._league = records, records.league
        self._rounds = frozenset(rounds)
        self._played_in, self._with_penalties = played_in, with_penalties
        self._measure = measure
        self._numbers = [
            number
            for number, own in enumerate(self._league.days, 1)
            if self._rounds.intersection(own)
        ]
        self._of_day = {
            number: played_in(records, self._rounds.intersection(self._day(number)))
            for number in self._numbers
        }
        self._by_rounds: dict[frozenset[int], Callable[[Player], Standing]] = {}

    def _day(self, number: int) -> range:
        return self._league.days[number - 1]

    def standing(self, player: Player) -> Standing:
        """Return a player's standing: the days that count and the rounds outside match
        days, minus deductions.
        """
        played = self._attended(player)
        dropped = self._dropped(player, played)
        counting = set(played).difference(dropped)
        left_out = self._league.rounds_of(
            [n for n in self._numbers if n not in counting]
        )
        line = self._in_rounds(self._rounds - left_out)(player)
        fined = self._fined(player)
        if fined:
            line = self._with_penalties(
                line._replace(penalties=line.penalties - fined), -fined
            )
        return line._replace(
            days=len(played),
            dropped=dropped,
            lacks_days=self._lacks_days(len(played), played),
        )

    def _attended(self, player: Player) -> list[int]:
        """Return the numbers of the days on which the player has a result, or was
        present and sat out.

        A missed day does not count, even if missed rounds have a fixed result, because
        the league has its own deductions.
        """
        rounds = {
            row.round for row in self._records.played.get(player.pk, ()) if row.counts
        }
        closed = self._records.closed
        present = {n for n in closed if n not in rounds and player.plays(n)}
        attended = self._rounds.intersection(rounds | present)
        return [n for n in self._numbers if not attended.isdisjoint(self._day(n))]

    def _dropped(self, player: Player, played: Sequence[int]) -> tuple[int, ...]:
        """Return the attended days that do not count, because other days were better.

        Of equal days, the earlier one counts.
        """
        best = self._league.best
        if not best or len(played) <= best:
            return ()
        order = sorted(played, key=lambda n: self._worth(player, n), reverse=True)
        return tuple(sorted(order[best:]))

    def _worth(self, player: Player, number: int) -> tuple[object, ...]:
        line = self._of_day[number](player)
        points, score = line.table_points, line.score
        worth = (score, points) if self._measure == "score" else (points, score)
        return (*worth, -number)

    def _lacks_days(self, count: int, played: Sequence[int]) -> bool:
        """Return whether the player can no longer reach the minimum number of days.

        `count`: days that count so far; `played`: days attended.
        """
        remaining = sum(
            number not in played
            for number, own in enumerate(self._league.days, 1)
            if not self._rounds.issuperset(own)
        )
        return count + remaining < self._league.least

    def _fined(self, player: Player) -> int:
        """Return the points deducted on days with a round that counts."""
        fines = self._league.fines.get(player.pk, ())
        return sum(points for day, points in fines if day in self._of_day)

    def _in_rounds(self, rounds: frozenset[int]) -> Callable[[Player], Standing]:
        if rounds not in self._by_rounds:
            self._by_rounds[rounds] = self._played_in(self._records, rounds)
        return self._by_rounds[rounds]


def in_words(record: LeagueRecord | None) -> str:
    """Return sentences on how days count; "" if the tournament is not a league."""
    if record is None:
        return ""
    sentences = []
    if record.best:
        sentences.append(
            _("The best %(best)s of %(days)s match days count for each player.")
            % {"days": len(record.days), "best": record.best}
        )
    if record.least:
        sentences.append(
            ngettext(
                "Players must play on %(least)s match day to be ranked.",
                "Players must play on %(least)s match days to be ranked.",
                record.least,
            )
            % {"least": record.least}
        )
    return joined_sentences(sentences)
