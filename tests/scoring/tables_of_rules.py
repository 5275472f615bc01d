"""A table with four players under any ruleset, and its pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.ledger.table_ledger import TableLedger
from tests.scoring.table_device import HTMX
from tests.written_again import fixtures
from tournaments.models import Game
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament


@dataclass
class Table:
    """A running table. Its director enters hands through its pages."""

    game: Game
    client: Client
    entered: int = 0

    def at(self, name: str = "session", *more: int) -> str:
        round_ = self.game.round
        slug = round_.tournament.slug
        return reverse(
            f"table:{name}", args=[slug, round_.number, self.game.table, *more]
        )

    def fields(self, **values: object) -> dict[str, object]:
        """Return the form data for the current hand, with a new device key."""
        self.entered += 1
        hand = TableLedger(self.game).state.position.hand
        return {"hand": hand, "device_key": f"key{self.entered}", **values}

    def enter(self, **values: object):
        return self.client.post(self.at(), self.fields(**values), **HTMX)

    def preview(self, **values: object):
        return self.client.post(self.at("preview"), self.fields(**values), **HTMX)

    @property
    def ledger(self) -> TableLedger:
        return TableLedger(self.game)


def table_of(director, noon, ruleset: str, **options: object) -> Table:
    """Return table 1 of a round that is running at noon, with Player 01 to Player 04 in
    the order E S W N. `options`: options of the ruleset.
    """
    game = fixtures.first(
        lambda: _game(director, noon, ruleset, options),
        *("table", ruleset, repr(options), noon, director.pk, director.username),
    )
    client = Client()
    client.force_login(director)
    return Table(game, client)


def _game(
    director: User, noon: datetime, ruleset: str, options: dict[str, object]
) -> Game:
    plan = create_and_change_tournament.Plan(
        title=f"{ruleset} cup",
        ruleset=ruleset,
        planned_rounds=2,
        minutes=90,
        end_policy="finish_hand",
        options=options,
        is_public=True,
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [
        register_players.PlayerRow(first_name="Player", last_name=f"{number:02}")
        for number in range(1, 5)
    ]
    register_players.register(tournament, rows, by="director")
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    return Game.objects.select_related("round__tournament").get(round=round_)
