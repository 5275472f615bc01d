"""Standings while people play: what each player's table stands at now, and the order
that is fair while some tables have played more than others.

The rule, as the page says it: places go by the official points of the closed rounds.
Whoever is equal in those is placed by their points with the table as it stands. A table
that has not begun counts for that as one at which all four are equal, and so does a
round that somebody sits out; so nobody gains a place because their table has begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from rules.table import Ruleset, TableState
from scoring.models import PARTS
from scoring.standings.ranking import (
    Ranking,
    Standing,
    mark_by,
    placed_by,
    standings_in,
)
from scoring.standings.records import Played, Records


@dataclass(frozen=True)
class AtTable:
    """A player's seat in a round that is being played. `begun`: something counts there;
    `over`: no further hand is played there."""

    round: int
    table: int
    begun: bool
    over: bool
    place: int
    score: int
    table_points: Fraction


def at_tables(records: Records, rounds: frozenset[int]) -> Mapping[int, AtTable]:
    """Where each entry sits, by its key, in the open ones among these rounds."""
    going_on = records.open & rounds
    return {
        entry: AtTable(
            row.round,
            row.table,
            begun=row.counts,
            over=bool(row.over),
            place=row.place,
            score=row.score,
            table_points=row.table_points,
        )
        for entry, rows in records.played.items()
        for row in rows
        if row.round in going_on
    }


def rule_in_words() -> str:
    """How live places are decided, for the page."""
    return _(
        "Live places go by the official points. Whoever is equal in those is placed "
        "by their points with the table as it stands now. A table that has not begun "
        "counts as one where all four are equal, and so does sitting out: nobody gains "
        "a place because their table has begun."
    )


@dataclass(frozen=True)
class LiveOrder:
    """The official standings in the live order: the lines are the official ones, the
    places are not. `marks`: what was compared, by the key of the entry."""

    ranking: Ranking
    marks: Mapping[int, tuple[Any, ...]]


def live_order(
    records: Records, rounds: frozenset[int], official: Sequence[Standing]
) -> LiveOrder:
    """The order by these rounds, some of them being played; `official`: everybody's
    standing by those that are closed. Compared are the official points, then every
    measure of the event with the table as it stands."""
    measures = records.tournament.tie_breaks
    mark = mark_by(measures)
    now = standings_in(_all_at_tables(records, rounds), rounds)
    marks = {
        line.entry.pk: (getattr(was, measures[0]), *mark(line))
        for was, line in zip(official, now, strict=True)
    }
    ranked = [line for line in official if not line.entry.is_substitute]
    unranked = [line for line in official if line.entry.is_substitute]
    placed = placed_by(ranked, lambda line: marks[line.entry.pk])
    return LiveOrder(Ranking(placed, unranked), marks)


def even_table(rules: Ruleset) -> Played:
    """What a table brings to each of the four while nothing has happened."""
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


def _all_at_tables(records: Records, rounds: frozenset[int]) -> Records:
    """The records with an even table for everybody at whose open table nothing counts
    yet, or who sits at none."""
    going_on = records.open & rounds
    if not going_on:
        return records
    even = even_table(records.tournament.rules)._replace(round=max(going_on))
    played = {}
    for entry in records.entries:
        rows = records.played.get(entry.pk, ())
        begun = any(row.counts and row.round in going_on for row in rows)
        played[entry.pk] = rows if begun else (*rows, even)
    return replace(records, played=played)
