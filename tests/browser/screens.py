"""Browser pages that several tests use one after another.

A new page costs twice as much as a used page, which already has scripts and a process.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error

#: An address that only shows that the site is running.
ALIVE = "/healthz"
#: Expected complaints: error statuses, previews cancelled by saving a hand, and streams
#: that the server ends.
EXPECTED = re.compile(
    r"status of 4\d\d|^htmx:(afterRequest|sendAbort)|^\[object Event\]$"
)
#: Methods whose effects on a page cannot be undone.
STAYS = (
    *("add_init_script", "expose_binding", "expose_function", "on", "once"),
    *("grant_permissions", "new_cdp_session", "set_extra_http_headers"),
    *("set_geolocation", "install"),
)
LOOKS = ("color_scheme", "forced_colors", "reduced_motion")
VIEWPORT = {"width": 1280, "height": 720}
#: Maximum number of idle pages, because each has a process.
MOST_IDLE = 4


class Screen:
    """A page and its browser context. `complaints`: messages of the browser;
    `is_as_new`: whether no test has changed it permanently."""

    def __init__(self, browser: Browser, url: str, options: dict[str, Any]) -> None:
        self.kind = browser, url, options
        self.is_as_new = True
        self.complaints: list[str] = []
        self.context = browser.new_context(base_url=url, **options)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self._storage = self.context.new_cdp_session(self.page)
        for thing in (self.page, self.context, self.page.clock):
            for name in STAYS:
                if call := getattr(thing, name, None):
                    setattr(thing, name, self._noticed(call))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            self.complaints.append(message.text)

    def _noticed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def noticed(*args: Any, **named: Any) -> Any:
            self.is_as_new = False
            return call(*args, **named)

        return noticed

    def is_left(self) -> bool:
        """Reset the page.

        Return whether that succeeded. Only public, immutable files stay in the cache.
        The page then shows an address of the site, so that its process stays.
        """
        if not self.is_as_new or self.context.pages != [self.page]:
            return False
        _browser, url, options = self.kind
        try:
            for routed in (self.page, self.context):
                # Delayed answers end with the test.
                routed.unroute_all(behavior="ignoreErrors")
            self.context.set_offline(False)
            self.page.goto(ALIVE, wait_until="commit")
            self.context.clear_cookies()
            kept = {"origin": url, "storageTypes": "all"}
            self._storage.send("Storage.clearDataForOrigin", kept)
            self.page.mouse.move(0, 0)
            self.page.set_viewport_size(options.get("viewport", VIEWPORT))
            looks = {look: options.get(look, "null") for look in LOOKS}
            self.page.emulate_media(media="null", **looks)
        except Error:
            return False
        self.complaints.clear()
        return True


class Screens:
    """The pages of a test process."""

    def __init__(self) -> None:
        self._idle: list[Screen] = []

    def take(self, *kind: Any) -> Screen:
        """Return a page without traces of earlier tests.

        `kind`: browser, address of the site, and options.
        """
        self._close([idle for idle in self._idle if idle.kind[:2] != kind[:2]])
        for screen in self._idle:
            if screen.kind == kind:
                self._idle.remove(screen)
                return screen
        return Screen(*kind)

    def give_back(self, screen: Screen) -> None:
        """Keep a page for later tests, or close it if it cannot be reset."""
        self._idle.append(screen)
        self._close([] if screen.is_left() else [screen])
        self._close(self._idle[:-MOST_IDLE])

    def _close(self, screens: list[Screen]) -> None:
        for screen in screens:
            self._idle.remove(screen)
            screen.context.close()
