"""Incidents.

Bots act them out through the table pages, and checks show whether the staff have
handled them.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import conflicting_hands, correct_and_undo, reseat_players
from scoring.ledger import enter_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import BotPlay, Confirmation, Incident, LateHand
from scoring.practice import incident_catalogue, start_and_stop_bots, start_incidents
from scoring.practice.incident_checks import CHECKS
from scoring.rounds import end_and_close_round
from tests.scoring.in_process_bots import InProcess, hurry, lines, play
from tests.scoring.practice.test_practice_event import made
from tests.scoring.table_device import text
from tournaments.access import table_links
from tournaments.models import Player, RefereeCall
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=100, by_tiles=False, by="director")
    return event


def happens(event, kind: str, *, slices: int = 3) -> Incident:
    """Start an incident of this kind and let bots act it out. Return the incident."""
    table = None if incident_catalogue.KINDS[kind].whole_hall else 1
    incident = start_incidents.begin(
        event, kind, by="director", table=table, chance=Random(3)
    )
    for _slice in range(slices):
        play(event, InProcess())
        incident.refresh_from_db()
        if incident.begun_at:
            break
    return incident


def state(event) -> str:
    """Return the state of the only incident as the director sees it: "waits", "to do"
    or "done".
    """
    start_incidents.note_done(event.pk)
    [shown] = start_incidents.shown(event)
    if not shown.incident.begun_at:
        return "waits"
    return "done" if shown.is_done else "to do"


def test_every_kind_has_its_check():
    assert CHECKS.keys() == incident_catalogue.KINDS.keys()


def test_a_wrong_hand_is_corrected(event):
    incident = happens(event, incident_catalogue.WRONG_HAND, slices=8)
    assert state(event) == "to do"
    [shown] = start_incidents.shown(event)
    assert "True result: " in shown.happens
    line = TableLedger(incident.game).outcome(incident.data["hand"])
    correct_and_undo.correct(
        line.pk, incident.data["raw"], device_key="r", by="referee", reason="told"
    )
    assert state(event) == "done"


def test_wrong_seats_are_put_right(event):
    incident = happens(event, incident_catalogue.WRONG_SEATS)
    assert state(event) == "to do"
    one, other = incident.data["seats"]
    reseat_players.reseat(
        incident.game.pk,
        {"kind": "reseat", "seats": {one: other, other: one}, "follow": "seats"},
        device_key="r",
        by="referee",
        reason="they sat so",
    )
    assert state(event) == "done"


@pytest.mark.parametrize(
    "kind", [incident_catalogue.SILENT, incident_catalogue.PHONE_DIES]
)
def test_a_table_without_a_phone_goes_on_by_a_new_link(event, kind):
    incident = happens(event, kind)
    before = incident.game.ledger.count()
    play(event, InProcess(), slices=2)
    assert incident.game.ledger.count() == before
    assert state(event) == "to do"
    table_links.reissue(incident.game.pk, by="referee")
    assert state(event) == "done"
    play(event, InProcess(), slices=2)
    assert incident.game.ledger.count() > before


def test_a_silent_table_is_heard_of_by_what_a_referee_enters(event):
    incident = happens(event, incident_catalogue.SILENT)
    enter_hand.enter(
        incident.game.pk,
        {"kind": "washout"},
        hand=TableLedger(incident.game).state.position.hand,
        device_key="r",
        by="referee",
    )
    assert state(event) == "done"


def test_of_two_versions_one_is_chosen(event):
    incident = happens(event, incident_catalogue.TWO_VERSIONS, slices=8)
    assert state(event) == "to do"
    conflict = conflicting_hands.waiting_in(event).get()
    conflicting_hands.settle(
        incident.game, conflict.pk, "kept", by="referee", reason="asked"
    )
    assert state(event) == "done"


def test_a_dispute_is_answered(event):
    incident = happens(event, incident_catalogue.DISPUTE)
    assert state(event) == "to do"
    dispute = Confirmation.objects.get(game=incident.game)
    assert dispute.by.startswith("player")
    confirm_and_dispute.settle(dispute.pk, by="referee", answer="It stands.")
    assert state(event) == "done"


def test_a_false_win_is_called_and_entered(event):
    incident = happens(event, incident_catalogue.FALSE_WIN)
    assert RefereeCall.objects.get(game=incident.game).called_by != "director"
    assert state(event) == "to do"
    enter_hand.enter(
        incident.game.pk,
        {"kind": "false_win", "seat": incident.data["seat"]},
        device_key="r",
        by="referee",
        reason="no hand",
    )
    assert state(event) == "done"


def test_who_drops_out_is_withdrawn(event):
    incident = happens(event, incident_catalogue.DROP_OUT)
    assert state(event) == "to do"
    Player.objects.filter(pk=incident.data["entry"]).update(last_round=1)
    assert state(event) == "done"


def test_a_late_table_is_decided_about(event):
    incident = happens(event, incident_catalogue.LATE_TABLE)
    assert state(event) == "waits"
    round_ = event.rounds.get(number=1)
    gong = timezone.now() - timedelta(minutes=1)
    end_and_close_round.end_now(round_.pk, by="director", now=gong, reason="gong")
    play(event, InProcess(), slices=2)
    assert state(event) == "to do"
    assert LateHand.objects.filter(game=incident.game, decision="").exists()
    LateHand.objects.filter(game=incident.game).update(
        decision="counts", decided_by="referee", decided_at=timezone.now()
    )
    assert state(event) == "done"


def test_a_hall_without_network_plays_on_and_sends_everything_later(event):
    before = lines(event)
    incident = happens(event, incident_catalogue.NO_NETWORK)
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
    assert incident.game is None


def test_by_chance_something_happens_now_and_then(event):
    BotPlay.objects.update(incidents=True)
    start_incidents.by_chance(BotPlay.objects.get())
    assert not Incident.objects.exists()
    BotPlay.objects.update(incident_at=timezone.now())
    start_incidents.by_chance(BotPlay.objects.get())
    assert Incident.objects.count() == 1
    start_incidents.by_chance(BotPlay.objects.get())
    assert Incident.objects.count() == 1


def test_what_bots_act_out_is_not_said_to_happen_while_none_play(
    event, director_client
):
    address = reverse("director:practice_incident", args=[event.slug])
    BotPlay.objects.update(is_running=False)
    asked = {"kind": "two_versions", "table": "1"}
    said = text(director_client.post(address, asked, follow=True))
    assert "Start the bots to start the incident." in said
    assert "Start the bots to begin this incident." in said
    BotPlay.objects.update(is_running=True)
    desk = reverse("director:practice_desk", args=[event.slug])
    assert "Start the bots to begin this incident" not in text(
        director_client.get(desk)
    )


def test_the_desk_begins_and_tells_them(event, director_client, tournament):
    address = reverse("director:practice_incident", args=[event.slug])
    desk = reverse("director:practice_desk", args=[event.slug])
    asked = {"kind": "wrong_seats", "table": "1"}
    assert director_client.post(address, asked).status_code == 302
    assert "sat in each other" in text(director_client.get(desk))
    for wrong in (asked, {"kind": "earthquake"}, asked | {"table": "77"}):
        assert director_client.post(address, wrong).status_code == 422
    with pytest.raises(Refused):
        start_incidents.begin(tournament, "silent", by="director", chance=Random(1))
