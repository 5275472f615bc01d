"""Two players sat at each other's tables, which is discovered after two hands."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.corrections import correct_and_undo, exchange_players
from scoring.ledger import enter_hand, rebuild_results_from_ledgers, riichi_sticks_laid
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.halls import hall_of, signed_in
from tournaments.models import Seat, Tournament
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

#: A win with a value, by ruleset.
WINS = {
    "classical": {"values": {"E": 40, "S": 28, "W": 24, "N": 22}},
    "riichi": {"han": 3, "fu": 40},
}


def play(game, hand: int, winner: str, source: str) -> None:
    ruleset = game.round.tournament.ruleset
    raw = {"kind": "win", "winner": winner, "from": source, **WINS[ruleset]}
    key = f"{game.pk}-{hand}"
    enter_hand.enter(game.pk, raw, hand=hand, device_key=key, by="referee")


#: Winners and discarders at the two tables, hand by hand, by their real seats.
HANDS = {
    1: [("E", "S"), ("S", "W"), ("N", "E")],
    2: [("W", "N"), ("S", "E"), ("S", "W")],
}


def address(game, name: str) -> str:
    round_ = game.round
    return reverse(
        f"table:{name}", args=[round_.tournament.slug, round_.number, game.table]
    )


def told(tournament) -> list[tuple]:
    """Return the place, number and figures of each player in the standings."""
    return [
        (
            row.place,
            row.line.player.number,
            row.line.table_points,
            row.line.score,
            row.line.hands_won,
            row.line.best,
        )
        for row in standings(tournament)
    ]


def sound(tournament: Tournament) -> bool:
    return not list(rebuild_results_from_ledgers.rebuild(tournament, check=True))


def day(director, ruleset: str, numbers: dict[int, tuple[int, ...]]):
    """Return two tables of a running round with these recorded players, by table
    number.
    """
    first, _second = hall_of(director, ruleset, 2)
    tournament = first.round.tournament
    if numbers[1] != (1, 2, 3, 4):
        now = timezone.now()
        undo_start_and_reopen_round.undo_start(
            first.round_id, by="director", reason="anew", now=now
        )
        publish_seating.unpublish(first.round_id, by="director", reason="anew")
        rows = [
            seat_rounds_and_exchange_seats.TableRow(1, n, who)
            for n, who in numbers.items()
        ]
        [round_] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(round_.pk, by="director")
        round_clock.start(round_.pk, by="director", now=now)
    games = tournament.rounds.get().games.select_related("round__tournament")
    return tournament, list(games.order_by("table"))


@pytest.mark.parametrize("ruleset", ["classical", "riichi"])
def test_found_after_two_hands_the_day_is_as_without_the_mistake(director, ruleset):
    # Player 1 should be East of table 1, player 6 South of table 2. They sat in each
    # other's seats.
    event, (one, two) = day(director, ruleset, {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)})
    for table, game in ((1, one), (2, two)):
        for hand in (1, 2):
            play(game, hand, *HANDS[table][hand - 1])
    client = signed_in(director)
    page = client.get(address(one, "exchange")).content.decode()
    assert 'value="6"' in page
    who = {"who": "1", "whom": "6"}
    shown = client.post(address(one, "preview_exchange"), who).content.decode()
    assert "Table 2, South" in shown
    # Asks first: results stay with the players who played them.
    asked = client.post(address(one, "exchange"), {**who, "reason": "wrong tables"})
    assert asked.status_code == 422
    assert "These tables have entries" in asked.content.decode()
    sure = {**who, "reason": "wrong tables", "since": "on"}
    assert client.post(address(one, "exchange"), sure).status_code == 302
    # Sending it twice does not swap them back.
    assert client.post(address(one, "exchange"), sure).status_code == 422
    for table, game in ((1, one), (2, two)):
        play(game, 3, *HANDS[table][2])
    assert sound(event)
    right, tables = day(director, ruleset, {1: (6, 2, 3, 4), 2: (5, 1, 7, 8)})
    for table, game in enumerate(tables, start=1):
        for hand in (1, 2, 3):
            play(game, hand, *HANDS[table][hand - 1])
    assert told(event) == told(right)
    # Both tables show it to their players, and the log has one line.
    lines = LedgerEntry.objects.filter(game__in=[one, two], kind="reseat")
    assert lines.count() == 2
    words = [of_event(line) for line in event.log.filter(kind="players_exchanged")]
    assert words == ["Round 1: player 1 at table 1 and player 6 at table 2 swapped."]
    assert (
        "A player recorded at table 2 sat as"
        in client.get(address(one, "session")).content.decode()
        + client.get(address(one, "entries")).content.decode()
    )


@pytest.fixture
def tables(director):
    return hall_of(director, "riichi", 2)


def exchange(game, who: int, whom: int, **more):
    given = {"by": "director", "reason": "wrong table"} | more
    return exchange_players.exchange_players(game.pk, who, whom, **given)


def seated(game) -> list[int]:
    seats = {seat.wind: seat.player.number for seat in Seat.objects.filter(game=game)}
    return [seats[wind] for wind in "ESWN"]


def test_before_a_hand_seats_simply_change(tables):
    one, two = tables
    riichi_sticks_laid.lay(one.pk, "E", hand=1, seating=0, by="device")
    exchange(one, 1, 6)
    assert (seated(one), seated(two)) == ([6, 2, 3, 4], [5, 1, 7, 8])
    assert not LedgerEntry.objects.exists()
    # The riichi stick belongs to the seat, not to the player recorded there.
    assert riichi_sticks_laid.laid(TableLedger.as_now(one)) == ("E",)
    assert riichi_sticks_laid.laid(TableLedger.as_now(two)) == ()


def test_one_table_may_have_hands_and_the_other_none(tables):
    one, two = tables
    play(one, 1, "E", "S")
    before = dict(Result.objects.values_list("seat__wind", "score"))
    exchange(one, 1, 6, since_the_start=True)
    assert dict(Result.objects.values_list("seat__wind", "score")) == before
    assert set(Result.objects.values_list("seat__game", flat=True)) == {one.pk}
    assert sound(one.round.tournament)
    # It can only be undone by swapping again.
    line = LedgerEntry.objects.get(kind="reseat")
    with pytest.raises(RuleError) as caught:
        correct_and_undo.undo(one.pk, device_key="u", by="director", reason="no")
    assert caught.value.faults[0].code == "between_tables"
    with pytest.raises(RuleError):
        correct_and_undo.retract(line.pk, device_key="r", by="director", reason="no")
    exchange(two, 1, 6, since_the_start=True)
    assert seated(one) == [1, 2, 3, 4]
    assert sound(one.round.tournament)


def test_two_of_one_table_are_sent_to_its_own_page(tables):
    with pytest.raises(RuleError) as caught:
        exchange(tables[0], 1, 2)
    assert caught.value.faults[0].code == "same_table"


def test_an_exchange_goes_out_and_in_with_the_event_folder(director):
    event, (one, two) = day(director, "riichi", {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)})
    for table, game in ((1, one), (2, two)):
        for hand in (1, 2):
            play(game, hand, *HANDS[table][hand - 1])
    exchange(one, 1, 6, since_the_start=True)
    exchange(two, 5, 3, since_the_start=True)
    play(one, 3, *HANDS[1][2])
    files = tournament_folder.files_of(event)
    again = import_files(files, director=None).tournament
    assert tournament_folder.files_of(again) == files
    assert told(again) == told(event)
    assert sound(again)


def test_an_exchange_in_a_closed_round_moves_the_standings_with_the_people(tables):
    one, two = tables
    event = one.round.tournament
    play(one, 1, "E", "S")
    play(two, 1, "S", "W")
    end_and_close_round.close(one.round_id, by="director", reason="over")
    before = {row.line.player.number: row.line.score for row in standings(event)}
    exchange(one, 1, 6, since_the_start=True)
    after = {row.line.player.number: row.line.score for row in standings(event)}
    assert after == {**before, 1: before[6], 6: before[1]}
    assert sound(event)
