"""The live order by chance, in every ruleset: nobody gains a place because their table
has begun, more official points are never passed, and with every round closed the live
and the official order are the same. No database."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table import TableState
from rules.winds import WINDS
from scoring.models import PARTS
from scoring.standings import boards
from scoring.standings.at_tables import even_table
from scoring.standings.boards import Source
from scoring.standings.ranking import ranking_in
from scoring.standings.records import Played, Records
from scoring.standings.secrecy import EVERYTHING
from tournaments.models import Entry, Player, Round, RoundState, Tournament

RULESETS = ("mcr", "hong_kong", "classical", "riichi")
CHAINS = (
    ["table_points", "score"],
    ["score"],
    ["table_points", "hands_won", "best", "firsts"],
)
TABLES = 3


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """Twelve players, one or two closed rounds, and one that is played: of each table
    the scores in it, or None where it has not begun."""
    tournament = Tournament(
        pk=1,
        ruleset=draw(st.sampled_from(RULESETS)),
        planned_rounds=5,
        tie_breaks=draw(st.sampled_from(CHAINS)),
    )
    entries = tuple(
        Entry(pk=n, number=n, player=Player(last_name=str(n)), tournament=tournament)
        for n in range(1, 4 * TABLES + 1)
    )
    closed = draw(st.integers(1, 2))
    rounds = {
        number: Round(
            number=number,
            state=RoundState.CLOSED if number <= closed else RoundState.RUNNING,
        )
        for number in range(1, closed + 2)
    }
    played: dict[int, list[Played]] = {entry.pk: [] for entry in entries}
    for number in rounds:
        order = draw(st.permutations(range(1, 4 * TABLES + 1)))
        for table in range(TABLES):
            begun = number <= closed or draw(st.booleans())
            scores = draw(changes) if begun else None
            at = order[4 * table : 4 * table + 4]
            for row in seats(tournament, number, table + 1, at, scores):
                played[row.entry].append(row)
    records = Records(
        tournament, entries, rounds, {pk: tuple(rows) for pk, rows in played.items()}
    )
    return Source(records, EVERYTHING, None)


#: What three seats have won; the fourth has lost it.
changes = st.tuples(*(st.integers(-40, 40) for _ in range(3))).map(
    lambda won: (*won, -sum(won))
)


def seats(tournament, number, table, at, won):
    """The four seats of a table by the rules of the event; `won` None: not begun."""
    rules = tournament.rules
    opening = rules.opening_scores()
    state = TableState(rules.opening(), opening)
    if won is not None:
        points = {
            seat: opening[seat] + 100 * w for seat, w in zip(WINDS, won, strict=True)
        }
        state = replace(state, scores=points)
    for seat, entry in zip(WINDS, at, strict=True):
        placed = rules.rank(state)[seat]
        yield Played(
            seat=0,
            entry=entry,
            round=number,
            table=table,
            parts=None if won is None else int(placed.table_points * PARTS),
            score=0 if won is None else placed.score,
            place=0 if won is None else placed.place,
            hands_won=0,
            overall=0,
            hands=0 if won is None else 3,
            over="",
        )


def places(board):
    return {row.number: row.place for row in board.rows}


@given(sources())
def test_nobody_gains_a_place_because_their_table_has_begun(source):
    """Tables that stand even count as those that have not begun."""
    before = places(boards.live(source))
    records = source.records
    even = even_table(records.tournament.rules)
    open_round = max(records.rounds)
    begun = {
        pk: tuple(
            even._replace(entry=pk, round=row.round, table=row.table, hands=1)
            if row.round == open_round and row.parts is None
            else row
            for row in rows
        )
        for pk, rows in records.played.items()
    }
    after = boards.live(replace(source, records=replace(records, played=begun)))
    assert places(after) == before


@given(sources())
def test_more_official_points_are_never_passed(source):
    first = source.records.tournament.tie_breaks[0]
    board = boards.live(source)
    points = [getattr(row.line, first) for row in board.rows]
    assert points == sorted(points, reverse=True)
    official = ranking_in(source.records, source.closed)
    was = {row.line.entry.number: row.place for row in official.placed}
    assert all(row.move == was[row.number] - row.place for row in board.rows)
    assert all(row.gap is None or row.gap.amount > 0 for row in board.rows)


@given(sources())
def test_after_the_last_round_is_closed_official_is_the_ranking(source):
    records = source.records
    for round_ in records.rounds.values():
        round_.state = RoundState.CLOSED
    official = boards.official(source)
    everything = ranking_in(records, frozenset(records.rounds))
    assert places(official) == {
        row.line.entry.number: row.place for row in everything.placed
    }
    assert places(boards.live(source)) == places(official)
    assert boards.places_by_round(source)[max(records.rounds)] == places(official)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table_that_has_not_begun_gives_the_four_what_all_share(ruleset):
    rules = Tournament(ruleset=ruleset).rules
    even = even_table(rules)
    shared = rules.rank(TableState(rules.opening(), rules.opening_scores())).values()
    assert 4 * even.parts == sum(each.table_points for each in shared) * PARTS
    assert even.score == rules.opening_scores()[WINDS[0]]
