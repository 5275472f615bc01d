"""Tournaments with closed rounds."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import timezone

from scoring.standings import kept_until_changes
from tests.scoring.absences import SCORES, played, player_numbered
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import LATER_FOUR, close
from tournaments.models import Round, RoundState, Tournament
from tournaments.people import player_changes, register_players
from tournaments.rounds import round_clock, seat_rounds_and_exchange_seats


@pytest.fixture
def closed_round(tournament: Tournament) -> Round:
    """Return round 1, closed.

    Players 1 and 5 won their tables, 5 with the higher score.
    """
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, LATER_FOUR)
    close(first)
    return first


@pytest.fixture
def second_round(closed_round: Round) -> Round:
    """Return round 2, running and without hands."""
    tournament = closed_round.tournament
    round_ = seat(tournament, 2, (5, 2, 3, 4), (1, 6, 7, 8))
    return round_clock.start(round_.pk, by="director", now=timezone.now())


@pytest.fixture
def one_left(tournament):
    """Change the tournament: player 4 has withdrawn after round 1, 5 is a substitute,
    and 6 sat out round 2.
    """
    played(tournament, 1, (1, 2, 3, 4))
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))],
        by="director",
    )
    newcomer = register_players.PlayerRow(last_name="Stand-In")
    player_changes.substitute_newcomer(
        tournament,
        player_numbered(tournament, 4),
        newcomer,
        2,
        by="director",
        reason="ill",
    )
    [round_] = tournament.rounds.filter(number=2)
    paper(round_, 1, SCORES)
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    return tournament


@pytest.fixture
def keeping(monkeypatch):
    """Keep lists, although tests run in a transaction."""
    monkeypatch.setattr(kept_until_changes, "MOST", 2)
    outside = SimpleNamespace(in_atomic_block=False)
    monkeypatch.setattr(kept_until_changes, "connection", outside)
