"""Table cards: QR codes that open a table, for one round or all rounds."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.access.table_links import (
    games_with_links,
    is_switched_off,
    sign_of,
    tables_of,
    token_of,
)
from tournaments.models import Game, Round, Tournament
from tournaments.web.qr_codes import svg_of


@dataclass(frozen=True)
class TableCard:
    """A table card.

    `round`: None if the card is valid in all rounds; `address`: "" if its link is
    revoked.
    """

    table: int
    round: Round | None
    address: str

    @property
    def code(self) -> SafeString:
        return svg_of(self.address)


def card_of(request: HttpRequest, game: Game) -> TableCard:
    """Return the card of a table in one round. The game's link must be loaded."""
    path = reverse("table:link", args=[token_of(game)])
    address = "" if is_switched_off(game) else request.build_absolute_uri(path)
    return TableCard(game.table, game.round, address)


def cards_of_round(request: HttpRequest, round_: Round) -> list[TableCard]:
    """Return a card for every table of a round."""
    games = games_with_links().filter(round=round_).order_by("table")
    return [card_of(request, game) for game in games]


def lasting_cards(request: HttpRequest, tournament: Tournament) -> list[TableCard]:
    """Return the permanent card of every table, which opens the table's
    current round.
    """
    return [
        TableCard(
            table,
            None,
            request.build_absolute_uri(
                reverse(
                    "table:sign",
                    args=[tournament.slug, table, sign_of(tournament, table)],
                )
            ),
        )
        for table in tables_of(tournament)
    ]
