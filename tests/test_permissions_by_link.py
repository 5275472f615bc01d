"""Requests by visitors with a link and no account: a table device, a player and a
registered person.

The tests follow all redirects. Addresses that read neither the cookie of a device nor a
player's key treat these visitors as anonymous visitors, which
`tests/test_permissions.py` covers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse

from tests.examples import ASKED
from tests.test_permissions import (
    ADDRESSES,
    ALLAUTH,
    DEVICE_IF_ALLOWED,
    DEVICE_TOO,
    EXPECTED,
    FORBIDDEN,
    GONE,
    IN,
    MISSING,
    OURS,
    Address,
    Stage,
    faults,
    met_by,
    stage,
    unread,
)
from tests.written_again import rows_written
from tournaments.access import player_links, table_links
from tournaments.models import SignUp
from tournaments.people import registration_links_and_mail
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats

__all__ = ["faults", "stage", "unread"]

API = "/api/v1/"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
#: Methods tried at addresses that are not for the visitor. Whether an address supports
#: a method is checked before the visitor is known.
OF_OTHERS = METHODS if ASKED == "many" else ("GET", "POST")
#: Prefixes of address names that may recognise a visitor with a link.
BY_LINK = ("table:", "me:", "public:sign_up")
MOST_STEPS = 4
LOGIN_PAGE = "account_login"

#: Addresses that a player link opens.
PLAYERS_OWN = {
    "me:page",
    "me:calendar",
    "me:picture",
    "me:table",
    "me:push_on",
    "me:push_again",
    "me:shown",
    "me:page_choice",
    "me:nameless",
    "me:push_off",
}

#: The page at the end of all redirects, and the paths on the way.
Followed = tuple[HttpResponse, list[str]]


#: Form without a CSRF token, which must come from a page of this site.
NEEDS_ORIGIN = ("choose_language", "POST")


@dataclass
class Holder:
    """A visitor with a link.

    `home`: the common start of the addresses in `own`; `met`: their expected result;
    `keys`: the parameters of their paths; `refused`: addresses that reject the visitor.
    """

    home: str
    own: set[str]
    met: str = IN
    refused: set[str] = field(default_factory=set)
    keys: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)
    followed: dict[str, Followed] = field(default_factory=dict)

    def expected(self, address: Address, method: str) -> str | None:
        """Return the expected result of a method at an address; None if the address
        does not support the method.
        """
        met, methods = EXPECTED[address.name]
        if ("GET" if method == "HEAD" else method) not in methods:
            return None
        if address.name in self.refused or (address.name, method) == NEEDS_ORIGIN:
            return FORBIDDEN
        return self.met if address.name in self.own else met[0]


def device(stage: Stage, *, by_sign: bool = False) -> Holder:
    """Return the device of table 1.

    `by_sign`: the device used the permanent card instead of the table link.
    """
    tournament = stage.tournament
    home = reverse("table:session", args=[tournament.slug, 1, 1])
    holder = Holder(home, DEVICE_TOO, refused=DEVICE_IF_ALLOWED)
    if by_sign:
        key = table_links.sign_of(tournament, 1)
        door = reverse("table:sign", args=[tournament.slug, 1, key])
    else:
        games = table_links.games_with_links()
        game = games.get(round__tournament=tournament, round__number=1, table=1)
        door = reverse("table:link", args=[table_links.token_of(game)])
    assert holder.client.get(door)["Location"] == home
    return holder


def player(stage: Stage, *, replaced: bool = False) -> Holder:
    """Return player 1 after opening the personal page.

    `replaced`: the player's link was replaced since.
    """
    player = stage.tournament.players.get(number=1)
    key = player_links.token_of(player)
    home = reverse("me:page", args=[key])
    holder = Holder(home, PLAYERS_OWN, keys={"key": key})
    assert holder.client.get(home).status_code == 200
    if replaced:
        player_links.renew(player, by="director")
        holder.met = GONE
    return holder


def signed_up(stage: Stage, *, replaced: bool = False) -> Holder:
    """Return a person on the waiting list with a registration link.

    `replaced`: the link was replaced since.
    """
    person = SignUp.objects.create(
        tournament=stage.tournament, last_name="Waits", waits=True
    )
    key = registration_links_and_mail.key_of(person)
    home = reverse("me:sign_up", args=[key])
    holder = Holder(home, {"me:sign_up"}, keys={"key": key})
    if replaced:
        registration_links_and_mail.renew(person, by="director")
        holder.met = GONE
    return holder


HOLDERS = {
    "signed up": signed_up,
    "signed up with a replaced link": lambda stage: signed_up(stage, replaced=True),
    "device": device,
    "device by the sign": lambda stage: device(stage, by_sign=True),
    "player": player,
    "player with a replaced link": lambda stage: player(stage, replaced=True),
}


def path_of(stage: Stage, address: Address, holder: Holder) -> str:
    keys = holder.keys if address.name in holder.own else {}
    return stage.path(address, **keys)


def followed(client: Client, response: HttpResponse) -> Followed:
    led: list[str] = []
    while 300 <= response.status_code < 400:
        assert len(led) < MOST_STEPS, led
        where = urlsplit(response["Location"])
        assert not where.netloc
        led.append(where.path)
        response = client.get(response["Location"])
    return response, led


def followed_once(holder: Holder, response: HttpResponse) -> Followed:
    """Follow redirects like `followed`, but request the sign-in page only once for each
    address.

    Most rejections lead to the sign-in page, which stays the same.
    """
    where = response.headers.get("Location", "")
    if not where or resolve(urlsplit(where).path).view_name != LOGIN_PAGE:
        return followed(holder.client, response)
    if where not in holder.followed:
        holder.followed[where] = followed(holder.client, response)
    return holder.followed[where]


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_link_opens_what_it_is_for_and_nothing_else(stage, holder, faults, unread):
    of_all = METHODS if holder == "device" else OF_OTHERS
    holder = HOLDERS[holder](stage)
    unread()
    for address in sorted(OURS, key=lambda address: address.name not in holder.own):
        is_own = address.name in holder.own
        if not is_own and is_anybody(holder, address):
            continue
        path = path_of(stage, address, holder)
        for method in of_all if is_own else OF_OTHERS:
            with faults.at(f"{method} {path}"):
                assert_opens_only_its_own(stage, holder, address, method)


def is_anybody(holder: Holder, address: Address) -> bool:
    if ASKED == "many":
        return False
    return not (holder.client.cookies and address.name.startswith(BY_LINK))


def assert_opens_only_its_own(
    stage: Stage, holder: Holder, address: Address, method: str
) -> None:
    path = path_of(stage, address, holder)
    before, written = stage.before, rows_written()
    with transaction.atomic():
        response = holder.client.generic(
            method, path, content_type="application/x-www-form-urlencoded"
        )
        met = met_by(response)
        assert met == IN or stage.still(before, written)
        last, led = followed_once(holder, response)
        transaction.set_rollback(True)
    expected = holder.expected(address, method)
    # Addresses that support GET need not support HEAD.
    if method == "HEAD" and response.status_code == 405:
        expected = None
    # The API reports its methods to everyone.
    if method == "OPTIONS" and path.startswith(API):
        expected = IN
    if expected is None:
        assert met != IN
    else:
        assert met == expected
    for step in led:
        is_login = resolve(step).view_name == LOGIN_PAGE
        assert is_login or step.startswith(holder.home), f"to {step}"
    assert not led or last.status_code == 200, led


@pytest.mark.parametrize("holder", HOLDERS if ASKED == "many" else ("device", "player"))
def test_the_pages_of_the_accounts_let_no_link_in(stage, holder):
    holder = HOLDERS[holder](stage)
    for address in ADDRESSES:
        if address.name not in ALLAUTH:
            continue
        for method in OF_OTHERS:
            before, written = stage.before, rows_written()
            response = holder.client.generic(method, stage.path(address))
            assert response.status_code < 500
            _last, led = followed(holder.client, response)
            assert stage.still(before, written)
            assert "sessionid" not in holder.client.cookies, (address, method, led)


def test_one_key_opens_nothing_that_another_is_for(stage):
    """A key opens only its own addresses: every key is tried at every address that
    takes a key.
    """
    games = table_links.games_with_links()
    game = games.get(round__tournament=stage.tournament, round__number=1, table=2)
    player = stage.tournament.players.get(number=1)
    keys = {
        "table:link": table_links.token_of(game),
        "table:sign": table_links.sign_of(stage.tournament, 1),
        "me:": player_links.token_of(player),
    }
    opened = set()
    for kind, key in keys.items():
        for address in OURS:
            if not {"key", "token"} & address.parameters:
                continue
            client = Client()
            response = client.get(stage.path(address, key=key, token=key))
            if address.name.startswith(kind):
                opened.add((kind, address.name))
                continue
            assert response.status_code in (404, 405), (kind, address.name)
            assert not client.cookies, (kind, address.name)
    assert {kind for kind, _name in opened} == set(keys)


def test_a_player_opens_only_tables_where_they_sit(stage):
    """A player opens only the tables where the player sits.

    Player 1 does not play in round 2.
    """
    rows = [seat_rounds_and_exchange_seats.TableRow(2, 1, (2, 5, 6, 7))]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        stage.tournament, rows, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    holder = player(stage)
    key = holder.keys["key"]
    for method in ("GET", "POST"):
        for number, expected in ((1, IN), (2, MISSING), (3, MISSING)):
            path = reverse("me:table", args=[key, number])
            assert met_by(holder.client.generic(method, path)) == expected


def test_the_cookie_of_one_round_opens_no_other(stage):
    """The cookie of one round opens no other round, because the table has a new link in
    the next round.
    """
    rows = [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        stage.tournament, rows, by="director"
    )
    publish_seating.publish(round_.pk, by="director")
    holder = device(stage)
    home = reverse("table:session", args=[stage.tournament.slug, 2, 1])
    last, led = followed(holder.client, holder.client.get(home))
    assert [resolve(step).view_name for step in led] == [LOGIN_PAGE]
    assert last.status_code == 200
