"""A page shows when its live stream ends for good, or when the server has no room for
it.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, Person
from tests.browser.test_big_clock import CUP

AWAY = "No connection."
OVER = "Live updates have stopped"
FULL = "The server is busy"
SECONDS = 1000.0

HELPER = f"""
from tournaments.access import staff_accounts as accounts
from tournaments.models import Role
accounts.create_account(
    t, username='helper', password='{PASSWORD}', role=Role.REFEREE, by='director')
"""


@pytest.fixture(scope="module")
def slug(site, accounts) -> str:
    return site.shell(CUP + HELPER).split()[0]


@pytest.fixture
def do(site, slug):
    """Return a function that runs code in the site's shell.

    In the code, `t` is the tournament.
    """
    find = f"t = Tournament.objects.get(slug={slug!r})\n"
    names = "from tournaments.access import staff_accounts as accounts\n"
    names += "from tournaments.tournament_setup"
    names += " import create_and_change_tournament as tournament_setup\n"
    names += "from tournaments.models import Role, Tournament\n"
    return lambda code: site.shell(names + find + code)


class Wire:
    """A proxy to the site.

    Connections marked `silent` forward nothing and stay
    open, as if the network had vanished. New connections work.
    """

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.silent = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def fall_silent(self) -> None:
        self.silent.set()
        self.silent = threading.Event()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                far = socket.create_connection(self._target)
                for way in ((near, far), (far, near)):
                    passing = threading.Thread(
                        target=_pass_on, args=(*way, self.silent), daemon=True
                    )
                    passing.start()


def _pass_on(
    source: socket.socket, target: socket.socket, silent: threading.Event
) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            if not silent.is_set():
                target.sendall(data)
        if not silent.is_set():
            target.shutdown(socket.SHUT_WR)


@pytest.fixture
def wire(site) -> Iterator[Wire]:
    with closing(Wire(int(site.url.rpartition(":")[2]))) as wire:
        yield wire


def forgive(someone: Person) -> None:
    """Remove messages about refused streams and fragments from the person's
    complaints.
    """
    refused = re.compile(
        r"status of 503|Error Code 404|htmx:(sse|response)Error|^\[object \w+\]$"
    )
    someone.complaints[:] = [
        text for text in someone.complaints if not refused.search(text)
    ]


def test_a_referee_who_is_removed_is_told_until_let_in_again(person, slug, do):
    someone = person()
    someone.sign_in("helper")
    page = someone.page
    page.goto(f"/director/{slug}/")
    page.wait_for_timeout(SECONDS)
    do("accounts.remove(t, username='helper', by='director')")
    expect(page.get_by_text(OVER)).to_be_visible(timeout=20 * SECONDS)
    expect(page.get_by_text("No connection.")).to_be_hidden()
    do("accounts.give_role(t, username='helper', role=Role.REFEREE, by='director')")
    expect(page.get_by_text(OVER)).to_be_hidden(timeout=20 * SECONDS)
    forgive(someone)


def test_whoever_looks_at_an_event_that_is_hidden_is_told(person, slug, do):
    someone = person()
    page = someone.page
    page.goto(f"/t/{slug}/")
    page.wait_for_timeout(SECONDS)
    do("tournament_setup.show_to_public(t, False, by='director')")
    expect(page.get_by_text(OVER)).to_be_visible(timeout=20 * SECONDS)
    do("tournament_setup.show_to_public(t, True, by='director')")
    page.get_by_role("link", name="Reload page").click()
    expect(page.get_by_text(OVER)).to_be_hidden()
    forgive(someone)


def refusal(status: int, kind: str):
    return lambda route: route.fulfill(status=status, content_type=kind, body="No.")


def test_what_another_answers_in_the_servers_place_is_not_believed(person, slug):
    """A page ignores stream errors from a network's sign-in page or a misconfigured
    proxy.
    """
    someone = person()
    page = someone.page
    for status in (404, 503):
        page.route("**/live/**", refusal(status, "text/html"))
        with page.expect_response(lambda answer: answer.request.method == "HEAD"):
            page.goto(f"/t/{slug}/")
        page.wait_for_timeout(SECONDS)
        expect(page.get_by_text(AWAY)).to_be_visible()
        expect(page.get_by_text(OVER)).to_be_hidden()
        expect(page.get_by_text(FULL)).to_be_hidden()
        page.unroute("**/live/**")
    expect(page.get_by_text(AWAY)).to_be_hidden()
    forgive(someone)


def test_a_page_without_a_place_says_so_and_tries_again(person, slug):
    someone = person()
    page = someone.page
    page.route("**/live/**", refusal(503, "text/plain"))
    page.goto(f"/t/{slug}/")
    expect(page.get_by_text(FULL)).to_be_visible()
    with page.expect_response(
        lambda answer: "/live/" in answer.url and answer.status == 200,
        timeout=20 * SECONDS,
    ):
        page.unroute("**/live/**")
    expect(page.get_by_text(FULL)).to_be_hidden()
    forgive(someone)


def test_a_stream_that_falls_silent_is_opened_anew(person, slug, wire):
    """A page opens a silent stream again, because a browser does not notice that a
    network has vanished.
    """
    someone = person()
    page = someone.page
    page.clock.install()
    page.goto(f"{wire.url}/t/{slug}/")
    page.wait_for_timeout(SECONDS)
    opened: list[str] = []
    page.on(
        "request",
        lambda asked: "/live/" in asked.url and opened.append(asked.method),
    )
    page.clock.fast_forward(30 * SECONDS)
    page.wait_for_timeout(SECONDS)
    assert opened == []
    wire.fall_silent()
    with page.expect_response(
        lambda answer: "/live/" in answer.url and answer.request.method == "GET",
        timeout=60 * SECONDS,
    ):
        # The browser has other dead connections, which it tries first.
        for _try in range(8):
            page.clock.fast_forward(70 * SECONDS)
            page.wait_for_timeout(SECONDS)
    expect(page.get_by_text(AWAY)).to_be_hidden()
    forgive(someone)
