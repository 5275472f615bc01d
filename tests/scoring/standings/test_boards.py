"""Official and live standings: which results count, in which order, and the same number
of queries for any number of players.
"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Result
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.standings import (
    criteria_columns,
    live_and_official_standings,
    read_standings_records,
    standings_cache,
    who_sees_hidden_results,
)
from scoring.standings.rank_players import ranking_of
from tests.scoring.played_events import event
from tests.scoring.results import crowd, paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat, win
from tests.scoring.two_rounds import LATER_FOUR, close, table
from tournaments.models import Player
from tournaments.people import player_changes
from tournaments.rounds import round_clock


def shown(board):
    """Return (place, shared, player number, move) of each row, in order."""
    return [(row.place, row.shared, row.number, row.move) for row in board.rows]


def test_official_standings_are_of_closed_rounds_only(second_round):
    tournament = second_round.tournament
    before = shown(live_and_official_standings.official_of(tournament))
    win(table(second_round, 2), 1, "E", "S", 88)
    official = live_and_official_standings.official_of(tournament)
    assert shown(official) == before
    assert (official.after, official.is_live) == (1, False)
    assert [row.line.tables for row in official.rows] == [1] * 8
    assert ranking_of(tournament).placed[0].line.player.number == 1


def test_an_earlier_round_that_is_open_again_is_named(second_round, client):
    """A reopened round does not count in the official standings, although a later round
    does.
    """
    tournament, first = second_round.tournament, second_round.tournament.rounds
    paper(second_round, 1, FOUR_PLACES)
    paper(second_round, 2, LATER_FOUR)
    end_and_close_round.close(second_round.pk, by="director", reason="the gong")
    page = f"/t/{tournament.slug}/standings/"
    said = "Round 1 was reopened and does not count until it is closed again."
    assert said not in client.get(page).content.decode()
    round_ = first.get(number=1)
    now = timezone.now()
    undo_start_and_reopen_round.reopen(
        round_.pk, by="director", reason="a slip", now=now
    )
    assert live_and_official_standings.official_of(tournament).rounds == (2,)
    for view in ("", "official/", "live/", "after-2/"):
        assert said in client.get(f"{page}{view}").content.decode()


def test_a_table_that_begins_changes_no_live_place(second_round):
    tournament = second_round.tournament
    official = shown(live_and_official_standings.official_of(tournament))
    live = live_and_official_standings.live_of(tournament)
    assert live.is_live
    assert [each[:3] for each in shown(live)] == [each[:3] for each in official]
    assert {row.move for row in live.rows} == {0}
    drawn = {"E": 0, "S": 0, "W": 0, "N": 0}
    paper(second_round, 2, drawn)
    begun = live_and_official_standings.live_of(tournament)
    assert [each[:3] for each in shown(begun)] == [each[:3] for each in official]


def test_a_table_of_three_that_begins_changes_no_live_place(director):
    """A tied table that has just started changes no live place, although each of 3 tied
    players gets more points than each of 4.
    """
    short = {"fewest_players": 3}
    tournament = event("hong_kong", 7, director, options=short)
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, {"E": 30, "S": 10, "W": -40})
    close(first)
    second = seat(tournament, 2, (1, 2, 3, 4), (5, 6, 7))
    round_clock.start(second.pk, by="director", now=timezone.now())
    before = shown(live_and_official_standings.live_of(tournament))
    paper(second, 2, {"E": 0, "S": 0, "W": 0})
    begun = live_and_official_standings.live_of(tournament)
    assert begun.by_number[5].now.begun
    assert not begun.by_number[1].now.begun
    assert shown(begun) == before


def test_whoever_has_left_gains_no_live_place_while_others_play(director):
    """A player who has left gains no live place while others play, although the points
    for the missed round are already known.
    """
    tournament = event("mcr", 9, director)
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, FOUR_PLACES)
    close(first)
    left = tournament.players.get(number=5)
    player_changes.withdraw(left, 1, by="director", reason="ill")
    second = seat(tournament, 2, (1, 2, 3, 4), (9, 6, 7, 8))
    round_clock.start(second.pk, by="director", now=timezone.now())
    shared = [
        each[:3]
        for each in shown(live_and_official_standings.official_of(tournament))[:2]
    ]
    assert shared == [(1, True, 1), (1, True, 5)]
    paper(second, 1, {"E": -60, "S": 40, "W": 20, "N": 0})
    live = [
        each[:3] for each in shown(live_and_official_standings.live_of(tournament))[:2]
    ]
    assert live == [(1, False, 1), (2, False, 5)]


def test_live_places_go_by_official_points_then_by_the_table(second_round):
    tournament = second_round.tournament
    win(table(second_round, 2), 1, "E", "S", 88)
    live = live_and_official_standings.live_of(tournament)
    assert shown(live)[:4] == [
        (1, False, 1, 1),
        (2, False, 5, -1),
        (3, False, 2, 0),
        (4, False, 6, -1),
    ]
    first = live.rows[0]
    assert (first.now.table, first.now.place, first.now.begun) == (2, 1, True)
    assert (first.line.table_points, first.with_table.table_points) == (4, 8)
    assert (live.rows[1].now.begun, live.rows[1].with_table.table_points) == (False, 4)
    assert first.gap is None
    assert (live.rows[1].gap.measure, live.rows[1].gap.amount) == (
        "table_points",
        8 - (4 + read_standings_records.tied_result(tournament.rules).table_points),
    )


def test_nobody_passes_somebody_with_more_official_points(second_round):
    """A player who is far ahead in the hands of one table stays behind players with
    more official points.
    """
    tournament = second_round.tournament
    win(table(second_round, 1), 1, "N", "E", 100)
    live = live_and_official_standings.live_of(tournament)
    points = [row.line.table_points for row in live.ranked]
    assert points == sorted(points, reverse=True)
    assert live.by_number[4].with_table.table_points == 4


def test_any_earlier_round_is_as_it_was_by_what_counts_now(closed_round):
    tournament = closed_round.tournament
    after_one = shown(live_and_official_standings.official_of(tournament))
    second = seat(tournament, 2, (8, 2, 3, 1), (4, 6, 7, 5))
    paper(second, 1, LATER_FOUR)
    paper(second, 2, FOUR_PLACES)
    close(second)
    now = live_and_official_standings.official_of(tournament)
    assert (now.after, now.closed) == (2, (1, 2))
    assert shown(live_and_official_standings.official_of(tournament, 1)) == after_one
    assert {
        row.move for row in live_and_official_standings.official_of(tournament, 1).rows
    } == {None}
    was = {number: place for place, _shared, number, _move in after_one}
    assert all(row.move == was[row.number] - row.place for row in now.rows)
    assert any(row.move for row in now.rows)
    assert [cell.points for cell in now.by_number[8].form] == ["0", "4"]
    places = live_and_official_standings.places_by_round(
        standings_cache.source_of(tournament)
    )
    assert places == {1: was, 2: {row.number: row.place for row in now.rows}}
    result = Result.objects.get(seat__player__number=1, seat__round=closed_round)
    Result.objects.filter(pk=result.pk).update(parts=0, score=-50, place=4)
    assert (
        live_and_official_standings.official_of(tournament, 1)
        .by_number[1]
        .line.table_points
        == 0
    )


def test_the_gap_is_to_the_next_place_above(closed_round):
    rows = live_and_official_standings.official_of(closed_round.tournament).by_number
    assert rows[5].gap is None
    assert (rows[1].gap.measure, rows[1].gap.amount) == ("score", 20)
    assert (rows[6].gap.measure, rows[6].gap.amount) == ("table_points", 2)
    assert rows[2].gap == rows[6].gap


def test_what_is_not_told_is_in_no_board(second_round):
    tournament = second_round.tournament
    win(table(second_round, 2), 1, "E", "S", 88)
    told = who_sees_hidden_results.VisibleResults(1)
    live = live_and_official_standings.live_of(tournament, visible=told)
    assert not live.is_live
    assert shown(live) == shown(live_and_official_standings.official_of(tournament, 1))
    assert not live_and_official_standings.live_of(
        tournament, visible=who_sees_hidden_results.VisibleResults(0)
    ).rows
    close(second_round)
    assert live_and_official_standings.official_of(tournament, visible=told).closed == (
        1,
    )
    assert (
        live_and_official_standings.official_of(tournament, 2, visible=told).after == 1
    )


def test_who_leaves_or_sits_out_and_substitutes_keep_their_rows(closed_round):
    tournament = closed_round.tournament
    second = seat(tournament, 2, (5, 2, 3, 4))
    paper(second, 1, FOUR_PLACES)
    Player.objects.filter(number=8).update(last_round=1)
    Player.objects.filter(number=7).update(is_substitute=True)
    close(second)
    board = live_and_official_standings.official_of(tournament)
    assert board.by_number[8].gone
    assert board.by_number[8].form[1].absent == "missed"
    assert board.by_number[6].form[1].absent == "sit_out"
    assert [row.number for row in board.unranked] == [7]


@pytest.mark.parametrize("players", [8, 40])
def test_a_board_takes_the_same_queries_for_any_number(second_round, players):
    tournament = second_round.tournament
    crowd(tournament, players)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert len(live_and_official_standings.live_of(tournament).rows) == players + 8
    assert len(asked) == 3


def test_the_criterion_that_decides_stands_beside_the_first(closed_round):
    """Wins stand between points and score but are equal, so the score decides, and the
    standings show it beside the points.
    """
    tournament = closed_round.tournament
    tournament.tie_breaks = ["table_points", "hands_won", "score"]
    tournament.save()
    board = live_and_official_standings.live_of(tournament)
    columns = criteria_columns.deciding(board)
    beside = criteria_columns.beside_the_first(board, columns, shown=8)
    assert (columns[1].key, beside.key) == ("hands_won", "score")
    one_player = criteria_columns.beside_the_first(board, columns, shown=1)
    assert one_player.key == "hands_won"
