"""Hall screens: standings and latest hands, alone and in rotation with seating and
clock. Hidden results: `test_secret_rounds`."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.all_pages import clock_in_page_head
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.hall import screen_rotation, standings_on_screen
from scoring.public.public_fragments import FRAGMENTS
from tests.scoring.results import crowd
from tests.scoring.seated_rounds import seat, win
from tests.scoring.two_rounds import close
from tournaments.access import player_links
from tournaments.access.live_access import hall_mark
from tournaments.live import live_topics
from tournaments.live.live_topics import kinds
from tournaments.models import HallView, Person, Player, Round, ShownAs
from tournaments.rounds import round_clock
from tournaments.tournament_setup import screen_views_and_announcements


def page(client, tournament, name, **asked) -> str:
    address = reverse(
        f"hall:{name}_by_key", args=[tournament.slug, tournament.hall_key]
    )
    response = client.get(address, asked)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def keys(body: str) -> list[str]:
    return re.findall(r'data-turn="([a-z0-9-]+)"', body)


def shown(body: str) -> list[str]:
    return re.findall(r'data-turn="([a-z0-9-]+)" data-seconds="\d+">', body)


@pytest.mark.parametrize(
    ("name", "decides", "length"),
    [
        ("Quill Northwind", "12", ""),
        ("Marmalade Moonbeam", "12", "longer"),
        ("Sprocket Teaspoon", "12", "long"),
        ("Sprocket Teaspoon", "+49.5", "longer"),
        ("Nguyễn Thị Phương Thảo", "4", "longer"),
        ("สมชายพงษ์ ศรีสุวรรณประเสริฐกุล", "4", "longer"),
        ("さくら 山田", "4", ""),
        ("Donaudampfschifffahrtselektrizitätenhaupt Betrieb", "4", "longest"),
    ],
)
def test_a_name_beside_a_long_figure_is_written_smaller(name, decides, length):
    row = SimpleNamespace(player=SimpleNamespace(public_name=name))
    assert standings_on_screen.Line(row, decides, "").length == length


def test_the_standings_on_the_wall_follow_play_and_names_as_asked(client, second_round):
    tournament = second_round.tournament
    player = tournament.players.select_related("person").get(number=5)
    Player.objects.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    win(second_round.games.get(table=1), 1, winner="S", discarder="E", points=20)
    body = page(client, tournament, "standings")
    assert "Live standings, round 2" in body
    assert body.count('class="place') == 8
    assert str(player.person) not in body
    assert re.search(
        r'class="first"><div class="line"><span class="place(?: shared)?">1<', body
    )
    assert "+44" in body
    close(second_round)
    mark = hall_mark(tournament.hall_key)
    told = kinds[screen_rotation.NAME].render(
        tournament, (mark, screen_rotation.STANDINGS)
    )
    assert "Standings after round 2" in told
    replaced = kinds[screen_rotation.NAME].render(
        tournament, ("guess", screen_rotation.STANDINGS)
    )
    assert "This link was replaced" in replaced
    assert "standing-wall" not in replaced


def test_a_clock_that_stands_says_so_beside_the_standings_and_the_hands(
    client, second_round
):
    names = ("standings", "leaders", "hands")
    paused = '<span class="badge paused">Paused</span>'
    playing = [page(client, second_round.tournament, name) for name in names]
    assert not any(paused in body for body in playing)
    round_clock.pause(second_round.pk, by="director", now=timezone.now())
    stands = [page(client, second_round.tournament, name) for name in names]
    assert all(paused in body for body in stands)


def test_more_people_than_a_screen_has_room_for_take_turns(client, closed_round):
    tournament = closed_round.tournament
    with CaptureQueriesContext(
        connection,
    ) as few:
        page(client, tournament, "standings")
    crowd(tournament, 120)
    with CaptureQueriesContext(connection) as many:
        body = page(client, tournament, "standings")
    assert len(many) == len(few)
    assert keys(body) == ["standings-1", "standings-2"]
    assert shown(body) == ["standings-1"]
    assert shown(page(client, tournament, "standings", turn=1)) == ["standings-2"]
    assert '<noscript><meta http-equiv="refresh" content="12; url=' in body
    assert "?turn=1" in body
    assert "1 of 2" in body
    assert "columns-3 rows-24" in body
    for odd in ("-1", "x", "99999", "²"):
        assert len(shown(page(client, tournament, "standings", turn=odd))) == 1


@pytest.mark.parametrize(
    ("people", "screens"),
    [(72, [72]), (96, [96]), (100, [50, 50]), (148, [50, 50, 48])],
)
def test_a_crowd_is_divided_so_that_it_can_be_read_from_afar(
    closed_round, people, screens
):
    tournament = closed_round.tournament
    crowd(tournament, people - tournament.players.count())
    parts = standings_on_screen.standings(tournament)["parts"]
    assert [len(part.lines) for part in parts] == screens


@pytest.mark.parametrize(
    ("people", "screens"),
    [(8, [8]), (12, [6, 6]), (20, [7, 7, 6]), (24, [8, 8, 8]), (100, [8, 8, 8])],
)
def test_the_first_ones_stand_in_one_column_some_at_a_time(
    closed_round, people, screens
):
    tournament = closed_round.tournament
    crowd(tournament, people - tournament.players.count())
    parts = standings_on_screen.leaders(tournament)["parts"]
    assert [len(part.lines) for part in parts] == screens
    assert {(part.columns, part.rows) for part in parts} == {(1, 8)}
    everybody = standings_on_screen.standings(tournament)["parts"]
    shown, best = (
        [line.row.number for part in several for line in part.lines]
        for several in (parts, everybody)
    )
    assert shown == best[:24]


def test_a_name_is_larger_in_one_column_which_has_more_room(closed_round):
    tournament = closed_round.tournament
    crowd(tournament, 24)
    Person.objects.update(first_name="Marmalade", last_name="Moonbeam")
    everybody, first = (
        of(tournament)["parts"][0].lines[0].length
        for of in (standings_on_screen.standings, standings_on_screen.leaders)
    )
    assert (everybody, first) == ("long", "")


def test_a_director_chooses_the_first_ones_in_large_letters(
    client, director_client, second_round
):
    tournament = second_round.tournament
    crowd(tournament, 40)
    hall = reverse("director:hall_screen", args=[tournament.slug])
    fields = director_client.get(hall).content.decode()
    assert "Standings, first 24 in large type" in fields
    assert f"/{tournament.hall_key}/leaders/" in fields
    # The standings are not shown twice unless the director chooses so.
    assert "leaders-1" not in keys(page(client, tournament, "turns"))
    chosen = dict.fromkeys(HallView.values, 0) | {"leaders": 15}
    address = reverse("director:hall_turns", args=[tournament.slug])
    assert director_client.post(address, chosen).status_code == 302
    args = hall_mark(tournament.hall_key), screen_rotation.ROTATION
    shown = page(client, tournament, "turns")
    for body in (shown, kinds[screen_rotation.NAME].render(tournament, args)):
        assert keys(body) == ["leaders-1", "leaders-2", "leaders-3"]
        assert body.count('data-seconds="15"') == 3
    assert "1 of 3" in shown
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    said = "Standings, first 24 in large type (15 s)"
    assert said in log.content.decode()


def test_the_first_ones_follow_play_and_nothing_held_back_is_among_them(
    client, director_client, second_round
):
    tournament = second_round.tournament
    args = hall_mark(tournament.hall_key), screen_rotation.LEADERS

    def shown() -> list[str]:
        own = reverse("hall:leaders", args=[tournament.slug])
        found = [
            page(client, tournament, "leaders"),
            director_client.get(own).content.decode(),
            kinds[screen_rotation.NAME].render(tournament, args),
        ]
        assert all(keys(body) == ["leaders-1"] for body in found)
        return found

    win(second_round.games.get(table=1), 1, winner="S", discarder="E", points=20)
    assert all("Live standings, round 2" in body for body in shown())
    assert all("+44" in body for body in shown())
    tournament.refresh_from_db()
    tournament.planned_rounds, tournament.secret_rounds = 2, 1
    tournament.save()
    assert not any("+44" in body for body in shown())
    close(second_round)
    for body in shown():
        assert "Standings after round 1" in body
        assert "hall-told" in body
    finish_reopen_and_publish_results.tell_standings(
        tournament, by="director", now=timezone.now()
    )
    for body in shown():
        assert "Standings after round 2" in body
        assert "hall-told" not in body


def test_before_play_nothing_says_after_round_0(client, tournament):
    body = page(client, tournament, "standings")
    assert "<h1>Standings</h1>" in body
    assert "after round 0" not in body


@pytest.mark.parametrize(
    ("people", "columns", "rows"),
    [(1, 1, 8), (8, 1, 8), (9, 2, 8), (24, 2, 12), (72, 3, 24), (96, 3, 32)],
)
def test_columns_fill_the_screen(people, columns, rows):
    part = standings_on_screen.Part(1, (None,) * people)
    assert (part.columns, part.rows) == (columns, rows)


def test_what_has_nothing_to_show_has_no_turn_and_time_up_keeps_the_clock(
    client, tournament
):
    assert keys(page(client, tournament, "turns")) == ["clock"]
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert keys(page(client, tournament, "turns")) == ["seats-1", "clock"]
    now = timezone.now()
    round_ = round_clock.start(round_.pk, by="director", now=now)
    assert keys(page(client, tournament, "turns")) == ["clock", "standings-1"]
    # Players have found their seats, although the next round's seating is public too.
    seat(tournament, 2, (1, 2, 5, 6), (3, 4, 7, 8))
    assert keys(page(client, tournament, "turns")) == ["clock", "standings-1"]
    win(round_.games.get(table=2), 1, points=24)
    body = page(client, tournament, "turns", turn=2)
    assert keys(body) == ["clock", "standings-1", "hands"]
    assert shown(body) == ["hands"]
    assert "24 fan" in body
    assert "<b>2</b> tables are playing, <b>0</b> have finished" in body
    Round.objects.filter(pk=round_.pk).update(ends_at=now + timedelta(minutes=1))
    assert shown(page(client, tournament, "turns", turn=2)) == ["clock"]


def test_alone_an_empty_screen_says_that_it_waits(client, tournament):
    for name in ("standings", "leaders"):
        assert "No standings yet" in page(client, tournament, name)
    assert "No winning hands yet" in page(client, tournament, "hands")


def test_a_director_announces_and_takes_back(client, director_client, second_round):
    tournament = second_round.tournament
    address = reverse("director:hall_announce", args=[tournament.slug])
    screens = ("turns", *HallView.values, "prizes")
    refused = director_client.post(address, {"text": "", "minutes": "x"})
    assert refused.status_code == 422
    director_client.post(address, {"text": "Lunch is <at> two", "minutes": ""})
    for name in screens:
        assert "Lunch is &lt;at&gt; two" in page(client, tournament, name), name
    director_client.post(address, {"take_back": "yes"})
    for name in screens:
        assert "Lunch is" not in page(client, tournament, name), name
    director_client.post(address, {"text": "Doors close", "minutes": "5"})
    mark = hall_mark(tournament.hall_key)
    render = kinds[screen_rotation.NAME].render
    assert "Doors close" in render(tournament, (mark, screen_rotation.CLOCK))
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert "Doors close" not in render(tournament, (mark, screen_rotation.CLOCK))
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert "on all screens: Doors close" in html.unescape(log.content.decode())


def test_what_is_announced_is_on_public_pages_and_the_players_pages(
    client, second_round
):
    tournament = second_round.tournament
    links = player_links.with_links().get(tournament=tournament, number=1)
    own = reverse("me:page", args=[player_links.token_of(links)])
    home = reverse("public:tournament", args=[tournament.slug])
    parts = ("standings/", "seating/", "rounds/1/", "rounds/1/tables/1/", "players/1/")
    parts += ("teams/", "rules/", "files/", "plan/", "seating/players/", "rounds/9/")
    pages = (home, own, *(home + part for part in parts))
    later = timezone.now() + timedelta(minutes=5)

    def streamed(name: str) -> str:
        numbers = ("1", "1") if name == "session" else ("1",)
        topic = live_topics.Topic(name, tournament.pk, numbers, "en").ahead
        [rendering] = live_topics.rendered([topic])
        return rendering.html

    def shown() -> list[int]:
        told = [client.get(page).content.decode() for page in pages]
        told += [streamed(name) for name in (*FRAGMENTS, clock_in_page_head.PUBLIC)]
        return [each.count("Lunch is &lt;at&gt; two") for each in told]

    assert set(shown()) == {0}
    screen_views_and_announcements.announce(
        tournament, "Lunch is <at> two", until=later, by="director"
    )
    assert set(shown()) == {1}
    # Pages of staff and tables have no place for it.
    assert "Lunch" not in streamed(clock_in_page_head.NAME)
    assert f'data-ends-at="{later:%s}' in client.get(home).content.decode()
    with time_machine.travel(later + timedelta(seconds=1)):
        assert "Lunch" not in streamed("home")
        assert "Lunch" not in client.get(own).content.decode()
    # An old announcement does not stay on a finished tournament's page.
    screen_views_and_announcements.announce(
        tournament, "Lunch is <at> two", until=None, by="director"
    )
    assert set(shown()) == {1}
    tournament.finished_at = timezone.now()
    tournament.save()
    assert set(shown()) == {0}


def test_a_director_reads_where_the_announcement_appears(director_client, second_round):
    address = reverse("director:hall_announce", args=[second_round.tournament.slug])
    answer = director_client.post(address, {"text": "Lunch"}, follow=True)
    page = answer.content.decode()
    where = "hown on all hall screens, public pages and personal pages."
    assert f"Announcement s{where}" in page
    assert f"S{where}" in page


def test_staff_get_back_from_a_screen(client, director_client, second_round):
    slug = second_round.tournament.slug
    back = f'href="{reverse("director:hall", args=[slug])}"'
    assert back in page(director_client, second_round.tournament, "turns")
    own = director_client.get(reverse("hall:turns", args=[slug]))
    assert back in own.content.decode()
    assert back not in page(client, second_round.tournament, "turns")
    prizes = director_client.get(reverse("hall:prizes", args=[slug]))
    to_prizes = f'href="{reverse("director:prizes", args=[slug])}"'
    assert to_prizes in prizes.content.decode()


def test_a_director_chooses_what_takes_turns(client, director_client, second_round):
    tournament = second_round.tournament
    assert keys(page(client, tournament, "turns")) == ["clock", "standings-1"]
    address = reverse("director:hall_turns", args=[tournament.slug])
    nothing = dict.fromkeys(HallView.values, 0)
    refused = director_client.post(address, nothing)
    assert refused.status_code == 422
    assert "Choose at least one view for the screens." in refused.content.decode()
    assert director_client.post(address, {"clock": "x"}).status_code == 422
    before = tournament.log.count()
    for _again in range(2):
        chosen = director_client.post(address, nothing | {"standings": 30})
        assert chosen.status_code == 302
    assert tournament.log.count() == before + 1
    told = kinds[screen_rotation.NAME].render(
        tournament, (hall_mark(tournament.hall_key), screen_rotation.ROTATION)
    )
    assert keys(told) == ["standings-1"]
    assert 'data-seconds="30"' in told
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert "Standings (30 s)" in log.content.decode()


def test_the_figures_are_listed_in_the_screens_language(client, closed_round):
    body = page(client, closed_round.tournament, "standings", lang="ja")
    heading = re.search(r"</h1><p>([^<]+?) ?<", body)
    assert heading
    assert "、" in heading[1]
    assert ", " not in heading[1]
