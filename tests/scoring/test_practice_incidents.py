"""Incidents: bots act them out by the tables' own pages, and the event itself shows
whether the crew dealt with them."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.corrections import conflicts, corrections, reseating
from scoring.ledger import entering
from scoring.ledger.book import Book
from scoring.ledger.rebuild import rebuild
from scoring.models import BotPlay, Confirmation, Incident, LateHand
from scoring.practice import bots
from scoring.practice.incidents import happening, kinds
from scoring.practice.incidents.checks import CHECKS
from scoring.rounds import ending
from scoring.signoff import confirming
from tests.scoring.in_process_bots import InProcess, hurry, lines, play
from tests.scoring.table_device import text
from tests.scoring.test_practice_event import made
from tournaments.access import table_links
from tournaments.models import Entry, RefereeCall
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(director):
    event = made(director, "mcr", round=1)
    bots.start(event, speed=100, by_tiles=True, by="director")
    return event


def happens(event, kind: str, *, slices: int = 3) -> Incident:
    """The incident at table 1, acted out as far as bots go."""
    table = None if kinds.KINDS[kind].whole_hall else 1
    incident = happening.begin(
        event, kind, by="director", table=table, chance=Random(3)
    )
    for _slice in range(slices):
        play(event, InProcess())
        incident.refresh_from_db()
        if incident.begun_at:
            break
    return incident


def state(event) -> str:
    """How the director is told of the only incident."""
    happening.note_done(event.pk)
    [shown] = happening.shown(event)
    if not shown.incident.begun_at:
        return "waits"
    return "done" if shown.is_done else "to do"


def test_every_kind_has_its_check():
    assert CHECKS.keys() == kinds.KINDS.keys()


def test_a_wrong_hand_is_corrected(event):
    incident = happens(event, kinds.WRONG_HAND, slices=8)
    assert state(event) == "to do"
    [shown] = happening.shown(event)
    assert "The true result: " in shown.happens
    line = Book(incident.session).outcome(incident.data["hand"])
    corrections.correct(
        line.pk, incident.data["raw"], device_key="r", by="referee", reason="told"
    )
    assert state(event) == "done"


def test_wrong_seats_are_put_right(event):
    incident = happens(event, kinds.WRONG_SEATS)
    assert state(event) == "to do"
    one, other = incident.data["seats"]
    reseating.reseat(
        incident.session.pk,
        {"kind": "reseat", "seats": {one: other, other: one}, "follow": "seats"},
        device_key="r",
        by="referee",
        reason="they sat so",
    )
    assert state(event) == "done"


@pytest.mark.parametrize("kind", [kinds.SILENT, kinds.PHONE_DIES])
def test_a_table_without_a_phone_goes_on_by_a_new_link(event, kind):
    incident = happens(event, kind)
    before = incident.session.ledger.count()
    play(event, InProcess(), slices=2)
    assert incident.session.ledger.count() == before
    assert state(event) == "to do"
    table_links.reissue(incident.session.pk, by="referee")
    assert state(event) == "done"
    play(event, InProcess(), slices=2)
    assert incident.session.ledger.count() > before


def test_a_silent_table_is_heard_of_by_what_a_referee_enters(event):
    incident = happens(event, kinds.SILENT)
    entering.enter(
        incident.session.pk,
        {"kind": "washout"},
        hand=Book(incident.session).state.position.hand,
        device_key="r",
        by="referee",
    )
    assert state(event) == "done"


def test_of_two_versions_one_is_chosen(event):
    incident = happens(event, kinds.TWO_VERSIONS, slices=8)
    assert state(event) == "to do"
    conflict = conflicts.waiting_in(event).get()
    conflicts.settle(
        incident.session, conflict.pk, "kept", by="referee", reason="asked"
    )
    assert state(event) == "done"


def test_a_dispute_is_answered(event):
    incident = happens(event, kinds.DISPUTE)
    assert state(event) == "to do"
    dispute = Confirmation.objects.get(session=incident.session)
    assert dispute.by.startswith("player")
    confirming.settle(dispute.pk, by="referee", answer="It stands.")
    assert state(event) == "done"


def test_a_false_win_is_called_and_entered(event):
    incident = happens(event, kinds.FALSE_WIN)
    assert RefereeCall.objects.get(session=incident.session).called_by != "director"
    assert state(event) == "to do"
    entering.enter(
        incident.session.pk,
        {"kind": "false_win", "seat": incident.data["seat"]},
        device_key="r",
        by="referee",
        reason="no hand",
    )
    assert state(event) == "done"


def test_who_drops_out_is_withdrawn(event):
    incident = happens(event, kinds.DROP_OUT)
    assert state(event) == "to do"
    Entry.objects.filter(pk=incident.data["entry"]).update(last_round=1)
    assert state(event) == "done"


def test_a_late_table_is_decided_about(event):
    incident = happens(event, kinds.LATE_TABLE)
    assert state(event) == "waits"
    round_ = event.rounds.get(number=1)
    gong = timezone.now() - timedelta(minutes=1)
    ending.end_now(round_.pk, by="director", now=gong, reason="gong")
    play(event, InProcess(), slices=2)
    assert state(event) == "to do"
    assert LateHand.objects.filter(session=incident.session, decision="").exists()
    LateHand.objects.filter(session=incident.session).update(
        decision="counts", decided_by="referee", decided_at=timezone.now()
    )
    assert state(event) == "done"


def test_a_hall_without_network_plays_on_and_sends_everything_later(event):
    before = lines(event)
    incident = happens(event, kinds.NO_NETWORK)
    for _slice in range(2):
        hurry(event)
        play(event, InProcess())
    assert lines(event) == before
    assert state(event) == "to do"
    Incident.objects.update(until=timezone.now())
    hurry(event)
    play(event, InProcess())
    assert lines(event) > before + 2
    assert rebuild(event, check=True) == []
    assert incident.session is None


def test_by_chance_something_happens_now_and_then(event):
    BotPlay.objects.update(incidents=True)
    happening.by_chance(BotPlay.objects.get())
    assert not Incident.objects.exists()
    BotPlay.objects.update(incident_at=timezone.now())
    happening.by_chance(BotPlay.objects.get())
    assert Incident.objects.count() == 1
    happening.by_chance(BotPlay.objects.get())
    assert Incident.objects.count() == 1


def test_what_bots_act_out_is_not_said_to_happen_while_none_play(
    event, director_client
):
    address = reverse("director:practice_incident", args=[event.slug])
    BotPlay.objects.update(is_running=False)
    asked = {"kind": "two_versions", "table": "1"}
    said = text(director_client.post(address, asked, follow=True))
    assert "The incident starts when bots play. Start the bots." in said
    assert "Start the bots to act it out." in said
    BotPlay.objects.update(is_running=True)
    desk = reverse("director:practice_desk", args=[event.slug])
    assert "Nobody acts it out" not in text(director_client.get(desk))


def test_the_desk_begins_and_tells_them(event, director_client, tournament):
    address = reverse("director:practice_incident", args=[event.slug])
    desk = reverse("director:practice_desk", args=[event.slug])
    asked = {"kind": "wrong_seats", "table": "1"}
    assert director_client.post(address, asked).status_code == 302
    assert "sat in each other" in text(director_client.get(desk))
    for wrong in (asked, {"kind": "earthquake"}, asked | {"table": "77"}):
        assert director_client.post(address, wrong).status_code == 422
    with pytest.raises(Refused):
        happening.begin(tournament, "silent", by="director", chance=Random(1))
