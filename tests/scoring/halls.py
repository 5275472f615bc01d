"""A hall: many tables of a running round, under any ruleset."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tournaments.access import table_links
from tournaments.models import Game
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament


def hall_of(director: User, ruleset: str, tables: int, **options: object) -> list[Game]:
    """Return the tables of a new round that has just started, in order.

    `options`: options of the ruleset.
    """
    plan = create_and_change_tournament.Plan(
        title=f"{ruleset} hall",
        ruleset=ruleset,
        planned_rounds=1,
        minutes=90,
        end_policy="finish_hand",
        options=options,
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    seated = tournament.rules.players
    players = [
        register_players.PlayerRow(last_name=str(n))
        for n in range(1, seated * tables + 1)
    ]
    register_players.register(tournament, players, by="director")
    seats = [
        seat_rounds_and_exchange_seats.TableRow(
            1, table + 1, tuple(range(seated * table + 1, seated * (table + 1) + 1))
        )
        for table in range(tables)
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, seats, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=timezone.now())
    return list(table_links.games_with_links().filter(round=round_))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
