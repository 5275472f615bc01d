"""A tournament that a newer file replaces stays in its club and its seasons."""

from __future__ import annotations

import pytest

from scoring.series import change_series
from tournaments.clubs import change_clubs
from tournaments.installation_transfer import (
    tournament_that_comes_back,
    transfer_rows,
)
from tournaments.models import ClubTournament, Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_that_comes_back_stays_in_its_club(tournament, director):
    club = change_clubs.create_club("Evening Club", owner=director, by="owner")
    change_clubs.add_tournament(club, tournament, by=director)
    season = change_series.create_series("Evenings", "Autumn", "mcr", by=director)
    change_series.add_tournament(season, tournament, by="director")
    moved = {model for model, _rows in transfer_rows.of_event(tournament)}
    assert ClubTournament not in moved
    row = Tournament.objects.filter(pk=tournament.pk).values().get()
    kept = tournament_that_comes_back.clear(tournament)
    assert not ClubTournament.objects.exists()
    arrived = Tournament.objects.create(**row)
    tournament_that_comes_back.restore_local_rows(kept, arrived)
    assert ClubTournament.objects.get().club == club
    assert season.tournaments.get().tournament == arrived
    assert arrived.memberships.get().user == director
