"""Pages that arrive over a slow network in pieces.

Each piece is painted before the next arrives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Page, Route

from tests.examples import how_many

#: Number of pieces of equal length, in addition to pieces that end at critical places.
PIECES = how_many(64, 8)
#: Content after the first of each of these tags may move it.
ENDS = ("h1", "h2", "li", "p", "td", "thead", "tr")
INSIDE = re.compile(r"<(script|style|textarea|title|select)\b.*?</\1>|<!--.*?-->", re.S)
#: Writes the pieces into an empty page as if from the network, after the styles have
#: loaded. Returns the data for `Moved`.
WRITE = """async (pieces) => {
  const named = (node) =>
    (node?.outerHTML ?? node?.data ?? "").replace(/\\s+/g, " ").slice(0, 100);
  const seen = { score: 0, shifts: [], columns: [] };
  const watch = new PerformanceObserver((list) => list.getEntries().forEach(note));
  const note = ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    seen.score += value;
    for (const { node, previousRect: from, currentRect: to } of sources)
      seen.shifts.push(`${value.toFixed(4)} ${named(node)}: ` +
        `x ${from.x} to ${to.x}, y ${from.y} to ${to.y}`);
  };
  watch.observe({ type: "layout-shift", buffered: true });
  const painted = () => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(done)));
  const places = new Map();
  const compare = () => {
    for (const cell of document.querySelectorAll("main :is(th, td)")) {
      if (!cell.checkVisibility({ visibilityProperty: true })) continue;
      const { left } = cell.getBoundingClientRect();
      const before = places.get(cell) ?? left;
      if (Math.abs(left - before) > 1)
        seen.columns.push(`${named(cell)}: x ${before} to ${left}`);
      places.set(cell, left);
    }
  };
  document.open();
  document.write(pieces.shift());
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")];
  while (!styles.every((one) => one.sheet)) await painted();
  for (const piece of pieces) {
    document.write(piece);
    await painted();
    compare();
  }
  document.close();
  while (document.readyState !== "complete") await painted();
  await painted();
  compare();
  watch.takeRecords().forEach(note);
  watch.disconnect();
  return seen;
}"""


@dataclass(frozen=True)
class Moved:
    """Movements while a page arrived. `score`: share of the screen, as browsers measure
    it (CLS); `shifts`: elements with old and new position; `columns`: table cells that
    moved sideways."""

    score: float
    shifts: list[str]
    columns: list[str]


def cut(html: str) -> list[str]:
    """Return the pieces of a page.

    The first piece is the head; each piece ends at the end of a tag.
    """
    start = html.index(">", html.index("<body")) + 1
    inside = [range(found.start() + 1, found.end()) for found in INSIDE.finditer(html)]
    tags = [
        found.end()
        for found in re.finditer("<[^>]*>", html)
        if found.end() >= start and not any(found.end() in each for each in inside)
    ]
    length = len(html) - start
    even = [start + length * at // PIECES for at in range(1, PIECES)]
    ends = [found for tag in ENDS if (found := html.find(f"</{tag}>", start)) > 0]
    cuts = {start, *(next(tag for tag in tags if tag > at) for at in even + ends)}
    edges = [0, *sorted(cuts), len(html)]
    return [html[a:b] for a, b in pairwise(edges)]


def open_in_pieces(page: Page, address: str) -> Moved:
    """Open a page of the site in pieces. Return what moved."""
    came: list[str] = []

    def keep_back(route: Route) -> None:
        answer = route.fetch()
        came.append(answer.text())
        route.fulfill(response=answer, body="<!doctype html>")

    page.route(lambda url: url.endswith(address), keep_back, times=1)
    page.goto(address)
    return Moved(**page.evaluate(WRITE, cut(came[0])))
