"""A substitute joins during a game: places, standings, pages, files and undo."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from rules.faults import RuleError
from rules.ledger_entries import Substituted
from scoring.corrections import take_seat_in_running_round
from scoring.corrections.take_seat_in_running_round import PlaysAs
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.models import PARTS, LedgerEntry, Result
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import ranking_of
from scoring.statistics.store_figures import games_of
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.folders import import_files, there_and_back
from tests.scoring.halls import hall_of, signed_in
from tournaments.people.register_players import PlayerRow

#: South wins the table; the newcomer sits there.
SCORES = {"E": 20, "S": 60, "W": -10, "N": -70}


def take(game, plays_as=PlaysAs.THIS_ROUND, wind="S", **options):
    row = PlayerRow("Stone", "Rita", number=9)
    return take_seat_in_running_round.take_seat(
        game.pk, wind, row, plays_as, by="referee", **options
    )


def hand(game, number=1, winner="S"):
    raw = {"kind": "win", "winner": winner, "from": "E", "points": 10}
    enter_hand.enter(game.pk, raw, hand=number, device_key=str(number), by="referee")


def totals(game, scores=SCORES):
    raw = {"kind": "totals", "scores": scores}
    enter_hand.enter(game.pk, raw, device_key="t", by="referee", reason="paper")


def points(game):
    rows = Result.objects.filter(seat__game=game).select_related("seat")
    found = {row.seat.wind: Fraction(row.parts, PARTS) for row in rows}
    return [found[wind] for wind in "ESWN"]


def address(game, name="take_seat"):
    round_ = game.round
    return reverse(
        f"table:{name}", args=[round_.tournament.slug, round_.number, game.table]
    )


@pytest.fixture
def game(director):
    """Return table 2 of a running round by EMA's rules, with players 5 to 8."""
    return hall_of(director, "mcr", 2, preset="wmo2006")[1]


def test_the_substitute_comes_last_and_the_others_share_the_places(game):
    hand(game)
    new = take(game, during_the_game=True)
    totals(game)
    assert points(game) == [4, 0, 2, 1]
    tournament = game.round.tournament
    assert not list(rebuild_results_from_ledgers.rebuild(tournament, check=True))
    ranking = ranking_of(tournament)
    assert new.number in {line.player.number for line in ranking.unranked}
    [replaced] = [line for line in ranking.lines if line.player.number == 6]
    assert replaced.table_points == 0


def test_a_substitute_from_the_first_hand_on_plays_for_real(game):
    hand(game)
    take(game, since_the_start=True)
    totals(game)
    assert points(game) == [2, 4, 1, 0]


def test_without_the_option_the_place_counts(director):
    game = hall_of(director, "mcr", 2, preset="chinese")[1]
    take(game, during_the_game=True)
    totals(game)
    assert points(game) == [2, 4, 1, 0]
    [sentence] = take_seat_in_running_round.effects(
        game, "E", PlaysAs.THIS_ROUND, during_the_game=True
    )[1:2]
    assert sentence.endswith("The other players do not move up at this table.")


def test_riichi_gives_the_substitute_the_last_uma(director):
    [game] = hall_of(director, "riichi", 1, preset="ema_2025")
    take(game, during_the_game=True)
    totals(game, {"E": 30000, "S": 45000, "W": 25000, "N": 20000})
    assert points(game) == [15, 0, 0, -15]
    end_and_close_round.close(game.round_id, by="director")
    ranking = ranking_of(game.round.tournament)
    [newcomer] = ranking.unranked
    [replaced] = [line for line in ranking.lines if line.player.number == 2]
    assert newcomer.table_points == replaced.table_points == -30


def test_only_a_substitute_can_take_over(game):
    with pytest.raises(RuleError, match="Only a substitute"):
        take(game, PlaysAs.PLAYER, during_the_game=True)
    assert not LedgerEntry.objects.filter(kind=Substituted.kind).exists()


def test_undo_gives_seat_and_place_back(game):
    hand(game)
    take(game, during_the_game=True)
    totals(game)
    tournament = game.round.tournament
    event = tournament.log.get(kind="seat_taken")
    take_seat_in_running_round.give_seat_back(game.pk, event.revision, by="referee")
    assert points(game) == [2, 4, 1, 0]
    assert not tournament.players.filter(number=9).exists()
    assert not list(rebuild_results_from_ledgers.rebuild(tournament, check=True))


def test_the_page_asks_once_there_are_entries_and_states_the_effect(director, game):
    client = signed_in(director)
    first = client.get(address(game)).content.decode()
    assert 'value="start"' in first
    hand(game)
    sent = {"name": "Rita Stone", "number": 9, "wind": "S", "plays_as": "this_round"}
    answer = client.post(address(game), sent)
    assert answer.status_code == 422
    assert "Choose whether the new player has sat there" in answer.content.decode()
    shown = client.post(address(game, "preview_take_seat"), sent | {"since": "now"})
    assert "comes last at this table" in shown.content.decode()
    assert client.post(address(game), sent | {"since": "now"}).status_code == 302
    log = [of_event(event) for event in game.round.tournament.log.all()]
    assert any("table 2, hand 2: a substitute." in line for line in log)
    sheet = client.get(address(game, "sheet")).content.decode()
    assert "took over as a substitute during the game" in sheet


def test_statistics_leave_out_the_seat(game):
    hand(game)
    take(game, during_the_game=True)
    [counted] = games_of(game.round.tournament)
    assert sorted(counted.players.values()) == [5, 7, 8]


def test_the_tournament_folder_keeps_it(game):
    hand(game)
    take(game, during_the_game=True)
    totals(game)
    files = there_and_back(game.round.tournament)
    copy = import_files(files, director=None).tournament
    again = copy.rounds.get(number=1).games.get(table=2)
    assert points(again) == [4, 0, 2, 1]
