"""A device key used again with other content gets no receipt.

The page shows both versions, a person decides, and nothing is lost.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from rules.faults import RuleError
from rules.winds import Wind
from scoring.corrections import (
    conflicting_hands,
    correct_and_undo,
    insert_and_remove_hands,
    paper_sheets,
    reseat_players,
)
from scoring.ledger import decide_late_hand, enter_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict
from scoring.rounds import end_and_close_round
from tests.scoring.table_device import HTMX, device_at, text, win

PENALTY = {"kind": "penalty", "seat": "N", "amount": -10}
SWAP = {"kind": "reseat", "seats": {"E": "S", "S": "E"}, "follow": "players"}
TILES = {"winner": "E", "source": "S", "tiles_E": "123456789mEEEC+C"}


@pytest.fixture
def device(game) -> Client:
    return device_at(game)


def won(points: int) -> dict:
    return {"kind": "win", "winner": "E", "from": "S", "points": points}


def enter(game, raw, key: str, **more):
    return enter_hand.enter(game.pk, raw, device_key=key, by="referee", **more)


def refused(change) -> str:
    """Return the sentence of the error when `change` uses a key with other content."""
    with pytest.raises(RuleError) as caught:
        change()
    [fault] = caught.value.faults
    assert fault.code == "other_content"
    return fault.message % fault.params


# --- hands ----------------------------------------------------------------------
@pytest.mark.parametrize("name", ["session", "queue"])
@pytest.mark.parametrize("how", [{}, HTMX], ids=["page", "htmx"])
def test_a_hand_that_was_cut_is_not_the_receipt_of_the_whole_one(
    device, at, game, name, how
):
    device.post(at(name), win(1, "a", points=8), **how)
    response = device.post(at(name), win(1, "a", points=88), **how)
    assert response.status_code == 409
    shown = text(response)
    assert "8 fan" in shown
    assert "88 fan" in shown
    assert [line.data["points"] for line in game.ledger.all()] == [8]
    [conflict] = Conflict.objects.all()
    assert conflict.offered["points"] == 88
    page = text(device.get(at()))
    assert "Conflict: two versions of hand 1" in page


@pytest.mark.parametrize("name", ["session", "queue"])
def test_the_same_hand_gets_its_receipt_however_it_is_written(device, at, game, name):
    for points in ("12", " 12", "012"):
        response = device.post(at(name), win(1, "a", points=points))
        assert response.status_code == (302 if name == "session" else 200)
    assert game.ledger.count() == 1
    assert not Conflict.objects.exists()


@pytest.mark.parametrize("name", ["tiles", "queue"])
def test_other_tiles_under_one_key_are_another_version(device, at, game, name):
    by = {"by": "tiles"} if name == "queue" else {}
    for tiles in ("123456789mEEEC+C", "123456789pEEEC+C"):
        fields = win(1, "a") | TILES | {"points": "", "tiles_E": tiles} | by
        response = device.post(at(name), fields)
    assert response.status_code == 409
    assert game.ledger.count() == 1
    assert Conflict.objects.get().offered["hand"]["concealed"]


def test_tiles_say_more_than_the_points_they_are_worth(device, at, game):
    """A hand by tiles and a hand by points of the same value are different, even under
    the same key. Both are stored.
    """
    device.post(at("tiles"), win(1, "a") | TILES)
    ledger = TableLedger(game)
    points = ledger.completed(ledger.live[0]).claims[0].points
    response = device.post(at("queue"), win(1, "a", points=points))
    assert response.status_code == 409
    assert Conflict.objects.get().offered["points"] == points


def test_what_was_corrected_is_still_receipted_to_whoever_sends_the_first(game):
    line = enter(game, won(12), "a", hand=1).entry
    correct_and_undo.correct(
        line.pk, won(20), device_key="c", by="referee", reason="seen"
    )
    assert enter(game, won(12), "a", hand=1).entry == line
    assert enter(game, won(20), "a", hand=1).entry.device_key == "c"
    with pytest.raises(HandConflict) as found:
        enter(game, won(30), "a", hand=1)
    assert found.value.existing.device_key == "c"


def test_what_was_taken_back_stays_so_and_another_hand_asks_first(device, at, game):
    device.post(at(), win(1, "a"))
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="not played")
    assert device.post(at(), win(1, "a")).status_code == 302
    assert TableLedger(game).live == []
    response = device.post(at(), win(1, "a", points=20))
    assert response.status_code == 422
    page = text(response)
    assert "12 fan" in page
    assert "20 fan" in page
    # After a look it can be saved again, with the form's current contents.
    own = r'name="device_key" value="([^"]*)"[^>]*id="id_device_key"'
    [key] = re.findall(own, page)
    assert key != "a"
    device.post(at(), win(1, key, points=20))
    assert [line.data["points"] for line in TableLedger(game).live] == [20]


def test_a_key_of_one_hand_says_nothing_of_another(game):
    enter(game, won(12), "a", hand=1)
    said = refused(lambda: enter(game, won(20), "a", hand=2))
    assert "12 fan" in said
    assert "20 fan" in said
    assert game.ledger.count() == 1


def test_the_same_words_about_other_seats_are_not_the_same(game):
    enter(game, won(12), "a", hand=1, seating=0)
    reseat_players.reseat(game.pk, SWAP, device_key="r", by="referee", reason="chairs")
    assert enter(game, won(12), "a", hand=1, seating=0).repeated
    with pytest.raises(HandConflict):
        enter(game, won(12), "a", hand=1, seating=1)


def test_a_third_version_under_the_key_of_the_second_is_kept_too(device, at, game):
    device.post(at("queue"), win(1, "a"))
    for points in (20, 30, 20):
        device.post(at("queue"), win(1, "b", points=points))
    offered = [each.offered["points"] for each in Conflict.objects.all()]
    assert sorted(offered) == [20, 30]
    kept = Conflict.objects.get(offered__points=20)
    conflicting_hands.settle(game, kept.pk, "kept", by="referee", reason="seen")
    answers = [
        device.post(at("queue"), win(1, "b", points=points)).json()
        for points in (20, 30)
    ]
    assert "kept" in answers[0]
    assert "conflict" in answers[1]


# --- after the gong -------------------------------------------------------------
@pytest.mark.parametrize("name", ["session", "queue"])
def test_a_hand_that_waits_for_a_word_is_not_taken_for_another(
    device, at, game, running_round, name
):
    now = timezone.now()
    end_and_close_round.end_now(running_round.pk, by="director", reason="time", now=now)
    device.post(at(name), win(1, "a"))
    response = device.post(at(name), win(1, "a", points=20))
    assert response.status_code == 422
    shown = text(response)
    assert "12 fan" in shown
    assert "20 fan" in shown
    late = game.late_hands.get()
    assert late.offered["points"] == 12
    decide_late_hand.decide(late.pk, counts=True, by="referee")
    assert device.post(at("queue"), win(1, "a", points=20)).status_code == 409


def test_after_the_round_is_closed_only_the_same_is_receipted(
    device, at, game, running_round
):
    device.post(at(), win(1, "a"))
    end_and_close_round.close(running_round.pk, by="director", reason="over")
    for points, status in ((12, 200), (20, 410)):
        told = win(1, "a", points=points) | {"words": f"{points} fan"}
        assert device.post(at("queue"), told).status_code == status
    [event] = game.round.tournament.log.filter(kind="entry_too_late")
    assert event.data["offered"]["points"] == 20


def test_what_was_discarded_under_one_key_is_all_in_the_log(device, at, game):
    told = {"hand": 1, "device_key": "a", "reason": "a referee said so"}
    for words in ("12 fan", "20 fan", "12 fan"):
        device.post(at("discard"), told | {"words": words})
    log = game.round.tournament.log.filter(kind="entry_discarded")
    assert sorted(event.data["words"] for event in log) == ["12 fan", "20 fan"]


# --- other entries ----------------------------------------------------------------
def test_another_penalty_under_one_key_is_refused_with_both(game):
    enter(game, PENALTY, "p", reason="late")
    assert enter(game, PENALTY, "p", reason="late").repeated
    other = PENALTY | {"amount": -20}
    said = refused(lambda: enter(game, other, "p", reason="late"))
    assert "10" in said
    assert "20" in said
    assert "rude" in refused(lambda: enter(game, PENALTY, "p", reason="rude"))
    assert game.ledger.count() == 1


def test_a_correction_is_not_another_one(game):
    line = enter(game, won(12), "a", hand=1).entry

    def correct(points: int, reason: str = "misread"):
        return correct_and_undo.correct(
            line.pk, won(points), device_key="c", by="referee", reason=reason
        )

    correct(20)
    assert correct(20).repeated
    said = refused(lambda: correct(30))
    assert "20 fan" in said
    assert "30 fan" in said
    assert "somebody saw" in refused(lambda: correct(20, "somebody saw"))
    taking_back = {"device_key": "c", "by": "referee", "reason": "misread"}
    refused(lambda: correct_and_undo.retract(line.pk, **taking_back))
    assert game.ledger.count() == 2


def test_what_is_taken_back_is_not_another_line(game):
    one, two = (enter(game, won(12), f"h{n}", hand=n).entry for n in (1, 2))

    def retract(line):
        how = {"device_key": "t", "by": "referee", "reason": "not played"}
        return correct_and_undo.retract(line.pk, **how)

    retract(one)
    assert retract(one).repeated
    refused(lambda: retract(two))
    assert [line.hand for line in TableLedger(game).live] == [1]


def test_an_undo_is_of_the_line_that_was_seen(game):
    for hand in (1, 2):
        enter(game, won(12), f"h{hand}", hand=hand)

    def undo(sequence: int):
        how = {"device_key": "u", "by": "referee", "reason": "not played"}
        return correct_and_undo.undo(game.pk, sequence=sequence, **how)

    undo(2)
    assert undo(2).repeated
    refused(lambda: undo(1))
    assert [line.hand for line in TableLedger(game).live] == [1]


def test_a_hand_put_in_is_not_another_one(game):
    enter(game, won(12), "a", hand=1)

    def insert(points: int, after: int = 0):
        how = {"device_key": "i", "by": "referee", "reason": "forgotten"}
        return insert_and_remove_hands.insert(game.pk, after, won(points), **how)

    insert(20)
    assert insert(20).repeated
    said = refused(lambda: insert(30))
    assert "20 fan" in said
    assert "30 fan" in said
    refused(lambda: insert(20, after=1))
    assert len(TableLedger(game).live) == 2


def test_a_reseating_is_not_another_one(game):
    def reseat(seats: dict):
        how = {"device_key": "r", "by": "referee", "reason": "chairs", "seating": 0}
        return reseat_players.reseat(game.pk, SWAP | {"seats": seats}, **how)

    reseat({"E": "S", "S": "E"})
    assert reseat({"E": "S", "S": "E"}).repeated
    refused(lambda: reseat({"E": "W", "W": "E"}))
    assert TableLedger(game).seats.steps[0].reseat.seats[Wind.EAST] is Wind.SOUTH


def test_what_is_copied_and_which_stands_is_not_another(game):
    scores = {"E": 30, "S": -10, "W": -10, "N": -10}
    enter(game, {"kind": "totals", "scores": scores}, "t", reason="paper")

    def copy(points: int):
        return paper_sheets.copy_hand(
            game.pk, won(points), device_key="c", by="referee", hand=1
        )

    def settle(stands: paper_sheets.Stands):
        how = {"device_key": "s", "by": "referee", "reason": "counted"}
        return paper_sheets.settle(game.pk, stands, **how)

    copy(12)
    assert copy(12).repeated
    refused(lambda: copy(20))
    settle(paper_sheets.Stands.HANDS)
    assert settle(paper_sheets.Stands.HANDS).repeated
    assert copy(12).repeated
    refused(lambda: settle(paper_sheets.Stands.TOTALS))


def test_a_ruling_that_was_refused_so_can_be_saved_once_more(referee_client, at, game):
    def ruled(key: str, points: int):
        fields = {"kind": "penalty", "penalty-device_key": key, "penalty-north": points}
        more = {"penalty-reason": "late", "penalty-target": "score"}
        return referee_client.post(at("ruling"), fields | more)

    assert ruled("p", -10).status_code == 302
    page = text(again := ruled("p", -20))
    assert again.status_code == 422
    assert "page has already saved" in page
    [key] = re.findall(r'name="penalty-device_key" value="([^"]*)"', page)
    assert ruled(key, -20).status_code == 302
    assert TableLedger(game).state.scores["N"] == -30
