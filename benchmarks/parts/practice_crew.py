"""Staff who handle each incident of a practice tournament as its card shows.

A module that imports this one must set Django up first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from rules.faults import RuleError
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import conflicting_hands, correct_and_undo, reseat_players
from scoring.ledger import decide_late_hand, enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation, Incident, LateHand
from scoring.practice import incident_catalogue, start_incidents
from tournaments.access import table_links
from tournaments.models import Game, Player, Tournament
from tournaments.people import player_changes

CREW = "referee"


def _right_hand(incident: Incident, game: Game) -> None:
    line = TableLedger(game).outcome(incident.data["hand"])
    assert line is not None
    correct_and_undo.correct(
        line.pk,
        incident.data["raw"],
        device_key=f"crew-{incident.pk}",
        by=CREW,
        reason="as the table says",
    )


def _right_seats(incident: Incident, game: Game) -> None:
    one, other = incident.data["seats"]
    reseat_players.reseat(
        game.pk,
        {"kind": "reseat", "seats": {one: other, other: one}, "follow": "players"},
        device_key=f"crew-{incident.pk}",
        by=CREW,
        reason="as they sit",
    )


def _new_link(_incident: Incident, game: Game) -> None:
    table_links.reissue(game.pk, by=CREW)


def _choose(_incident: Incident, game: Game) -> None:
    for conflict in conflicting_hands.waiting_in(game.round.tournament):
        if conflict.line.game_id == game.pk:
            conflicting_hands.settle(game, conflict.pk, "kept", by=CREW, reason="asked")


def _answer(incident: Incident, game: Game) -> None:
    disputes = Confirmation.objects.filter(game=game, settled_at=None)
    for dispute in disputes.filter(kind="dispute", player=incident.data["entry"]):
        confirm_and_dispute.settle(dispute.pk, by=CREW, answer="We looked: it stands.")


def _false_win(incident: Incident, game: Game) -> None:
    enter_hand.enter(
        game.pk,
        {"kind": "false_win", "seat": incident.data["seat"]},
        device_key=f"crew-{incident.pk}",
        by=CREW,
        reason="no hand",
    )


def _withdraw(incident: Incident, game: Game) -> None:
    player = Player.objects.get(pk=incident.data["entry"])
    player_changes.withdraw(player, game.round.number, by=CREW, reason="ill")


def _decide(_incident: Incident, game: Game) -> None:
    for late in LateHand.objects.filter(game=game, decision=""):
        decide_late_hand.decide(late.pk, counts=True, by=CREW)


def _wait(_incident: Incident, _game: Game) -> None:
    """Do nothing, because the network returns automatically."""


DEALS: Mapping[str, Callable[[Incident, Game], None]] = {
    incident_catalogue.WRONG_HAND: _right_hand,
    incident_catalogue.WRONG_SEATS: _right_seats,
    incident_catalogue.SILENT: _new_link,
    incident_catalogue.TWO_VERSIONS: _choose,
    incident_catalogue.PHONE_DIES: _new_link,
    incident_catalogue.DISPUTE: _answer,
    incident_catalogue.FALSE_WIN: _false_win,
    incident_catalogue.DROP_OUT: _withdraw,
    incident_catalogue.LATE_TABLE: _decide,
}


def deal_with_all(event: Tournament, refused: Counter[str]) -> None:
    """Handle each open incident as its card shows.

    Counts refused actions in `refused`, by incident and error code; the next call tries
    them again.
    """
    begun = Incident.objects.filter(tournament=event, done_at=None)
    for incident in begun.exclude(begun_at=None).select_related(
        "game__round__tournament"
    ):
        if incident.game is None:
            continue
        try:
            DEALS[incident.kind](incident, incident.game)
        except RuleError as error:
            refused[f"{incident.kind}: {error.faults[0].code}"] += 1
    start_incidents.note_done(event.pk)
