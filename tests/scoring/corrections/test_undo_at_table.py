"""Undo of the last entry on the table device and by a referee."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import (
    conflicting_hands,
    correct_and_undo,
    insert_and_remove_hands,
    reseat_players,
)
from scoring.ledger import decide_late_hand, enter_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict
from scoring.rounds import end_and_close_round
from scoring.wording.stored_reasons import of_line
from tests.scoring.table_device import device_at, text, undo_fields, win
from tests.scoring.tables_of_rules import table_of
from tournaments.access import table_links
from tournaments.models import LateWord, Tournament
from tournaments.refusals import Refused, sentence

WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win", "seat": "W"}
WHO_CAN = "Only a referee or director can undo this"
RULINGS = {
    "overall penalty": {
        "kind": "penalty",
        "seat": "N",
        "amount": -10,
        "target": "overall",
    },
    "penalty": {"kind": "penalty", "seat": "N", "amount": -10},
    "finish by ruling": {"kind": "play_ended", "why": "ruling"},
    "cancelled": {"kind": "play_ended", "why": "cancelled"},
    "totals": {
        "kind": "totals",
        "scores": {"E": 30, "S": -10, "W": -10, "N": -10},
    },
    "a referee's false win": FALSE_WIN,
}


@pytest.fixture
def device(game) -> Client:
    return device_at(game)


def enter(game, raw, by: str = "table 1", **more):
    return enter_hand.enter(
        game.pk, raw, device_key=f"{raw['kind']} {by}", by=by, **more
    ).entry


def refused_to(device, at, game, why: str = "") -> bool:
    """Return whether the device's page shows the reason `why` it cannot undo, and
    whether a request to undo is refused.
    """
    page = text(device.get(at()))
    last = TableLedger(game).last_entered
    fields = {"device_key": "u", "sequence": last.sequence}
    response = device.post(at("undo"), fields)
    said = f"{WHO_CAN}{why}" in page and "Undo the last" not in page
    stays = TableLedger(game).last_entered == last
    return said and stays and WHO_CAN in text(response)


def test_a_referee_who_undoes_what_is_gone_and_gives_no_reason_is_told(
    referee_client, at
):
    fields = {"device_key": "u", "sequence": 1}
    response = referee_client.post(at("undo"), fields)
    assert response.status_code == 422
    assert "Enter a reason for undoing this entry." in text(response)


# --- a device -------------------------------------------------------------------


def keeps_its_last_entry(game) -> bool:
    """Return whether the last entry stays when the table's device tries to undo it.

    Asserts that the undo is refused.
    """
    last = TableLedger(game).last_entered
    with pytest.raises(Refused) as caught:
        correct_and_undo.undo(
            game.pk, device_key="u", by="table 1", reason="", device=True
        )
    return (
        WHO_CAN in sentence(caught.value.faults[0])
        and TableLedger(game).last_entered == last
    )


@pytest.mark.parametrize("raw", RULINGS.values(), ids=RULINGS)
def test_a_device_does_not_take_back_what_a_referee_decided(game, raw):
    enter(game, WASHOUT, hand=1)
    enter(game, raw, by="referee", reason="ruling")
    assert keeps_its_last_entry(game)


def test_a_device_does_not_take_back_a_hand_of_the_referee(device, game, at):
    enter(game, WASHOUT, by="referee", hand=1)
    assert refused_to(device, at, game)


def test_a_device_does_not_take_back_a_referees_correction(game):
    line = enter(game, WASHOUT, hand=1)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 20}
    correct_and_undo.correct(
        line.pk, raw, device_key="c", by="referee", reason="somebody won"
    )
    assert keeps_its_last_entry(game)


def test_a_device_does_not_seat_the_players_again(game):
    enter(game, WASHOUT, hand=1)
    seats = {"E": "S", "S": "E"}
    reseat_players.reseat(
        game.pk,
        {"kind": "reseat", "seats": seats, "follow": "players"},
        device_key="r",
        by="referee",
        reason="wrong chairs",
    )
    assert keeps_its_last_entry(game)


@pytest.mark.parametrize("raw", [WASHOUT, FALSE_WIN], ids=["hand", "false win"])
def test_a_device_takes_back_what_the_table_entered(device, game, at, raw):
    enter(game, raw, hand=1)
    page = text(device.get(at()))
    assert "Undo the last entry" in page
    assert 'id="undo-reason"' not in page
    device.post(at("undo"), undo_fields(page) | {"reason": "said by nobody"})
    assert TableLedger(game).live == []
    assert str(of_line(game.ledger.last())) == "undone at the table"


@pytest.mark.parametrize("by", ["table 1", "referee"])
def test_a_hand_that_only_moved_is_whose_it_was(device, game, at, by):
    """A hand keeps its author if a referee inserts a forgotten hand before it."""
    enter(game, WASHOUT, by=by, hand=1)
    given = {"device_key": "i", "by": "referee", "reason": "was forgotten"}
    insert_and_remove_hands.insert(game.pk, 0, WASHOUT, **given)
    if by == "referee":
        assert refused_to(device, at, game)
        return
    device.post(at("undo"), undo_fields(text(device.get(at()))))
    [line] = TableLedger(game).live
    assert (line.hand, line.by) == (1, "referee")
    # The remaining entry is the referee's.
    assert refused_to(device, at, game)


def test_a_chombo_that_the_table_entered_is_its_own(director, noon):
    table = table_of(director, noon, "riichi")
    device = Client()
    device.get(f"/table/link/{table_links.token_of(table.game)}/")
    device.post(table.at(), table.fields(winner="false_win", offender="S"))
    page = text(device.get(table.at()))
    device.post(table.at("undo"), undo_fields(page))
    assert TableLedger(table.game).live == []


# --- entries changed by others ---------------------------------------------------
def time_is_up(game) -> None:
    now = timezone.now()
    end_and_close_round.end_now(game.round_id, by="director", reason="time", now=now)


def won(points: int) -> dict:
    return {"kind": "win", "winner": "E", "from": "S", "points": points}


def two_versions(game, *by: str) -> Conflict:
    """Enter hand 1 in two versions by these two authors. Return the conflict."""
    enter(game, won(12), by=by[0], hand=1)
    with pytest.raises(HandConflict) as found:
        enter(game, won(20), by=f"{by[1]}", hand=1)
    return conflicting_hands.note(found.value, device_key="other", by=by[1])


@pytest.mark.parametrize("by", ["the referee's word", "more time"])
def test_a_device_does_not_take_back_a_hand_that_somebody_let_count(
    device, game, at, by
):
    time_is_up(game)
    device.post(at(), win(1, "late"))
    late = game.late_hands.get()
    assert "Undo this mistaken entry" in text(device.get(at()))
    if by == "more time":
        given = {"by": "director", "reason": "too early", "now": timezone.now()}
        end_and_close_round.undo_end(game.round_id, **given)
    else:
        decide_late_hand.decide(late.pk, counts=True, by="referee")
    assert [line.by for line in TableLedger(game).live if line.settles_hand] == [
        late.by
    ]
    assert refused_to(
        device, at, game, " hand, because a referee or director decided that it counts."
    )
    response = device.post(at("take_back_late_hand", late.pk), follow=True)
    assert "Only a referee or director can change the decision" in text(response)
    assert TableLedger(game).state.hands_played == 1


def test_a_device_takes_back_a_late_hand_on_which_nobody_had_to_decide(
    device, game, at
):
    Tournament.objects.update(late_word=LateWord.TABLE)
    time_is_up(game)
    device.post(at(), win(1, "late") | {"before_gong": "on"})
    device.post(at("undo"), undo_fields(text(device.get(at()))))
    assert TableLedger(game).state.hands_played == 0


def test_a_correction_that_a_referee_took_back_leaves_the_hand_the_referees(
    device, game, at
):
    line = enter(game, won(12), hand=1)
    given = {"by": "referee", "reason": "misread"}
    correct_and_undo.correct(line.pk, won(20), device_key="c", **given)
    correct_and_undo.undo(game.pk, device_key="u", **given)
    assert TableLedger(game).live[0].data["points"] == 12
    assert refused_to(device, at, game)


@pytest.mark.parametrize("choice", ["kept", "offered"])
def test_a_device_does_not_take_back_what_a_referee_chose_of_two_versions(
    device, game, at, choice
):
    conflict = two_versions(game, "table 1", "table 1, device K47")
    given = {"by": "referee", "reason": "compared"}
    conflicting_hands.settle(game, conflict.pk, choice, **given)
    chosen = " hand, because a referee or director entered or chose a version"
    changed = " entry, because a referee or director entered or changed it"
    assert refused_to(device, at, game, chosen if choice == "kept" else changed)


def test_a_device_does_not_take_back_a_hand_of_which_a_referee_gave_another_version(
    device, game, at
):
    two_versions(game, "table 1", "referee")
    assert refused_to(
        device,
        at,
        game,
        " hand, because a referee or director entered or chose a version",
    )


def test_what_the_table_itself_chose_it_takes_back_itself(device, game, at):
    Tournament.objects.update(table_settles_conflicts=True)
    conflict = two_versions(game, "table 1", "table 1, device K47")
    fields = {"choice": "offered", "reason": "compared"}
    device.post(at("settle_conflict", conflict.pk), fields)
    assert TableLedger(game).live[0].data["points"] == 20
    device.post(at("undo"), undo_fields(text(device.get(at()))))
    assert TableLedger(game).live[0].data["points"] == 12


@pytest.mark.parametrize(
    "by", [("table 1", "referee"), ("referee", "table 1")], ids=["second", "first"]
)
def test_a_device_does_not_choose_where_a_referee_gave_a_version(device, game, at, by):
    Tournament.objects.update(table_settles_conflicts=True)
    conflict = two_versions(game, *by)
    page = text(device.get(at()))
    assert "A referee or director has already dealt with this hand" in page
    assert "Keep this version" not in page
    for choice in ("kept", "offered"):
        fields = {"choice": choice, "reason": "compared"}
        at_once = device.post(at("settle_conflict", conflict.pk), fields, follow=True)
        assert "A referee or director has already dealt with this hand" in text(at_once)
    conflict.refresh_from_db()
    assert (conflict.choice, game.ledger.count()) == ("", 1)


def test_a_device_does_not_choose_once_the_hand_is_confirmed(device, game, at):
    Tournament.objects.update(table_settles_conflicts=True)
    conflict = two_versions(game, "table 1", "table 1, device K47")
    assert "Keep this version" in text(device.get(at()))
    said_of(game, "referee")
    assert "Keep this version" not in text(device.get(at()))
    fields = {"choice": "offered", "reason": "compared"}
    device.post(at("settle_conflict", conflict.pk), fields)
    assert game.ledger.filter(kind="win").count() == 1


def test_a_device_does_not_take_back_a_hand_that_was_put_in(device, game, at):
    enter(game, WASHOUT, hand=1)
    given = {"device_key": "i", "by": "referee", "reason": "was forgotten"}
    insert_and_remove_hands.insert(game.pk, 1, won(20), **given)
    assert refused_to(device, at, game)


def said_of(game, who: str) -> None:
    """End play, and confirm the result as the person `who`."""
    time_is_up(game)
    if TableLedger(game).state.over is None:
        ended = {"kind": "play_ended", "why": "time"}
        enter(game, ended, by="table 1")
    sequence = game.ledger.count()
    if who == "referee":
        confirm_and_dispute.confirm_as_referee(game.pk, sequence=sequence, by="referee")
    else:
        player = game.seats.get(wind="E").player
        confirm_and_dispute.confirm_as_player(game.pk, player, sequence=sequence)


@pytest.mark.parametrize("who", ["referee", "player"])
def test_a_device_does_not_take_back_what_was_confirmed(device, game, at, who):
    Tournament.objects.update(end_policy="stop_at_once")
    enter(game, WASHOUT, hand=1)
    said_of(game, who)
    assert refused_to(device, at, game, " entry, because the result is confirmed.")


def test_a_dispute_leaves_the_hand_to_the_table_until_a_referee_has_answered(
    device, game, at
):
    enter(game, WASHOUT, hand=1)
    player = game.seats.get(wind="E").player
    said = confirm_and_dispute.dispute(game.pk, player, sequence=1, text="I won")
    assert "Undo the last entry" in text(device.get(at()))
    confirm_and_dispute.settle(said.pk, by="referee", answer="no winner")
    assert refused_to(device, at, game, " entry, because the result is confirmed.")


def test_what_comes_after_what_was_confirmed_is_the_tables_own(device, game, at):
    enter(game, WASHOUT, hand=1)
    player = game.seats.get(wind="E").player
    said = confirm_and_dispute.dispute(game.pk, player, sequence=1, text="I won")
    confirm_and_dispute.settle(said.pk, by="referee", answer="no winner")
    enter(game, won(12), hand=2)
    device.post(at("undo"), undo_fields(text(device.get(at()))))
    assert [line.hand for line in TableLedger(game).live] == [1]
    assert refused_to(device, at, game)


# --- a referee ------------------------------------------------------------------


def test_a_referee_says_why(referee_client, game, at):
    enter(game, WASHOUT, hand=1)
    fields = undo_fields(text(referee_client.get(at())))
    for reason in ("", "   "):
        response = referee_client.post(at("undo"), fields | {"reason": reason})
        assert response.status_code == 422
        assert "Enter a reason for undoing this entry." in text(response)
    referee_client.post(at("undo"), fields | {"reason": "of another table"})
    assert game.ledger.last().reason == "of another table"


def test_undoing_a_correction_restores_what_it_replaced(referee_client, game, at):
    for hand in (1, 2):
        referee_client.post(at(), win(hand, f"h{hand}", points=12))
    last = game.ledger.get(hand=2)
    for points in (20, 30):
        line = TableLedger(game).last_entered
        raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
        correct_and_undo.correct(
            line.pk, raw, device_key=f"c{points}", by="referee", reason="misread"
        )
    for again, now in ((20, 30), (12, 20)):
        page = text(referee_client.get(at()))
        assert (
            f"Undo the correction of hand 2?</h2> <p>Player 01 wins {now} fan" in page
        )
        assert f"Restored entry: Player 01 wins {again} fan" in page
        response = referee_client.post(
            at("undo"), undo_fields(page) | {"reason": "it was right"}, follow=True
        )
        assert "Correction undone." in text(response)
        live = TableLedger(game).live[-1]
        assert (live.hand, live.data["points"]) == (2, again)
        assert live.place == last.place
    page = text(referee_client.get(at()))
    assert "Restored entry" not in page
    referee_client.post(at("undo"), undo_fields(page) | {"reason": "never played"})
    assert [line.hand for line in TableLedger(game).live] == [1]


def test_undoing_the_correction_of_a_penalty_restores_it(game):
    line = enter(game, RULINGS["penalty"], by="referee", reason="late")
    raw = RULINGS["penalty"] | {"amount": -20}
    correct_and_undo.correct(
        line.pk, raw, device_key="c", by="referee", reason="misheard"
    )
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="it was right")
    assert TableLedger(game).state.scores["N"] == -10


def test_a_hand_entered_again_is_taken_back_again(game):
    for key in ("a", "b"):
        enter_key = {"hand": 1, "device_key": key, "by": "table 1"}
        enter_hand.enter(game.pk, WASHOUT, **enter_key)
        correct_and_undo.undo(
            game.pk, device_key=f"u{key}", by="table 1", reason="wrong"
        )
    assert TableLedger(game).live == []
