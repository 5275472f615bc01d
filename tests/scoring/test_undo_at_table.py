"""What the last entry's undo takes back: by the table's device, and by a referee."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring import corrections, hand_order, ledger, reseating
from scoring.book import Book
from tests.scoring.table_device import text, undo_fields, win
from tests.scoring.tables_of_rules import table_of
from tournaments import table_links

WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win", "seat": "W"}
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
def device(session) -> Client:
    """A browser without an account that came by the link of table 1."""
    client = Client()
    client.get(f"/table/link/{table_links.token_of(session)}/")
    return client


def enter(session, raw, by: str = "table 1", **more):
    return ledger.enter(
        session.pk, raw, device_key=f"{raw['kind']} {by}", by=by, **more
    ).entry


def refused_to(device, at, session) -> bool:
    """Whether the device is shown why, and refused when it tries all the same."""
    page = text(device.get(at()))
    last = Book(session).last_entered
    fields = {"device_key": "u", "sequence": last.sequence}
    response = device.post(at("undo"), fields)
    said = "Only a referee takes this back." in page and "Undo the last" not in page
    stays = Book(session).last_entered == last
    return said and stays and "Only a referee takes this back." in text(response)


def test_a_referee_who_undoes_what_is_gone_and_gives_no_reason_is_told(
    referee_client, at
):
    fields = {"device_key": "u", "sequence": 1}
    response = referee_client.post(at("undo"), fields)
    assert response.status_code == 422
    assert "Give the reason for taking it back." in text(response)


# --- a device -------------------------------------------------------------------


@pytest.mark.parametrize("raw", RULINGS.values(), ids=RULINGS)
def test_a_device_does_not_take_back_what_a_referee_decided(device, session, at, raw):
    enter(session, WASHOUT, hand=1)
    enter(session, raw, by="referee", reason="ruling")
    assert refused_to(device, at, session)


def test_a_device_does_not_take_back_a_hand_of_the_referee(device, session, at):
    enter(session, WASHOUT, by="referee", hand=1)
    assert refused_to(device, at, session)


def test_a_device_does_not_take_back_a_referees_correction(device, session, at):
    line = enter(session, WASHOUT, hand=1)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 20}
    corrections.correct(
        line.pk, raw, device_key="c", by="referee", reason="somebody won"
    )
    assert refused_to(device, at, session)


def test_a_device_does_not_seat_the_players_again(device, session, at):
    enter(session, WASHOUT, hand=1)
    seats = {"E": "S", "S": "E"}
    reseating.reseat(
        session.pk,
        {"kind": "reseat", "seats": seats, "follow": "players"},
        device_key="r",
        by="referee",
        reason="wrong chairs",
    )
    assert refused_to(device, at, session)


@pytest.mark.parametrize("raw", [WASHOUT, FALSE_WIN], ids=["hand", "false win"])
def test_a_device_takes_back_what_the_table_entered(device, session, at, raw):
    enter(session, raw, hand=1)
    page = text(device.get(at()))
    assert "Undo the last entry" in page
    assert "Reason for taking it back" not in page
    device.post(at("undo"), undo_fields(page) | {"reason": "said by nobody"})
    assert Book(session).live == []
    assert session.ledger.last().reason == "undone at the table"


@pytest.mark.parametrize("by", ["table 1", "referee"])
def test_a_hand_that_only_moved_is_whose_it_was(device, session, at, by):
    """A referee puts a forgotten hand in before it."""
    enter(session, WASHOUT, by=by, hand=1)
    given = {"device_key": "i", "by": "referee", "reason": "was forgotten"}
    hand_order.insert(session.pk, 0, WASHOUT, **given)
    if by == "referee":
        assert refused_to(device, at, session)
        return
    device.post(at("undo"), undo_fields(text(device.get(at()))))
    [line] = Book(session).live
    assert (line.hand, line.by) == (1, "referee")
    # What is left is the referee's.
    assert refused_to(device, at, session)


def test_a_chombo_that_the_table_entered_is_its_own(director, noon):
    table = table_of(director, noon, "riichi")
    device = Client()
    device.get(f"/table/link/{table_links.token_of(table.session)}/")
    device.post(table.at(), table.fields(winner="false_win", offender="S"))
    page = text(device.get(table.at()))
    device.post(table.at("undo"), undo_fields(page))
    assert Book(table.session).live == []


# --- a referee ------------------------------------------------------------------


def test_a_referee_says_why(referee_client, session, at):
    enter(session, WASHOUT, hand=1)
    fields = undo_fields(text(referee_client.get(at())))
    for reason in ("", "   "):
        response = referee_client.post(at("undo"), fields | {"reason": reason})
        assert response.status_code == 422
        assert "Give the reason for taking it back." in text(response)
    referee_client.post(at("undo"), fields | {"reason": "of another table"})
    assert session.ledger.last().reason == "of another table"


def test_undoing_a_correction_restores_what_it_replaced(referee_client, session, at):
    for hand in (1, 2):
        referee_client.post(at(), win(hand, f"h{hand}", points=12))
    last = session.ledger.get(hand=2)
    for points in (20, 30):
        line = Book(session).last_entered
        raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
        corrections.correct(
            line.pk, raw, device_key=f"c{points}", by="referee", reason="misread"
        )
    for again, now in ((20, 30), (12, 20)):
        page = text(referee_client.get(at()))
        assert f"<b>Hand 2</b> Player 01 wins {now} fan" in page
        assert f"it is again: Player 01 wins {again} fan" in page
        response = referee_client.post(
            at("undo"), undo_fields(page) | {"reason": "it was right"}, follow=True
        )
        assert "The correction was taken back." in text(response)
        live = Book(session).live[-1]
        assert (live.hand, live.data["points"]) == (2, again)
        assert live.place == last.place
    page = text(referee_client.get(at()))
    assert "it is again" not in page
    referee_client.post(at("undo"), undo_fields(page) | {"reason": "never played"})
    assert [line.hand for line in Book(session).live] == [1]


def test_undoing_the_correction_of_a_penalty_restores_it(session):
    line = enter(session, RULINGS["penalty"], by="referee", reason="late")
    raw = RULINGS["penalty"] | {"amount": -20}
    corrections.correct(line.pk, raw, device_key="c", by="referee", reason="misheard")
    corrections.undo(session.pk, device_key="u", by="referee", reason="it was right")
    assert Book(session).state.scores["N"] == -10


def test_a_hand_entered_again_is_taken_back_again(session):
    for key in ("a", "b"):
        enter_key = {"hand": 1, "device_key": key, "by": "table 1"}
        ledger.enter(session.pk, WASHOUT, **enter_key)
        corrections.undo(session.pk, device_key=f"u{key}", by="table 1", reason="wrong")
    assert Book(session).live == []
