"""A browser of the oldest supported age: Chromium without the features that Safari
15.4, Firefox 115 or Chrome 109 lack."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, Route

#: Removes functions before the first script of a page runs, and makes selectors fail.
FORGET = """
for (const [owner, ...names] of [
    [Element.prototype, "checkVisibility", "ariaDisabled", "ariaHidden", "ariaLabel",
        "ariaLive", "ariaPressed"],
    [HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover"],
    [HTMLFormElement.prototype, "requestSubmit"],
    [AbortSignal, "timeout", "any"],
    [Array.prototype, "toSorted", "toReversed", "toSpliced"],
    [Object, "groupBy"], [Promise, "withResolvers", "try"], [URL, "canParse", "parse"],
    [Crypto.prototype, "randomUUID"], [Navigator.prototype, "locks"],
    [window, "structuredClone", "requestIdleCallback", "CSSStyleSheet", "Iterator"],
]) for (const name of names) delete owner[name];

const UNKNOWN = /:has\\(|:popover-open|:user-valid/;
for (const owner of [Document.prototype, Element.prototype]) {
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
        const known = owner[name];
        if (known) owner[name] = function (selector) {
            if (UNKNOWN.test(selector)) throw new SyntaxError(selector);
            return known.call(this, selector);
        };
    }
}
const supports = CSS.supports;
CSS.supports = (...asked) =>
    !/:has|container-type/.test(asked.join()) && supports.call(CSS, ...asked);
"""
#: Replacements in style sheets that Chromium does not know either.
UNKNOWN = {
    "light-dark(": "unknown(",
    "color-mix(": "unknown(",
    ":has(": ":unknown(",
    "::details-content": "::unknown",
    "@container": "@unknown",
    "container-type": "unknown-type",
}
UNITS = re.compile(r"(\d)(?:lh|cq[a-z]+)\b")


def forget(context: BrowserContext) -> None:
    """Make the scripts of the context's pages run in an older browser."""
    context.add_init_script(FORGET)


def forget_styles(page: Page) -> None:
    """Make style sheets and popovers work as in an older browser.

    No older browser has popovers, so the attribute is renamed in pages, scripts and
    style sheets.
    """
    page.route("**/*", answer)


def answer(route: Route) -> None:
    kind = route.request.resource_type
    if kind not in ("document", "script", "stylesheet", "fetch", "xhr"):
        return route.continue_()
    response = route.fetch(max_redirects=0)
    if not re.search("html|css|javascript", response.headers.get("content-type", "")):
        return route.fulfill(response=response)
    text = response.text().replace("popover", "unknown-over")
    if kind == "stylesheet":
        for known, unknown in UNKNOWN.items():
            text = text.replace(known, unknown)
        text = UNITS.sub(r"\1unknown", text)
    return route.fulfill(response=response, body=text)
