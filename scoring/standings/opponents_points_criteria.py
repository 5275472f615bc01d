"""Criteria based on other players or on one round: opponents' points and scores, and
the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from rules.absence_score_options import Absence, counted
from scoring.standings.compare_by_criteria import Field
from scoring.standings.standings_records import Played, exact_points
from scoring.standings.standings_rows import Standing, Value

#: Number of other players at a table.
OPPONENTS = 3


def opponents_points(field: Field, lines: Sequence[Standing]) -> list[Value]:
    """Return the total table points of the opponents of each line (Buchholz)."""
    sums = _opponents(field, lines, lambda row: row.parts or 0)
    return [exact_points(parts) for parts in sums]


def opponents_score(field: Field, lines: Sequence[Standing]) -> list[Value]:
    """Return the total scores of the opponents of each line."""
    return list(_opponents(field, lines, lambda row: row.score))


def _opponents(
    field: Field, lines: Sequence[Standing], amount: Callable[[Played], int]
) -> list[int]:
    """Return a sum for each line: the totals of the 3 opponents at each table, where a
    total covers all closed rounds.

    Only results at tables count, without penalties and even after a withdrawal. A round
    that an opponent missed counts like a table where all are tied, so no player loses
    if an opponent withdraws. A player's own missed round counts as 3 opponents who tied
    in every round. A seat that is empty or taken by a house player counts as one such
    opponent.
    """
    tied = amount(field.tied)
    rounds = len(field.closed)
    nobody = tied * rounds
    #: Each player's total minus that of a player who tied at every table.
    beyond = {
        player: sum(map(amount, own)) - tied * len(own)
        for player, own in field.own.items()
    }
    at_table = {
        table: sum(beyond[row.player] for row in rows)
        for table, rows in field.tables.items()
    }
    sums = []
    for line in lines:
        own = field.own.get(line.player.pk, ())
        met = sum(at_table[row.round, row.table] for row in own)
        mine = beyond.get(line.player.pk, 0) * len(own)
        sums.append(OPPONENTS * rounds * nobody + met - mine)
    return sums


def last_points(field: Field, lines: Sequence[Standing]) -> list[Value]:
    """Return the table points of each line in the last closed round."""
    unit = field.records.tournament.rules.catalogue.points_a_table_point
    played = _last_round(field)

    def points(line: Standing) -> Fraction:
        row = played.get(line.player.pk)
        if row is not None:
            return exact_points(row.parts or 0)
        why = _why_not(field, line)
        fixed = (
            counted(field.records.tournament.rules.options, why).points if why else 0
        )
        return Fraction(fixed or 0, unit)

    return [points(line) for line in lines]


def last_score(field: Field, lines: Sequence[Standing]) -> list[Value]:
    """Return the score of each line in the last closed round."""
    played = _last_round(field)

    def score(line: Standing) -> int:
        row = played.get(line.player.pk)
        if row is not None:
            return row.score
        why = _why_not(field, line)
        fixed = counted(field.records.tournament.rules.options, why).score if why else 0
        return fixed or 0

    return [score(line) for line in lines]


def _last_round(field: Field) -> Mapping[int, Played]:
    last = max(field.closed, default=0)
    return {
        row.player: row
        for (number, _table), rows in field.tables.items()
        for row in rows
        if number == last
    }


def _why_not(field: Field, line: Standing) -> Absence | None:
    """Return why a player has no table in the last closed round.

    Return None if no fixed result counts: there is no closed round, the player is a
    substitute, or the player has a table without a result.
    """
    last = max(field.closed, default=0)
    rows = field.records.played.get(line.player.pk, ())
    if not last or line.player.is_substitute or any(r.round == last for r in rows):
        return None
    return Absence.SIT_OUT if line.player.plays(last) else Absence.MISSED
