"""Additional hall screens, each with a name, an address and a rotation."""

from __future__ import annotations

import html
import json

import pytest
from django.urls import reverse

from rules.faults import RuleError
from scoring.hall import screen_rotation as turns
from scoring.tournament_folder import copy_tournament
from scoring.tournament_folder.event_json.read_and_write_settings import read_settings
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import there_and_back
from tests.scoring.hall.test_hall_turns import keys
from tournaments.access.live_access import hall_mark
from tournaments.live.live_topics import kinds
from tournaments.models import HallView
from tournaments.tournament_setup import screen_views_and_announcements

NOTHING = dict.fromkeys(HallView.values, 0)


@pytest.fixture
def entrance(director_client, second_round):
    """Add a screen in the browser. Return the address of its page for directors."""
    tournament = second_round.tournament
    add = reverse("director:hall_screen_add", args=[tournament.slug])
    added = director_client.post(add, {"name": " Entrance "})
    page = reverse("director:further_screen", args=[tournament.slug, "entrance"])
    assert added["Location"] == page
    return page


def shown(client, tournament, slug="entrance") -> str:
    key = tournament.hall_key
    address = reverse("hall:screen_by_key", args=[tournament.slug, key, slug])
    response = client.get(address)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def streamed(tournament, slug="entrance") -> str:
    args = hall_mark(tournament.hall_key), turns.of_screen(slug)
    return html.unescape(kinds[turns.NAME].render(tournament, args))


def usual(tournament) -> str:
    args = hall_mark(tournament.hall_key), turns.ROTATION
    return kinds[turns.NAME].render(tournament, args)


def test_a_screen_has_turns_of_its_own_and_follows(
    client, director_client, entrance, second_round
):
    tournament = second_round.tournament
    as_usual = keys(shown(client, tournament))
    assert as_usual == ["clock", "standings-1"] == keys(usual(tournament))
    assert "Entrance" in shown(client, tournament)

    chosen = {"act": "turns", **NOTHING, "standings": 30}
    assert director_client.post(entrance, chosen).status_code == 302
    for told in (shown(client, tournament), streamed(tournament)):
        assert keys(told) == ["standings-1"]
        assert 'data-seconds="30"' in told
    assert keys(usual(tournament)) == as_usual
    for nothing in ({"act": "turns", **NOTHING}, {"act": "turns"}, {"act": "x"}, {}):
        assert director_client.post(entrance, nothing).status_code == 422
    refused = director_client.post(entrance, {"act": "announce", "text": ""})
    assert refused.status_code == 422

    # After renaming, open screens continue.
    renamed = director_client.post(entrance, {"act": "rename", "name": "入口"})
    assert renamed.status_code == 302
    assert "入口" in shown(client, tournament)
    hall = reverse("director:hall_screen", args=[tournament.slug])
    listed = director_client.get(hall).content.decode()
    assert "入口" in listed
    assert f"/{tournament.hall_key}/screens/entrance/" in listed

    director_client.post(entrance, {"act": "remove"})
    assert "This screen was removed" in streamed(tournament)
    key = tournament.hall_key
    gone = reverse("hall:screen_by_key", args=[tournament.slug, key, "entrance"])
    assert client.get(gone).status_code == 404
    assert director_client.get(entrance).status_code == 404
    assert director_client.post(entrance, {"act": "remove"}).status_code == 404
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    said = html.unescape(log.content.decode())
    for words in (
        "Screen “Entrance” added.",
        "Screen “Entrance” shows in turn: Standings (30 s).",
        "Screen “Entrance” renamed to “入口”.",
        "Screen “入口” removed. It showed: Standings (30 s).",
    ):
        assert words in said


def test_a_screen_says_what_was_last_announced_to_it(
    client, director_client, entrance, second_round
):
    tournament = second_round.tournament
    everywhere = reverse("director:hall_announce", args=[tournament.slug])
    director_client.post(everywhere, {"text": "Lunch at two"})
    director_client.post(entrance, {"act": "announce", "text": "Shoes off"})
    assert "Shoes off" in shown(client, tournament)
    assert "Lunch at two" not in streamed(tournament)
    assert "Lunch at two" in usual(tournament)
    assert "Shoes off" not in usual(tournament)
    director_client.post(entrance, {"act": "take_back"})
    assert "Lunch at two" in streamed(tournament)
    director_client.post(entrance, {"act": "announce", "text": "Shoes off"})
    director_client.post(everywhere, {"text": "Leave the hall"})
    assert "Leave the hall" in streamed(tournament)
    director_client.post(everywhere, {"take_back": "yes"})
    assert "hall-announcement" not in streamed(tournament)


def test_links_of_all_views_stand_above_the_forms(director_client, second_round):
    slug = second_round.tournament.slug
    hall = director_client.get(reverse("director:hall_screen", args=[slug]))
    links, _mark, forms = hall.content.decode().partition('id="announce"')
    view = f"/{second_round.tournament.hall_key}/standings/"
    assert view in links
    assert view not in forms


def test_names_and_addresses_are_there_once(director_client, entrance, second_round):
    tournament = second_round.tournament
    add = reverse("director:hall_screen_add", args=[tournament.slug])
    for name in ("ENTRANCE", "", "x" * 41):
        assert director_client.post(add, {"name": name}).status_code == 422, name
    for name, slug in (
        ("entrance!", "entrance-2"),
        ("入口", "screen"),
        ("出", "screen-2"),
    ):
        assert (
            screen_views_and_announcements.add_screen(tournament, name, by="d").slug
            == slug
        )
    taken = director_client.post(entrance, {"act": "rename", "name": "入口"})
    assert taken.status_code == 422
    assert "A screen named “入口” already exists." in taken.content.decode()
    same = director_client.post(entrance, {"act": "rename", "name": "Entrance"})
    assert same.status_code == 302
    for number in range(screen_views_and_announcements.MOST_SCREENS - 4):
        screen_views_and_announcements.add_screen(tournament, f"Wall {number}", by="d")
    with pytest.raises(RuleError):
        screen_views_and_announcements.add_screen(tournament, "One more", by="d")


def test_screens_go_out_with_an_event_and_come_in(second_round, director):
    tournament = second_round.tournament
    assert "hall_screens" not in json.loads(there_and_back(tournament)["event.json"])
    screen_views_and_announcements.announce(tournament, "Lunch", until=None, by="d")
    screen_views_and_announcements.choose_turns(tournament, {"clock": 20}, by="d")
    screen_views_and_announcements.add_screen(tournament, "Entrance", by="d")
    turns = {"standings": 9, "leaders": 15, "hands": 5}
    screen_views_and_announcements.choose_turns(
        tournament, turns, by="d", slug="entrance"
    )
    files = there_and_back(tournament)
    assert json.loads(files["event.json"])["hall_screens"] == [
        {"turns": {"clock": 20}},
        {"name": "Entrance", "turns": turns},
    ]
    taken = import_files(files, director=None).tournament
    copy = copy_tournament.copy_event(
        tournament, title="Next", starts_on=None, with_players=False, director=director
    )
    for other in (taken, copy):
        further = screen_views_and_announcements.further_screen(other, "entrance")
        assert screen_views_and_announcements.turns_of(further) == turns
        usual = screen_views_and_announcements.screen_of(other)
        assert screen_views_and_announcements.turns_of(usual) == {"clock": 20}
        assert not screen_views_and_announcements.announcement_of(other)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("x", "not_a_list"),
        ([7], "not_a_group"),
        ([{"turns": {}}], "hall_shows_nothing"),
        ([{"turns": []}], "not_a_group"),
        ([{"turns": {"clock": 601}}], "out_of_range"),
        ([{"turns": {"clock": True}}], "not_a_number"),
        ([{"turns": {"clock": 1, "news": 1}}], "unknown"),
        ([{"turns": {"clock": 1}, "name": "A"}], "unknown"),
        ([{"turns": {"clock": 1}}, {"turns": {"clock": 1}}], "not_a_text"),
        ([{"turns": {"clock": 1}}] * 30, "too_long"),
        (
            [
                {"turns": {"clock": 1}},
                {"name": "A", "turns": {"clock": 1}},
                {"name": "a", "turns": {"clock": 1}},
            ],
            "screen_exists",
        ),
    ],
)
def test_what_are_no_screens_is_refused(given, code):
    values = {"title": "A", "ruleset": "mcr", "rounds": 1, "minutes": 90}
    values |= {"end_policy": "finish_hand", "hall_screens": given}
    faults = read_settings(json.dumps(values).encode()).faults
    assert code in {fault.code for fault in faults}
