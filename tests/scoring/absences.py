"""Missed rounds, and their effect on the standings."""

from __future__ import annotations

from scoring.standings.rank_players import ranking_of
from tests.scoring.results import paper
from tournaments.models import Round, RoundState
from tournaments.rounds import seat_rounds_and_exchange_seats

SCORES = {"E": 40, "S": 20, "W": -10, "N": -50}


def played(tournament, number, *tables, scores=SCORES):
    """Seat, play and close a round with these tables of player numbers, entered as
    paper totals. Return it.
    """
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, table, numbers)
        for table, numbers in enumerate(tables, start=1)
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    for table in range(1, len(tables) + 1):
        paper(round_, table, scores)
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)


def line_of(tournament, number):
    lines = ranking_of(tournament).lines
    return next(line for line in lines if line.player.number == number)


def player_numbered(tournament, number):
    return tournament.players.get(number=number)
