"""Read the records for standings: players, rounds, and the result of each seat.

The number of queries does not depend on the number of players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from django.db.models import Count

from rules.ruleset_and_table_state import Ruleset, TableState
from scoring.models import PARTS, Result
from scoring.standings.best_match_days import league_record
from scoring.standings.stage_records import stage_records
from scoring.standings.standings_records import Played, Records, Table
from scoring.standings.withdrawn_players import with_tied_results
from tournaments.models import (
    Round,
    Seat,
    Tournament,
)
from tournaments.rounds.stages.stage_settings import stages_of


def records_of(
    tournament: Tournament, results: Iterable[Result] | None = None
) -> Records:
    """Return the records of a tournament.

    `results`: results of all seats to use instead of the stored results. It is then
    unknown which tables have hands and which are still playing.
    """
    players = tournament.players.filter(is_filler=False)
    rounds = {round_.number: round_ for round_ in tournament.rounds.order_by("number")}
    stages = stages_of(tournament)
    rows: Iterable[Played] = _seats(tournament, rounds.values())
    if results is not None:
        rows = _with_results(rows, results)
    played: dict[int, list[Played]] = defaultdict(list)
    for row in rows:
        played[row.player].append(row)
    records = Records(
        tournament,
        tuple(players.select_related("person", "team").order_by("number")),
        rounds,
        {player: tuple(own) for player, own in played.items()},
        stage_records(tournament, stages),
        league_record(tournament),
        tuple(stages),
        _short_tables(tournament, rounds),
    )
    if not any(record.stage.leavers for record in records.stages):
        return records
    return with_tied_results(records, tied_result(tournament.rules))


def _short_tables(
    tournament: Tournament, rounds: Mapping[int, Round]
) -> dict[Table, int]:
    """Return the number of players at each table of an open round that is not full, by
    round and table number. Uses one query if the rules allow such tables, otherwise
    none.
    """
    most = tournament.rules.players
    if tournament.rules.fewest_players == most:
        return {}
    open_rounds = (round_ for round_ in rounds.values() if round_.is_open)
    number_of = {round_.pk: round_.number for round_ in open_rounds}
    seats = Seat.objects.filter(round__in=number_of).order_by()
    counted = seats.values_list("round", "game__table").annotate(Count("pk"))
    return {
        (number_of[pk], table): players
        for pk, table, players in counted
        if players < most
    }


def tied_result(rules: Ruleset) -> Played:
    """Return a player's result at a table where all players are tied, as before the
    first hand.
    """
    placed = rules.rank(TableState(rules.opening(), rules.opening_scores())).values()
    points = sum((row.table_points for row in placed), Fraction(0)) / len(placed)
    score = sum(row.score for row in placed) // len(placed)
    return Played(
        seat=0,
        player=0,
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
    seats = Seat.objects.filter(round__in=numbers, player__is_filler=False).values_list(
        "round",
        "pk",
        "player",
        "game__table",
        "result__parts",
        "result__score",
        "result__place",
        "result__hands_won",
        "result__overall",
        "result__fined",
        "game__sheet__hands_played",
        "game__sheet__over",
        "result__faults",
    )
    rows = []
    for round_, seat, player, table, parts, *counted, hands, over, faults in seats:
        score, place, won, overall, fined = (count or 0 for count in counted)
        rows.append(
            Played(
                seat,
                player,
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
    """Yield the rows with the figures of these results.

    A row without a result does not count.
    """
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
    """Return the records with the current results of these tables.

    Return None if other players sit there now.
    """
    played = dict(records.played)
    for seat in _seats_at(records, tables):
        rows = played.get(seat.player_id, ())
        at = next((n for n, row in enumerate(rows) if row.seat == seat.pk), None)
        if at is None:
            return None
        played[seat.player_id] = (*rows[:at], _again(rows[at], seat), *rows[at + 1 :])
    return replace(records, played=played)


def _seats_at(records: Records, tables: Iterable[Table]) -> Iterator[Seat]:
    """Yield the seats of these tables. Uses one query for each round."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for number, table in tables:
        numbers[number].append(table)
    for number, chosen in numbers.items():
        round_ = records.rounds[number].pk
        yield from _SEATS_PLAYED.filter(round=round_, game__table__in=chosen)


def _again(row: Played, seat: Seat) -> Played:
    """Return the row with the seat's current result."""
    sheet = getattr(seat.game, "sheet", None)
    return _with_result(row, getattr(seat, "result", None))._replace(
        hands=sheet.hands_played if sheet else 0, over=sheet.over if sheet else ""
    )


_SEATS_PLAYED = Seat.objects.filter(player__is_filler=False).select_related(
    "game__sheet", "result"
)
