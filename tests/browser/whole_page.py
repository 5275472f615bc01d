"""Contents of a table's page, for comparison with a new page from the server."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Page

READ = """() => {
    const text = (part) => part.textContent.replace(/\\s+/g, " ").trim();
    const all = (where) => [...document.querySelectorAll(where)].map(text);
    const form = document.getElementById("hand-form");
    const stage = document.getElementById("stage")?.dataset;
    return {
        head: all("#table-now h1, #table-now .badge, #table-now > p"),
        settled: all(".two-versions, .refused-hand, [aria-labelledby^=late-]"),
        title: all("[data-title]"),
        hand: form?.elements.hand.value,
        cards: all(".with-standing .choice, .r-who :is(.sits, .name, .standing)"),
        ahead: form?.hasAttribute("data-behind"),
        undo: all("#undo"),
        elsewhere: all("#form-news"),
        payments: stage?.payments,
        sheet: all("#table-lines"),
        waiting: ["halted", "waiting"].flatMap((part) =>
            all(`#waiting > [data-part=${part}]:not([hidden])`)),
    };
}"""


def of(page: Page) -> dict[str, object]:
    """Return the contents of the page, with "time" instead of running times."""
    said = json.dumps(page.evaluate(READ), ensure_ascii=False, sort_keys=True)
    return json.loads(re.sub(r"\d+:\d\d\b|\d+ (minutes?|seconds?)", "time", said))


def of_new(page: Page) -> dict[str, object]:
    """Return the contents of the same page opened now on the same device."""
    other = page.context.new_page()
    try:
        other.goto(page.url.partition("?")[0])
        other.wait_for_selector("#waiting[data-ready=yes]", state="attached")
        other.wait_for_timeout(100)
        return of(other)
    finally:
        other.close()


def wait_for_change(page: Page, here: dict[str, object]) -> None:
    """Wait until the contents of the page differ from `here`, but at most 3 seconds.

    To read the open page takes a hundredth of the time of opening a new one.
    """
    for _look in range(15):
        page.wait_for_timeout(200)
        if of(page) != here:
            return


def assert_as_new(
    page: Page,
    *,
    seconds: float = 60,
    before: Callable[[Page], None] = lambda _page: None,
) -> None:
    """Assert that the page matches a new page within this many seconds.

    `before` is called before each comparison, because updates may require an answer.
    """
    until = time.monotonic() + seconds
    while True:
        before(page)
        here, new = of(page), of_new(page)
        if here == new:
            return
        if time.monotonic() > until:
            differ = {name: (here[name], new[name]) for name in new}
            raise AssertionError(
                {name: both for name, both in differ.items() if both[0] != both[1]}
            )
        wait_for_change(page, here)
