"""Number of queries for saving a hand: the whole request, with authentication, the page
afterwards, and transaction statements."""

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
from tournaments.models import Membership, Role, Session

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


def address_of(session: Session) -> str:
    slug = session.round.tournament.slug
    return reverse("table:session", args=[slug, session.round.number, session.table])


def referee_of(session: Session, user) -> Client:
    Membership.objects.create(
        user=user, tournament=session.round.tournament, role=Role.REFEREE
    )
    return signed_in(user)


def queries_of(client: Client, session: Session, hand: int, ruleset: str, **how) -> int:
    form, _raw = HANDS[ruleset]
    fields = {"hand": hand, "device_key": f"{session.pk}-{hand}", **form}
    with CaptureQueriesContext(connection) as captured:
        response = client.post(address_of(session), fields, **how)
    assert response.status_code == (200 if how else 302), response.content.decode()
    assert session.ledger.filter(hand=hand).count() == 1
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
        sessions = hall_of(director, ruleset, tables)
        referee = referee_of(sessions[0], stranger)
        clients = [*map(device_at, sessions[:2]), referee, referee]
        before = [(number, HANDS[ruleset][1], NONE) for number in range(1, hand)]
        for session in sessions[:4] if before else ():
            append_all(session, before, by="director")
        for place, (client, session, how) in enumerate(
            zip(clients, sessions, [HTMX, {}, HTMX, {}], strict=False)
        ):
            seen[place, hand] = queries_of(client, session, hand, ruleset, **how)
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
    sessions = hall_of(director, "mcr", 4)
    clients = [referee_of(sessions[0], stranger), device_at(sessions[1])]
    fields = {"hand": 1, "winner": "E", "source": "S", "tiles_E": "123456789mEEEC+C"}
    fields["claimed_E"] = announced
    for client, session in zip(clients, sessions, strict=False):
        round_ = session.round
        at = [round_.tournament.slug, round_.number, session.table]
        sent = fields | {"device_key": f"tiles-{session.pk}"}
        with CaptureQueriesContext(connection) as captured:
            client.post(reverse("table:tiles", args=at), sent, **how)
        assert session.ledger.get().data["hand"]
        assert len(captured) <= MOST
