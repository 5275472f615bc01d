"""Seating from the player list to publication, on the director's pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_sound_in_every_look, violations

BACKGROUND = True
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ROUNDS, PLAYERS = 4, 24
PLAYER_LIST = "first_name,last_name,country,team\n" + "".join(
    f"Player,{number:02},{'Italy' if number % 3 else 'Norway'},Team {number % 6:02}\n"
    for number in range(1, PLAYERS + 1)
)
#: Most milliseconds to generate the seating, on a busy machine.
DRAWN = 90_000
#: Most milliseconds until a page shows progress. It sends a request every second.
TICK = 20_000


@pytest.fixture(scope="module")
def event(site, accounts) -> str:
    """Return the slug of a public tournament without players."""
    return site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup;"
        "plan = tournament_setup.Plan(title='Autumn Cup', ruleset='mcr', "
        f"planned_rounds={ROUNDS}, minutes=90, end_policy='finish_hand', "
        "is_public=True);"
        "t = tournament_setup.create_tournament(plan, director=User.objects.get());"
        "print(t.slug)"
    )


def seats_of(page: Page) -> list[str]:
    """Return the player numbers at the visible tables, in order."""
    return page.locator(".planned .pick .number").all_inner_texts()


def test_players_are_drawn_swapped_confirmed_and_published(person, event):
    someone = person()
    someone.sign_in()
    page = someone.page

    page.goto(f"/director/{event}/players/import/")
    page.get_by_label("Pasted cells or lines").fill(PLAYER_LIST)
    page.get_by_role("button", name="Preview list").click()
    page.get_by_role("button", name=f"Import {PLAYERS} players").click()
    expect(page.get_by_text(f"{PLAYERS} players imported.")).to_be_visible()

    page.get_by_role("link", name=re.compile("^Seating")).click()
    page.get_by_role("link", name="Drafts").click()
    page.get_by_role("link", name="Generate seating").click()
    expect(page.get_by_label("Number of rounds")).to_have_value(str(ROUNDS))
    page.get_by_label("Random seed").fill("autumn")
    page.get_by_role("button", name="Generate seating").click()
    page.wait_for_url(re.compile(r"/draws/1/$"))
    expect(page.get_by_text("Confirm seating", exact=True)).to_be_visible(timeout=DRAWN)

    expect(page.locator(".findings li").first).to_be_visible()
    expect(page.get_by_role("img", name="Opponents")).to_be_visible()
    expect(page.locator(".planned > li")).to_have_count(PLAYERS // 4)
    assert violations(page) == []

    before = seats_of(page)
    one, other = before[0], before[5]
    for number in (one, other):
        page.locator(f"input[name=player][value='{number}']").check()
    page.get_by_role("button", name="Preview swap").click()
    expect(page.get_by_role("heading", name="Effect of this swap")).to_be_visible()
    page.get_by_label("Reason").fill("They share a car")
    page.get_by_role("button", name="Swap players").click()
    expect(page.get_by_text("Players swapped.")).to_be_visible()
    before[0], before[5] = other, one
    assert seats_of(page) == before

    public = person(**PHONE).page
    page.get_by_role("button", name="Confirm seating").click()
    expect(page.get_by_text("Seating draft 1 confirmed.")).to_be_visible()
    assert public.goto(f"/t/{event}/rounds/1/").status == 404
    page.get_by_role("button", name="Show all rounds in the hall").click()
    expect(page.get_by_text("The seating is shown in the hall.")).to_be_visible()
    assert public.goto(f"/t/{event}/rounds/1/").status == 404
    page.get_by_role("button", name="Publish all rounds").click()
    expect(page.get_by_text("The seating is published.")).to_be_visible()
    assert public.goto(f"/t/{event}/rounds/1/").status == 200
    expect(public.get_by_text("Player 01").first).to_be_visible()


def change_draw(site, number: int, values: str) -> None:
    """Change a draft like the worker."""
    site.shell(
        "from tournaments.models import Draw; from django.utils import timezone;"
        f"Draw.objects.filter(number={number}).update("
        f"heard_at=timezone.now(), {values})"
    )


def test_one_looks_on_without_a_reload_and_can_stop_it(person, site, event):
    number = int(
        site.shell(
            "from django.utils import timezone;"
            "from tournaments.models import Draw, Tournament;"
            f"t = Tournament.objects.get(slug='{event}'); now = timezone.now();"
            "d = Draw.objects.create(tournament=t, number=7, method='plan',"
            "first_round=1, rounds=4, state='drawing', by='director',"
            "started_at=now, heard_at=now);"
            "print(d.number)"
        )
    )
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{event}/draws/{number}/")
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert violations(page) == []
    page.evaluate("window.neverReloaded = true")
    progress = "{'stage': 'seats', 'best': 1200, 'moves': 70, 'of': 200}"
    change_draw(site, number, f"progress={progress}")
    expect(page.get_by_text("70 of at most 200")).to_be_visible(timeout=TICK)
    expect(page.get_by_text("1200")).to_be_visible()
    assert page.evaluate("window.neverReloaded")
    page.get_by_role("button", name="Stop and keep").click()
    expect(page.get_by_text("Stopping with the best seating so far.")).to_be_visible()
    fault = "{'code': 'x', 'message': 'Nobody came.', 'field': '', 'params': {}}"
    change_draw(site, number, f"state='failed', faults=[{fault}]")
    expect(page.get_by_text("Nobody came.")).to_be_visible(timeout=TICK)


def test_the_pages_hold_what_the_guidelines_ask(person, event):
    someone = person()
    someone.sign_in()
    page = someone.page
    for path in ("", "new/", "import/", "1/", "1/swap/?round=1&player=1&player=2"):
        page.goto(f"/director/{event}/draws/{path}")
        page.evaluate(
            "document.querySelectorAll('details').forEach(d => d.open = true)"
        )
        assert_sound_in_every_look(page, path)


def test_without_scripts_a_draw_can_be_made_too(person, event):
    someone = person(java_script_enabled=False)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{event}/draws/1/")
    page.get_by_text("More actions").click()
    page.get_by_role("link", name="Unpublish all rounds").click()
    page.get_by_label("Reason").fill("A player is ill")
    page.get_by_role("button", name="Unpublish").click()
    expect(page.get_by_text("The seating is hidden again.")).to_be_visible()
    page.get_by_role("link", name="Generate seating").or_(
        page.get_by_role("link", name="Drafts")
    ).first.click()
    page.get_by_role("link", name="Generate seating").click()
    page.get_by_label("First round", exact=True).fill("1")
    page.get_by_label("Number of rounds").fill("2")
    page.get_by_role("radio", name=re.compile("^Short")).check(force=True)
    page.get_by_role("button", name="Generate seating").click()
    expect(page.get_by_text("Confirm seating", exact=True)).to_be_visible(timeout=DRAWN)
