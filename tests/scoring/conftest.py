"""An event whose first round is closed, and whose second one is being played."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import LATER_FOUR, close
from tournaments.models import Round, Tournament
from tournaments.rounds import clock


@pytest.fixture
def closed_round(tournament: Tournament) -> Round:
    """Round 1 closed: 5 and 1 won their tables, 5 with the higher score."""
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, LATER_FOUR)
    close(first)
    return first


@pytest.fixture
def second_round(closed_round: Round) -> Round:
    """Round 2 is being played, and nobody has entered a hand."""
    tournament = closed_round.tournament
    round_ = seat(tournament, 2, (5, 2, 3, 4), (1, 6, 7, 8))
    return clock.start(round_.pk, by="director", now=timezone.now())
