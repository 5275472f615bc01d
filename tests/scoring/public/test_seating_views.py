"""Seating pages and the hall screen.

They show no draft to the public, and seating for the hall is only in the hall.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.all_pages import page_etags
from scoring.all_pages.paged_lists_and_name_search import is_meant
from scoring.all_pages.seats_of_round_by_name import ListedPlayer, Sitting
from scoring.hall import seating_on_screen
from scoring.public import seating_pages
from scoring.public.public_fragments import FRAGMENTS
from scoring.rounds import end_and_close_round
from tests.scoring.public.test_public_pages import hrefs, text
from tests.scoring.results import crowd, paper
from tests.tournaments.live_viewers import topic_on
from tournaments.models import Person, Round, Tournament
from tournaments.people import register_players
from tournaments.people.namesakes import mark_namesakes
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

SEATING = "/t/spring-cup/seating/"
SECOND = "/t/spring-cup/seating/2/"
PLAYERS = "/t/spring-cup/seating/players/"
OWN = "/t/spring-cup/players/{}/"
PUBLIC = (
    "/",
    "/t/spring-cup/",
    "/t/spring-cup/teams/",
    "/t/spring-cup/rounds/1/",
    "/t/spring-cup/rounds/2/",
    "/t/spring-cup/rounds/1/tables/1/",
    "/t/spring-cup/rounds/2/tables/1/",
    # For the other players, see `streams_of`.
    *(OWN.format(number) for number in (1, 6, 9)),
    SEATING,
    f"{SEATING}?by=table",
    f"{SEATING}?q=player",
    f"{SEATING}1/",
    SECOND,
    PLAYERS,
)


def seat(
    tournament: Tournament, number: int, *tables: tuple[int, int, int, int]
) -> Round:
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, n, four)
        for n, four in enumerate(tables, start=1)
    ]
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    return round_


@pytest.fixture
def second(seated_round) -> Round:
    """Return round 2 as a draft, with the tables 1 5 2 6 and 3 7 4 8."""
    return seat(seated_round.tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))


def rename(tournament: Tournament, number: int, first: str, last: str) -> None:
    person = Person.objects.get(players__tournament=tournament, players__number=number)
    person.first_name, person.last_name = first, last
    person.save()
    mark_namesakes(tournament)


# --- by name and by table -------------------------------------------------------
def test_everybody_finds_their_table_and_wind_by_name(client, seated_round):
    rename(seated_round.tournament, 8, "Åse", "Ångström")
    shown = text(client.get(SEATING))
    assert "Round 1 of 3 Seating published" in shown
    assert "Ångström , Åse No. 8 Table 2 北 North" in shown
    assert "01 , Player No. 1 Table 1 東 East" in shown
    assert shown.index("Ångström") > shown.index("07 , Player")


def test_a_name_leads_to_the_persons_own_page(client, seated_round):
    assert SEATING in hrefs(client.get("/t/spring-cup/"))
    assert hrefs(client.get(SEATING)) >= {OWN.format(n) for n in range(1, 9)}
    own = text(client.get(OWN.format(7)))
    assert "Seat in round 1 Seating published 西 Table 2 West" in own
    assert "東 East Player 05 南 South Player 06 北 North Player 08" in own


def test_by_table_the_four_winds_are_in_order(client, seated_round):
    shown = text(client.get(f"{SEATING}?by=table"))
    assert "Table 2 東 East Player 05 5 南 South Player 06 6 西 West Player 07" in shown


def test_only_namesakes_need_their_numbers_on_the_wall(client, seated_round):
    tournament = seated_round.tournament
    rename(tournament, 3, "Wei", "Li")
    rename(tournament, 6, "Wei", "Li")
    shown = text(client.get(hall_link(tournament)))
    assert "Li Wei (3) Table 1 西 W" in shown
    assert "Li Wei (6) Table 2" in shown
    assert "01 Player Table 1" in shown


def test_who_rests_is_told_so_and_who_is_gone_is_not_named(client, seated_round):
    tournament = seated_round.tournament
    late = [
        register_players.PlayerRow(last_name=name)
        for name in ("Rests", "Gone", "House")
    ]
    register_players.register(tournament, late, by="director")
    tournament.players.filter(number=10).update(last_round=0)
    tournament.players.filter(number=11).update(is_filler=True)
    shown = text(client.get(SEATING))
    assert "Rests No. 9 no seat" in shown
    assert "Gone" not in shown
    assert "House" not in shown


def test_when_most_have_no_seat_only_a_search_names_them(client, tournament):
    publish_seating.publish(seat(tournament, 1, (1, 2, 3, 4)).pk, by="director")
    assert "05 , Player No. 5 no seat" in text(client.get(SEATING))
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="Ninth")], by="director"
    )
    for url in (SEATING, hall_link(tournament)):
        assert "no seat" not in text(client.get(url))
    assert "Ninth No. 9 no seat" in text(client.get(f"{SEATING}?q=ninth"))


def test_house_players_are_shown_where_they_sit_and_lead_nowhere(client, tournament):
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="House")], by="director"
    )
    tournament.players.filter(number=9).update(is_filler=True)
    publish_seating.publish(seat(tournament, 1, (1, 2, 3, 9)).pk, by="director")
    for url in (SEATING, f"{SEATING}?by=table", OWN.format(1)):
        page = client.get(url)
        assert "House" in text(page), url
    assert OWN.format(9) not in hrefs(client.get(SEATING))
    assert OWN.format(9) not in hrefs(client.get(f"{SEATING}?by=table"))
    assert "House" not in text(client.get(PLAYERS))


@pytest.mark.parametrize(
    ("query", "number", "name", "meant"),
    [
        ("", 1, "Anna Lind", True),
        ("?", 1, "Anna Lind", False),
        ("lind", 1, "Anna Lind", True),
        ("LIND an", 1, "Anna Lind", True),
        ("ind", 1, "Anna Lind", False),
        ("anna berg", 1, "Anna Lind", False),
        ("ose gomez", 1, "José Gómez", False),
        ("jose gomez", 1, "José Gómez", True),
        ("José", 1, "Jose Gomez", True),
        ("lukasz", 1, "Łukasz Król", True),
        ("soren", 1, "Søren Ærø", True),
        ("aero", 1, "Søren Ærø", True),
        ("strasse", 1, "Straße", True),
        ("obrien", 1, "Pat O’Brien", True),
        ("o'br", 1, "Pat O’Brien", True),
        ("marie", 1, "Anne-Marie", True),
        ("王", 1, "王 小明", True),
        ("王小明", 1, "小明 王", True),
        ("小明王", 1, "小明 王", True),
        ("王明", 1, "小明 王", False),
        ("김민준", 1, "민준 김", True),
        ("linda", 1, "Anna Lind", False),
        ("12", 12, "Anna Lind", True),
        ("#12", 12, "Anna Lind", True),
        ("1", 12, "Anna Lind", False),
        ("12 anna", 12, "Anna Lind", False),
    ],
)
def test_a_search_forgives_what_people_do_not_type(query, number, name, meant):
    assert is_meant(query, number, name) is meant


def test_the_search_finds_a_japanese_name_written_as_one_word(client, seated_round):
    rename(seated_round.tournament, 3, "花子", "山田")
    assert "1 player found." in text(client.get(f"{SEATING}?q=山田花子"))


def test_the_search_filters_without_a_script(client, seated_round):
    rename(seated_round.tournament, 3, "José", "Gómez")
    found = text(client.get(f"{SEATING}?q=gomez"))
    assert "1 player found." in found
    assert "Gómez , José No. 3 Table 1 西 West" in found
    assert "01 , Player" not in found
    by_table = client.get(f"{SEATING}?q=gomez&by=table")
    assert "Table 1" in text(by_table)
    assert "Table 2" not in text(by_table)
    assert re.findall("<mark>.*?</mark>", by_table.content.decode())
    assert "No. 7 Table 2" in text(client.get(f"{SEATING}?q=7"))
    assert "3 – " not in text(client.get(f"{PLAYERS}?q=7"))


@pytest.mark.parametrize("url", [SEATING, f"{SEATING}1/", PLAYERS])
@pytest.mark.parametrize(
    "query", ["nobody", "%00", "<b>", "9" * 5000, "%F0%9F%80%80", "%ff"]
)
def test_a_search_for_nobody_says_so(url, query, client, seated_round):
    response = client.get(f"{url}?q={query}&by=table")
    assert response.status_code == 200
    assert "No players match" in text(response)


# --- choice of the round --------------------------------------------------------
def test_the_round_shown_is_the_one_people_look_for(client, second, noon):
    first = second.tournament.rounds.get(number=1)
    assert "Round 1 of 3" in text(client.get(SEATING))
    publish_seating.publish(second.pk, by="director")
    assert "Round 1 of 3" in text(client.get(SEATING))
    round_clock.start(first.pk, by="director", now=noon)
    assert "Round 1 of 3 Playing" in text(client.get(SEATING))
    end_and_close_round.end_now(
        first.pk, by="director", reason="lunch", now=timezone.now()
    )
    assert "Round 2 of 3 Seating published" in text(client.get(SEATING))
    assert "Round 1 of 3" in text(client.get(f"{SEATING}1/"))
    assert {SECOND, f"{SEATING}1/"} <= hrefs(client.get(SEATING))


def test_before_anything_is_published_the_page_waits(client, tournament):
    assert "No seating is published yet." in text(client.get(SEATING))
    assert "No seating is published yet." in text(client.get(PLAYERS))
    own = text(client.get(OWN.format(1)))
    assert "Seat in round 1" in own
    assert "The table appears when the seating is published." in own


@pytest.mark.parametrize("number", [0, 2, 99, 10**30])
def test_a_round_that_is_not_public_is_not_there(number, client, second):
    response = client.get(f"{SEATING}{number}/")
    if number:
        assert response.status_code == 404
        assert f"The seating of round {number} is not published." in text(response)
    assert "Player 05 5 西" not in text(response)


def test_ones_own_page_shows_the_next_seat_and_the_one_after(client, second, noon):
    first = second.tournament.rounds.get(number=1)
    publish_seating.publish(second.pk, by="director")
    shown = text(client.get(OWN.format(5)))
    assert "Seat in round 1 Seating published 東 Table 2 East" in shown
    assert "Then round 2 Seating published 南 Table 1 South" in shown
    round_clock.start(first.pk, by="director", now=noon)
    paper(first, 2, {"E": 8, "S": 0, "W": 0, "N": -8})
    assert "Seat in round 2" in text(client.get(OWN.format(5)))
    assert "Seat in round 1 Playing" in text(client.get(OWN.format(1)))


def test_the_tab_of_all_rounds_is_named_as_its_page(client, second):
    page = client.get(PLAYERS).content.decode()
    assert "<title>Seating of all rounds · " in page
    assert "<h1>Seating of all rounds</h1>" in page


def test_over_all_rounds_every_player_has_a_line(client, second):
    assert "Round 2" not in text(client.get(PLAYERS)).split("Player", 1)[1]
    publish_seating.publish(second.pk, by="director")
    body = client.get(PLAYERS).content.decode()
    [row] = re.findall(r"<tr id=\"p5\"><th scope=\"row\">[^\n]*</tr>", body)
    assert text(row).split() == ["05,", "Player", "5", "2", "東", "E", "1", "南", "S"]
    assert 'aria-label="South"' in row


# --- live -----------------------------------------------------------------------
def test_the_stream_is_silent_until_the_seats_change(second):
    tournament = second.tournament
    mark = seating_pages.seating_page(tournament)["mark"]
    news = FRAGMENTS["seating"]

    def said(number: int = 0) -> str:
        return news.render(tournament, (str(number), str(mark))).strip()

    assert said() == ""
    tournament.record("nothing", by="director")
    publish_seating.show_in_hall(second.pk, by="director")
    assert said() == ""
    publish_seating.publish(second.pk, by="director")
    assert "hx-get" in said()
    assert "hx-get" in said(99)


def test_the_pages_stream_knows_what_its_reader_sees(client, seated_round):
    body = client.get(f"{SEATING}?q=07").content.decode()
    topic = topic_on(body)
    assert (topic.name, topic.tournament) == ("seating", seated_round.tournament_id)
    news = FRAGMENTS[topic.name].render(seated_round.tournament, topic.args)
    assert news.strip() == ""


# --- nothing leaks --------------------------------------------------------------
def bytes_of(client, url: str) -> tuple[int, str]:
    """Return the status and text of a page, without the address of its stream, which
    contains the revision. Asserts that the page has no key of the hall screen.
    """
    response = client.get(url)
    body = re.sub(r"/live/[^\"]+", "/live/", response.content.decode())
    assert hall_key_of() not in body
    return response.status_code, body


def hall_key_of() -> str:
    return Tournament.objects.values_list("hall_key", flat=True).get()


def streams_of(tournament: Tournament) -> dict[str, str]:
    """Return the data that each public stream would send, by topic."""
    mark = str(seating_pages.seating_page(tournament)["mark"])
    topics = [
        ("standings", ()),
        ("teams", ()),
        ("seating", ("0", mark)),
        *(("round", (number,)) for number in "123"),
        *(("session", (number, table)) for number in "123" for table in "12"),
        *(("player", (str(number),)) for number in range(1, 12)),
    ]
    return {
        f"{name}{args}": FRAGMENTS[name].render(tournament, args)
        for name, args in topics
    }


def test_what_only_the_hall_may_see_changes_no_public_byte(client, second):
    tournament = second.tournament
    before = {url: bytes_of(client, url) for url in PUBLIC}
    streams = streams_of(tournament)

    house = Person.objects.create(last_name="House 1")
    tournament.players.create(person=house, number=9, is_filler=True)
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 6, 3, 9))],
        by="director",
    )
    third = tournament.rounds.get(number=3)

    def shown_in_hall() -> None:
        publish_seating.show_in_hall(second.pk, by="director")
        publish_seating.show_in_hall(third.pk, by="director")

    def hidden_again() -> None:
        publish_seating.unpublish(third.pk, by="director", reason="a mistake")

    for change in (shown_in_hall, hidden_again):
        change()
        tournament.refresh_from_db()
        assert {url: bytes_of(client, url) for url in PUBLIC} == before
        assert streams_of(tournament) == streams

    publish_seating.publish(second.pk, by="director")
    for url in (SEATING, SECOND, PLAYERS, OWN.format(1)):
        assert bytes_of(client, url) != before[url], url


def test_the_tag_of_a_page_is_a_digest_of_nothing_hidden(director_client, second, rf):
    """The ETag of a page reveals no hidden data.

    It is a one-way digest of revisions, not of seats.
    """
    tag = director_client.get(SEATING)["ETag"]
    publish_seating.show_in_hall(second.pk, by="director")
    assert re.fullmatch(r'"[0-9a-f]{32}\.\d+"', tag)
    request = rf.get(SEATING)
    request.user = AnonymousUser()
    tournament = Tournament.objects.get()
    digest = page_etags._digest(request, [tournament], None)
    Round.objects.filter(pk=second.pk).delete()
    assert page_etags._digest(request, [tournament], None) == digest


@pytest.mark.parametrize("state", ["draft", "hall"])
def test_not_even_helpers_see_hidden_rounds_on_public_pages(
    state, second, director_client, referee_client
):
    Round.objects.filter(pk=second.pk).update(state=state)
    for visitor in (director_client, referee_client):
        assert visitor.get(SECOND).status_code == 404
        assert SECOND not in hrefs(visitor.get(SEATING))


# --- the hall screen --------------------------------------------------------------
def hall_link(tournament: Tournament) -> str:
    tournament.refresh_from_db(fields=["hall_key"])
    return reverse("hall:seats_by_key", args=[tournament.slug, tournament.hall_key])


def test_the_hall_sees_a_round_before_the_web(client, second, noon):
    tournament = second.tournament
    first = tournament.rounds.get(number=1)
    assert "Your seat in round 1" in text(client.get(hall_link(tournament)))
    publish_seating.show_in_hall(second.pk, by="director")
    round_clock.start(first.pk, by="director", now=noon)
    end_and_close_round.end_now(
        first.pk, by="director", reason="lunch", now=timezone.now()
    )
    shown = text(client.get(hall_link(tournament)))
    assert "Your seat in round 2" in shown
    assert "05 Player Table 1 南" in shown
    assert "Your seat in round 1" in text(
        client.get(f"{hall_link(tournament)}?round=1")
    )
    assert "Round 1 of 3" in text(client.get(SEATING))


def test_the_hall_sees_no_draft(client, second):
    link = hall_link(second.tournament)
    assert client.get(f"{link}?round=2").status_code == 404
    assert "round 2" not in text(client.get(link))


def test_the_hall_is_open_while_the_tournament_is_not_public(client, seated_round):
    tournament = seated_round.tournament
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    assert "Your seat in round 1" in text(client.get(hall_link(tournament)))


def test_a_wrong_key_tells_nothing(client, tournament, seated_round):
    wrong = client.get("/hall/spring-cup/wrong/")
    nowhere = client.get("/hall/no-such-cup/wrong/")
    assert wrong.status_code == nowhere.status_code == 404
    # After the choice of a language, the browser returns to the requested address.
    asked = b"/hall/spring-cup/", b"/hall/no-such-cup/"
    assert wrong.content.replace(*asked) == nowhere.content
    assert client.get("/hall/spring-cup/w%C3%AEnd/").status_code == 404
    assert client.get(hall_link(tournament)[:-2] + "/").status_code == 404


def test_helpers_need_no_key(client, referee_client, stranger_client, seated_round):
    assert "Your seat in round 1" in text(referee_client.get("/hall/spring-cup/"))
    assert stranger_client.get("/hall/spring-cup/").status_code == 404
    assert "/account/login/" in client.get("/hall/spring-cup/").url
    assert "/account/login/" in client.get("/hall/no-such-cup/").url
    assert "/hall/spring-cup/" in hrefs(referee_client.get("/director/spring-cup/"))


def test_a_renewed_key_voids_the_old_link_and_its_stream(
    client, director_client, seated_round
):
    tournament = seated_round.tournament
    old = hall_link(tournament)
    body = client.get(old).content.decode()
    topic = topic_on(body)
    assert tournament.hall_key not in str(topic)
    assert "Player" in topic.kind.render(tournament, topic.args)

    page = director_client.get("/director/spring-cup/hall-screen/")
    assert f"http://testserver{old}" in text(page)
    renewed = director_client.post("/director/spring-cup/hall-screen/", follow=True)
    new = hall_link(tournament)
    assert new != old
    assert f"http://testserver{new}" in text(renewed)
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200
    tournament.refresh_from_db()
    told = topic.kind.render(tournament, topic.args)
    assert "Player" not in told
    assert "This link was replaced" in told
    log = director_client.get("/director/spring-cup/log/")
    assert "Hall screen link replaced." in text(log).replace("&#x27;", "'")


def test_the_stream_of_the_hall_shows_what_the_screen_shows(client, second):
    publish_seating.show_in_hall(second.pk, by="director")
    tournament = Tournament.objects.get()
    page = client.get(f"{hall_link(tournament)}?round=2").content.decode()
    topic = topic_on(page)
    seats = re.compile(r'<ul class="seat-wall.*?</ul>', re.DOTALL)
    fragment = topic.kind.render(tournament, topic.args)
    assert seats.findall(fragment) == seats.findall(page) != []
    publish_seating.unpublish(second.pk, by="director", reason="a mistake")
    gone = topic.kind.render(tournament, topic.args)
    assert "The seating of round 2 is not published." in gone


def test_more_people_than_fit_take_turns(client, seated_round):
    tournament = seated_round.tournament
    crowd(tournament, 400)
    link = f"{hall_link(tournament)}?round=9"
    line = '<li><span class="who">'
    page = client.get(link).content.decode()
    parts = page.partition('<div class="hall-bar"')[0].split("<section ")[1:]
    assert [part.count(line) for part in parts] == [68] * 6
    hidden = [" hidden" in part for part in re.findall(r"<section [^>]*>", page)]
    assert hidden == [False, *[True] * 5]
    assert "Show all names in turn" not in page
    # Also without scripts.
    [turn] = re.findall(r'http-equiv="refresh" content="12; url=([^"]+)"', page)
    second = client.get(turn.replace("&amp;", "&")).content.decode()
    hidden = [" hidden" in part for part in re.findall(r"<section [^>]*>", second)]
    assert hidden == [True, False, *[True] * 4]
    # A screen can be limited to some of the players.
    pinned = client.get(f"{link}&part=3").content.decode()
    assert pinned.count(line) == 68
    assert parts[2].split("</section>")[0].split(">", 1)[1] in pinned
    assert "Show all names in turn" in pinned
    topic = topic_on(pinned)
    assert topic.kind.render(tournament, topic.args).count(line) == 68
    assert client.get(f"{link}&part=99").content.decode().count(line) == 68


@pytest.mark.parametrize(
    ("last", "first", "namesake", "length"),
    [
        ("Lind", "Anna", False, ""),
        ("Svensson", "Ingrid", False, ""),
        ("Svensson", "Ingrid", True, "wide"),
        ("SVENSSON", "NIKOLAUS", False, "wide"),
        ("Papadopoulos", "Maria-Magdalena", False, "long"),
        ("van der Zomerwind", "Esme", False, "long"),
        ("Thornbury-Featherstonehaugh", "Kestrel", False, "longer"),
        ("Wolfeschlegelsteinhausenberger", "Bo", False, "longest"),
        ("Featherstonehaugh-Cholmondeley", "Maria-Magdalena", False, "longest"),
        ("司馬", "相如", False, ""),
        ("", "", False, ""),
    ],
)
def test_long_names_are_written_smaller_on_the_wall(last, first, namesake, length):
    person = ListedPlayer(1, last, first, False, namesake)
    line = seating_on_screen.Line(Sitting(person, None, True))
    assert line.length == length


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(0, []), (8, [8]), (72, [72]), (73, [37, 36]), (416, [70] * 5 + [66])],
)
def test_parts_are_even_and_nobody_is_left_out(people, sizes):
    who = [
        Sitting(ListedPlayer(number, f"{number:04}", "", house=False), None, True)
        for number in range(people)
    ]
    parts = seating_on_screen.parts_of(who)
    assert [len(part.sittings) for part in parts] == sizes
    assert [sitting for part in parts for sitting in part.sittings] == who


@pytest.mark.parametrize("query", ["round=x", "part=x", "part=0", "turn=99", "part=٣"])
def test_a_mistyped_address_of_the_screen_is_forgiven(query, client, seated_round):
    link = hall_link(seated_round.tournament)
    assert client.get(f"{link}?{query}").status_code == 200


# --- cost -------------------------------------------------------------------------
def queries_of(client, url) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_many_players_need_no_more_queries(client, seated_round):
    tournament = seated_round.tournament
    hall = f"{hall_link(tournament)}?round=9"
    at_most = {
        f"{SEATING}9/": 8,
        f"{SEATING}9/?by=table": 8,
        f"{SEATING}9/?q=player": 8,
        PLAYERS: 8,
        hall: 8,
    }
    crowd(tournament, 8)
    small = {url: queries_of(client, url) for url in at_most}
    assert not {url: n for url, n in small.items() if n > at_most[url]}
    tournament.rounds.get(number=9).delete()
    tournament.players.filter(number__gt=1000).delete()
    crowd(tournament, 160)
    assert {url: queries_of(client, url) for url in at_most} == small


def test_the_stream_needs_few_queries_for_many_players(
    seated_round, django_assert_num_queries
):
    crowd(seated_round.tournament, 160)
    tournament = Tournament.objects.get()
    with django_assert_num_queries(3):
        FRAGMENTS["seating"].render(tournament, ("9", "0"))
