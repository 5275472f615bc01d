"""Seated and published rounds, and wins at their tables."""

from __future__ import annotations

from scoring.ledger import enter_hand
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats

FOUR_PLACES = {"E": 40, "S": 20, "W": -10, "N": -50}


def seat(tournament, number, *tables):
    """Return a published round with `tables` (player numbers E S W N)."""
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, table, numbers)
        for table, numbers in enumerate(tables, start=1)
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return publish_seating.publish(round_.pk, by="director")


def win(game, hand, winner="E", discarder="S", points=8):
    entry = {"kind": "win", "winner": winner, "from": discarder, "points": points}
    return enter_hand.enter(
        game.pk,
        entry,
        device_key=f"{game.pk}:{hand}",
        by="referee",
        hand=hand,
        before_gong=True,
    )
