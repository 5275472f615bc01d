"""The site below a path of a host that also has another site, behind a reverse proxy. A
table enters hands, also offline, and a viewer sees the standings change.

tests/site/http_requests/test_sub_path.py reads the addresses in all pages.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SITE_SHELL, Site
from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import (
    LINK,
    PHONE,
    SENT,
    count,
    enter,
    in_ledger,
    wait_until_kept,
)

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("BIG_SITE")), reason="a third site has no Redis"
)

SUB_PATH = "/club/mahjong"
#: The other site is Django too: its cookies have the usual names.
OTHER_SITE = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
    b"Set-Cookie: sessionid=other; path=/\r\nSet-Cookie: csrftoken=other; path=/\r\n"
    b"\r\nThe club"
)


class Proxy(ThreadingTCPServer):
    """A reverse proxy that forwards addresses below SUB_PATH to the port `site`, and
    records all other paths.
    """

    daemon_threads = True

    def __init__(self, site: int) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.site = site
        self.outside: list[str] = []
        Thread(target=self.serve_forever, daemon=True).start()


class Passing(StreamRequestHandler):
    """One request on a connection."""

    server: Proxy

    def handle(self) -> None:
        first, head = self.rfile.readline(), b""
        while (line := self.rfile.readline()).strip():
            head += b"" if line.lower().startswith(b"connection:") else line
        path = first.decode().split(" ")[1] if first else ""
        if not path.startswith(f"{SUB_PATH}/"):
            self.server.outside.append(path)
            self.wfile.write(OTHER_SITE)
            return
        with socket.create_connection(("127.0.0.1", self.server.site)) as site:
            site.sendall(first + head + b"Connection: close\r\n\r\n")
            length = re.search(rb"(?im)^content-length: (\d+)", head)
            site.sendall(self.rfile.read(int(length[1]) if length else 0))
            with suppress(OSError):  # The browser left.
                while piece := site.recv(65536):
                    self.wfile.write(piece)


@pytest.fixture(scope="module")
def proxy(sites) -> Iterator[tuple[Proxy, Site]]:
    """Yield the proxy, and the site with the proxy's address."""
    site = sites.start(background=False, sub_path=SUB_PATH)
    proxy = Proxy(urlsplit(site.url).port)
    yield proxy, replace(site, url=f"http://127.0.0.1:{proxy.server_address[1]}")
    proxy.shutdown()
    proxy.server_close()
    sites.end(site)


def test_a_table_and_a_viewer_below_a_path(proxy, browser):
    proxy, site = proxy
    site.shell(f"from {SITE_SHELL} import direct; direct('seven-pairs-of-wind')")
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    context = browser.new_context(base_url=site.url, **PHONE)
    page = context.new_page()
    faults: list[str] = []
    for tab in (page, viewer := context.new_page()):
        tab.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/")
    expect(page.get_by_text("The club")).to_be_visible()
    del proxy.outside[:]

    viewer.goto(f"{SUB_PATH}/t/{slug}/standings/")
    page.goto(SUB_PATH + site.shell(LINK.format(slug=slug, table=1)))
    table = f"{SUB_PATH}/table/{slug}/1/1/"
    expect(page).to_have_url(f"{site.url}{table}")
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    enter(page, 12)
    expect(page.get_by_text("Hand 1 is saved")).to_be_visible()
    row = viewer.locator("#rows tr", has_text="Ada Lind")
    expect(row).to_contain_text("+36", timeout=SENT)

    wait_until_kept(page, table)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_text("No connection. The table as of")).to_be_visible()
    enter(page, 13)
    count(page, "Hands waiting to be sent: 1")
    context.set_offline(False)
    expect(page.locator("#waiting")).to_have_attribute("hidden", "", timeout=SENT)
    assert in_ledger(site, slug) == "[(1, 12), (2, 13)]"

    page.goto(f"{SUB_PATH}/account/login/")
    page.locator('[name="login"]').fill("director")
    page.locator('[name="password"]').fill("seven-pairs-of-wind")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{site.url}{SUB_PATH}/director/")
    cookies = {cookie["name"]: cookie["path"] for cookie in context.cookies()}
    assert cookies.pop("sessionid") == cookies.pop("csrftoken") == "/"
    assert all(path.startswith(f"{SUB_PATH}/") for path in cookies.values())
    context.close()
    assert faults == []
    # The browser may also open a connection without a request.
    assert [path for path in proxy.outside if path not in ("", "/favicon.ico")] == []
