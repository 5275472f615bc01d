"""Data for other sites, search engines and browsers, and the public names of players
who limit their names.
"""

from __future__ import annotations

import io
import json
import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.contrib.staticfiles import finders
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.public import link_previews
from scoring.public.preview_image import PosterLine
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_folder.write_folder import files_of
from tests.scoring.results import crowd, paper
from tournaments.access import player_links
from tournaments.files import stored_logos
from tournaments.models import (
    EventDescription,
    PlanItem,
    Round,
    Seat,
    ShownAs,
    Tournament,
)

EVENT = "/t/spring-cup/"
HEAD = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"')


@pytest.fixture
def told(tournament) -> Tournament:
    EventDescription.objects.create(
        tournament=tournament,
        starts_on="2027-05-01",
        venue="</script><b>Hall",
        city="Port Amber",
        organiser="Lantern Club",
    )
    return tournament


def test_a_link_to_an_event_says_what_it_is(client, told):
    page = client.get(EVENT).content.decode()
    head = {name: unescape(words) for name, words in HEAD.findall(page)}
    assert head["og:title"] == "Spring Cup"
    assert head["og:image"] == f"http://testserver{EVENT}preview.png"
    assert head["description"] == (
        "1 May 2027 · </script><b>Hall, Port Amber · 8 players are registered."
    )
    assert head["og:description"] == head["description"]
    assert "robots" not in head
    assert "<title>Spring Cup · Prevailing Wind</title>" in page
    assert head["og:image:alt"].startswith("Spring Cup: ")
    data = linked_data(page)
    assert data["@type"] == "SportsEvent"
    assert data["startDate"] == data["endDate"] == "2027-05-01"
    assert data["location"]["name"] == "</script><b>Hall"
    assert data["location"]["address"]["addressLocality"] == "Port Amber"
    assert data["organizer"]["name"] == "Lantern Club"


def linked_data(page: str) -> dict[str, Any]:
    """Return the JSON-LD data of the page."""
    scripts = re.findall(
        r'(?s)<script type="application/ld\+json">(.*?)</script>', page
    )
    assert len(scripts) == 1
    return json.loads(scripts[0])


@pytest.mark.parametrize(
    ("known", "address"),
    [
        ({"starts_on": None, "venue": "Harbour Rooms"}, None),
        ({"starts_on": "2027-05-01"}, None),
        ({"starts_on": "2027-05-01", "venue": "Harbour Rooms"}, "Harbour Rooms"),
        (
            {"starts_on": "2027-05-01", "country": "Denmark"},
            {"@type": "PostalAddress", "addressCountry": "DK"},
        ),
    ],
)
def test_search_engines_are_told_of_an_event_only_with_its_day_and_place(
    client, tournament, known, address
):
    """Search engines get the data of a tournament only with its date and place, because
    they report a missing date or place as an error of the page.
    """
    EventDescription.objects.create(tournament=tournament, **known)
    data = linked_data(client.get(EVENT).content.decode())
    assert data["name"] == "Spring Cup"
    assert data["url"] == f"http://testserver{EVENT}"
    assert data["@type"] == ("SportsEvent" if address else "WebPage")
    assert ("startDate" in data) == ("location" in data) == bool(address)
    if address:
        assert data["location"]["address"] == address


def test_every_page_of_an_event_says_what_it_is(client, told, shy):
    for path, title in (
        ("standings/", "Standings"),
        ("standings/countries/", "Standings by country"),
        ("players/1/", "Q. V."),
        ("rounds/1/", "Round 1"),
        ("rounds/1/tables/1/", "Round 1, table 1"),
        ("teams/", "Teams"),
        ("plan/", "Schedule"),
        ("seating/", "Seating"),
        ("seating/1/", "Seating of round 1"),
        ("rules/", "Rules"),
    ):
        page = client.get(f"{EVENT}{path}?x=1").content.decode()
        head = [each for each in HEAD.findall(page) if each[0] != "theme-color"]
        assert len(head) == len(dict(head)), path
        assert dict(head)["og:title"] == f"{title} · Spring Cup"
        assert f"<title>{title} · Spring Cup · Prevailing Wind</title>" in page
        assert dict(head)["og:url"] == f"http://testserver{EVENT}{path}"
        own = path if path.startswith("players/") else ""
        assert dict(head)["og:image"] == f"http://testserver{EVENT}{own}preview.png"
        about = {"@id": f"http://testserver{EVENT}"}
        assert linked_data(page)["about"] == about
        assert "Vesperwood" not in page
    missing = client.get(f"{EVENT}rounds/9/").content.decode()
    assert "og:title" not in missing


def description(client, path: str) -> str:
    head = dict(HEAD.findall(client.get(EVENT + path).content.decode()))
    assert head["og:description"] == head["description"]
    return unescape(head["description"])


@pytest.fixture
def first_round(seated_round) -> Tournament:
    """Return the tournament after round 1, in which player 5 is first and player 1
    second.
    """
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    paper(seated_round, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    Round.objects.update(state="closed")
    return Tournament.objects.get()


def test_a_link_to_a_player_says_place_and_score(client, first_round):
    assert description(client, "players/1/") == (
        "Player 01 · Spring Cup · After round 1: place 2 of 8. Table points: 4. "
        "Score: +40."
    )
    answer = client.get(f"{EVENT}players/1/preview.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert client.get(f"{EVENT}players/999/preview.png").status_code == 404


def test_a_link_to_the_standings_says_who_leads(client, first_round):
    assert description(client, "standings/") == (
        "Standings · Spring Cup · Player 05 leads by 20 points."
    )
    assert "Player 05 leads by 20 points." in description(client, "")


def test_links_say_nothing_of_hidden_results(client, first_round):
    first_round.secret_rounds = first_round.planned_rounds
    first_round.save(update_fields=["secret_rounds"])
    first_round.record("settings_changed", by="director")
    rules = first_round.ruleset_name
    assert description(client, "players/1/") == f"Player 01 · Spring Cup · {rules}"
    assert description(client, "standings/").endswith(rules)
    assert "leads" not in description(client, "")


@pytest.mark.parametrize("shown_as", [ShownAs.INITIALS, ShownAs.NUMBER])
def test_links_have_the_name_that_a_player_chose(client, first_round, shown_as):
    leader = first_round.players.get(number=5)
    leader.shown_as = shown_as
    leader.save()
    first_round.record("shown_as", by="director")
    public = first_round.players.get(number=5).public_name
    assert public != "Player 05"
    for path in ("", "standings/", "players/5/"):
        assert public in description(client, path)
        assert "Player 05" not in description(client, path)


def test_a_later_page_of_a_list_is_an_address_of_its_own(client, tournament):
    crowd(tournament, 152)
    for asked, own in (("", ""), ("?page=1", ""), ("?page=2", "?page=2")):
        page = client.get(f"{EVENT}standings/{asked}").content.decode()
        address = f"http://testserver{EVENT}standings/{own}"
        assert f'<link rel="canonical" href="{address}">' in page


def test_an_event_that_is_not_public_tells_nobody_of_it(director_client, told):
    Tournament.objects.update(is_public=False)
    assert "og:title" not in dict(
        HEAD.findall(director_client.get(EVENT).content.decode())
    )


def test_the_picture_says_who_leads_and_nothing_that_is_held_back(client, seated_round):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    paper(seated_round, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    Round.objects.update(state="closed")
    tournament = Tournament.objects.get()
    first = link_previews.poster(tournament).lines[0]
    assert first == PosterLine("1", "Player 05", "4")
    response = client.get(f"{EVENT}preview.png", headers={"Accept-Encoding": "gzip"})
    assert response["Content-Type"] == "image/png"
    assert not response.has_header("Content-Encoding")
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    tag = {"If-None-Match": response["ETag"]}
    again = client.get(f"{EVENT}preview.png", headers=tag)
    assert again.status_code == 304


#: Addresses that search engines may list, depending on the tournament's setting. They
#: include rows, images and files without an HTML head, and missing pages.
UNLISTED = (
    "",
    "standings/",
    "standings/official/rows/",
    "standings/official/names/",
    "seating/",
    "plan/",
    "preview.png",
    "files/standings.csv",
    "files/standings.pdf",
    "players/999/",
)


def test_search_engines_find_what_everybody_may_see(client, tournament):
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /director/" in robots
    assert "Sitemap: http://testserver/sitemap.xml" in robots
    for path in UNLISTED:
        assert not client.get(EVENT + path).has_header("X-Robots-Tag")
    assert '<meta name="description"' in client.get("/").content.decode()
    page = client.get("/sitemap.xml").content.decode()
    assert f"<loc>http://testserver{EVENT}</loc><lastmod>" in page
    Tournament.objects.update(search_engines=False)
    assert EVENT not in client.get("/sitemap.xml").content.decode()
    assert 'content="noindex"' in client.get(EVENT).content.decode()
    for path in UNLISTED:
        for again in (client.get(EVENT + path), client.get(EVENT + path)):
            assert again["X-Robots-Tag"] == "noindex", path
    tag = client.get(EVENT)["ETag"]
    assert client.get(EVENT, headers={"If-None-Match": tag})["X-Robots-Tag"]
    Tournament.objects.update(search_engines=True, is_public=False)
    assert EVENT not in client.get("/sitemap.xml").content.decode()


def test_the_sitemap_says_when_each_event_changed_last(client, tournament):
    def told() -> list[datetime]:
        sitemap = ElementTree.fromstring(client.get("/sitemap.xml").content)
        namespace = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
        found = sitemap.iterfind(f"{namespace}url/{namespace}lastmod")
        return [datetime.fromisoformat(at.text or "") for at in found]

    before = told()
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        tournament.record("described", by="director")
    after = told()
    assert len(before) == len(after) == 2
    assert all(a - b > timedelta(hours=23) for a, b in zip(after, before, strict=True))


@pytest.mark.parametrize(
    "path", ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest"]
)
def test_what_programs_ask_for_is_sent_again_only_when_it_is_another(
    client, tournament, path
):
    tag = {"If-None-Match": client.get(path)["ETag"]}
    assert client.get(path, headers=tag).status_code == 304


def test_what_programs_read_is_no_page_to_be_found(client, tournament):
    for path in ("", "events", "events/spring-cup", "events/spring-cup/players"):
        assert client.get(f"/api/v1/{path}")["X-Robots-Tag"] == "noindex"


def test_a_browser_is_told_of_icons_that_are_there(client, db):
    manifest = client.get("/manifest.webmanifest").json()
    sizes = [icon["sizes"] for icon in manifest["icons"]]
    assert sizes == ["any", "192x192", "512x512"]
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon


def test_a_players_own_page_on_a_home_screen_opens_that_page(client, seated_round):
    player = seated_round.tournament.players.get(number=2)
    address = f"/me/{player_links.token_of(player)}/"
    for path in (address, f"{address}1/"):
        match = re.search(
            r'<link rel="manifest" href="([^"]+)"', client.get(path).content.decode()
        )
        assert match
        manifest = client.get(match[1]).json()
        assert manifest["start_url"] == address
        assert manifest["display"] == "standalone"
        assert manifest["name"].endswith(" · Spring Cup")


def test_only_the_embedded_standings_stand_in_other_pages(
    client, director_client, told
):
    response = client.get(f"{EVENT}embed/")
    assert response.status_code == 200
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    assert not response.cookies
    elsewhere = client.get(EVENT)
    assert "frame-ancestors 'none'" in elsewhere["Content-Security-Policy"]
    assert elsewhere["X-Frame-Options"] == "DENY"
    Tournament.objects.update(is_public=False)
    for visitor in (client, director_client):
        assert visitor.get(f"{EVENT}embed/").status_code == 404
        assert visitor.get(f"{EVENT}embed/schedule/").status_code == 404


def test_the_schedule_stands_in_other_pages(client, director_client, told):
    assert "embed/schedule/" not in client.get(f"{EVENT}files/").content.decode()
    PlanItem.objects.create(
        tournament=told,
        kind="break",
        title="Soup",
        start=timezone.now() + timedelta(hours=1),
        minutes=30,
    )
    Tournament.objects.update(revision=F("revision") + 1)
    page = client.get(f"{EVENT}files/").content.decode()
    assert f'<iframe src="http://testserver{EVENT}embed/schedule/"' in unescape(page)
    response = client.get(f"{EVENT}embed/schedule/?theme=dark")
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    assert not response.cookies
    shown = response.content.decode()
    assert "Soup" in shown
    assert 'class="only-dark"' in shown
    assert "keep-page-current" in shown
    theirs = director_client.get(f"{EVENT}embed/schedule/?theme=dark")
    assert theirs.content == response.content
    german = client.get(f"{EVENT}embed/schedule/?lang=de").content.decode()
    assert '<html lang="de"' in german


def test_an_event_shows_its_logo_and_who_organises_it(client, told, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    logo = stored_logos.keep(b"a picture")
    EventDescription.objects.update(logo=logo)
    page = client.get(EVENT).content.decode()
    assert f'src="{EVENT}logo.png" alt="Logo of Spring Cup"' in page
    assert "<dd><bdi>Lantern Club</bdi></dd>" in page


def test_the_line_that_shows_the_standings_elsewhere_is_there_to_copy(client, told):
    Tournament.objects.update(title='The "Spring" Cup')
    page = client.get(f"{EVENT}files/").content.decode()
    address = f"http://testserver{EVENT}embed/"
    line = f'<iframe src="{address}" title="Standings of The &quot;Spring&quot; Cup"'
    assert line in unescape(page)
    assert f'<a href="{address}">' in page


def test_embedded_standings_can_keep_the_theme_of_the_page_around_them(client, told):
    for asked, said in (
        ("?theme=dark", '<html lang="en" class="only-dark">'),
        ("?theme=light", '<html lang="en" class="only-light">'),
        ("?theme=x", '<html lang="en">'),
        ("", '<html lang="en">'),
    ):
        page = client.get(f"{EVENT}embed/{asked}").content.decode()
        assert said in page


def test_without_scripts_a_clock_says_until_when(client, running_round):
    """Without scripts, the clock shows a sentence with the end time.

    A time alone would look like the time left.
    """
    page = client.get(EVENT).content.decode()
    ends = timezone.localtime(running_round.ends_at)
    assert f"<noscript>until {ends:%H:%M}</noscript>" in page


# --- names ---
@pytest.fixture
def shy(seated_round) -> str:
    """Rename player 1 to a name that occurs nowhere else, shown as initials only.

    Return the last name.
    """
    player = seated_round.tournament.players.get(number=1)
    player.person.first_name, player.person.last_name = "Quillon", "Vesperwood"
    player.person.save()
    player.shown_as = ShownAs.INITIALS
    player.save()
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    return "Vesperwood"


PUBLIC = (
    EVENT,
    f"{EVENT}embed/",
    f"{EVENT}standings/",
    f"{EVENT}teams/",
    f"{EVENT}rounds/1/tables/1/",
    f"{EVENT}seating/",
    f"{EVENT}seating/players/",
)
FILES = ("players", "seating", "standings", "teams", "results", "hands")


def test_who_asks_for_it_is_named_in_full_nowhere(client: Client, shy):
    for url in PUBLIC:
        shown = client.get(url).content.decode()
        assert shy not in shown, url
        assert "Q. V." in shown, url


def test_nothing_that_somebody_else_reads_names_them_in_full(client, shy, seated_round):
    """The full name appears nowhere for other readers: on pages, in data for scripts,
    in search results, on other players' personal pages and calendars, on hall screens,
    or in data for other sites.
    """
    tournament = seated_round.tournament
    seat = Seat.objects.get(player__number=1, round=seated_round)
    mate = seat.game.seats.exclude(pk=seat.pk)[0].player
    own = f"/me/{player_links.token_of(player_links.with_links().get(pk=mate.pk))}/"
    keyed = [tournament.slug, tournament.hall_key]
    screens = ("clock", "seats", "standings", "hands", "turns")
    for url in (
        f"{EVENT}standings/live/names/",
        f"{EVENT}standings/official/rows/?numbers=1",
        f"{EVENT}standings/?find=Vesper",
        f"{EVENT}standings/countries/",
        f"{EVENT}rounds/1/",
        f"{EVENT}rounds/1/?find=Vesper",
        f"{EVENT}seating/?q=Vesper",
        f"{EVENT}seating/?by=table",
        f"{EVENT}players/1/",
        f"{EVENT}players/{mate.number}/",
        f"/api/v1/events/{tournament.slug}/results",
        *(own + more for more in ("", "1/", "rounds.ics")),
        *(reverse(f"hall:{screen}_by_key", args=keyed) for screen in screens),
    ):
        response = client.get(url, follow=True)
        assert response.status_code == 200, url
        assert shy not in response.content.decode(), url


def test_no_file_for_everybody_names_them_in_full(client, shy):
    for name in FILES:
        response = client.get(f"{EVENT}files/{name}.csv")
        assert response.status_code == 200, name
        assert shy not in b"".join(response).decode(), name


ONCE_FINISHED = (
    EVENT,
    f"{EVENT}embed/",
    f"{EVENT}standings/",
    f"{EVENT}teams/",
    f"{EVENT}players/3/",
    *(f"{EVENT}files/{name}.{end}" for name in FILES for end in ("csv", "json")),
    *(f"/api/v1{EVENT.replace('/t/', '/events/')}{name}" for name in FILES),
)


def test_a_finished_event_names_them_in_full_nowhere_either(
    client, director_client, shy, seated_round
):
    """The current choice of the public name also applies to final standings, although
    these store the names of their time.
    """
    paper(seated_round, 2, {"E": -60, "S": 80, "W": 30, "N": -50})
    Round.objects.update(state="closed")
    tournament = Tournament.objects.get()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=timezone.now(), reason="few", held_back=True
    )
    prize_giving.prepare(tournament, 8, by="director")
    while giving := prize_giving.giving_of(tournament):
        if giving.is_complete:
            break
        prize_giving.reveal(tournament, seen=giving.shown_from, by="director")
    keyed = [tournament.slug, tournament.hall_key]
    for url in (*ONCE_FINISHED, reverse("hall:prizes_by_key", args=keyed)):
        response = client.get(url)
        assert response.status_code == 200, url
        shown = (
            b"".join(response) if response.streaming else response.content
        ).decode()
        assert shy not in shown, url
    full = director_client.get(f"/director{EVENT.replace('/t', '')}files/standings.csv")
    assert shy in b"".join(full).decode()


def test_players_say_on_their_own_page_how_they_are_shown(client, seated_round):
    player = seated_round.tournament.players.get(number=2)
    address = f"/me/{player_links.token_of(player)}/"
    assert "Public name" in client.get(address).content.decode()
    told = client.post(f"{address}shown/", {"shown_as": "number"}, follow=True)
    assert "The public now sees “Player 2”." in told.content.decode()
    player.refresh_from_db()
    assert player.public_name == "Player 2"
    last = seated_round.tournament.log.first()
    assert (last.kind, last.by) == ("player_corrected", "own page")
    refused = client.post(f"{address}shown/", {"shown_as": "nobody"}, follow=True)
    assert "Choose your public name." in refused.content.decode()


def test_a_name_can_be_the_start_number(shy):
    player = Seat.objects.filter(player__number=1)[0].player
    player.shown_as = ShownAs.NUMBER
    assert player.public_name == "Player 1"


def test_initials_never_tell_the_whole_name(client, seated_round, shy):
    player = seated_round.tournament.players.get(number=1)
    player.person.first_name, player.person.last_name = "愛", "森"
    player.person.save()
    assert player.public_name == "Player 1"
    for url in PUBLIC:
        shown = client.get(url).content.decode()
        assert "Player 1<" in shown, url
        assert not {"森", "愛"} & set(shown)


def test_how_somebody_is_named_goes_with_the_event(director, seated_round):
    tournament = seated_round.tournament
    tournament.players.filter(number=1).update(shown_as=ShownAs.INITIALS)
    Tournament.objects.update(search_engines=False)
    files = files_of(Tournament.objects.get())
    made = import_files(files, director=director).tournament
    assert made.players.get(number=1).shown_as == ShownAs.INITIALS
    assert made.players.get(number=2).shown_as == ShownAs.FULL
    assert not made.search_engines
