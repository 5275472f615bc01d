"""Changes arrive in an open page and move no other part of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.wire import Wire
from tournaments.live.fragment_differences import difference, pieces_of

#: Two tables of a public tournament in progress.
HALL = """
from django.contrib.auth.models import User
from tests.scoring.halls import hall_of
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
director = User.objects.get_or_create(username="runs-the-hall")[0]
game = hall_of(director, "mcr", 4)[0]
tournament_setup.show_to_public(game.round.tournament, True, by="director")
print(game.round.tournament.slug, game.pk)
"""
HAND = """
from scoring.ledger import enter_hand as entering
raw = dict(kind="win", winner="E", points=12)
raw["from"] = "S"
key = "{session} {hand}"
entering.enter({session}, raw, hand={hand}, device_key=key, by="director")
"""
#: A stream whose messages the test writes.
OPEN = """
window.stream = new EventTarget();
const page = document.createElement("div");
page.innerHTML = '<div sse-swap="fragment"></div>';
document.body.append(page);
window.fragment = page.firstElementChild;
window.readAgain = 0;
htmx.ajax = () => { window.readAgain += 1; };
page.dispatchEvent(new CustomEvent("htmx:sseOpen",
  { bubbles: true, detail: { source: window.stream } }));
"""
TELL = "data => window.stream.dispatchEvent(new MessageEvent('rows', { data }))"
#: Sends a whole fragment.
WHOLE = """html => {
  document.dispatchEvent(new Event("htmx:sseBeforeMessage"));
  window.fragment.innerHTML = html;
  document.dispatchEvent(new Event("htmx:sseMessage"));
}"""
#: Records the updates that arrive: whole fragments, or rows.
HEAR = """() => {
  window.heard = [];
  document.addEventListener("htmx:sseMessage", ({ detail }) => {
    if (detail.type === "fragment") window.heard.push(detail.type);
  });
  document.addEventListener("live-rows", () => window.heard.push("rows"));
}"""
SHOWN = """() => {
  const copy = window.fragment.cloneNode(true);
  copy.querySelectorAll(".changed").forEach((row) => row.classList.remove("changed"));
  copy.querySelectorAll('[class=""]').forEach((row) => row.removeAttribute("class"));
  return copy.innerHTML.replace(/\\s+/g, "");
}"""
PARSED = """html => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML.replace(/\\s+/g, "");
}"""


@pytest.fixture
def open_page(person, site) -> tuple[Page, str, int]:
    """Return a tournament's page, the tournament's slug, and the id of a table."""
    slug, game = site.shell(HALL).split()
    page = person().page
    page.goto(f"/t/{slug}/standings/")
    return page, slug, int(game)


def fragment(chance: random.Random) -> str:
    """Return the HTML of standings with random players in random order."""
    rows = ""
    for key in chance.sample(range(9), chance.randint(0, 9)):
        place, points = chance.randint(1, 3), chance.choice(["1", "<b>2</b>"])
        tag = chance.choice(["", ' class="own"', ' class="&quot;" title="2 &gt; 1"'])
        rows += f'<tr data-row="{key}"{tag}><td>{place}</td> <td>{points}</td></tr>'
    of = chance.choice(["of", "of all"])
    head = chance.choice(["one", f"<i>two</i> {of} <a href='/'>{of} three</a>"])
    return (
        f'<p data-part="head">{head}</p><!--/part--><table><tbody data-rows="all">'
        f"{rows}<!--/rows--></tbody></table>{'long ' * 200}"
    )


def test_differences_give_what_the_whole_would(open_page):
    page, _slug, _game = open_page
    page.evaluate(OPEN)
    chance = random.Random(19)
    before, told = "", 0
    for _again in range(60):
        now = fragment(chance)
        found = difference(pieces_of(before), pieces_of(now)) if before else None
        if found is None:
            html = str(pieces_of(now))
            page.evaluate("html => { window.fragment.innerHTML = html; }", html)
        else:
            told += 1
            page.evaluate(TELL, json.dumps(found))
        whole = page.evaluate(PARSED, str(pieces_of(now)))
        # The comment keeps its place, whatever follows it.
        assert page.evaluate(SHOWN).replace("<!--/part-->", "") == whole.replace(
            "<!--/part-->", ""
        )
        before = now
    assert told > 40
    assert page.evaluate("window.readAgain") == 0


def test_what_scripts_added_stays_and_drawings_are_drawn(open_page):
    page, _slug, _game = open_page
    page.evaluate(OPEN)

    def listed(shape: str, name: str, clock: str) -> str:
        return (
            f'<table><tbody data-rows="all"><tr data-row="1"><th><a>{name}</a> '
            f"<svg><g/>{shape}</svg> <time data-whole>{clock}</time></th></tr>"
            f"<!--/rows--></tbody></table>{'long ' * 99}"
        )

    before, now = listed("<g/>", "Ann", "9:00"), listed("<path/>", "Bob", "9:05")
    page.evaluate("html => { window.fragment.innerHTML = html; }", before)
    page.evaluate("""() => {
      const star = document.createElement("button");
      star.dataset.added = "";
      window.fragment.querySelector("th").prepend(star);
      window.fragment.querySelector("time").innerHTML = "<b>late</b>";
    }""")
    told = difference(pieces_of(before), pieces_of(now))
    assert told is not None
    assert "<svg" not in json.dumps(told)
    page.evaluate(TELL, json.dumps(told))
    row = "window.fragment.querySelector('th')"
    assert page.evaluate(f"{row}.innerHTML") == (
        '<button data-added=""></button><a>Bob</a> <svg><g></g><path></path></svg> '
        '<time data-whole="">9:05</time>'
    )
    drawn = page.evaluate(f"{row}.querySelector('path') instanceof SVGElement")
    assert drawn, "an element of that name that draws nothing"
    assert page.evaluate("window.readAgain") == 0


def test_a_link_that_is_drawn_anew_keeps_the_focus(open_page):
    page, _slug, _game = open_page
    page.evaluate(OPEN)
    seat = '<p data-part="seat">{}<a href="/a">one</a> <a href="/b">two</a></p>'
    page.evaluate("html => { window.fragment.innerHTML = html; }", seat.format(""))
    focused = "document.activeElement.textContent"
    page.evaluate("window.fragment.querySelectorAll('a')[1].focus()")

    # Another element precedes it now.
    told = {"parts": {"seat": seat.format("<b>Now</b> ")}, "lists": {}}
    page.evaluate(TELL, json.dumps(told))
    assert page.evaluate("window.fragment.querySelector('b').textContent") == "Now"
    assert page.evaluate(focused) == "two"

    page.evaluate(WHOLE, seat.format("<i>Then</i> "))
    assert page.evaluate(focused) == "two"
    page.evaluate(WHOLE, "<p>Nobody sits here any more.</p>")
    assert page.evaluate("document.activeElement === document.body")


def test_a_window_takes_only_what_is_in_it(open_page):
    """A page whose rows have another order ignores a change of rows and fetches the
    whole fragment again.
    """
    page, _slug, _game = open_page
    page.evaluate(OPEN)

    def listed(keys: str) -> str:
        rows = "".join(f'<li data-row="{key}">{key}</li>' for key in keys)
        tag = '<ol data-rows="all" data-window="3">'
        return f"{tag}{rows}<!--/rows--></ol>{'long ' * 99}"

    shown = str(pieces_of(listed("abcdefg")))
    page.evaluate("html => { window.fragment.innerHTML = html; }", shown)
    told = difference(pieces_of(listed("abcdefg")), pieces_of(listed("gbcafex")))
    page.evaluate(TELL, json.dumps(told))
    rows = page.evaluate(
        "[...window.fragment.firstElementChild.children].map(row => row.textContent)"
    )
    assert rows == ["b", "c", "a"]
    assert (
        page.evaluate("window.fragment.firstElementChild.order.join('')") == "gbcafex"
    )
    assert page.evaluate("window.readAgain") == 0
    page.evaluate(TELL, json.dumps(told))
    assert page.evaluate("window.readAgain") == 0, "the same once more changes nothing"
    strange = difference(pieces_of(listed("stuvwxyz")), pieces_of(listed("tsuvwxyz")))
    page.evaluate(TELL, json.dumps(strange))
    assert page.evaluate("window.readAgain") == 1


def test_no_row_moves_while_something_is_pressed(open_page):
    page, _slug, _game = open_page
    page.evaluate(OPEN)

    def listed(keys: str) -> str:
        rows = "".join(f'<li data-row="{key}">{key}</li>' for key in keys)
        return f'<ol data-rows="all">{rows}<!--/rows--></ol>{"long " * 99}'

    def shown() -> str:
        return page.evaluate("window.fragment.querySelector('ol').textContent")

    def tell(before: str, now: str) -> None:
        told = difference(pieces_of(listed(before)), pieces_of(listed(now)))
        page.evaluate(TELL, json.dumps(told))

    whole = str(pieces_of(listed("abc")))
    page.evaluate("html => { window.fragment.innerHTML = html; }", whole)
    press = "document.documentElement.toggleAttribute('data-pressed')"
    page.evaluate(press)
    tell("abc", "cab")
    tell("cab", "cba")
    assert shown() == "abc"
    page.evaluate(press)
    page.evaluate("document.dispatchEvent(new Event('released'))")
    page.wait_for_function("window.fragment.querySelector('ol').textContent === 'cba'")
    page.evaluate(press)
    tell("cba", "acb")
    # A whole fragment is newer.
    page.evaluate("window.stream.dispatchEvent(new MessageEvent('fragment'))")
    page.evaluate(press)
    page.evaluate("document.dispatchEvent(new Event('released'))")
    tell("cba", "bca")
    assert shown() == "bca"
    assert page.evaluate("window.readAgain") == 0


def test_a_hand_changes_rows_and_nothing_else(open_page, site):
    """After a hand, the focus stays, and so do all elements that did not change."""
    page, slug, game = open_page
    came_with = page.locator("body").get_attribute("sse-connect")
    assert "&mark=" in came_with
    site.shell(HAND.format(session=game, hand=1))
    expect(page.locator("#rows")).to_contain_text("1st +36")
    page.evaluate(HEAR)
    page.evaluate("window.kept = document.getElementById('rows')")
    row = page.locator("#rows tr").nth(5)
    name = row.get_by_role("link").inner_text()
    row.get_by_role("link").focus()
    for hand in (2, 3):
        site.shell(HAND.format(session=game, hand=hand))
        expect(page.locator("#rows")).to_contain_text(f"1st +{36 * hand}")
    now = page.locator("body").get_attribute("sse-connect")
    assert re.fullmatch(r"(.*)\?seen=\d+&mark=\w+", now)
    assert now.split("?")[0] == came_with.split("?")[0]
    assert now.split("&mark=")[1] != came_with.split("&mark=")[1]
    assert "rows" in page.evaluate("window.heard")
    assert "fragment" not in page.evaluate("window.heard")
    assert page.evaluate("window.kept.isConnected")
    assert page.evaluate("document.activeElement.textContent") == name
    expect(page.locator("tr.changed").first).to_be_visible()
    shown = page.locator("#rows").inner_text()
    page.goto(f"/t/{slug}/standings/")
    assert page.locator("#rows").inner_text() == shown


@pytest.fixture
def wire(site) -> Iterator[Wire]:
    wire = Wire(site.url)
    yield wire
    wire.end()


@pytest.mark.parametrize("is_refused", [False, True])
@pytest.mark.every_case
def test_a_page_that_was_cut_off_is_told_what_it_missed(person, site, wire, is_refused):
    """A page gets the changes that it missed without a network, like a phone in a hall.

    Either the browser reconnects, or the page reconnects after the server has refused
    for a while.
    """
    someone = person()
    page = someone.page
    slug, game = site.shell(HALL).split()
    page.goto(f"{wire.url}/t/{slug}/standings/")
    rows = page.locator("#rows")
    site.shell(HAND.format(session=game, hand=1))
    expect(rows).to_contain_text("1st +36")
    page.evaluate(HEAR)
    wire.cut()
    expect(page.get_by_text("No connection.")).to_be_visible()
    site.shell(HAND.format(session=game, hand=2))
    if is_refused:
        full = {"status": 503, "content_type": "text/plain", "body": "full"}
        page.route("**/live/**", lambda route: route.fulfill(**full))
    wire.mend()
    if is_refused:
        expect(page.get_by_text("The server is busy")).to_be_visible()
        page.unroute("**/live/**")
    expect(rows).to_contain_text("1st +72", timeout=20_000)
    assert set(page.evaluate("window.heard")) == {"rows"}
    # A browser without a network reports it in its console.
    someone.complaints.clear()
