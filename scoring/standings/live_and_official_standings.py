"""Official and live standings after any round, with details of each row.

Pages, screens, player pages and files use them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.standings import (
    final_standings,
    live_places_during_play,
    standings_over_several_stages,
)
from scoring.standings.cut_line import CutLine, cut_line
from scoring.standings.gaps_to_next_place import Gaps
from scoring.standings.rank_players import ranking_in, standing_by
from scoring.standings.row_of_standings_with_rounds import Making, Row
from scoring.standings.standings_cache import source_of
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import Placed, Ranking
from scoring.standings.standings_sources import Source
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class Board:
    """Standings.

    `rounds`: visible closed rounds that count. `rows`: ranked players first. `final`:
    set if the tournament is finished. `cut`: the line of the next cut. `level`: stages
    in which all players start at 0 and no round counts yet.
    """

    source: Source
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    tie_breaks: tuple[str, ...]
    is_live: bool = False
    final: final_standings.Final | None = None
    cut: CutLine | None = None
    level: tuple[Stage, ...] = ()

    @property
    def records(self) -> Records:
        return self.source.records

    @property
    def visible(self) -> VisibleResults:
        return self.source.visible

    @property
    def tournament(self) -> Tournament:
        return self.records.tournament

    @property
    def closed(self) -> tuple[int, ...]:
        """Return the visible closed rounds, whether they count or not."""
        return tuple(sorted(self.source.closed))

    @property
    def live_rounds(self) -> tuple[int, ...]:
        """Return the visible rounds in progress."""
        return tuple(sorted(self.source.going_on))

    @property
    def after(self) -> int:
        """Return the last round that counts; 0 if there is none."""
        return max(self.rounds, default=0)

    @property
    def open_again(self) -> Sequence[int]:
        """Return the reopened rounds before the last round that counts.

        Reopened rounds do not count.
        """
        earlier = range(1, self.after)
        return [n for n in earlier if n in self.records.open and n not in self.rounds]

    @cached_property
    def by_number(self) -> Mapping[int, Row]:
        return {row.number: row for row in self.rows}

    @property
    def ranked(self) -> Sequence[Row]:
        return [row for row in self.rows if row.place is not None]

    @property
    def unranked(self) -> Sequence[Row]:
        return [row for row in self.rows if row.place is None]

    @property
    def only_results(self) -> bool:
        """Return whether only the results are recorded, not the games."""
        return self.final is not None and self.final.past is not None

    @property
    def players(self) -> int:
        """Return the number of ranked players."""
        return self.final.players if self.final else len(self.ranked)

    @cached_property
    def anything_played(self) -> bool:
        """Return whether there are results that can rank players."""
        if self.rounds or self.only_results:
            return True
        return any(row.now and row.now.begun for row in self.rows)

    def is_by_tables(self, above: Row, row: Row) -> bool:
        """Return whether the gap between these rows includes games in progress, so that
        it differs from the official figures on the page.
        """
        gap = row.gap
        if gap is None or not self.is_live:
            return False
        more, fewer = (one.line.value(gap.measure) for one in (above, row))
        return more is None or fewer is None or abs(more - fewer) != abs(gap.amount)

    @property
    def level_in_words(self) -> str:
        """Return a sentence saying that all players start a stage at 0; "" if there is
        no such stage.
        """
        return standings_over_several_stages.in_words(self.level)

    @property
    def above_in_words(self) -> str:
        """Return a sentence saying that players who made the last cut rank above all
        others; "" before the first cut.
        """
        levels = {row.line.level for row in self.ranked}
        last = max(levels, default=0)
        stages = self.records.all_stages
        stage = next((one for one in stages if one.number == last), None)
        if len(levels) < 2 or stage is None:
            return ""
        pattern = _("Players of “%(stage)s” rank above all others.")
        return pattern % {"stage": stage}

    @property
    def is_held_back(self) -> bool:
        """Return whether all results are hidden."""
        return self.visible.last == 0

    @property
    def ranking(self) -> Ranking:
        placed = [
            Placed(row.place, row.shared, row.line) for row in self.rows if row.place
        ]
        return Ranking(placed, [row.line for row in self.unranked])


def official_of(
    tournament: Tournament,
    after: int | None = None,
    *,
    visible: VisibleResults | None = None,
) -> Board:
    """Return the official standings by current results.

    `after`: only up to this round. `visible`: as in `source_of`.
    """
    return official(source_of(tournament, visible=visible), after)


def live_of(tournament: Tournament, *, visible: VisibleResults | None = None) -> Board:
    """Return the live standings; the official standings if no round is in progress.

    `visible`: as in `source_of`.
    """
    return live(source_of(tournament, visible=visible))


def official(source: Source, after: int | None = None) -> Board:
    """Return the official standings from `source`. `after`: only up to this round."""
    counted = frozenset(n for n in source.closed if after is None or n <= after)
    final = source.final if source.visible.everything else None
    if final and counted != source.records.closed:
        final = None
    records = source.records if after is None else source.records.as_after(after)
    ranking = final.ranking if final else ranking_in(records, counted)
    tie_breaks = final_standings.tie_breaks_of(source.records.tournament, final)
    before = counted - {max(counted, default=0)}
    was = _places(ranking_in(records.as_after(max(counted)), before)) if before else {}
    was = _comparable(was, records, ranking, before)
    made = _making(source, counted, was, Gaps(ranking, tie_breaks))
    return Board(
        source,
        tuple(sorted(counted)),
        tuple(_rows(ranking, made)) if source.visible.last != 0 else (),
        tuple(tie_breaks),
        final=final,
        cut=None if final else cut_line(records, ranking, tie_breaks),
        level=()
        if final
        else tuple(standings_over_several_stages.not_begun_in(records, counted)),
    )


def live(source: Source) -> Board:
    """Return the live standings from `source`; the official standings if no round is in
    progress.
    """
    if not source.plays:
        return official(source)
    records, rounds = source.records, source.closed | source.going_on
    counted = source.counted
    closed = list(map(counted.standing_by(records, source.closed), records.players))
    order = live_places_during_play.live_order(records, rounds, closed, counted)
    before = counted.ranking(records, source.closed, closed)
    was = _places(before) if source.closed else {}
    was = _comparable(was, records, order.ranking, source.closed)
    gaps = Gaps(order.ranking, order.compared)
    made = _making(source, source.closed, was, gaps, live_rounds=source.going_on)
    return Board(
        source,
        tuple(sorted(source.closed)),
        tuple(_rows(order.ranking, made)),
        tuple(records.tournament.tie_breaks),
        is_live=True,
        cut=cut_line(records, order.ranking, order.compared),
        level=tuple(standings_over_several_stages.not_begun_in(records, source.closed)),
    )


def not_official(number: int) -> str:
    """Return a sentence on why there are no standings after a round."""
    return _("Round %(number)s is not closed yet or its results are hidden.") % {
        "number": number
    }


def places_by_round(source: Source) -> dict[int, dict[int, int]]:
    """Return the official places after each visible round, by round number and player
    number."""
    closed = source.closed
    return {
        number: _places(
            ranking_in(
                source.records.as_after(number),
                {other for other in closed if other <= number},
            )
        )
        for number in sorted(closed)
    }


def _making(
    source: Source,
    rounds: frozenset[int],
    was: Mapping[int, int],
    gaps: Gaps,
    live_rounds: frozenset[int] = frozenset(),
) -> Making:
    """Return the data from which rows are made.

    `was`: earlier places by player number.
    """
    records = source.records
    with_table = standing_by(records, source.closed | source.going_on)
    return Making(records, rounds, live_rounds, was, gaps, with_table)


def _rows(ranking: Ranking, made: Making) -> Iterator[Row]:
    """Yield the rows, with ranked players first."""
    for placed in ranking.placed:
        yield Row(*placed, made)
    for line in ranking.unranked:
        yield Row(None, False, line, made)


def _comparable(
    was: Mapping[int, int], records: Records, ranking: Ranking, rounds: frozenset[int]
) -> dict[int, int]:
    """Return the earlier places, without players who have started a stage at 0 since
    then. `rounds`: rounds of the earlier places.
    """
    begun = {
        stage.number
        for stage in standings_over_several_stages.not_begun_in(records, rounds)
    }
    level = {line.player.number for line in ranking.lines if line.stage in begun}
    return {number: place for number, place in was.items() if number not in level}


def _places(ranking: Ranking) -> dict[int, int]:
    """Return the places by player number."""
    return {row.line.player.number: row.place for row in ranking.placed}
