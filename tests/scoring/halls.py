"""A hall: many tables of a running round by any ruleset."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tournaments.access import table_links
from tournaments.events.setup import tournament_setup
from tournaments.models import Session
from tournaments.people import registration
from tournaments.rounds import clock, publishing, round_seats


def hall_of(
    director: User, ruleset: str, tables: int, **options: object
) -> list[Session]:
    """The tables of a round that has just started, the first one first."""
    plan = tournament_setup.Plan(
        title=f"{ruleset} hall",
        ruleset=ruleset,
        planned_rounds=1,
        minutes=90,
        end_policy="finish_hand",
        options=options,
    )
    tournament = tournament_setup.create_tournament(plan, director=director)
    players = [
        registration.PlayerRow(last_name=str(n)) for n in range(1, 4 * tables + 1)
    ]
    registration.register(tournament, players, by="director")
    seats = [
        round_seats.TableRow(1, table + 1, (n := 4 * table + 1, n + 1, n + 2, n + 3))
        for table in range(tables)
    ]
    [round_] = round_seats.seat_rounds(tournament, seats, by="director")
    publishing.publish(round_.pk, by="director")
    clock.start(round_.pk, by="director", now=timezone.now())
    return list(table_links.sessions_with_links().filter(round=round_))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
