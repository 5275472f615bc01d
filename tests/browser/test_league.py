"""A director runs a match day of a league on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import assert_sound

BACKGROUND = True
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_an_evening_of_a_league_on_a_phone(person, site, accounts):
    slug = site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup;"
        "from tournaments.people import register_players as registration;"
        "plan = tournament_setup.Plan('Tea House League', 'mcr', 2, 90, 'finish_hand');"
        "t = tournament_setup.create_tournament(plan,"
        " director=User.objects.get(username='director'));"
        "registration.register(t, [registration.PlayerRow(first_name='Maximiliana',"
        " last_name=f'Winterbottom{n}') for n in range(1, 9)], by='director');"
        "print(t.slug)"
    )
    someone = person(**PHONE)
    someone.sign_in()
    page = someone.page
    page.goto(f"/director/{slug}/league/")
    assert_sound(page)
    page.get_by_role("button", name="Save league").click()
    page.get_by_role("link", name="Match day check-in").click()
    page.get_by_role("button", name="Start check-in").click()
    page.get_by_role("button", name="Winterbottom3", exact=False).first.click()
    expect(page.get_by_role("button", pressed=True)).to_have_count(1)
    assert_sound(page)
    page.get_by_label("Last name").fill("Walker")
    page.get_by_role("button", name="Register and check in").click()
    expect(page.get_by_text("2 players checked in")).to_be_visible()
