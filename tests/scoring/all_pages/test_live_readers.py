"""Rights for live streams.

A page signs the address of its stream with a right, and the stream ends when the right
is removed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignedIn
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rounds import end_and_close_round
from tests.scoring.halls import hall_of
from tests.scoring.table_device import device_at
from tests.tournaments.live_viewers import run, scope_of, watching
from tournaments.access import player_links, table_links
from tournaments.access import staff_accounts as helpers
from tournaments.access.live_access import (
    Reader,
    at_table,
    everybody,
    helper,
    in_hall,
    player_reader,
    who_may,
)
from tournaments.access.table_links import Claim
from tournaments.live import live_stream as live
from tournaments.live.viewer_hub import LOOK_AGAIN
from tournaments.models import Game, Membership, Role, Tournament
from tournaments.rounds import publish_seating
from tournaments.tournament_setup import archive_and_bin, create_and_change_tournament

pytestmark = pytest.mark.django_db(transaction=True)

#: For tests that open no stream. Other threads need not see their data.
PURE = pytest.mark.django_db

STREAM = re.compile(r'sse-connect="([^"]+)"')


def stream_of(client: Client, address: str) -> str:
    """Return the address of the only stream on the page at `address`."""
    page = client.get(address)
    assert page.status_code == 200
    [found] = set(STREAM.findall(page.content.decode()))
    return unescape(found)


def reader_on(client: Client, address: str) -> Reader:
    """Return the reader that a page names in its stream, signed in like the browser."""
    reader = live.read(scope_of(stream_of(client, address))).reader
    key = client.session.session_key if reader.kind == "helper" else None
    return replace(reader, signed_in=key or "")


def loses(reader: Reader, take_away: Callable[[], object]) -> bool:
    """Remove a right.

    Return whether the reader may no longer follow the stream. Asserts that the reader
    may follow it before. Rights without an account are checked at the tournament's next
    revision.
    """
    [before] = Tournament.objects.values_list("revision", flat=True)
    assert who_may({reader}) == {reader}
    take_away()
    [after] = Tournament.objects.values_list("revision", flat=True)
    assert reader.kind == "helper" or after > before
    return who_may({reader}) == set()


def cookies_of(client: Client) -> dict[bytes, bytes]:
    pairs = [f"{name}={morsel.value}" for name, morsel in client.cookies.items()]
    return {b"cookie": "; ".join(pairs).encode()}


def status_of(stream: str, headers: dict[bytes, bytes] | None = None) -> int:
    found = []

    async def scenario() -> None:
        async with watching(stream, headers=headers) as viewer:
            found.append(viewer.status)

    run(scenario())
    return found[0]


def ends(stream: str, client: Client, take_away: Callable[[], object]) -> bool:
    """Remove a right.

    Return whether an open stream ends with a message and cannot be opened again.
    """
    headers, told = cookies_of(client), []

    async def scenario() -> None:
        async with watching(stream, headers=headers) as viewer:
            assert viewer.status == 200
            assert (await viewer.sent.get())["body"].startswith(b"retry: ")
            await sync_to_async(take_away)()
            await viewer.end(told=told)
        for method in ("GET", "HEAD"):
            async with watching(stream, headers=headers, method=method) as again:
                assert again.status == 403

    run(scenario())
    return any("event: over" in text for text in told)


def stays(stream: str, client: Client, take_away: Callable[[], object]) -> bool:
    """Remove a right of others. Return whether an open stream continues."""
    headers, over = cookies_of(client), []

    async def scenario() -> None:
        async with watching(stream, headers=headers) as viewer:
            await sync_to_async(take_away)()
            try:
                await viewer.end(seconds=1.2, told=over)
            except TimeoutError:
                return
            over.append("event: over")

    run(scenario())
    return not any("event: over" in text for text in over)


@pytest.fixture
def hidden(tournament) -> Tournament:
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    return tournament


# --- accounts ---------------------------------------------------------------------


@pytest.fixture
def hall_stream(referee_client, tournament, running_round) -> str:
    return stream_of(referee_client, reverse("director:hall", args=[tournament.slug]))


def test_a_referee_who_is_removed_hears_nothing_more(
    tournament, referee_client, hall_stream
):
    def remove() -> None:
        helpers.remove(tournament, username="referee", by="director")

    assert ends(hall_stream, referee_client, remove)


@PURE
def test_another_role_hears_what_it_may_open(tournament, referee_client, running_round):
    reader = {
        name: reader_on(referee_client, reverse(name, args=[tournament.slug]))
        for name in ("director:hall", "hall:clock")
    }
    for role, opens in (
        (Role.SCREEN, {"hall:clock"}),
        (Role.SCORER, {"hall:clock"}),
        (Role.DIRECTOR, {"director:hall", "hall:clock"}),
    ):
        helpers.give_role(tournament, username="referee", role=role, by="director")
        hears = who_may(reader.values())
        assert {name for name in reader if reader[name] in hears} == opens, role


def test_the_other_helpers_hear_on(
    tournament, referee, director_client, referee_client, hall_stream
):
    mine = stream_of(director_client, reverse("director:hall", args=[tournament.slug]))

    def remove() -> None:
        helpers.remove(tournament, username="referee", by="director")

    assert stays(mine, director_client, remove)


@pytest.mark.parametrize(
    "change",
    [
        lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
        lambda user: (user.set_password("another-wind-1"), user.save()),
        lambda user: SignedIn.objects.all().delete(),
        lambda user: user.delete(),
    ],
    ids=["deactivated", "another password", "signed out", "deleted"],
)
@PURE
def test_an_account_that_is_not_signed_in_any_more_hears_nothing_more(
    tournament, referee, referee_client, running_round, change
):
    hall = reverse("director:hall", args=[tournament.slug])
    assert loses(reader_on(referee_client, hall), lambda: change(referee))


def test_a_stream_ends_when_its_account_signs_out(referee_client, hall_stream):
    """A stream ends when its account signs out, even if the tournament has had no new
    revision since rights were last checked.
    """

    def sign_out() -> None:
        time.sleep(2 * LOOK_AGAIN)
        SignedIn.objects.all().delete()

    assert ends(hall_stream, referee_client, sign_out)


def test_the_address_alone_is_worth_nothing_without_the_accounts_cookie(
    hall_stream, referee_client, director_client, client
):
    assert status_of(hall_stream, cookies_of(referee_client)) == 200
    assert status_of(hall_stream) == 403
    assert status_of(hall_stream, cookies_of(director_client)) == 403
    assert status_of(hall_stream, {b"cookie": b"sessionid=made-up"}) == 403


@PURE
def test_a_hidden_event_is_followed_by_its_helpers_only(
    hidden, referee_client, running_round
):
    page = reverse("public:round", args=[hidden.slug, 1])
    reader = reader_on(referee_client, page)
    others = {replace(reader, signed_in=""), everybody(hidden)}
    assert who_may({reader, *others}) == {reader}


@PURE
@pytest.mark.parametrize("name", ["owner_client", "referee_client"])
def test_nobody_follows_what_lies_in_the_bin(name, request, tournament, seated_round):
    """No one can follow a tournament in the bin.

    The owner of the installation could follow it before, without a role.
    """
    client = request.getfixturevalue(name)
    reader = reader_on(client, reverse("director:hall", args=[tournament.slug]))
    assert loses(reader, lambda: archive_and_bin.move_to_bin(tournament, by="director"))


# --- the public -------------------------------------------------------------------


def test_an_event_that_is_made_private_is_followed_by_nobody_more(
    client, tournament, running_round
):
    stream = stream_of(client, reverse("public:tournament", args=[tournament.slug]))
    assert ends(
        stream,
        client,
        lambda: create_and_change_tournament.show_to_public(
            tournament, False, by="director"
        ),
    )


def test_seats_that_are_hidden_again_are_not_told(client, tournament, seated_round):
    stream = stream_of(client, reverse("public:round", args=[tournament.slug, 1]))

    async def scenario() -> None:
        async with watching(stream) as viewer:
            await sync_to_async(publish_seating.unpublish)(
                seated_round.pk, by="director", reason="a mistake"
            )
            told = await viewer.next_event()
            assert "Player" not in told

    run(scenario())


# --- tables -----------------------------------------------------------------------


def table_address(game: Game) -> str:
    at = [game.round.tournament.slug, game.round.number, game.table]
    return reverse("table:session", args=at)


def table_stream(client: Client, game: Game) -> str:
    return stream_of(client, table_address(game))


def test_a_stream_ends_when_the_link_of_its_table_is_replaced(director):
    table, _other = hall_of(director, "mcr", 2)
    client = device_at(table)
    assert ends(
        table_stream(client, table),
        client,
        lambda: table_links.reissue(table.pk, by="director"),
    )


@PURE
def test_a_device_hears_as_long_as_its_link_opens_the_table(director):
    replaced, revoked, other = hall_of(director, "mcr", 3)
    tournament = replaced.round.tournament
    one, two, three = (
        reader_on(device_at(table), table_address(table))
        for table in (replaced, revoked, other)
    )
    came_by_sign = Client()
    key = table_links.sign_of(tournament, other.table)
    came_by_sign.get(reverse("table:sign", args=[tournament.slug, other.table, key]))
    sign = reader_on(came_by_sign, table_address(other))

    assert loses(one, lambda: table_links.reissue(replaced.pk, by="director"))
    assert loses(two, lambda: table_links.revoke(revoked.pk, by="director"))
    assert who_may({three, sign}) == {three, sign}
    assert loses(sign, lambda: table_links.renew_signs(tournament, by="director"))
    close = end_and_close_round.close
    assert loses(three, lambda: close(other.round_id, by="director", reason="over"))


@PURE
def test_a_device_hears_nothing_of_a_round_that_is_not_public_any_more(
    seated_round, tournament
):
    table = table_links.games_with_links().get(round=seated_round, table=1)

    def hide() -> None:
        publish_seating.unpublish(seated_round.pk, by="director", reason="a mistake")

    assert loses(reader_on(device_at(table), table_address(table)), hide)


# --- players, the hall ------------------------------------------------------------


@PURE
def test_a_player_hears_until_there_is_a_new_link(client, tournament, running_round):
    player = player_links.with_links().get(tournament=tournament, number=1)
    page = reverse("me:page", args=[player_links.token_of(player)])
    reader = reader_on(client, page)
    assert loses(reader, lambda: player_links.renew(player, by="director"))


@PURE
def test_the_halls_screen_hears_until_there_is_a_new_link(
    client, hidden, running_round
):
    pages = ("turns", "standings", "hands", "seats", "clock")
    key = [hidden.slug, hidden.hall_key]
    [reader] = {
        reader_on(client, reverse(f"hall:{name}_by_key", args=key)) for name in pages
    }
    assert loses(
        reader,
        lambda: create_and_change_tournament.renew_hall_key(hidden, by="director"),
    )


# --- rights and their cost --------------------------------------------------------


@PURE
def test_every_page_names_by_which_right_it_is_followed(
    hidden, referee, referee_client, running_round, client
):
    game = table_links.games_with_links().get(round=running_round, table=1)
    player = player_links.with_links().get(tournament=hidden, number=1)
    device, key = device_at(game), player_links.token_of(player)
    mine, slug = helper(hidden, referee.pk), hidden.slug
    claim = Claim(game.pk, 1)
    found = {
        (who, name): live.read(scope_of(stream_of(who, name))).reader
        for who, name in (
            (referee_client, reverse("public:tournament", args=[slug])),
            (referee_client, reverse("public:seating", args=[slug])),
            (referee_client, reverse("public:seating_players", args=[slug])),
            (referee_client, reverse("director:hall", args=[slug])),
            (referee_client, reverse("director:extend_table", args=[slug, 1, 1])),
            (referee_client, reverse("hall:clock", args=[slug])),
            (referee_client, reverse("hall:seats", args=[slug])),
            (referee_client, reverse("table:session", args=[slug, 1, 1])),
            (referee_client, reverse("table:ruling", args=[slug, 1, 1])),
            (device, reverse("table:session", args=[slug, 1, 1])),
            (device, reverse("table:tiles", args=[slug, 1, 1])),
            (client, reverse("me:page", args=[key])),
            (client, reverse("me:table", args=[key, 1])),
            (client, reverse("hall:clock_by_key", args=[slug, hidden.hall_key])),
        )
    }
    rights = {device: at_table(game, claim)}
    asked = {
        reverse("director:extend_table", args=[slug, 1, 1]): "rule",
        reverse("director:hall", args=[slug]): "rule",
        reverse("hall:clock", args=[slug]): "screens",
        reverse("hall:seats", args=[slug]): "screens",
        reverse("table:session", args=[slug, 1, 1]): "enter",
        reverse("table:ruling", args=[slug, 1, 1]): "rule",
    }
    for (who, address), reader in found.items():
        own = player_reader(player) if "/me/" in address else in_hall(hidden)
        if who is referee_client:
            # Each with the ability that the page requires.
            assert (reader.kind, reader.tournament) == (mine.kind, mine.tournament)
            assert reader.key == (referee.pk, asked.get(address, "look")), address
            continue
        assert reader == rights.get(who, own), address


def all_kinds(tables: list[Game], clients: list[Client]) -> set[Reader]:
    tournament = tables[0].round.tournament
    players = player_links.with_links().filter(tournament=tournament)
    accounts = {
        Reader(
            "helper",
            tournament.pk,
            (int(client.session["_auth_user_id"]), "look"),
            client.session.session_key,
        )
        for client in clients
    }
    return (
        {everybody(tournament), in_hall(tournament)}
        | {at_table(table, Claim(table.pk, 1)) for table in tables}
        | {player_reader(player) for player in players[: len(tables)]}
        | accounts
    )


@PURE
def test_looking_at_many_readers_costs_as_many_queries_as_at_a_few(director):
    tables = hall_of(director, "mcr", 12)
    tournament = tables[0].round.tournament
    create_and_change_tournament.show_to_public(tournament, True, by="director")
    clients = []
    for number in range(6):
        user = User.objects.create_user(f"referee-{number}")
        Membership.objects.create(user=user, tournament=tournament, role=Role.REFEREE)
        clients.append(Client())
        clients[-1].force_login(user)

    def queries(few: int) -> int:
        readers = all_kinds(tables[: 2 * few], clients[:few])
        with CaptureQueriesContext(connection) as captured:
            assert who_may(readers) == readers
        return len(captured)

    assert queries(6) == queries(1) <= 7


@PURE
def test_a_link_of_another_table_or_tournament_gives_no_right(running_round):
    game = table_links.games_with_links().get(round=running_round, table=1)
    right = at_table(game, Claim(game.pk, 1))
    wrong = {
        at_table(game, Claim(game.pk, 2)),
        at_table(game, Claim(game.pk, 1, 5)),
        Reader("table", right.tournament + 1, right.key),
        Reader("player", right.tournament, (10_000, 1)),
        Reader("hall", right.tournament, ("",)),
        Reader("hall", right.tournament + 1, ("",)),
        Reader("everybody", right.tournament + 1),
        Reader("helper", right.tournament, (1,), ""),
    }
    assert who_may({right, *wrong}) == {right}
