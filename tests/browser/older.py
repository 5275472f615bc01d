"""A browser as old as the pages allow: Chromium without what Safari 15.4, Firefox 115
or Chrome 109 lack."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, Route

#: Functions are gone before the first script of a page runs, and selectors throw.
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
#: In a style sheet: what is left is as unknown to Chromium as to an older browser.
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
    """The scripts of the context's pages run in an older browser."""
    context.add_init_script(FORGET)


def forget_styles(page: Page) -> None:
    """Style sheets are read by an older browser too, and none of it knows popovers: the
    attribute has another name wherever a page, a script or a style sheet says it."""
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
