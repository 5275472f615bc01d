"""A person who is not registered takes a seat in a running round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.faults import RuleError
from scoring.corrections import take_seat_in_running_round
from scoring.corrections.take_seat_in_running_round import PlaysAs
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.models import Result
from scoring.standings.rank_players import standings
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.halls import hall_of, signed_in
from tournaments.models import CheckIn, CheckInState, Player, Seat
from tournaments.people.register_players import PlayerRow
from tournaments.rounds import seat_rounds_and_exchange_seats


@pytest.fixture
def game(director):
    """Return table 2 of a running round, with players 5 to 8."""
    return hall_of(director, "mcr", 2, missed_score=-500)[1]


def take(game, plays_as=PlaysAs.THIS_ROUND, wind="W", **options):
    row = PlayerRow("Stone", "Rita", number=9)
    return take_seat_in_running_round.take_seat(
        game.pk, wind, row, plays_as, by="referee", **options
    )


def address(game, name: str = "take_seat") -> str:
    round_ = game.round
    return reverse(
        f"table:{name}", args=[round_.tournament.slug, round_.number, game.table]
    )


def sitting(game, wind: str = "W") -> int:
    return Seat.objects.get(game=game, wind=wind).player.number


def player(game, number: int) -> Player:
    return game.round.tournament.players.get(number=number)


def test_name_and_number_are_enough(director, game):
    client = signed_in(director)
    page = client.get(address(game)).content.decode()
    assert 'name="number" value="9"' in page.replace("  ", " ")
    sent = {"name": "Rita Stone", "number": 9, "wind": "W", "plays_as": "this_round"}
    shown = client.post(address(game, "preview_take_seat"), sent).content.decode()
    assert "7 misses round 1" in shown
    assert "The new player is not ranked." in shown
    answer = client.post(address(game), sent)
    assert answer.status_code == 302
    assert answer.url.endswith("#table-2")
    new = player(game, 9)
    assert (new.person.first_name, new.person.last_name) == ("Rita", "Stone")
    assert sitting(game) == 9
    room = client.get(answer.url).content.decode()
    assert "R. Stone" in room
    assert f'href="{address(game)}"' in room
    [event] = game.round.tournament.log.filter(kind="seat_taken")
    assert event.by == "director"
    assert "new player 9 takes the seat of player 7" in of_event(event)


def test_a_substitute_of_one_round_is_not_ranked_and_the_other_misses_it(game):
    new = take(game)
    old = player(game, 7)
    assert (new.is_substitute, new.first_round, new.last_round) == (True, 1, 1)
    assert (old.away, old.last_round) == ((1,), None)


def test_an_extra_player_is_ranked_from_this_round_on(game):
    new = take(game, PlaysAs.PLAYER)
    assert (new.is_substitute, new.first_round, new.last_round) == (False, 1, None)
    assert 9 in {row.line.player.number for row in standings(game.round.tournament)}


def test_a_substitute_to_the_end_takes_later_seats_too(game):
    tournament = game.round.tournament
    tournament.planned_rounds = 2
    tournament.save()
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 7, 3, 5)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (2, 4, 6, 8)),
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    new = take(game, PlaysAs.TO_THE_END)
    assert sorted(new.seats.values_list("round__number", flat=True)) == [1, 2]
    assert player(game, 7).last_round == 0
    event = tournament.log.get(kind="seat_taken")
    take_seat_in_running_round.give_seat_back(game.pk, event.revision, by="referee")
    old = player(game, 7)
    assert sorted(old.seats.values_list("round__number", flat=True)) == [1, 2]
    assert old.last_round is None
    assert not tournament.players.filter(number=9).exists()


def test_entries_need_the_word_that_the_newcomer_sat_there_from_the_start(game):
    raw = {"kind": "win", "winner": "W", "from": "E", "points": 10}
    enter_hand.enter(game.pk, raw, hand=1, device_key="one", by="referee")
    with pytest.raises(RuleError, match="since the first hand"):
        take(game)
    new = take(game, since_the_start=True)
    [result] = Result.objects.filter(seat__player=new)
    assert result.score > 0
    tournament = game.round.tournament
    assert not list(rebuild_results_from_ledgers.rebuild(tournament, check=True))


def test_undo_leaves_the_day_as_it_was(director, game):
    client = signed_in(director)
    take(game)
    event = game.round.tournament.log.get(kind="seat_taken")
    page = client.get(address(game)).content.decode()
    assert f'name="undo" value="{event.revision}"' in page
    undo = {"undo": event.revision}
    assert client.post(address(game), undo).status_code == 302
    assert sitting(game) == 7
    assert player(game, 7).away == ()
    assert not game.round.tournament.players.filter(number=9).exists()
    # A second undo changes nothing, and the page shows that.
    answer = client.post(address(game), undo)
    assert answer.status_code == 422
    assert "the seats at this table have changed" in answer.content.decode()


def test_bad_input_gets_a_sentence_and_changes_nothing(director, game):
    client = signed_in(director)
    sent = {"name": "Rita Stone", "number": 3, "wind": "W", "plays_as": "this_round"}
    for change, sentence in (
        ({}, "Player number 3 is already taken."),
        ({"name": " "}, "Enter the name."),
        ({"number": 10, "wind": ""}, "Choose a seat at this table."),
    ):
        answer = client.post(address(game), sent | change)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert sitting(game) == 7
    assert game.round.tournament.players.count() == 8


def test_the_seat_of_the_only_absent_player_is_preselected(game):
    assert take_seat_in_running_round.seat_to_fill(game) == ""
    for number in (5, 6, 8):
        CheckIn.objects.create(
            player=player(game, number), state=CheckInState.HERE, by="director"
        )
    assert take_seat_in_running_round.seat_to_fill(game) == "W"
    new = take(game)
    assert new.check_in.state == CheckInState.HERE
    Player.objects.filter(number=9).update(is_filler=True, is_substitute=False)
    assert take_seat_in_running_round.seat_to_fill(game) == "W"


def test_rules_that_count_missed_rounds_say_so(game):
    sentences = take_seat_in_running_round.effects(game, "W", PlaysAs.THIS_ROUND)
    assert sentences[0] == (
        "7 misses round 1, which counts as 0 table points and a score of −500."
    )
