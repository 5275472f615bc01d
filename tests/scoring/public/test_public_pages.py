"""Public pages: contents, access, and cost."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.db.models.signals import post_init
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from scoring.all_pages import page_cache
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.public.public_fragments import FRAGMENTS
from scoring.public.tournament_list import ON_A_PAGE
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import in_words
from scoring.wording.ledger_entry_wording import of_entry
from scoring.wording.stored_reasons import Reason
from tests.examples import how_many
from tests.plain_names import plain_names
from tests.scoring.results import append_all, crowd, paper
from tournaments.live.fragment_differences import mark_of, pieces_of
from tournaments.models import (
    EventDescription,
    PlanKind,
    Round,
    RoundState,
    Tournament,
)
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.tournament_setup import create_and_change_tournament

HOME = "/"
EVENT = "/t/spring-cup/"
STANDINGS = "/t/spring-cup/standings/"
TEAMS = "/t/spring-cup/teams/"
ROUND = "/t/spring-cup/rounds/1/"
TABLE = "/t/spring-cup/rounds/1/tables/1/"
PLAYER = "/t/spring-cup/players/1/"
OF_TOURNAMENT = (EVENT, STANDINGS, TEAMS, ROUND, TABLE, PLAYER)


def text(response) -> str:
    """Return the visible text of a response or page, without markup and with single
    spaces.
    """
    content = response.content.decode() if hasattr(response, "content") else response
    body = re.sub(r"(?s)<head>.*?</head>", " ", plain_names(content))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def hrefs(response) -> set[str]:
    return set(re.findall(r'href="([^"]+)"', response.content.decode()))


def win(game, hand, winner="E", discarder="S", points=8, **more):
    entry = {"kind": "win", "winner": winner, "from": discarder, "points": points}
    return enter_hand.enter(
        game.pk,
        entry,
        device_key=f"{game.pk}:{hand}",
        by="referee",
        hand=hand,
        **more,
    ).entry


def enter(game, kind, **values):
    key = f"{game.pk}:{kind}:{values}"
    raw = {"kind": kind, **values}
    return enter_hand.enter(game.pk, raw, device_key=key, by="referee").entry


def correct(line, by="director", reason="the slip says otherwise", **values):
    raw = {**line.raw, **values}
    key = f"correct:{line.pk}"
    return correct_and_undo.correct(
        line.pk, raw, device_key=key, by=by, reason=reason
    ).entry


# --- the list -----------------------------------------------------------------
def test_a_new_installation_sends_its_first_visitor_to_the_welcome(client, db):
    response = client.get(HOME)
    assert response.status_code == 302
    assert response.url == "/welcome/"


def test_the_list_shows_public_tournaments_with_their_state(client, running_round):
    shown = text(client.get(HOME))
    assert "Spring Cup MCR (Mahjong Competition Rules) · 8 players" in shown
    assert "Round 1 of 3 Playing" in shown
    assert EVENT in hrefs(client.get(HOME))


def test_the_list_knows_tournaments_not_started_and_finished(client, tournament):
    assert "Not started" in text(client.get(HOME))
    for number in (1, 2, 3):
        Round.objects.create(tournament=tournament, number=number, state="closed")
    assert "Finished" in text(client.get(HOME))


def test_the_list_without_tournaments_says_so(client, owner):
    assert "No public tournaments yet." in text(client.get(HOME))


def test_tournaments_being_played_come_first(client, director, running_round):
    create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan(
            "Later Cup", "mcr", 3, 100, "finish_hand", is_public=True
        ),
        director=director,
    )
    shown = text(client.get(HOME))
    assert shown.index("Spring Cup") < shown.index("Later Cup")


# --- access -------------------------------------------------------------------
def test_every_page_opens_cold_for_everybody(client, game):
    for url in (HOME, *OF_TOURNAMENT):
        assert client.head(url).status_code == 200, url
        assert client.post(url).status_code == 405, url


@pytest.fixture
def hidden(game) -> Tournament:
    tournament = game.round.tournament
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    return tournament


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("client", 404),
        ("stranger_client", 404),
        ("referee_client", 200),
        ("director_client", 200),
        ("owner_client", 200),
    ],
)
def test_a_hidden_tournament_is_for_its_helpers(who, status, hidden, request):
    visitor: Client = request.getfixturevalue(who)
    for url in OF_TOURNAMENT:
        response = visitor.get(url)
        assert response.status_code == status, url
        assert ("Spring Cup" in text(response)) == (status == 200), url
    assert ("Spring Cup" in text(visitor.get(HOME))) == (status == 200)


def test_a_stranger_with_a_stolen_tag_learns_nothing(
    hidden, director_client, stranger_client
):
    tag = director_client.get(STANDINGS)["ETag"]
    stolen = stranger_client.get(STANDINGS, headers={"If-None-Match": tag})
    assert stolen.status_code == 404


def test_helpers_find_the_way_to_their_desks(
    game, client, director_client, referee_client
):
    enter_hands, hall = "/table/spring-cup/1/1/", "/director/spring-cup/"
    assert {enter_hands, hall} <= hrefs(director_client.get(TABLE))
    assert enter_hands in hrefs(referee_client.get(TABLE))
    assert hall not in hrefs(referee_client.get(TABLE))
    assert not {enter_hands, hall} & hrefs(client.get(TABLE))


MENU, MENU_STYLES = 'id="side-all"', "css/director"


@pytest.mark.parametrize("page", ["standings/", "standings/?find=zzz", "teams/"])
def test_staff_keep_their_menu_on_the_standings(
    game, director_client, referee_client, page
):
    hall = "/director/spring-cup/"
    address = f"/t/spring-cup/{page}"
    for staff in (director_client, referee_client):
        shown = staff.get(address).content.decode()
        assert MENU in shown
        assert MENU_STYLES in shown
        assert hall in hrefs(staff.get(address))
    setup = "/director/spring-cup/settings/"
    assert setup in hrefs(director_client.get(address))
    assert setup not in hrefs(referee_client.get(address))


@pytest.mark.parametrize("page", ["standings/", "teams/"])
def test_nothing_of_the_staff_menu_reaches_the_public(
    game, client, kept_pages, director_client, stranger_client, page
):
    address = f"/t/spring-cup/{page}"
    before = client.get(address)
    tag = director_client.get(address)["ETag"]
    assert again(client, address, tag).status_code == 200
    assert client.get(address).content == before.content
    kept_pages.forget()
    director_client.get(address)
    for other in (client, stranger_client):
        shown = other.get(address).content.decode()
        assert MENU not in shown
        assert MENU_STYLES not in shown
        assert "/director/spring-cup/" not in shown


# --- missing pages ------------------------------------------------------------
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("rounds/99/", "Round 99 does not exist or is not published yet."),
        ("rounds/0/", "Round 0 does not exist or is not published yet."),
        ("rounds/1/tables/0/", "Round 1 has no table 0."),
        ("rounds/1/tables/3/", "Round 1 has no table 3."),
        ("rounds/99/tables/1/", "Round 99 does not exist or is not published yet."),
        ("players/999/", "No player has number 999."),
        (
            f"rounds/{10**30}/",
            f"Round {10**30} does not exist or is not published yet.",
        ),
        (f"rounds/1/tables/{10**30}/", f"Round 1 has no table {10**30}."),
        (f"players/{10**30}/", f"No player has number {10**30}."),
    ],
)
def test_a_bad_address_is_answered_with_a_sentence(path, sentence, client, game):
    response = client.get(EVENT + path)
    assert response.status_code == 404
    assert sentence in text(response)
    assert {HOME, STANDINGS, ROUND} <= hrefs(response)


@pytest.mark.parametrize("path", ["/t/no-such-cup/", "/t/spring-cup/rounds/one/"])
def test_an_address_nothing_answers_is_a_404_page(path, client, game):
    response = client.get(path)
    assert response.status_code == 404
    assert HOME in hrefs(response)


def test_without_teams_there_is_no_page_of_teams(client, tournament):
    tournament.teams.all().delete()
    assert TEAMS not in hrefs(client.get(STANDINGS))
    response = client.get(TEAMS)
    assert response.status_code == 404
    assert "This tournament has no teams." in text(response)


def test_a_draft_round_is_on_no_page(client, game):
    tournament = game.round.tournament
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 5, 2, 6))],
        by="director",
    )
    second = "/t/spring-cup/rounds/2/"
    for url in OF_TOURNAMENT:
        assert not any(second in href for href in hrefs(client.get(url))), url
    assert client.get(second).status_code == 404
    assert client.get(f"{second}tables/1/").status_code == 404
    publish_seating.publish(tournament.rounds.get(number=2).pk, by="director")
    for url in (EVENT, ROUND, TABLE):
        assert second in hrefs(client.get(url)), url
    assert client.get(f"{second}tables/1/").status_code == 200


# --- standings ----------------------------------------------------------------
def test_standings_share_places_and_skip_the_next(client, seated_round):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    paper(seated_round, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    Round.objects.update(state="closed")
    shown = text(client.get(STANDINGS))
    assert "1 Player 05 " in shown
    assert "2 Player 01 " in shown
    assert "3= Player 02 " in shown
    assert "3= Player 06 " in shown
    assert "5 Player 03 " in shown
    assert "7= Player 08 " in shown


def test_standings_show_exact_fractions(client, seated_round):
    paper(seated_round, 1, {"E": 10, "S": 10, "W": 10, "N": -30})
    Round.objects.update(state="closed")
    assert "Player 02 Italy · Team 1 2⅓ 2⅓ +10" in text(client.get(STANDINGS))


def test_standings_say_how_places_are_decided(client, tournament):
    for chain in (["table_points", "score"], ["score", "hands_won", "best"]):
        tournament.tie_breaks = chain
        tournament.save()
        assert in_words(tournament) in text(client.get(STANDINGS))


def test_what_decides_is_shown_first(client, seated_round):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    tournament = seated_round.tournament
    tournament.tie_breaks = ["hands_won", "score"]
    tournament.save()
    Round.objects.update(state="closed")
    assert "Gap Hands won Score Table points 1" in text(client.get(STANDINGS))


def test_before_anything_is_played_players_have_no_places(client, running_round):
    teams = text(client.get(TEAMS))
    assert "Team 1" in teams
    for shown in (text(client.get(STANDINGS)), text(client.get(EVENT)), teams):
        assert "Player 01 " in shown
        assert not re.search(r"\b1 ?=", shown)


def test_a_tournament_without_players_says_so(client, director):
    create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan(
            "Empty Cup", "mcr", 3, 100, "finish_hand", is_public=True
        ),
        director=director,
    )
    for path in ("", "standings/"):
        shown = text(client.get(f"/t/empty-cup/{path}"))
        assert "No players are registered yet." in shown


def test_figures_of_tables_in_play_stand_apart(client, game):
    win(game, 1)
    shown = text(client.get(STANDINGS))
    assert "1 Player 01 Denmark · Team 1 T1 · 1st +32 4 0 0 " in shown
    assert "2= Player 05 Denmark · Team 2 T2 · not started 0 0 " in shown
    end_and_close_round.close(game.round_id, by="director", reason="lunch")
    assert "T1 ·" not in text(client.get(STANDINGS))


def test_the_page_of_a_tournament_leads_to_its_rounds_tables_and_players(client, game):
    found = hrefs(client.get(EVENT))
    players = {f"/t/spring-cup/players/{n}/" for n in range(1, 9)}
    tables = {f"{ROUND}tables/{n}/" for n in (1, 2)}
    assert found >= players | tables | {ROUND, TEAMS, HOME}


def test_the_page_of_a_tournament_says_how_the_round_stands(client, game):
    page = client.get(EVENT)
    assert "Round 1 Playing" in text(page)
    assert "0 of 2 tables finished" in text(page)
    assert 'aria-label="Table 1: Hand 1"' in page.content.decode()
    paper(game.round, 2, {"E": 0, "S": 0, "W": 0, "N": 0})
    shown = text(client.get(EVENT))
    assert "1 of 2 tables is playing." in shown
    assert "1 of 2 tables finished" in shown


def test_the_page_of_teams_adds_up_members(client, seated_round):
    paper(seated_round, 1, {"E": 10, "S": 10, "W": 10, "N": -30})
    paper(seated_round, 2, {"E": 40, "S": 20, "W": -10, "N": -50})
    Round.objects.filter(pk=seated_round.pk).update(state="closed")
    response = client.get(TEAMS)
    shown = text(response)
    assert "1= Team 1 4 players 7 0" in shown
    assert "1= Team 2 4 players 7 0" in shown
    assert "Player 02 Italy · Team 1 2⅓" in shown
    assert {f"/t/spring-cup/players/{n}/" for n in range(1, 9)} <= hrefs(response)
    current = re.findall(r'href="(\S+)" aria-current', response.content.decode())
    assert set(current) == {TEAMS}


# --- rounds -------------------------------------------------------------------
def test_a_round_shows_tables_seats_scores_and_states(client, game):
    win(game, 1, "E", "S", 20)
    response = client.get(ROUND)
    shown = text(response)
    assert (
        "Table 1 1 Hand 2 東 East Player 01 , leads +44 南 South Player 02 −28 "
        "西 West Player 03 −8 北 North Player 04 −8 Table 2 2 Hand 1 東 East Player 05"
    ) in shown
    assert 'data-running="true"' in response.content.decode()
    assert TABLE in hrefs(response)
    assert "2 of 2 tables are playing." in shown


def test_a_round_shows_who_waits_who_plays_the_last_hand_and_who_is_done(
    client, seated_round, noon
):
    assert text(client.get(ROUND)).count("Not started") == 2
    round_clock.start(seated_round.pk, by="director", now=noon)
    game = seated_round.games.get(table=1)
    win(game, 1)
    end_and_close_round.end_now(
        seated_round.pk, by="director", reason="lunch", now=timezone.now()
    )
    shown = text(client.get(ROUND))
    assert "Time is up" in shown
    assert "Table 1 1 Hand 2, last" in shown
    win(game, 2, before_gong=True)
    assert "Table 1 1 Done" in text(client.get(ROUND))


def test_a_paused_clock_stands_still(client, game, noon):
    round_clock.pause(game.round_id, by="director", now=noon)
    response = client.get(ROUND)
    assert "Paused 1:40:00" in text(response)
    assert 'data-running="false"' in response.content.decode()


# --- a table ------------------------------------------------------------------
def test_a_table_tells_who_paid_whom_and_the_running_scores(client, game):
    win(game, 1, "E", "S", 20)
    win(game, 2, "N", None, 30)
    shown = text(client.get(TABLE))
    assert (
        "1 Player 01 wins 20 fan from Player 02. "
        "Player 02 → pays Player 01 28 "
        "Player 03 → pays Player 01 8 Player 04 → pays Player 01 8 "
        "東 East +44 +44 南 South −28 −28 西 West −8 −8 北 North −8 −8"
    ) in shown
    assert (
        "2 Player 04 wins 30 fan, self-drawn. "
        "Player 01 → pays Player 04 38 "
        "Player 02 → pays Player 04 38 Player 03 → pays Player 04 38 "
        "北 North −38 +6 東 East −38 −66 南 South −38 −46 西 West +114 +106"
    ) in shown
    assert "Total +6 −66 −46 +106" in shown


def test_a_table_shows_where_play_is(client, game):
    for hand in range(1, 5):
        win(game, hand)
    response = client.get(TABLE)
    shown = text(response)
    assert "Hand 5 South round" in shown
    assert "東 Player 02 East · dealer" in shown  # seats change after the East round
    assert 'data-running="true"' in response.content.decode()
    win(game, 5)
    assert "南 South round 5 Player 01 wins 8 fan" in text(client.get(TABLE))


def test_a_table_that_is_done_says_why_and_gives_places(client, game):
    for hand in range(1, 17):
        win(game, hand)
    shown = text(client.get(TABLE))
    assert "Done All hands are played." in shown
    assert "東 Player 01 started as East Place 1 · Table points: 4 +512" in shown
    assert "+512 leads by 640" in shown
    assert "西 Player 03 started as West Place 2 · Table points: 1½ −128" in shown


def test_a_table_where_nothing_happened_says_so(client, seated_round, noon):
    assert "No hands yet." in text(client.get(TABLE))
    round_clock.start(seated_round.pk, by="director", now=noon)
    assert "The first hand is in progress." in text(client.get(TABLE))


def test_a_correction_shows_what_was_who_changed_it_and_why(client, game):
    first = win(game, 1, "E", "S", 20)
    second = correct(first, points=21, by="director", reason="two misread tiles")
    correct(second, winner="W", by="owner", reason="wrong player")
    shown = text(client.get(TABLE))
    assert "1 Player 03 wins 21 fan from Player 02." in shown
    assert re.search(
        r"Corrected Player 01 wins 20 fan from Player 02\. "
        r"Entered by referee, [\d:]+\. "
        r"Changed by director, [\d:]+: two misread tiles "
        r"Player 01 wins 21 fan from Player 02\. "
        r"Entered by director, [\d:]+\. Changed by owner, [\d:]+: wrong player",
        shown,
    )
    assert "Total −8 −29 +45 −8" in shown


def test_what_was_taken_back_stays_visible(client, game):
    win(game, 1)
    win(game, 2, "W", "N", 33)
    correct_and_undo.undo(
        game.pk, device_key="undo", by="referee", reason="other table"
    )
    response = client.get(TABLE)
    shown = text(response)
    assert "1 entry undone Hand 2 Player 03 wins 33 fan" in shown
    assert ": other table" in shown
    enter_again(game)
    assert "entry undone" not in text(client.get(TABLE))


def enter_again(game):
    enter_hand.enter(
        game.pk,
        {"kind": "win", "winner": "S", "from": "N", "points": 9},
        device_key="again",
        by="referee",
        hand=2,
    )


def test_false_wins_and_penalties_show_with_their_points(client, game):
    enter(game, "false_win", seat="S")
    enter(game, "penalty", seat="W", amount=-5)
    win(game, 1)
    shown = text(client.get(TABLE))
    said = "False win by Player 02. Dead hand: Player 02."
    assert f"{said} Player 02 → pays Player 01 10" in shown
    assert "Penalty: Player 03 −5. Player 03 loses 5" in shown
    assert "西 West −5 +5" in shown
    assert "including penalties −5" in shown


def test_the_gong_and_the_last_hand_show(client, game):
    win(game, 1)
    end_and_close_round.end_now(
        game.round_id, by="director", reason="lunch", now=timezone.now()
    )
    shown = text(client.get(TABLE))
    assert "Hand 2, last" in shown
    assert "Gong: finish the hand in progress." in shown
    win(game, 2, before_gong=True)
    assert "Game over: time is up." in text(client.get(TABLE))


def test_play_ended_by_a_referee_shows(client, game):
    win(game, 1)
    end_and_close_round.close(game.round_id, by="director", reason="fire alarm")
    shown = text(client.get(TABLE))
    assert "A referee ended play." in shown
    assert "Game over: ended by a referee." in shown


def test_totals_from_paper_show_as_such(client, seated_round):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    shown = text(client.get(TABLE))
    assert (
        "Paper totals: Player 01 +40, Player 02 +20, Player 03 −10, Player 04 −50."
    ) in shown
    assert "Total +40 +20 −10 −50" in shown


def test_names_cannot_carry_markup(client, director):
    plan = create_and_change_tournament.Plan(
        "Odd Cup", "mcr", 1, 100, "finish_hand", is_public=True
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    name = "<script>alert('x')</script>"
    rows = [
        register_players.PlayerRow(last_name=f"{name}{n}", team=name) for n in range(4)
    ]
    register_players.register(tournament, rows, by="director")
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    round_ = publish_seating.publish(tournament.rounds.get().pk, by="director")
    game = round_.games.select_related("round__tournament").get()
    win_ = {"kind": "win", "winner": "E", "from": "S", "points": 8}
    append_all(game, [(1, win_, Reason(name))], by="director")
    for path in ("", "teams/", "rounds/1/", "rounds/1/tables/1/", "players/1/"):
        content = client.get(f"/t/odd-cup/{path}").content.decode()
        assert name not in content, path
        assert escape(name) in content, path


# --- a player -----------------------------------------------------------------
def test_a_player_sees_every_table_and_the_sum(client, seated_round):
    paper(seated_round, 1, {"E": 10, "S": 10, "W": 10, "N": -30})
    tournament = seated_round.tournament
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (5, 1, 6, 7)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (2, 3, 4, 8)),
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    second = publish_seating.publish(tournament.rounds.get(number=2).pk, by="director")
    paper(second, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    tournament.rounds.update(state=RoundState.CLOSED)
    response = client.get(PLAYER)
    shown = text(response)
    row = "Table 1 東 East Player 02 , Player 03 , Player 04 +10 2⅓ 1st"
    assert f"Round 1 {row}" in shown
    row = "Table 1 南 South Player 05 , Player 06 , Player 07 +20 2 2nd"
    assert f"Round 2 {row}" in shown
    assert "Total of closed rounds +30 4⅓" in shown
    assert "Place 1 of 8" in shown
    assert {TABLE, TEAMS, "/t/spring-cup/players/5/"} <= hrefs(response)


def test_a_player_whose_table_has_not_begun_sees_where_to_sit(client, seated_round):
    shown = text(client.get(PLAYER))
    assert "Table 1 東 East Player 02 , Player 03 , Player 04 Not started" in shown
    assert "Sum" not in shown


def test_a_player_without_a_seat_is_told_so(client, tournament):
    shown = text(client.get(PLAYER))
    assert "The table appears when the seating is published." in shown


# --- sent again only if changed -----------------------------------------------
def again(client, url, tag):
    return client.get(url, headers={"If-None-Match": tag})


def test_a_page_is_sent_again_only_after_a_change(client, game):
    tags = {url: client.get(url)["ETag"] for url in OF_TOURNAMENT}
    for url, tag in tags.items():
        assert again(client, url, tag).status_code == 304, url
    win(game, 1)
    for url, tag in tags.items():
        changed = again(client, url, tag)
        assert changed.status_code == 200, url
        assert changed["ETag"] != tag, url
        assert changed["Cache-Control"] == "private, no-cache", url
        # A whole hall may share one IP address, which has a limit of streams.
        assert changed.content.decode().count("sse-connect=") <= 1, url


@pytest.fixture
def kept_pages(monkeypatch):
    monkeypatch.setattr(page_cache, "KEPT_BYTES", 1_000_000)
    yield page_cache.pages
    page_cache.pages.forget()


def test_a_page_is_made_once_for_everybody_and_a_revision(
    client, kept_pages, game, django_assert_num_queries
):
    """A page is rendered once for each revision, at any time and for any client.

    The clock in it counts down from the end time.
    """
    first = client.get(ROUND)
    with django_assert_num_queries(1):
        second = Client(headers={"Accept-Encoding": "gzip"}).get(ROUND)
    with time_machine.travel(timezone.now() + timedelta(minutes=30)):
        assert client.get(ROUND).content == first.content
    assert second["Content-Encoding"] == "gzip"
    assert gzip.decompress(second.content) == first.content
    assert second["ETag"] == first["ETag"]
    known = again(client, ROUND, first["ETag"])
    assert known.status_code == 304
    assert again(client, ROUND, first["ETag"].removeprefix("W/")).status_code == 304
    assert known["Vary"] == first["Vary"] == second["Vary"]
    assert "Accept-Encoding" in known["Vary"]
    assert re.search(rb'data-until="[\d.]+" [^>]*data-running="true"', first.content)


def test_the_embedded_standings_are_sent_again_only_when_they_are_others(
    client, kept_pages, game, django_assert_num_queries
):
    address = "/t/spring-cup/embed/"
    first = client.get(address)
    with django_assert_num_queries(1):  # checks that the tournament is public
        assert again(client, address, first["ETag"]).status_code == 304
    won = {"kind": "win", "winner": "E", "from": "S", "points": 24}
    enter_hand.enter(game.pk, won, hand=1, by="director", device_key="key")
    then = again(client, address, first["ETag"])
    assert "T1 · 1st" in text(then)
    for page in (first, then):
        assert "frame-ancestors *" in page["Content-Security-Policy"]
        assert b"keep-page-current.js" in page.content
        assert b'<noscript><meta http-equiv="refresh"' in page.content


def test_what_time_alone_makes_untrue_is_made_again(client, seated_round, kept_pages):
    """A page is rendered again when time makes it wrong.

    The test uses noon on the day of a planned round, because an hour before midnight
    the page would name the day.
    """
    noon = timezone.now().replace(hour=12)
    seated_round.tournament.day_plan.create(
        kind=PlanKind.ROUND, number=1, start=noon + timedelta(minutes=30), minutes=90
    )
    with time_machine.travel(noon):
        assert "planned to start" in text(client.get(ROUND))
    with time_machine.travel(noon + timedelta(hours=1)):
        assert "planned to start" not in text(client.get(ROUND))


def test_the_plan_is_made_once_a_minute_for_everybody(
    client, director_client, seated_round, kept_pages
):
    """The schedule is rendered once a minute, because the expected times of items that
    have not started change.
    """
    noon = timezone.now().replace(hour=12, minute=0, second=3)
    seated_round.tournament.day_plan.create(
        kind=PlanKind.ROUND, number=1, start=noon - timedelta(minutes=30), minutes=90
    )
    plan = "/t/spring-cup/plan/"
    with time_machine.travel(noon, tick=False):
        first = client.get(plan)
    with time_machine.travel(noon + timedelta(seconds=40), tick=False):
        assert again(client, plan, first["ETag"]).status_code == 304
        assert not director_client.get(plan).has_header("ETag")
    with time_machine.travel(noon + timedelta(seconds=58), tick=False):
        later = again(client, plan, first["ETag"])
        assert later.status_code == 200
        assert later.content != first.content


def test_an_account_gets_a_page_of_its_own(client, director_client, game, kept_pages):
    assert "Sign in" in text(client.get(STANDINGS))
    director_client.get(STANDINGS)  # sets the CSRF cookie
    own = director_client.get(STANDINGS)
    assert "Sign out" in text(own)
    assert "Sign out" not in text(client.get(STANDINGS))
    tag = own["ETag"]
    assert again(director_client, STANDINGS, aged(tag, 3000)).status_code == 304
    assert again(director_client, STANDINGS, aged(tag, 4000)).status_code == 200
    invented = tag.replace(".", "." + 5000 * "9")
    assert again(director_client, STANDINGS, invented).status_code == 200


def test_a_page_that_was_made_is_shown_to_nobody_who_may_not_see_it(
    client, game, director_client, kept_pages
):
    tournament = game.round.tournament
    assert client.get(STANDINGS).status_code == 200
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    assert client.get(STANDINGS).status_code == 404
    assert director_client.get(STANDINGS).status_code == 200
    assert client.get(STANDINGS).status_code == 404


def test_many_long_addresses_of_short_pages_do_not_fill_the_memory(monkeypatch, rf):
    monkeypatch.setattr(page_cache, "KEPT_BYTES", 100_000)
    kept, made = page_cache.PageCache(), []

    def page(request):
        made.append(request.path)
        return HttpResponse("short")

    def ask(number):
        address = f"/api/v1/?{'x' * 7000}{number}"
        kept.get(address, rf.get(address), page)

    for number in (*range(200), 199, 198, 0):
        ask(number)
    assert len(made) == 201


def aged(tag, seconds):
    digest, made = tag.strip('"').split(".")
    return f'"{digest}.{int(made) - seconds}"'


def test_a_tag_that_is_none_of_ours_gets_the_page(client, game):
    for tag in ("nonsense", '"x.y"', '""', "*", 'W/"a.1"'):
        expected = 304 if tag == "*" else 200  # "*" matches any version
        assert again(client, STANDINGS, tag).status_code == expected, tag


def test_pages_differ_by_reader(client, game, director_client, referee_client):
    tags = [c.get(TABLE)["ETag"] for c in (client, director_client, referee_client)]
    digests = {tag.strip('"').partition(".")[0] for tag in tags}
    assert len(digests) == 3
    assert again(client, TABLE, tags[1]).status_code == 200


def test_a_page_with_a_message_is_neither_tagged_nor_reused(director_client, game):
    director_client.get(STANDINGS)  # sets the CSRF cookie
    tag = director_client.get(STANDINGS)["ETag"]
    queue_message(director_client, "Saved.")
    response = again(director_client, STANDINGS, tag)
    assert response.status_code == 200
    assert "Saved." in text(response)
    assert "ETag" not in response
    assert again(director_client, STANDINGS, tag).status_code == 304


def queue_message(client, message):
    """Store a message for the client's next page, like a view."""
    request = RequestFactory().get("/")
    storage = CookieStorage(request)
    storage.add(20, message)
    client.cookies["messages"] = storage._encode(storage._queued_messages)


# --- live ---------------------------------------------------------------------
def test_the_stream_renders_what_the_page_shows(client, game):
    win(game, 1)
    end_and_close_round.close(game.round_id, by="director", reason="lunch")
    tournament = Tournament.objects.get()
    for name, numbers, url in (
        ("standings", (), STANDINGS),
        ("teams", (), TEAMS),
        ("round", ("1",), ROUND),
        ("session", ("1", "1"), TABLE),
        ("player", ("1",), PLAYER),
    ):
        page = client.get(url).content.decode()
        assert 'sse-swap="fragment"' in page, name
        assert 'sse-connect="/live/' in page, name
        fragment = FRAGMENTS[name]
        shown = fragment.shown(fragment.context(tournament, *map(int, numbers)))
        assert shown.html.strip() in page, name
        pieces = pieces_of(fragment.render(tournament, numbers))
        assert shown.mark == (mark_of(pieces) if pieces.pieces else ""), name
        assert not shown.mark or f"mark={shown.mark}" in page, name


def test_the_stream_says_when_something_is_gone(seated_round):
    tournament = seated_round.tournament
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    gone = FRAGMENTS["round"].render(tournament, ("1",))
    assert "Round 1 does not exist or is not published yet." in gone


# --- cost ---------------------------------------------------------------------
def queries_of(client, url) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


MOST_QUERIES = {
    HOME: 7,
    EVENT: 20,
    STANDINGS: 10,
    TEAMS: 10,
    ROUND: 8,
    TABLE: 10,
    PLAYER: 13,
}


def test_no_page_needs_more_queries_as_the_event_grows(client, game):
    tournament = game.round.tournament
    win(game, 1)
    small = {url: queries_of(client, url) for url in MOST_QUERIES}
    assert not {url: n for url, n in small.items() if n > MOST_QUERIES[url]}
    players = how_many(200, 40)
    crowd(tournament, players)
    seat_the_crowd(game.round, players)
    for hand in range(2, how_many(15, 6)):
        win(game, hand)
    assert small == {url: queries_of(client, url) for url in MOST_QUERIES}


def past_events(numbers):
    Tournament.objects.bulk_create(
        Tournament(
            title=f"Cup {number:02}",
            slug=f"cup-{number}",
            end_policy="finish_hand",
            ruleset="mcr",
            is_public=True,
            planned_rounds=1,
            minutes=90,
            finished_at=timezone.now() - timedelta(days=400),
        )
        for number in numbers
    )


def test_the_list_of_events_costs_no_more_for_events_that_are_long_over(
    client, tournament
):
    """Past tournaments do not make the list slower.

    The list shows current tournaments and a page of past tournaments.
    """
    past_events(range(ON_A_PAGE + 3))
    few = len(client.get(HOME).content)
    first = client.get(HOME).content.decode()
    older = client.get(f"{HOME}?page=2").content.decode()
    assert tournament.title in first
    assert first.count(">Cup ") == ON_A_PAGE
    assert older.count(">Cup ") == 3
    assert "?page=2" in first
    past_events(range(100, 130))
    assert abs(len(client.get(HOME).content) - few) < few / 20


def test_the_list_reads_only_the_tournaments_it_shows(client, tournament):
    past_events(range(ON_A_PAGE * 3))
    read = []

    def count(instance, **_signal):
        read.append(instance)

    post_init.connect(count, sender=Tournament)
    try:
        client.get(f"{HOME}?page=2")
    finally:
        post_init.disconnect(count, sender=Tournament)
    assert len(read) == ON_A_PAGE + 1


def test_past_tournaments_come_latest_first(client, tournament):
    """A tournament without dates counts by the day of its creation. One that was never
    finished is past once its last day is over."""
    past_events(range(3))
    days = {"cup-0": date(2020, 5, 1), "cup-2": date(2021, 5, 1)}
    for slug, day in days.items():
        cup = Tournament.objects.get(slug=slug)
        EventDescription.objects.create(tournament=cup, starts_on=day)
    created = datetime(2020, 12, 31, 12, tzinfo=UTC)
    Tournament.objects.filter(slug="cup-1").update(created_at=created)
    Tournament.objects.filter(slug="cup-2").update(finished_at=None)
    listed = client.get(HOME).content.decode()
    assert re.findall(r">(Cup \d\d)<", listed) == ["Cup 02", "Cup 01", "Cup 00"]
    assert listed.index(tournament.title) < listed.index("Cup 02")


def seat_the_crowd(round_, players):
    """Seat the additional players at further tables of the round, four at
    each table.
    """
    registered = list(round_.tournament.players.filter(number__gt=1000))
    for table in range(players // 4):
        game = round_.games.create(table=10 + table)
        for wind, player in zip("ESWN", registered[4 * table :], strict=False):
            game.seats.create(round=round_, wind=wind, player=player)


def test_helpers_cost_a_known_number_of_queries_more(director_client, game):
    assert queries_of(director_client, TABLE) <= 13


def test_being_told_that_nothing_changed_costs_one_query(client, game, kept_pages):
    tag = client.get(STANDINGS)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert again(client, STANDINGS, tag).status_code == 304
    assert len(captured) == 1


# --- words --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"kind": "washout"}, "Draw: no winner."),
        (
            {"kind": "win", "winner": "E", "from": "N", "points": 8, "chicken": True},
            "A wins 8 fan from D. Chicken Hand.",
        ),
        (
            {"kind": "penalty", "amounts": {"E": -10, "W": 5}},
            "Penalty: A −10, C +5.",
        ),
        (
            {"kind": "gong", "policy": "stop_at_once"},
            "Gong: the hand in progress does not count.",
        ),
        (
            {"kind": "gong", "policy": "finish_hand_plus_one"},
            "Gong: finish this hand and play one more.",
        ),
        (
            {"kind": "play_ended", "why": "time"},
            "Play ended at the gong, with no hand in progress.",
        ),
    ],
)
def test_entries_are_told_in_words(raw, words, tournament):
    entry = tournament.rules.read_entry(raw)
    assert of_entry(entry, dict(zip("ESWN", "ABCD", strict=True))) == words
