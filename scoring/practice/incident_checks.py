"""Checks whether staff have resolved an incident."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils import timezone

from rules.faults import RuleError
from scoring.corrections import conflicting_hands
from scoring.ledger.table_ledger import TableLedger
from scoring.models import BotTable, Confirmation, Incident, LateHand
from scoring.practice import incident_catalogue
from scoring.rulesets.presenter_registry import false_win_kinds
from tournaments.access.table_links import link_version
from tournaments.models import Game, Player, Seat


def is_done(incident: Incident) -> bool:
    """Return whether the incident has started and staff have resolved it."""
    return incident.begun_at is not None and CHECKS[incident.kind](incident)


def _table(incident: Incident) -> Game:
    """Return the incident's table.

    Raises AssertionError for an incident of the whole hall.
    """
    if incident.game is None:
        raise AssertionError(incident.kind)
    return incident.game


def _hand_is_right(incident: Incident) -> bool:
    ledger = TableLedger(_table(incident))
    line = ledger.outcome(incident.data["hand"])
    if line is None:
        return False
    try:
        true = ledger.rules.read_entry(incident.data["raw"])
    except RuleError:
        return False
    return ledger.entry_of(line) == true


def _seats_are_right(incident: Incident) -> bool:
    wanted = incident.data["seats"]
    seats = Seat.objects.filter(game=_table(incident), wind__in=wanted)
    return bool(dict(seats.values_list("wind", "player")) == wanted)


def _is_heard_of(incident: Incident) -> bool:
    lines = _table(incident).ledger.count()
    return lines > incident.data["lines"] or _has_new_link(incident)


def _has_new_link(incident: Incident) -> bool:
    return link_version(_table(incident)) > int(incident.data["link"])


def _is_chosen(incident: Incident) -> bool:
    open_ones = conflicting_hands.waiting_in(incident.tournament)
    return not open_ones.filter(device_key=incident.data["key"]).exists()


def _is_answered(incident: Incident) -> bool:
    disputes = Confirmation.objects.filter(
        game=_table(incident), player=incident.data["entry"], kind="dispute"
    )
    return not disputes.filter(settled_at=None).exists()


def _false_win_is_entered(incident: Incident) -> bool:
    ledger = TableLedger(_table(incident))
    return any(
        line.kind in false_win_kinds()
        and line.sequence > incident.data["lines"]
        and line.data.get("seat") == incident.data["seat"]
        for line in ledger.live
    )


def _is_withdrawn(incident: Incident) -> bool:
    player = Player.objects.filter(pk=incident.data["entry"]).first()
    seated = Seat.objects.filter(game=_table(incident), player=player).exists()
    return player is None or player.last_round is not None or not seated


def _late_hands_are_decided(incident: Incident) -> bool:
    hands = LateHand.objects.filter(game=_table(incident))
    return hands.exists() and not hands.filter(decision="").exists()


def _network_is_back(incident: Incident) -> bool:
    if incident.until and incident.until > timezone.now():
        return False
    tables = BotTable.objects.filter(game__round__tournament=incident.tournament)
    return not tables.filter(waiting__gt=0, due_at__lt=incident.until).exists()


CHECKS: Mapping[str, Callable[[Incident], bool]] = {
    incident_catalogue.WRONG_HAND: _hand_is_right,
    incident_catalogue.WRONG_SEATS: _seats_are_right,
    incident_catalogue.SILENT: _is_heard_of,
    incident_catalogue.TWO_VERSIONS: _is_chosen,
    incident_catalogue.PHONE_DIES: _has_new_link,
    incident_catalogue.DISPUTE: _is_answered,
    incident_catalogue.FALSE_WIN: _false_win_is_entered,
    incident_catalogue.DROP_OUT: _is_withdrawn,
    incident_catalogue.LATE_TABLE: _late_hands_are_decided,
    incident_catalogue.NO_NETWORK: _network_is_back,
}
