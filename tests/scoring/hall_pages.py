"""Helpers for tests of the hall."""

from __future__ import annotations

from django.urls import reverse

from scoring.ledger import enter_hand
from tests.plain_names import plain_names
from tournaments.models import Round, Tournament
from tournaments.rounds import seat_rounds_and_exchange_seats

HTMX = {"HX-Request": "true"}


def address(name: str, *args, **query) -> str:
    path = reverse(f"director:{name}", args=args)
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    return f"{path}?{pairs}" if pairs else path


def text_of(response) -> str:
    return " ".join(plain_names(response.content.decode()).split())


def seat(tournament: Tournament, number: int) -> Round:
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, 1, (1, 2, 3, 4)),
        seat_rounds_and_exchange_seats.TableRow(number, 2, (5, 6, 7, 8)),
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return round_


def win(game, hand: int = 1, points: int = 24) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
    enter_hand.enter(game.pk, raw, hand=hand, device_key=f"w{hand}", by="referee")
