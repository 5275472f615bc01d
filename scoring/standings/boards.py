"""The standings as people look at them: official or live, after any round, each row
with what stands beside the figures. Pages, screens, players' pages and files are made
from these rows. Everybody's unless `told` says more (`secrecy`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.standings import at_tables, frozen
from scoring.standings.at_tables import AtTable
from scoring.standings.form import RoundCell, cells_of
from scoring.standings.gaps import Gap, Gaps
from scoring.standings.kept_sources import source_of
from scoring.standings.lines import Placed, Ranking, Standing
from scoring.standings.ranking import ranking_in, standing_by
from scoring.standings.records import Records
from scoring.standings.secrecy import Told
from scoring.standings.sources import Source
from scoring.standings.stages import level_start
from scoring.standings.stages.cut_line import CutLine, cut_line
from tournaments.models import Entry, Stage, Tournament
from tournaments.people.presence import Reached, words_for_gone


@dataclass(frozen=True)
class Row:
    """A player's row; `place` None: a substitute, who has none. `line` has the official
    figures. All else is found out of what is looked at."""

    place: int | None
    shared: bool
    line: Standing
    made: Making

    @property
    def number(self) -> int:
        """The start number: what a row is known by."""
        return self.line.entry.number

    @property
    def entry(self) -> Entry:
        return self.line.entry

    @cached_property
    def move(self) -> int | None:
        """By how many places up since the standings before; None: there were none, or
        none of the stage, where all began level."""
        was = self.made.was.get(self.number)
        return was - self.place if self.place and was is not None else None

    @cached_property
    def gap(self) -> Gap | None:
        """To the next place above; None: nobody is above."""
        return self.made.gaps.of(self.number)

    @cached_property
    def now(self) -> AtTable | None:
        """Where the player sits (live only)."""
        return self.made.now(self.entry)

    @cached_property
    def form(self) -> tuple[RoundCell, ...]:
        """What each round brought."""
        return self.made.form(self.entry)

    @cached_property
    def with_table(self) -> Standing | None:
        """The figures with the table as it stands (live only)."""
        return self.made.with_table(self.entry) if self.now else None

    @property
    def stage(self) -> str:
        """The last stage the player plays in; "" where there are none."""
        stages = self.made.records.stages
        return next(
            (str(e.stage) for e in stages if e.stage.number == self.line.stage), ""
        )

    @cached_property
    def counted(self) -> Standing:
        """In a league: with the days played and those that do not count, of a finished
        event too."""
        return self.made.counted(self.entry)

    @cached_property
    def gone(self) -> str:
        """That the player withdrew, and when, or ""."""
        return words_for_gone(self.entry, self.made.reached)


@dataclass(frozen=True)
class Making:
    """What rows are made of that are looked at: a page shows a hundred of a
    thousand."""

    records: Records
    rounds: frozenset[int]
    #: Those being played, if they are shown.
    live_rounds: frozenset[int]
    #: The places of before, by start number.
    was: Mapping[int, int]
    gaps: Gaps
    with_table: Callable[[Entry], Standing]

    def now(self, entry: Entry) -> AtTable | None:
        return at_tables.at_table(self.records, self.live_rounds, entry)

    def form(self, entry: Entry) -> tuple[RoundCell, ...]:
        known = self._entries.get(entry.number)
        played = self.records.played.get(known.pk, ()) if known else ()
        dropped: frozenset[int] = frozenset()
        if self.records.league:
            dropped = self.records.league.rounds_of(self.counted(entry).dropped)
        return cells_of(self.records, entry, played, self.rounds, dropped)

    def counted(self, entry: Entry) -> Standing:
        """What somebody has reached by the records."""
        return self._counted(self._entries.get(entry.number, entry))

    @cached_property
    def _entries(self) -> Mapping[int, Entry]:
        return {entry.number: entry for entry in self.records.entries}

    @cached_property
    def _counted(self) -> Callable[[Entry], Standing]:
        return standing_by(self.records, self.rounds)

    @cached_property
    def reached(self) -> Reached:
        planned = self.records.tournament.planned_rounds
        return Reached(self.records.begun, max(planned, self.records.begun))


@dataclass(frozen=True)
class Board:
    """Standings. `rounds`: the closed rounds that count, of those that can be seen;
    `live_rounds`: those being played, shown beside them; `rows`: first those with a
    place. `final`: the event is finished, and these are its results. `cut`: the line of
    the cut that comes next; `level`: the stages that all begin at 0, of which no round
    counts yet."""

    records: Records
    told: Told
    rounds: tuple[int, ...]
    closed: tuple[int, ...]
    live_rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    tie_breaks: tuple[str, ...]
    is_live: bool = False
    final: frozen.Final | None = None
    cut: CutLine | None = None
    level: tuple[Stage, ...] = ()

    @property
    def tournament(self) -> Tournament:
        return self.records.tournament

    @property
    def after(self) -> int:
        """The last round that counts; 0: none yet."""
        return max(self.rounds, default=0)

    @cached_property
    def by_number(self) -> Mapping[int, Row]:
        return {row.number: row for row in self.rows}

    @property
    def ranked(self) -> Sequence[Row]:
        return [row for row in self.rows if row.place is not None]

    @property
    def unranked(self) -> Sequence[Row]:
        return [row for row in self.rows if row.place is None]

    @cached_property
    def anything_played(self) -> bool:
        """Whether there is anything yet by which somebody could have a place."""
        return bool(self.rounds) or any(row.now and row.now.begun for row in self.rows)

    @property
    def level_in_words(self) -> str:
        """That everybody begins a stage at 0, as a sentence; "" where no such stage
        begins."""
        return level_start.in_words(self.level)

    @property
    def is_held_back(self) -> bool:
        """Whether nothing is shown because the results are still secret."""
        return self.told.last == 0

    @property
    def ranking(self) -> Ranking:
        placed = [
            Placed(row.place, row.shared, row.line) for row in self.rows if row.place
        ]
        return Ranking(placed, [row.line for row in self.unranked])


def official_of(
    tournament: Tournament, after: int | None = None, *, told: Told | None = None
) -> Board:
    """The official standings; `after` a round: as they stood then, by what counts
    now."""
    return official(source_of(tournament, told=told), after)


def live_of(tournament: Tournament, *, told: Told | None = None) -> Board:
    """The live standings; the official ones where nothing is being played."""
    return live(source_of(tournament, told=told))


def current_of(tournament: Tournament, *, told: Told | None = None) -> Board:
    """What is shown first: live while a round is played, else official."""
    return live_of(tournament, told=told)


def official(source: Source, after: int | None = None) -> Board:
    """The official standings out of `source`; see `official_of`."""
    counted = frozenset(n for n in source.closed if after is None or n <= after)
    final = source.final if source.told.everything else None
    if final and counted != source.records.closed:
        final = None
    records = source.records if after is None else source.records.as_after(after)
    ranking = final.ranking if final else ranking_in(records, counted)
    tie_breaks = frozen.tie_breaks_of(source.records.tournament, final)
    before = counted - {max(counted, default=0)}
    was = _places(ranking_in(records.as_after(max(counted)), before)) if before else {}
    was = _comparable(was, records, ranking, before)
    gaps = Gaps(ranking, tie_breaks)
    cut = None if final else cut_line(records, ranking, tie_breaks)
    return _board(
        source,
        ranking,
        counted,
        was,
        gaps,
        tie_breaks,
        final=final,
        cut=cut,
        level=() if final else level_start.not_begun_in(records, counted),
    )


def live(source: Source) -> Board:
    """The live standings out of `source`; see `live_of`."""
    if not source.plays:
        return official(source)
    records, rounds = source.records, source.closed | source.going_on
    counted = source.counted
    closed = list(map(counted.standing_by(records, source.closed), records.entries))
    order = at_tables.live_order(records, rounds, closed, counted)
    before = counted.ranking(records, source.closed, closed)
    was = _places(before) if source.closed else {}
    was = _comparable(was, records, order.ranking, source.closed)
    tie_breaks = list(records.tournament.tie_breaks)
    gaps = Gaps(order.ranking, order.compared)
    cut = cut_line(records, order.ranking, order.compared)
    return _board(
        source,
        order.ranking,
        source.closed,
        was,
        gaps,
        tie_breaks,
        is_live=True,
        cut=cut,
        level=level_start.not_begun_in(records, source.closed),
    )


def places_by_round(source: Source) -> dict[int, dict[int, int]]:
    """Everybody's official place after each round that can be seen: by the round's
    number, then by start number."""
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


def _board(
    source: Source,
    ranking: Ranking,
    rounds: frozenset[int],
    was: Mapping[int, int],
    gaps: Gaps,
    tie_breaks: Sequence[str],
    *,
    final: frozen.Final | None = None,
    is_live: bool = False,
    cut: CutLine | None = None,
    level: Sequence[Stage] = (),
) -> Board:
    records = source.records
    made = Making(
        records,
        rounds,
        source.going_on if is_live else frozenset(),
        was,
        gaps,
        standing_by(records, source.closed | source.going_on),
    )

    def rows() -> Iterator[Row]:
        for placed in ranking.placed:
            yield Row(*placed, made)
        for line in ranking.unranked:
            yield Row(None, False, line, made)

    return Board(
        records,
        source.told,
        tuple(sorted(rounds)),
        tuple(sorted(source.closed)),
        tuple(sorted(source.going_on)),
        () if source.told.last == 0 else tuple(rows()),
        tuple(tie_breaks),
        is_live=is_live,
        final=final,
        cut=cut,
        level=tuple(level),
    )


def _comparable(
    was: Mapping[int, int], records: Records, ranking: Ranking, rounds: frozenset[int]
) -> dict[int, int]:
    """The places of before, by these rounds, without those of who began level since."""
    begun = {each.number for each in level_start.not_begun_in(records, rounds)}
    level = {line.entry.number for line in ranking.lines if line.stage in begun}
    return {number: place for number, place in was.items() if number not in level}


def _places(ranking: Ranking) -> dict[int, int]:
    """Places by start number."""
    return {row.line.entry.number: row.place for row in ranking.placed}
