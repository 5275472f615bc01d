"""What standings are made of: who plays, the rounds, and what each seat brought; read
with three queries for any number of players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count

from rules.table import Ruleset, TableState
from rules.winds import FOUR
from scoring.models import PARTS, Result
from scoring.standings.league_days import LeagueRecord, league_record
from scoring.standings.leavers import with_even_tables
from scoring.standings.stage_records import StageRecord, stage_records
from tournaments.models import (
    NOT_BEGUN,
    OPEN_STATES,
    CutRule,
    Entry,
    Round,
    RoundState,
    Seat,
    Stage,
    Tournament,
)
from tournaments.models.kept_queries import KeptQuery
from tournaments.rounds.stages.stage_list import stages_of

#: So many sums of points are known as fractions, which are slow to make.
KNOWN = 4096


@lru_cache(KNOWN)
def exact_points(parts: int) -> Fraction:
    """So many parts as table points."""
    return Fraction(parts, PARTS)


class Played(NamedTuple):
    """What one seat brought to its player; `parts` None: nothing counts there, or not
    yet. `hands`: how many were entered; `over`: why play ended, "" while it goes on."""

    seat: int
    entry: int
    round: int
    table: int
    parts: int | None
    score: int
    place: int
    hands_won: int
    overall: int
    hands: int
    over: str
    #: What penalties on table points gave or took, which is contained in `parts`.
    fined: int = 0
    #: How many penalties and false wins.
    faults: int = 0
    #: It counts as even, for somebody at the table left the stage.
    is_evened: bool = False

    @property
    def counts(self) -> bool:
        return self.parts is not None

    @property
    def table_points(self) -> Fraction:
        return exact_points(self.parts or 0)


#: The numbers of a round and a table.
Table = tuple[int, int]


@dataclass(frozen=True)
class Records:
    """`entries` by number, without house players; `rounds` by number; `played` of each
    entry in the order of the rounds."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: Mapping[int, Round]
    played: Mapping[int, tuple[Played, ...]]
    #: The stages whose players are known, of an event that has stages.
    stages: tuple[StageRecord, ...] = ()
    #: The match days, of a league.
    league: LeagueRecord | None = None
    #: Every stage, of an event that has stages.
    all_stages: tuple[Stage, ...] = ()
    #: How many sit at the tables of open rounds at which four do not.
    short: Mapping[Table, int] = field(default_factory=dict)

    def as_after(self, number: int) -> Records:
        """The records without the stages that had not begun after a round."""
        if not self.stages:
            return self
        begun = (each for each in self.stages if each.stage.first_round <= number)
        return replace(self, stages=tuple(begun))

    @property
    def stage_ahead(self) -> Stage | None:
        """The next stage whose players are not known yet."""
        known = {each.stage.number for each in self.stages}
        ahead = (each for each in self.all_stages if each.number not in known)
        return next((each for each in ahead if not each.is_beside), None)

    @property
    def cut_ahead(self) -> Stage | None:
        """That stage, where not everybody plays it."""
        stage = self.stage_ahead
        cuts = (CutRule.TOP, CutRule.PER_GROUP)
        return stage if stage and stage.cut in cuts else None

    @property
    def closed(self) -> frozenset[int]:
        """The numbers of the closed rounds."""
        return self._numbers(RoundState.CLOSED)

    @property
    def open(self) -> frozenset[int]:
        """The numbers of the rounds at whose tables people sit."""
        return self._numbers(*OPEN_STATES)

    @property
    def begun(self) -> int:
        """The last round that has begun; 0: none yet."""
        begun = (r.number for r in self.rounds.values() if r.state not in NOT_BEGUN)
        return max(begun, default=0)

    def _numbers(self, *states: RoundState) -> frozenset[int]:
        return frozenset(
            number for number, round_ in self.rounds.items() if round_.state in states
        )


def records_of(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> Records:
    """The records of a tournament. `results`: of all tables, with their seats, where
    they are not those in the database; where hands were entered, and whether play goes
    on, is not told then."""
    entries = tournament.entries.filter(is_filler=False)
    rounds = {round_.number: round_ for round_ in tournament.rounds.order_by("number")}
    stages = stages_of(tournament)
    rows: Iterable[Played] = _seats(tournament, rounds.values())
    if results is not None:
        rows = _with_results(rows, results)
    played: dict[int, list[Played]] = defaultdict(list)
    for row in rows:
        played[row.entry].append(row)
    records = Records(
        tournament,
        tuple(entries.select_related("player", "team").order_by("number")),
        rounds,
        {entry: tuple(own) for entry, own in played.items()},
        stage_records(tournament, stages),
        league_record(tournament),
        tuple(stages),
        _short_tables(tournament, rounds),
    )
    if not any(each.stage.leavers for each in records.stages):
        return records
    return with_even_tables(records, even_table(tournament.rules))


def _short_tables(
    tournament: Tournament, rounds: Mapping[int, Round]
) -> dict[Table, int]:
    """A query where the event's rules let fewer than four sit at a table."""
    if tournament.rules.fewest_players == FOUR:
        return {}
    number_of = {each.pk: each.number for each in rounds.values() if each.is_open}
    seats = Seat.objects.filter(round__in=number_of).order_by()
    counted = seats.values_list("round", "session__table").annotate(Count("pk"))
    return {
        (number_of[round_], table): players
        for round_, table, players in counted
        if players < FOUR
    }


def even_table(rules: Ruleset) -> Played:
    """What a table brings to everybody there while nothing has happened."""
    placed = rules.rank(TableState(rules.opening(), rules.opening_scores())).values()
    points = sum((each.table_points for each in placed), Fraction(0)) / len(placed)
    score = sum(each.score for each in placed) // len(placed)
    return Played(
        seat=0,
        entry=0,
        round=0,
        table=0,
        parts=int(points * PARTS),
        score=score,
        place=1,
        hands_won=0,
        overall=0,
        hands=0,
        over="",
    )


def _seats(tournament: Tournament, rounds: Iterable[Round]) -> list[Played]:
    numbers = {round_.pk: round_.number for round_ in rounds}
    found = Seat.objects.filter(round__in=numbers, entry__is_filler=False).values_list(
        "round",
        "pk",
        "entry",
        "session__table",
        "result__parts",
        "result__score",
        "result__place",
        "result__hands_won",
        "result__overall",
        "result__fined",
        "session__sheet__hands_played",
        "session__sheet__over",
        "result__faults",
    )
    rows = []
    for round_, seat, entry, table, parts, *counted, hands, over, faults in found:
        score, place, won, overall, fined = (count or 0 for count in counted)
        rows.append(
            Played(
                seat,
                entry,
                numbers[round_],
                table,
                parts,
                score,
                place,
                won,
                overall,
                hands or 0,
                over or "",
                fined,
                faults or 0,
            )
        )
    return sorted(rows, key=lambda row: row.round)


def _with_results(
    rows: Iterable[Played], results: Iterable[Result]
) -> Iterator[Played]:
    """The rows with the figures of these results, and no others."""
    by_seat = {result.seat_id: result for result in results}
    for row in rows:
        yield _with_result(row, by_seat.get(row.seat))._replace(hands=0, over="")


def _with_result(row: Played, result: Result | None) -> Played:
    return row._replace(
        parts=result.parts if result else None,
        score=result.score if result else 0,
        place=result.place if result else 0,
        hands_won=result.hands_won if result else 0,
        overall=result.overall if result else 0,
        fined=result.fined if result else 0,
        faults=result.faults if result else 0,
    )


def read_again(records: Records, tables: Iterable[Table]) -> Records | None:
    """The records with what these tables bring now. None if others sit there."""
    played = dict(records.played)
    for seat in _seats_at(records, tables):
        rows = played.get(seat.entry_id, ())
        at = next((n for n, row in enumerate(rows) if row.seat == seat.pk), None)
        if at is None:
            return None
        played[seat.entry_id] = (*rows[:at], _again(rows[at], seat), *rows[at + 1 :])
    return replace(records, played=played)


def _seats_at(records: Records, tables: Iterable[Table]) -> Iterator[Seat]:
    """The seats of these tables, of each round at once."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for number, table in tables:
        numbers[number].append(table)
    for number, chosen in numbers.items():
        round_ = records.rounds[number].pk
        if len(chosen) == 1:
            yield from _AT_TABLE.rows(round_, *chosen)
        else:
            yield from _SEATS_PLAYED.filter(round=round_, session__table__in=chosen)


def _again(row: Played, seat: Seat) -> Played:
    """The row as it is now."""
    sheet = getattr(seat.session, "sheet", None)
    return _with_result(row, getattr(seat, "result", None))._replace(
        hands=sheet.hands_played if sheet else 0, over=sheet.over if sheet else ""
    )


_SEATS_PLAYED = Seat.objects.filter(entry__is_filler=False).select_related(
    "session__sheet", "result"
)
_AT_TABLE = KeptQuery(
    lambda round_, table: _SEATS_PLAYED.filter(round=round_, session__table=table),
    int,
    int,
)
