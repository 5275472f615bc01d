"""The number of a repeated offence counts offences at this table and in
earlier rounds.
"""

from __future__ import annotations

import re

import pytest

from scoring.corrections import correct_and_undo
from scoring.entry_forms.repeated_offences import next_times
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rounds import end_and_close_round
from tests.scoring.table_device import text
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)


def fined(game, offender: str, offence: str = "empty_call") -> LedgerEntry:
    raw = {
        "kind": "penalty",
        "amounts": dict.fromkeys("ESWN", 0),
        "offender": offender,
        "offence": offence,
    }
    key = f"fine{LedgerEntry.objects.count()}"
    given = {"device_key": key, "by": "referee", "reason": "empty call"}
    return enter_hand.enter(game.pk, raw, **given).entry


@pytest.fixture
def second_round(game, running_round, tournament, noon):
    """Return table 1 of round 2, with player 2 as East.

    Player 2 made one empty call in round 1; another was undone.
    """
    fined(game, "S")
    wrong = fined(game, "S")
    fined(game, "W", "late_call")
    correct_and_undo.retract(wrong.pk, device_key="r", by="referee", reason="was none")
    end_and_close_round.close(running_round.pk, by="director", reason="noon")
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (2, 1, 5, 6)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 4, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    return round_.games.get(table=1)


def page(client, game, query: str) -> str:
    slug = game.round.tournament.slug
    address = f"/table/{slug}/{game.round.number}/{game.table}/ruling/"
    return text(client.get(address + query))


def test_what_a_player_has_from_earlier_rounds_counts(referee_client, second_round):
    fined(second_round, "E")
    shown = page(referee_client, second_round, "?offence=empty_call&times=1")
    assert "Player 02: offence no. 3" in shown
    assert "earlier: round 1, at this table" in shown
    assert "Player 01: offence no. 1" in shown
    filled = "?offence=empty_call&amp;times=3&amp;offender=E#fine"
    assert filled in shown
    form = page(referee_client, second_round, filled.replace("&amp;", "&"))
    assert 'name="fine-points" value="10"' in form
    assert 'name="fine-times" value="3"' in form


def test_the_player_is_filled_in(referee_client, second_round):
    query = "?offence=empty_call&times=2&offender=E"
    [east] = [
        radio
        for radio in page(referee_client, second_round, query).split("<input")
        if 'name="fine-offender" value="E"' in radio
    ]
    assert "checked" in east.partition(">")[0]


FINE = {
    "kind": "fine",
    "fine-device_key": "f",
    "fine-offence": "empty_call",
    "fine-times_of": "E",
    "fine-times": "3",
    "fine-offender": "S",
    "fine-points": "10",
    "fine-gain": "nobody",
    "fine-target": "score",
    "fine-reason": "empty call, heard by all",
}


def field(shown: str, name: str) -> str:
    """Return the HTML of the first field with this name."""
    return re.search(rf"<input[^>]*name=\"{name}\"[^>]*>", shown)[0]


def test_which_time_it_is_stands_in_sight(referee_client, second_round):
    query = "?offence=empty_call&times=3&offender=E"
    shown = page(referee_client, second_round, query)
    assert 'type="number"' in field(shown, "fine-times")
    assert 'value="E"' in field(shown, "fine-times_of")
    assert 'data-times="1" data-seat="S" data-points="0"' in shown
    shown = page(referee_client, second_round, "?offence=misconduct")
    assert 'type="hidden"' in field(shown, "fine-times")


def test_the_time_of_one_player_is_not_carried_over_to_another(
    referee_client, second_round
):
    """Without JavaScript, the page shows the input again, so that the referee can check
    it.
    """
    round_ = second_round.round
    address = f"/table/{round_.tournament.slug}/{round_.number}/1/ruling/"
    refused = referee_client.post(address, FINE)
    assert refused.status_code == 422
    shown = text(refused)
    assert (
        "The number and the points were prefilled for Player 02. Check both." in shown
    )
    assert "Player 01: offence no. 1" in shown
    assert 'value="empty call, heard by all"' in shown
    assert not second_round.ledger.exists()
    looked = FINE | {"fine-times_of": "", "fine-times": "1", "fine-points": "0"}
    assert 'value="' not in field(shown, "fine-times_of")
    assert referee_client.post(address, looked).status_code == 302
    line = second_round.ledger.get()
    assert (line.data["offender"], line.data.get("times", 1)) == ("S", 1)


def test_the_same_player_is_penalised_at_once(referee_client, second_round):
    round_ = second_round.round
    address = f"/table/{round_.tournament.slug}/{round_.number}/1/ruling/"
    assert referee_client.post(address, FINE | {"fine-offender": "E"}).status_code == (
        302
    )


@pytest.mark.parametrize("offender", ["", "X", "EE"])
def test_nobody_is_filled_in_who_is_not_there(referee_client, game, offender):
    query = f"?offence=empty_call&times=1&offender={offender}"
    assert "Player 01: offence no. 1" in page(referee_client, game, query)


def test_earlier_rounds_cost_few_queries(second_round, django_assert_num_queries):
    ledger = TableLedger.as_now(second_round)
    offence = ledger.rules.catalogue.offence("empty_call")
    with django_assert_num_queries(3):
        next_times(ledger, offence)


def test_what_is_no_warning_first_costs_the_same_each_time(referee_client, game):
    assert "Which player?" not in page(referee_client, game, "?offence=misconduct")


class TestAnotherOffenceIsChosen:
    """The referee chooses another offence while filling in the form."""

    @pytest.fixture
    def choose(self, referee_client, game):
        def chosen(query: str, **values: object) -> str:
            slug = game.round.tournament.slug
            sent = {"gain": "nobody", "target": "score", "points": "", "reason": ""}
            fields = {f"fine-{name}": value for name, value in (sent | values).items()}
            before = game.ledger.count()
            response = referee_client.post(
                f"/table/{slug}/1/1/ruling/{query}",
                {"kind": "fine", "choose": "1", **fields},
            )
            assert response.status_code == 200
            assert game.ledger.count() == before
            return text(response)

        return chosen

    def values(self, page: str) -> dict[str, str]:
        """Return the values of the penalty form by field name."""
        form = page[page.index('name="kind" value="fine"') :].partition("</form>")[0]
        found = {}
        for field in re.findall(r"<input[^>]*>", form):
            said = dict(re.findall(r'([\w-]+)="([^"]*)"', field))
            if said["type"] != "radio" or "checked" in field:
                name = said["name"].removeprefix("fine-")
                found[name] = said.get("value", "")
        return found

    def test_what_was_typed_stays(self, choose):
        typed = {"offender": "W", "points": 7, "reason": "he ran off", "gain": "each"}
        page = choose("?offence=late_10_minutes&times=1", **typed)
        held = self.values(page)
        assert held["offence"] == "late_10_minutes"
        for name, value in typed.items():
            assert held[name] == str(value), name
        assert "Standard penalty: 10 points." in page

    def test_what_the_catalogue_had_filled_in_gives_way(self, choose, referee_client):
        first = self.values(choose("?offence=empty_call&times=2"))
        assert first["points"] == "5"
        held = self.values(choose("?offence=late_10_minutes&times=1", **first))
        assert held["reason"] != first["reason"]
        assert (held["points"], held["times_of"]) == ("10", "")
        page = choose("?offence=late_10_minutes&times=1", **held)
        assert self.values(page)["reason"] == held["reason"]
        assert "Standard penalty:" not in page

    def test_whose_it_is_can_be_chosen_with_it(self, choose):
        query = "?offence=empty_call&times=3&offender=E"
        held = self.values(choose(query, offender="S", reason="at the draw"))
        assert (held["offender"], held["times_of"]) == ("E", "E")
        assert (held["times"], held["reason"]) == ("3", "at the draw")

    def test_whatever_is_sent_is_answered(self, choose):
        for query in ("", "?offence=nothing", "?offence=empty_call&times=x"):
            choose(query, points="x" * 99, offender="Q", reason="\x00" * 999, times="x")
