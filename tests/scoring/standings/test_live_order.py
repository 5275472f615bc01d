"""Random live standings in every ruleset. No database.

Players gain no place because their table has started. A player does not overtake
players with more official points. Live and official order agree when every round is
closed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS
from scoring.models import PARTS
from scoring.standings import live_and_official_standings
from scoring.standings.criteria_and_tie_breaks import MEASURES
from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import tied_result
from scoring.standings.standings_sources import Source
from tests.scoring.sources_by_chance import RULESETS, after_a_hand, sources
from tournaments.models import RoundState, Tournament


def places(board):
    return {row.number: row.place for row in board.rows}


@given(sources())
def test_nobody_gains_a_place_because_their_table_has_begun(source):
    """A table whose players are all tied counts like a table that has not started."""
    before = places(live_and_official_standings.live(source))
    records = source.records
    tied = tied_result(records.tournament.rules)
    open_round = max(records.rounds)
    begun = {
        pk: tuple(
            tied._replace(player=pk, round=row.round, table=row.table, hands=1)
            if row.round == open_round and row.parts is None
            else row
            for row in rows
        )
        for pk, rows in records.played.items()
    }
    after = live_and_official_standings.live(
        replace(source, records=replace(records, played=begun))
    )
    assert places(after) == before


@given(sources())
def test_more_official_points_are_never_passed(source):
    first = MEASURES[source.records.tournament.tie_breaks[0]]
    board = live_and_official_standings.live(source)
    points = [first.mark(row.line.value(first.key)) for row in board.rows]
    assert points == sorted(points, reverse=True)
    official = ranking_in(source.records, source.closed)
    was = {row.line.player.number: row.place for row in official.placed}
    assert all(row.move == was[row.number] - row.place for row in board.rows)
    assert all(row.gap is None or row.gap.amount > 0 for row in board.rows)


@given(sources())
def test_after_the_last_round_is_closed_official_is_the_ranking(source):
    records = source.records
    for round_ in records.rounds.values():
        round_.state = RoundState.CLOSED
    official = live_and_official_standings.official(source)
    everything = ranking_in(records, frozenset(records.rounds))
    assert places(official) == {
        row.line.player.number: row.place for row in everything.placed
    }
    assert places(live_and_official_standings.live(source)) == places(official)
    assert live_and_official_standings.places_by_round(source)[
        max(records.rounds)
    ] == places(official)


def everything(board):
    """Return all data of a board for each player, including values that the board
    calculates only when they are read.
    """
    return [
        (row.place, row.shared, row.line, row.move, row.gap, row.now, row.with_table)
        for row in board.rows
    ]


@given(st.data())
def test_what_is_kept_after_hands_is_what_would_be_counted_anew(data):
    source = data.draw(sources())
    live_and_official_standings.live(source)
    for _hand in range(4):
        source = data.draw(after_a_hand(source))
        anew = Source(source.records, source.visible, None)
        assert everything(live_and_official_standings.live(source)) == everything(
            live_and_official_standings.live(anew)
        )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table_that_has_not_begun_gives_the_four_what_all_share(ruleset):
    rules = Tournament(ruleset=ruleset).rules
    tied = tied_result(rules)
    shared = rules.rank(TableState(rules.opening(), rules.opening_scores())).values()
    assert 4 * tied.parts == sum(each.table_points for each in shared) * PARTS
    assert tied.score == rules.opening_scores()[WINDS[0]]
