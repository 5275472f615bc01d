"""The tables of players who withdrew during a stage.

The stage's rule (`Stage.leavers`) decides whether the opponents keep their results.
Uses no query.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.standings.stage_records import StageRecord
from scoring.standings.standings_records import Played, Records
from tournaments.models import LeaverTables, Player
from tournaments.web.list_wording import joined_sentences


def with_tied_results(records: Records, tied: Played) -> Records:
    """Return the records in which opponents of withdrawn players have the result
    `tied`, in closed rounds of stages with such a rule. These results have no place and
    no hands won, but penalties count. Withdrawn players and their substitutes keep
    their results.
    """
    tables = set(_tables_left(records))
    if not tables:
        return records
    played = {
        player: tuple(
            row
            if row.parts is None or (row.round, row.table, player) not in tables
            else row._replace(
                parts=tied.parts,
                score=tied.score,
                place=0,
                hands_won=0,
                hands=0,
                counts_as_tie=True,
            )
            for row in rows
        )
        for player, rows in records.played.items()
    }
    return replace(records, played=played)


def _tables_left(records: Records) -> Iterator[tuple[int, int, int]]:
    """Yield round, table and player id of each seat whose result counts as a tie of all
    players.
    """
    closed = records.closed
    for record in records.stages:
        if record.stage.leavers == LeaverTables.KEPT:
            continue
        rounds = closed.intersection(record.stage.round_numbers)
        left = {
            player.pk: seats
            for player in records.players
            if _left(player, record)
            for seats in [_seats_before(player, records, rounds)]
            if record.stage.leavers == LeaverTables.TIE
            or 2 * len(seats) < record.stage.rounds
        }
        empty = {seat for seats in left.values() for seat in seats}
        for player, rows in records.played.items():
            if player not in left:
                yield from ((*seat, player) for seat in _seats(rows, rounds) & empty)


def tables_change(records: Records, visible: Collection[int]) -> bool:
    """Return whether a player withdraws from a stage with such a rule after a round
    that is not in `visible`. Before that round, the results of that player's tables are
    not known.
    """
    return any(
        _left(player, record) and not _rounds_until(player, record).issubset(visible)
        for record in records.stages
        if record.stage.leavers != LeaverTables.KEPT
        for player in records.players
    )


def _rounds_until(player: Player, played: StageRecord) -> frozenset[int]:
    """Return the numbers of the rounds in a stage until the player's withdrawal."""
    numbers = played.stage.round_numbers
    return frozenset(n for n in numbers if n <= (player.last_round or 0))


def _left(player: Player, played: StageRecord) -> bool:
    """Return whether the player withdrew during the stage."""
    stage = played.stage
    last = player.last_round
    return (
        played.has(player)
        and last is not None
        and stage.first_round <= last < stage.last_round
        and not player.is_substitute
    )


def _seats_before(
    player: Player, records: Records, rounds: frozenset[int]
) -> set[tuple[int, int]]:
    """Return round and table number of the player's tables until the withdrawal."""
    until = frozenset(n for n in rounds if n <= (player.last_round or 0))
    return _seats(records.played.get(player.pk, ()), until)


def _seats(rows: tuple[Played, ...], rounds: frozenset[int]) -> set[tuple[int, int]]:
    return {
        (row.round, row.table) for row in rows if row.round in rounds and row.counts
    }


def in_words(stages: tuple[StageRecord, ...]) -> str:
    """Return sentences on how the tables of withdrawn players count, one for each stage
    with such a rule.
    """
    patterns: Mapping[str, str] = {
        LeaverTables.TIE: _(
            "“%(stage)s”: tables with a withdrawn player count as ties."
        ),
        LeaverTables.HALF: _(
            "“%(stage)s”: tables of players who withdrew after less than half of the "
            "rounds count as ties."
        ),
    }
    return joined_sentences(
        patterns[record.stage.leavers] % {"stage": record.stage}
        for record in stages
        if record.stage.leavers in patterns
    )
