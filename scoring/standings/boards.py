"""The standings as people look at them: official or live, after any round, each row
with what stands beside the figures. Pages, screens, players' pages and files are made
from these rows. Everybody's unless `told` says more (`secrecy`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.standings import at_tables, frozen, secrecy
from scoring.standings.at_tables import AtTable
from scoring.standings.form import RoundCell, cells_of
from scoring.standings.gaps import Gap, gaps
from scoring.standings.lines import Placed, Ranking, Standing
from scoring.standings.ranking import (
    ranking_in,
    ranking_of_lines,
    standing_by,
    standings_in,
)
from scoring.standings.records import Records, records_of
from scoring.standings.secrecy import Told
from scoring.standings.stages import level_start
from scoring.standings.stages.cut_line import CutLine, cut_line
from tournaments.models import Entry, ShownAs, Stage, Tournament
from tournaments.people.presence import Reached, words_for_gone
from tournaments.people.public_names import under_public_name


@dataclass(frozen=True)
class Row:
    """A player's row; `place` None: a substitute, who has none. `line` has the official
    figures. `move`: by how many places up since the standings before; None: there were
    none, or none of the stage, where all began level. `gap`: to the next place above;
    None: nobody is above. `now`: where the player sits (live only)."""

    place: int | None
    shared: bool
    line: Standing
    move: int | None
    gap: Gap | None
    now: AtTable | None
    made: Making

    @property
    def number(self) -> int:
        """The start number: what a row is known by."""
        return self.line.entry.number

    @property
    def entry(self) -> Entry:
        return self.line.entry

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
    keys: Mapping[int, int]
    with_table: Callable[[Entry], Standing]

    def form(self, entry: Entry) -> tuple[RoundCell, ...]:
        played = self.records.played.get(self.keys.get(entry.number, 0), ())
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


@dataclass(frozen=True)
class Source:
    """What boards of a tournament are made from, read once."""

    records: Records
    told: Told
    final: frozen.Final | None

    @property
    def closed(self) -> frozenset[int]:
        """The closed rounds whose results can be seen."""
        return self.told.among(self.records.closed)

    @property
    def going_on(self) -> frozenset[int]:
        """The rounds being played whose tables can be seen."""
        return self.told.among(self.records.open)

    @property
    def plays(self) -> bool:
        """Whether there is anything live to show."""
        return bool(self.going_on)


def source_of(tournament: Tournament, *, told: Told | None = None) -> Source:
    """Everything for the boards of a tournament; a handful of queries. `told`: what the
    reader may see, if that is not what the public may: then the entries have their full
    names, and how everybody may know them, also in final standings."""
    is_public = told is None
    told = secrecy.visible_to_public(tournament) if told is None else told
    source = Source(
        _visible_records(tournament, told), told, frozen.final_of(tournament)
    )
    lines = source.final.ranking.lines if source.final else []
    shown_as = {entry.number: entry.shown_as for entry in source.records.entries}
    for line in lines:
        line.entry.shown_as = shown_as.get(line.entry.number, ShownAs.FULL)
    if is_public:
        for entry in (*source.records.entries, *(line.entry for line in lines)):
            under_public_name(entry)
    return source


def _visible_records(tournament: Tournament, told: Told) -> Records:
    """The records without the stages whose cut tells of results that are held back."""
    records = records_of(tournament)
    return records if told.last is None else records.as_after(told.last + 1)


def source_of_stage(source: Source, number: int, group: int = 0) -> Source | None:
    """What boards of a stage are made from, or of one of its groups: who plays there,
    and what they had by its end. None where there is no such stage yet."""
    records = source.records
    played = next((e for e in records.stages if e.stage.number == number), None)
    if played is None:
        return None
    stage = played.stage
    kept = replace(
        records,
        entries=tuple(
            entry
            for entry in records.entries
            if played.has(entry) and group in (0, played.group_of(entry))
        ),
        rounds={n: r for n, r in records.rounds.items() if n <= stage.last_round},
        stages=tuple(
            each
            for each in records.stages
            if each is played or each.stage.first_round < stage.first_round
        ),
    )
    return replace(source, records=kept, final=None)


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
    gap_of = gaps(ranking, tie_breaks)
    cut = None if final else cut_line(records, ranking, tie_breaks)
    return _board(
        source,
        ranking,
        counted,
        was,
        gap_of,
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
    closed = standings_in(records, source.closed)
    order = at_tables.live_order(records, rounds, closed)
    before = ranking_of_lines(records, source.closed, closed)
    was = _places(before) if source.closed else {}
    was = _comparable(was, records, order.ranking, source.closed)
    tie_breaks = list(records.tournament.tie_breaks)
    gap_of = gaps(order.ranking, order.compared)
    now = at_tables.at_tables(records, rounds)
    cut = cut_line(records, order.ranking, order.compared)
    return _board(
        source,
        order.ranking,
        source.closed,
        was,
        gap_of,
        tie_breaks,
        now=now,
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
    gap_of: Mapping[int, Gap],
    tie_breaks: Sequence[str],
    *,
    final: frozen.Final | None = None,
    now: Mapping[int, AtTable] | None = None,
    cut: CutLine | None = None,
    level: Sequence[Stage] = (),
) -> Board:
    records = source.records
    made = Making(
        records,
        rounds,
        {entry.number: entry.pk for entry in records.entries},
        standing_by(records, source.closed | source.going_on),
    )

    def row(place: int | None, shared: bool, line: Standing) -> Row:
        number = line.entry.number
        return Row(
            place,
            shared,
            line,
            move=was[number] - place if place and number in was else None,
            gap=gap_of.get(number),
            now=now.get(line.entry.pk) if now else None,
            made=made,
        )

    def rows() -> Iterator[Row]:
        for placed in ranking.placed:
            yield row(placed.place, placed.shared, placed.line)
        for line in ranking.unranked:
            yield row(None, False, line)

    return Board(
        records,
        source.told,
        tuple(sorted(rounds)),
        tuple(sorted(source.closed)),
        tuple(sorted(source.going_on)),
        () if source.told.last == 0 else tuple(rows()),
        tuple(tie_breaks),
        is_live=now is not None,
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
