"""Number of queries for saving a hand.

It includes the whole request: authentication, the page afterwards, and transaction
statements.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.wording.stored_reasons import NONE
from tests.examples import some_of
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.results import append_all
from tests.scoring.table_device import HTMX, device_at
from tournaments.models import Game, Membership, Role

MOST = 15
#: One more if there may be riichi sticks on the table.
MOST_WITH_DEPOSITS = 16
#: Includes items for a referee, and the players' confirmations.
MOST_AT_THE_END = 23

#: A hand for each ruleset, as form data and as ledger entry; it can be repeated 16
#: times.
HANDS = {
    "mcr": (
        {"winner": "E", "source": "S", "points": 12},
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
    ),
    "hong_kong": (
        {"winner": "E", "source": "S", "faan": "3"},
        {"kind": "win", "winner": "E", "from": "S", "faan": 3},
    ),
    "classical": (
        {"winner": "E", "source": "S", "pays_for_all": "on", "points_E": 20},
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "pay_for_all": "S",
            "values": {"E": 20},
        },
    ),
    "riichi": (
        {"winner": "draw", "tenpai": ["E"]},
        {"kind": "exhaustive_draw", "tenpai": ["E"]},
    ),
}


def address_of(game: Game) -> str:
    slug = game.round.tournament.slug
    return reverse("table:session", args=[slug, game.round.number, game.table])


def referee_of(game: Game, user) -> Client:
    Membership.objects.create(
        user=user, tournament=game.round.tournament, role=Role.REFEREE
    )
    return signed_in(user)


def queries_of(client: Client, game: Game, hand: int, ruleset: str, **how) -> int:
    form, _raw = HANDS[ruleset]
    fields = {"hand": hand, "device_key": f"{game.pk}-{hand}", **form}
    with CaptureQueriesContext(connection) as captured:
        response = client.post(address_of(game), fields, **how)
    assert response.status_code == (200 if how else 302), response.content.decode()
    assert game.ledger.filter(hand=hand).count() == 1
    return len(captured)


@pytest.mark.parametrize(
    ("ruleset", "tables"),
    some_of([*zip(HANDS, cycle([4, 12])), *zip(HANDS, cycle([12, 4]))], 4),
)
def test_a_hand_costs_few_queries_whoever_enters_it_however_many_were_before(
    director, stranger, ruleset, tables
):
    seen = {}
    for hand in (1, 16):
        games = hall_of(director, ruleset, tables)
        referee = referee_of(games[0], stranger)
        clients = [*map(device_at, games[:2]), referee, referee]
        before = [(number, HANDS[ruleset][1], NONE) for number in range(1, hand)]
        for game in games[:4] if before else ():
            append_all(game, before, by="director")
        for place, (client, game, how) in enumerate(
            zip(clients, games, [HTMX, {}, HTMX, {}], strict=False)
        ):
            seen[place, hand] = queries_of(client, game, hand, ruleset, **how)
    most = MOST_WITH_DEPOSITS if ruleset == "riichi" else MOST
    # The sixteenth hand of MCR ends play, which a page then shows immediately.
    ending = {(0, 16), (2, 16)} if ruleset == "mcr" else set()
    for at, count in seen.items():
        assert count <= (MOST_AT_THE_END if at in ending else most), seen


@pytest.mark.parametrize("announced", ["", "29"], ids=["silent", "announced"])
@pytest.mark.parametrize("how", [{}, HTMX], ids=["page", "htmx"])
def test_a_hand_by_its_tiles_costs_no_more_whoever_enters_it(
    director, stranger, how, announced
):
    games = hall_of(director, "mcr", 4)
    clients = [referee_of(games[0], stranger), device_at(games[1])]
    fields = {"hand": 1, "winner": "E", "source": "S", "tiles_E": "123456789mEEEC+C"}
    fields["claimed_E"] = announced
    for client, game in zip(clients, games, strict=False):
        round_ = game.round
        at = [round_.tournament.slug, round_.number, game.table]
        sent = fields | {"device_key": f"tiles-{game.pk}"}
        with CaptureQueriesContext(connection) as captured:
            client.post(reverse("table:tiles", args=at), sent, **how)
        assert game.ledger.get().data["hand"]
        assert len(captured) <= MOST
