"""Pages of standings: default view, contents of rows, windows of rows, and search."""

from __future__ import annotations

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.public import standings_pages
from scoring.public.choice_of_standings import COUNTRIES
from scoring.public.public_fragments import FRAGMENTS
from scoring.standings import live_and_official_standings
from scoring.standings.criteria_columns import deciding
from tests.scoring import played_events
from tests.scoring.public.test_public_pages import text
from tests.scoring.results import crowd
from tests.scoring.seated_rounds import seat, win
from tests.scoring.two_rounds import close, table
from tournaments.models import Person, Player, Tournament
from tournaments.people import register_players
from tournaments.people.namesakes import mark_namesakes
from tournaments.rounds import round_clock
from tournaments.seating.seating_request import Method

HERE = "/t/spring-cup/standings/"


def rows(response) -> list[str]:
    """Return the player numbers of the rows on a page, in order."""
    return re.findall(r'<tr data-row="(\d+)"', response.content.decode())


def row_of(response, number) -> str:
    """Return the text of a player's row, without markup."""
    [found] = re.findall(
        rf'(?s)<tr data-row="{number}".*?</tr>', response.content.decode()
    )
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found)).strip()


def test_while_a_round_is_played_the_live_standings_come_first(client, second_round):
    win(table(second_round, 2), 1, "E", "S", 88)
    shown = client.get(HERE)
    assert "Live, including round 2. Official standings: after round 1." in text(shown)
    assert "count as ties" in text(shown)
    assert row_of(shown, 1) == (
        "1 ▲ 1 Player 01 Denmark · Team 1 4 T2 · 1st +112 8 4 +40"
    )
    assert "T1 · not started" in row_of(shown, 5)
    official = client.get(f"{HERE}official/")
    assert "Official, after round 1 of 3." in text(official)
    assert rows(official)[:2] == ["5", "1"]
    assert "T2" not in row_of(official, 1)
    assert f'href="{HERE}official/"' in shown.content.decode()


def test_nothing_runs_then_the_official_ones_come_first(client, closed_round):
    shown = client.get(HERE)
    assert "Official, after round 1 of 3." in text(shown)
    assert "Ranked by total table points" in text(shown)
    assert "20 score points" in row_of(shown, 1)
    assert row_of(shown, 2).startswith("3= Player 02")


def test_before_any_round_they_say_that_nothing_counts_yet(client, tournament):
    words = "No rounds completed yet."
    assert words in text(client.get(HERE))
    tournament.players.all().delete()
    assert words not in text(client.get(HERE))


def test_an_earlier_round_and_what_is_not_there(client, second_round):
    win(table(second_round, 2), 1, "E", "S", 88)
    close(second_round)
    earlier = client.get(f"{HERE}after-1/")
    assert b"<h1>Standings after round 1</h1>" in earlier.content
    assert rows(earlier)[:2] == ["5", "1"]
    for name in ("after-3", "after-0", "after-x", "after-100", "weekly"):
        assert client.get(f"{HERE}{name}/").status_code == 404
    for query in ("page=0", "page=2", "page=x", "page=9999999999"):
        assert client.get(f"{HERE}?{query}").status_code == 404


def test_a_table_that_was_cancelled_is_not_one_that_has_not_begun(client, second_round):
    cancelled = {"kind": "play_ended", "why": "cancelled"}
    given = {"device_key": "fire", "by": "referee", "reason": "a fire"}
    enter_hand.enter(table(second_round, 2).pk, cancelled, **given)
    shown = client.get(HERE)
    assert "T2 · cancelled" in row_of(shown, 1)
    assert "T1 · not started" in row_of(shown, 5)


def test_by_country_and_by_team(client, closed_round):
    countries = text(client.get(f"{HERE}countries/"))
    assert countries.index("Denmark 4 players") < countries.index("Italy 4 players")
    teams = client.get("/t/spring-cup/teams/")
    assert rows(teams) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert "Teams are ranked by official points only." in text(teams)


def test_every_page_of_standings_says_what_is_held_back(client, closed_round):
    Tournament.objects.update(planned_rounds=2, secret_rounds=1)
    for page in (HERE, f"{HERE}countries/", "/t/spring-cup/teams/"):
        shown = text(client.get(page))
        assert "Results from round 2 onwards are hidden" in shown, page


def test_who_withdrew_was_fined_or_is_a_substitute_is_marked(client, closed_round):
    Player.objects.filter(number=8).update(last_round=0)
    Player.objects.filter(number=4).update(is_substitute=True)
    shown = client.get(HERE)
    assert "withdrawn, played no round" in row_of(shown, 8)
    assert row_of(shown, 4).startswith("– Player 04")
    assert "substitute" in row_of(shown, 4)
    assert rows(shown)[-1] == "4"


def test_a_penalty_of_a_round_that_is_played_is_marked_at_once(client, second_round):
    given = {"device_key": "fine", "by": "referee"}
    fine = {"kind": "penalty", "amounts": {"E": -3}, "target": "overall"}
    win(table(second_round, 2), 1, "E", "S", 88)
    enter_hand.enter(table(second_round, 2).pk, fine, **given)
    assert "penalty −3" in row_of(client.get(HERE), 1)
    assert "penalty" not in row_of(client.get(HERE), 6)
    assert "penalty" not in row_of(client.get(f"{HERE}official/"), 1)


def test_a_name_leads_to_its_row(client, closed_round):
    only = client.get(HERE, {"find": "player 03"})
    assert (only.status_code, only.url) == (302, "?page=1#p3")
    several = client.get(HERE, {"find": "player"})
    assert several.content.decode().count("?page=1#p") == 8
    assert "No player's name or number" in text(
        client.get(HERE, {"find": "<zzz>"})
    ).replace("&#x27;", "'")
    names = client.get(f"{HERE}official/names/").json()["names"]
    assert [number for number, _name, _rest in names] == [5, 1, 2, 6, 3, 7, 4, 8]
    assert names[0][1:] == ["Player 05", "Denmark · Team 2"]


def test_whoever_is_looked_for_by_country_is_on_the_page_that_is_led_to(
    client, closed_round, monkeypatch
):
    monkeypatch.setattr(standings_pages, "PAGE", 3)
    for number in (1, 2, 7, 8):
        found = client.get(f"{HERE}countries/", {"find": f"player 0{number}"})
        assert found.status_code == 302
        page = client.get(f"{HERE}countries/{found.url.partition('#')[0]}")
        assert str(number) in rows(page)


def test_people_are_found_by_club_country_and_team_too(client, closed_round):
    Person.objects.filter(players__number=6).update(club="Łódź Dragons")
    only = client.get(HERE, {"find": "lodz dragons"})
    assert (only.status_code, only.url) == (302, "?page=1#p6")
    several = client.get(HERE, {"find": "denmark team 2"})
    assert re.findall(r"#p(\d)", several.content.decode()) == ["5", "7"]


def test_the_official_ones_are_a_tap_away_as_soon_as_a_round_begins(
    client, closed_round
):
    """The live standings have a link to the official standings from the start of a
    round, even on a page that was opened before.
    """
    link = f'href="{HERE}official/"'
    tournament, standings = closed_round.tournament, FRAGMENTS["standings"]
    for shown in (client.get(HERE).content.decode(), standings.render(tournament, ())):
        assert 'id="which"' in shown
        assert link not in shown
    second = seat(tournament, 2, (5, 2, 3, 4), (1, 6, 7, 8))
    round_clock.start(second.pk, by="director", now=timezone.now())
    for shown in (client.get(HERE).content.decode(), standings.render(tournament, ())):
        assert link in shown
    assert f'data-find="{HERE}live/"' in client.get(HERE).content.decode()
    assert f'data-find="{HERE}official/"' in (
        client.get(f"{HERE}official/").content.decode()
    )


def test_by_country_too_the_official_ones_are_a_tap_away(client, second_round):
    win(table(second_round, 2), 1, "E", "S", 88)
    official = f"{HERE}countries-official/"
    shown = client.get(f"{HERE}countries/")
    assert f'href="{official}"' in shown.content.decode()
    assert "T2 · 1st +112" in row_of(shown, 1)
    shown = client.get(official)
    assert "Official, after round 1 of 3." in text(shown)
    assert rows(shown)[:2] == ["5", "1"]
    assert f'href="{HERE}countries/"' in shown.content.decode()
    close(second_round)
    assert official not in client.get(f"{HERE}countries/").content.decode()


def test_a_round_that_is_closed_is_listed_also_on_a_page_that_is_open(
    client, second_round
):
    tournament, standings = second_round.tournament, FRAGMENTS["standings"]
    link = f'href="{HERE}after-2/"'
    assert link not in standings.render(tournament, ())
    close(second_round)
    for shown in (client.get(HERE).content.decode(), standings.render(tournament, ())):
        assert 'id="others"' in shown
        assert link in shown
    earlier = standings.render(tournament, ("0", "1"))
    assert re.search(r'after-1/" aria-current="page"', earlier)
    assert 'id="others"' not in standings.render(tournament, (str(COUNTRIES),))


def test_rows_come_in_windows(client, closed_round):
    some = client.get(f"{HERE}official/rows/", {"numbers": "3,5,77,x"})
    assert rows(some) == ["5", "3"]
    assert "<html" not in some.content.decode()
    assert rows(client.get(f"{HERE}official/rows/", {"first": "6"})) == ["4", "8"]
    assert not rows(client.get(f"{HERE}official/rows/", {"first": "600"}))
    assert client.get(f"{HERE}official/rows/", {"first": "-1"}).status_code == 404


def test_what_people_are_called_is_never_markup(client, closed_round):
    tournament = closed_round.tournament
    named = register_players.PlayerRow(
        last_name="<script>x", country='"><em>', club="<i>", team="<u>"
    )
    register_players.register(tournament, [named], by="director")
    for address in (HERE, f"{HERE}countries/", "/t/spring-cup/teams/"):
        shown = client.get(address).content.decode()
        assert "&lt;script&gt;x" in shown
        for markup in ("<script>x", "<u>", '"><em>'):
            assert markup not in shown


def test_a_page_takes_the_same_queries_for_many_players(client, second_round):
    win(table(second_round, 2), 1, "E", "S", 88)
    tournament = second_round.tournament

    def asked() -> dict[str, int]:
        found = {}
        for address in (HERE, f"{HERE}official/", "/t/spring-cup/teams/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            found[address] = len(queries)
        return found

    few = asked()
    assert max(few.values()) <= 10
    crowd(tournament, 100)
    assert asked() == few
    page = client.get(f"{HERE}?page=2")
    assert (len(rows(client.get(HERE))), len(rows(page))) == (100, 8)
    html = FRAGMENTS["standings"].render(tournament, ("0", "0", "2"))
    assert rows(page) == re.findall(r'<tr data-row="(\d+)"', html)


def test_whoever_is_found_has_no_place_before_anything_is_played(client, tournament):
    before = client.get(HERE, {"find": "player"}).content.decode()
    assert "<b>Player 01</b> </a>" in before


def test_whoever_is_found_has_their_place(client, closed_round):
    page = client.get(HERE, {"find": "player"}).content.decode()
    assert re.search(r"<b>Player 05</b> <span[^>]*>Place 1=?</span></a>", page)


def test_people_of_the_same_name_are_told_apart_by_their_numbers(client, closed_round):
    named = {"first_name": "Ann", "last_name": "Smith"}
    Person.objects.filter(players__number__in=[3, 6]).update(**named)
    mark_namesakes(Tournament.objects.get())
    shown = client.get(HERE)
    assert "Ann Smith (3)" in row_of(shown, 3)
    assert "Ann Smith (6)" in row_of(shown, 6)
    assert "(5)" not in row_of(shown, 5)
    names = client.get(f"{HERE}live/names/").json()["names"]
    assert {name for number, name, _rest in names if number in (3, 6)} == {
        "Ann Smith (3)",
        "Ann Smith (6)",
    }
    page = client.get(HERE, {"find": "ann smith"}).content.decode()
    assert re.search(r"<b>Ann Smith \(3\)</b> <span[^>]*>Place 5</span>", page)
    tables = client.get("/t/spring-cup/rounds/1/", {"find": "ann"}).content.decode()
    assert "<b>Smith, Ann (3)</b>" in tables


def riichi_event(director, first_table: list[int], **options) -> Tournament:
    """Return a riichi tournament of 8 players after a round with these scores at its
    first table.
    """
    made = played_events.event("riichi", 8, director, options=options)
    others = [45_000, 35_000, 25_000, 15_000]
    played_events.play(
        made,
        1,
        Method.RANDOM,
        lambda _number, table: first_table if table == 1 else others,
    )
    return made


def final_points(made: Tournament) -> list[str]:
    """Return each player's final points as displayed."""
    board = live_and_official_standings.official_of(made)
    first = deciding(board)[0]
    return [first.written(row.line, made.ruleset) for row in board.rows]


def test_final_points_of_a_column_have_as_many_decimals(director):
    figures = final_points(riichi_event(director, [51_500, 30_000, 28_500, 10_000]))
    assert {len(figure.partition(".")[2]) for figure in figures} == {1}, figures


def test_final_points_of_a_column_with_thirds_are_all_decimals(client, director):
    """Three players share the points of the first three places.

    Neither this page nor the home page shows a fraction.
    """
    uma = [20_000, 10_000, -10_000, -20_000]
    made = riichi_event(director, [33_400, 33_400, 33_400, 19_800], uma=uma)
    figures = final_points(made)
    assert {len(each.partition(".")[2]) for each in figures} == {3}, figures
    home = client.get(f"/t/{made.slug}/").content.decode()
    assert all(figure in home for figure in figures)


def test_a_director_gets_a_link_to_the_ranking(client, director_client, closed_round):
    settings = "/settings/#order"
    assert settings in director_client.get(HERE).content.decode()
    assert settings not in client.get(HERE).content.decode()
