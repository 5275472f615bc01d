"""A hall full of tables in play, for the benchmarks. Import it after Django is set
up."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments import clock, registration, round_seats, rounds, setup
from tournaments.models import Round


def round_in_play(tables: int, *, title: str = "Benchmark") -> Round:
    """A round of MCR with that many tables which has just started, in a tournament
    of its own that everybody may see."""
    director, _new = User.objects.get_or_create(username="director")
    plan = setup.Plan(
        title=title,
        ruleset="mcr",
        planned_rounds=1,
        minutes=600,
        end_policy="finish_hand",
        is_public=True,
    )
    tournament = setup.create_tournament(plan, director=director)
    players = [
        registration.PlayerRow(last_name=str(n)) for n in range(1, 4 * tables + 1)
    ]
    registration.register(tournament, players, by="director")
    seats = [
        round_seats.TableRow(1, table + 1, (n := 4 * table + 1, n + 1, n + 2, n + 3))
        for table in range(tables)
    ]
    [round_] = round_seats.seat_rounds(tournament, seats, by="director")
    rounds.publish(round_.pk, by="director")
    return clock.start(round_.pk, by="director", now=timezone.now())
