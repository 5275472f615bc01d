"""Everybody's points and the rounds to come, as the race that `rules.reachable_places` counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.absence_score_options import Absence, counted
from rules.reachable_places import ComingRound, Race
from rules.winds import FOUR
from scoring.models import PARTS
from scoring.rulesets.registry import presenter_of
from scoring.standings.boards import Board
from scoring.standings.leavers import tables_change
from scoring.standings.played import Played
from scoring.standings.sources import Source
from tournaments.models import HIDDEN_STATES, Entry, Tournament


def nobody_knows_who_plays(source: Source, board: Board) -> bool:
    """Whether in some round to come not all can sit down, and it has no seats yet."""
    to_come = set(range(1, last_round_of(source) + 1)) - set(board.rounds)
    return any(
        _is_unseated(source, number) and _all_who_play(source, number) is None
        for number in to_come
    )


def race_of(source: Source, board: Board) -> Race | None:
    """Everybody's official points and the rounds that are not official yet, with what
    is over there already; None where points have no bounds, or where it is not known
    who will play or what counts at the tables of who leaves."""
    tournament = source.records.tournament
    shares = shares_of(tournament)
    # Nobody knows who comes to a match day.
    if shares is None or tournament.is_league:
        return None
    if tables_change(source.records, board.rounds):
        return None
    exact = {row.number: row.line.table_points * PARTS for row in board.ranked}
    if any(parts.denominator > 1 for parts in exact.values()):
        return None
    points = {number: int(parts) for number, parts in exact.items()}
    rounds = []
    for number in range(1, last_round_of(source) + 1):
        if number in board.rounds:
            continue
        coming = _coming(source, number, points)
        if coming is None:
            return None
        rounds.append(coming)
    return Race(points, tuple(rounds), shares)


def shares_of(tournament: Tournament) -> tuple[int, int, int, int] | None:
    """What the four places of a table bring, the first first; None where points have no
    bounds, or something else decides."""
    # What a chair brings is not known while tables may turn out short.
    short = tournament.rules.fewest_players < FOUR
    if short or tournament.tie_breaks[0] != "table_points":
        return None
    shares = presenter_of(tournament.ruleset).table_shares(tournament.rules)
    if shares is None or list(shares) != sorted(shares, reverse=True):
        return None
    first, second, third, last = (share * PARTS for share in shares)
    return first, second, third, last


def last_round_of(source: Source) -> int:
    """Of the event, or of the stage that the source is of."""
    if source.records.stages:
        return source.records.stages[-1].stage.last_round
    return max(source.records.tournament.planned_rounds, *source.records.rounds, 1)


def _coming(source: Source, number: int, points: dict[int, int]) -> ComingRound | None:
    """A round to come. What is certain of it is added to the points already: tables
    that are over, and what counts for those who do not play."""
    if _is_unseated(source, number):
        players = _all_who_play(source, number)
        if players is None:
            return None
        _add_absent(source, number, points, frozenset(players))
        return ComingRound(free=players)
    tables = _tables(source, number)
    seated = frozenset(name for table in tables.values() for name in table)
    _add_absent(source, number, points, seated)
    told = source.told.tells(number)
    over = _over(source, number) if told else {}
    fined = _fined(source, number) if told else {}
    for own in (*over.values(), fined):
        for name, parts in own.items():
            if name in points:
                points[name] += parts
    return ComingRound(
        tuple(names for table, names in sorted(tables.items()) if table not in over)
    )


def _is_unseated(source: Source, number: int) -> bool:
    """Whether nobody is told who sits where in a round."""
    round_ = source.records.rounds.get(number)
    return round_ is None or round_.state in HIDDEN_STATES


def _all_who_play(source: Source, number: int) -> tuple[int, ...] | None:
    """Who plays in a round that is not seated yet, where all can sit down: with the
    chairs that the host's people take as negative numbers."""
    tournament = source.records.tournament
    there = [e.number for e in source.records.entries if e.plays(number)]
    house: list[Entry] = []
    if len(there) % 4:
        fillers = tournament.entries.filter(is_filler=True)
        house = [entry for entry in fillers if entry.plays(number)]
    players = (*there, *(-entry.number for entry in house))
    return None if len(players) % 4 else players


def _tables(source: Source, number: int) -> Mapping[int, tuple[int, ...]]:
    """Who sits at each table by start number, as negative numbers the chairs of those
    who have no place here."""
    seated: dict[int, list[int]] = defaultdict(list)
    for name, row in _seats(source, number):
        seated[row.table].append(name)
    return {
        table: (*names, *(-4 * table - n for n in range(4 - len(names))))
        for table, names in seated.items()
    }


def _over(source: Source, number: int) -> Mapping[int, Mapping[int, int]]:
    """What the tables of a round brought at which play is over."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for name, row in _seats(source, number):
        if row.over:
            found[row.table][name] = row.parts or 0
    return found


def _fined(source: Source, number: int) -> Mapping[int, int]:
    """What penalties gave in a round already, or took: those on the total, and those on
    table points where play goes on; where it is over, the table brought them."""
    unit = source.records.tournament.rules.catalogue.points_a_table_point
    return {
        name: int(Fraction(_fines(row) * PARTS, unit))
        for name, row in _seats(source, number)
    }


def _seats(source: Source, number: int) -> Iterator[tuple[int, Played]]:
    """The seats of a round with the start numbers of who sits there; not those of
    players of other stages and groups, who play in the same rounds."""
    for entry in source.records.entries:
        for row in source.records.played.get(entry.pk, ()):
            if row.round == number:
                yield entry.number, row


def _fines(row: Played) -> int:
    return row.overall if row.over else row.overall + row.fined


def _add_absent(
    source: Source, number: int, points: dict[int, int], seated: frozenset[int]
) -> None:
    """What the round counts for those who do not play it."""
    for name, parts in _absent(source, number, seated):
        if name in points:
            points[name] += parts


def _absent(
    source: Source, number: int, seated: frozenset[int]
) -> Iterator[tuple[int, int]]:
    tournament = source.records.tournament
    unit = tournament.rules.catalogue.points_a_table_point
    for entry in source.records.entries:
        if entry.number not in seated:
            why = Absence.SIT_OUT if entry.plays(number) else Absence.MISSED
            each = counted(tournament.rules.options, why).points or 0
            yield entry.number, int(Fraction(each * PARTS, unit))
