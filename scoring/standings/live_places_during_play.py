"""Live places: the current result of each player's table, and an order that is fair
while some tables have played more hands than others.

The rule, as shown on pages: places follow the official points of the closed rounds.
Points including the current game break ties. A table that has not started and a bye
count like a table where all players are tied, so no player gains a place because a
table starts first. Withdrawn players and late players get the points for a missed
round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules import absence_score_options
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import at_size
from scoring.models import PARTS
from scoring.standings.compare_by_criteria import Field, compare
from scoring.standings.criteria_and_tie_breaks import MEASURES
from scoring.standings.rank_players import one_after_the_other, ranking_by, step_of
from scoring.standings.read_standings_records import tied_result
from scoring.standings.standings_over_several_stages import by_level
from scoring.standings.standings_records import Played, Records
from scoring.standings.standings_rows import Ranking, Standing
from scoring.standings.standings_sources import Counted
from tournaments.models import Player


class AtTable(NamedTuple):
    """A player's seat in a round in progress.

    `begun`: the game has a result; `over`: no more hands are played at the table.
    """

    round: int
    table: int
    begun: bool
    over: bool
    place: int
    score: int
    table_points: Fraction


def at_table(
    records: Records, rounds: frozenset[int], player: Player
) -> AtTable | None:
    """Return the player's seat in one of these rounds, or None."""
    rows = records.played.get(player.pk, ())
    row = next((row for row in reversed(rows) if row.round in rounds), None)
    if row is None:
        return None
    return AtTable(
        row.round,
        row.table,
        begun=row.counts,
        over=bool(row.over),
        place=row.place,
        score=row.score,
        table_points=row.table_points,
    )


def rule_in_words() -> str:
    """Return sentences on how live places are decided."""
    return _(
        "Live places are decided by official points first, then by current games. Byes "
        "and tables that have not started count as ties. Missed rounds count as set in "
        "the rules."
    )


@dataclass(frozen=True)
class LiveOrder:
    """The standings in live order: official figures, live places.

    `compared`: keys of the compared criteria, in order.
    """

    ranking: Ranking
    compared: tuple[str, ...]


def live_order(
    records: Records,
    rounds: frozenset[int],
    official: Sequence[Standing],
    counted: Counted,
) -> LiveOrder:
    """Return the live order for these rounds, including rounds in progress.
    `official`: each player's standing in the closed rounds.

    Official points are compared first, then every criterion including current games.
    Criteria about other players use only official results. Players who made a later cut
    rank above the others.
    """
    seated = _all_at_tables(records, rounds)
    standing = counted.standing_by(seated, rounds)
    orders = [
        _order(records, seated, rounds, own, standing) for own in by_level(official)
    ]
    ranking = one_after_the_other(order.ranking for order in orders)
    return LiveOrder(ranking, orders[0].compared)


def _order(
    records: Records,
    seated: Records,
    rounds: frozenset[int],
    official: Sequence[Standing],
    standing: Callable[[Player], Standing],
) -> LiveOrder:
    """Return the live order of players who made the same cuts."""
    ranked = [line for line in official if line.is_ranked]
    now = [standing(line.player) for line in ranked]
    unranked = [line for line in official if not line.is_ranked]
    closed = Field(records, records.closed & rounds)
    first, *others = (MEASURES[key] for key in records.tournament.tie_breaks)
    again = [first] if first.in_play else []
    steps = [step_of(first, closed, ranked)] + [
        step_of(measure, Field(seated, rounds), now)
        if measure.in_play
        else step_of(measure, closed, ranked)
        for measure in (*again, *others)
    ]
    comparison = compare(len(ranked), steps)
    return LiveOrder(
        ranking_by(comparison, ranked, unranked),
        tuple(step.measure.key for step in steps),
    )


def _all_at_tables(records: Records, rounds: frozenset[int]) -> Records:
    """Return the records with a result for every player in the open rounds.

    Players without a result or with a bye get the result of a table where all are tied.
    At a table with fewer players this result is higher. Absent players get the result
    of a missed round.
    """
    going_on = records.open & rounds
    if not going_on:
        return records
    rules = records.tournament.rules
    full = rules.players
    tied = {
        players: tied_result(at_size(rules, players))._replace(round=max(going_on))
        for players in {full, *records.short.values()}
    }
    missed = _missed(rules, tied[full])
    played = {}
    for player in records.players:
        rows = records.played.get(player.pk, ())
        open_rows = [row for row in rows if row.round in going_on]
        if not open_rows and not any(map(player.plays, going_on)):
            rows = (*rows, missed)
        elif not any(row.counts for row in open_rows):
            tables = ((row.round, row.table) for row in open_rows)
            players = next((records.short.get(at, full) for at in tables), full)
            rows = (*rows, tied[players])
        played[player.pk] = rows
    return replace(records, played=played)


def _missed(rules: Ruleset, tied: Played) -> Played:
    """Return a result like `tied`, with the points and score of a missed round."""
    fixed = absence_score_options.counted(
        rules.options, absence_score_options.Absence.MISSED
    )
    parts = Fraction(fixed.points or 0, rules.catalogue.points_a_table_point) * PARTS
    return tied._replace(parts=int(parts), score=fixed.score or 0)
