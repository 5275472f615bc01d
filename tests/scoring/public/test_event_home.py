"""A tournament's home before, during and after play: contents, cost, and hidden
results."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.models import Win
from scoring.public import link_previews, tournament_home
from scoring.public.public_fragments import FRAGMENTS
from scoring.rounds import end_and_close_round
from scoring.standings import who_sees_hidden_results
from tests.plain_names import plain_names
from tests.scoring.results import paper
from tournaments.live.fragment_differences import difference, mark_of, pieces_of
from tournaments.live.stream_blocks import Message
from tournaments.models import (
    Person,
    PlanItem,
    Player,
    Round,
    RoundState,
    ShownAs,
    SignUpPage,
    Tournament,
)
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.tournament_setup import schedule_changes

EVENT = "/t/spring-cup/"
#: A hand by tiles: big four winds.
FOUR_WINDS = {"hand": "[EEEE][SSS]5pWWWNNN+5p f1y3"}


def text(response) -> str:
    body = re.sub(r"(?s)<head>.*?</head>", " ", plain_names(response.content.decode()))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def podium_of(html: str) -> str:
    """Return the HTML of the podium on a page."""
    part = re.search(r'(?s)<div data-part="podium"[^>]*>(.*?)</div><!--/part-->', html)
    return part[1]


def win(game, number, winner="E", discarder="S", **value):
    raw = {"kind": "win", "winner": winner, "from": discarder, **value}
    key = f"{game.pk}:{number}:{winner}"
    given = {"device_key": key, "by": "table", "hand": number}
    return enter_hand.enter(game.pk, raw, **given).entry


def wins() -> list[tuple[int, str, str, int]]:
    rows = Win.objects.order_by("game", "hand", "seat")
    return [(row.hand, row.seat, row.discarder, row.worth) for row in rows]


# --- before ---
def test_before_it_says_who_comes_and_how_to_come_in(client, tournament):
    shown = text(client.get(EVENT))
    assert "8 players are registered." in shown
    assert "8 players" in shown
    assert "Player 08" in shown
    assert "Leaders" not in shown
    SignUpPage.objects.create(tournament=tournament, is_on=True, places=10)
    page = client.get(EVENT)
    assert "Registration is open: 2 spots left." in text(page)
    assert f'href="{EVENT}register/"' in page.content.decode()


def test_before_any_seats_it_says_when_play_is_planned_to_start(client, tournament):
    first = datetime(2031, 3, 8, 9, 30, tzinfo=tournament.zone)
    plan = [
        schedule_changes.Item("other", first, 30, None, "Welcome"),
        schedule_changes.Item("round", first + timedelta(minutes=30), 60, 1, ""),
    ]
    schedule_changes.write(tournament, plan, by="director", now=timezone.now())
    planned = "Round 1 is planned to start on 8 March 2031 at 10:00 ("
    assert f"8 players are registered. {planned}" in text(client.get(EVENT))
    # Once a start is set, the clock at the top of the page shows it.
    round_ = Round.objects.create(
        tournament=tournament,
        number=1,
        state=RoundState.PUBLISHED,
        starts_at=first,
    )
    assert planned not in text(client.get(EVENT))
    round_.delete()
    tournament.day_plan.all().delete()
    assert "planned to start" not in text(client.get(EVENT))


@pytest.mark.parametrize("name", ["home", "plan"])
def test_a_round_that_is_overdue_makes_one_page_a_minute(tournament, name):
    """With an overdue round, the page changes once a minute.

    A page that one web process made is a valid base for changes from another process.
    """
    noon = timezone.now().replace(hour=12, minute=0, second=3, microsecond=7)
    plan = [schedule_changes.Item("round", noon - timedelta(minutes=30), 60, 1, "")]
    schedule_changes.write(
        tournament, plan, by="director", now=noon - timedelta(days=1)
    )
    made = set()
    for seconds in (0, 40):
        with time_machine.travel(noon + timedelta(seconds=seconds), tick=False):
            made.add(FRAGMENTS[name].render(Tournament.objects.get(), ()))
    assert len(made) == 1
    assert "12:00" in made.pop()


def test_an_event_that_was_given_up_expects_nothing_any_more(client, tournament):
    yesterday = timezone.now() - timedelta(days=1)
    plan = [schedule_changes.Item("round", yesterday, 60, 1, "")]
    schedule_changes.write(tournament, plan, by="director", now=yesterday)
    assert "Full schedule" in text(client.get(EVENT))
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        shown = text(client.get(EVENT))
    assert "8 players are registered." in shown
    assert "Full schedule" not in shown
    assert "planned to start" not in shown


def test_who_withdrew_before_the_first_round_does_not_come(client, tournament):
    Player.objects.filter(number=8).update(last_round=0)
    Player.objects.filter(number=7).update(last_round=1)
    shown = text(client.get(EVENT))
    assert "7 players are registered." in shown
    assert "Player 07" in shown
    assert "Player 08" not in shown
    assert "7 players" in text(client.get("/"))


def test_where_somebody_stands_does_not_tell_the_name_they_keep(client, tournament):
    player = tournament.players.get(number=8)
    Person.objects.filter(pk=player.person_id).update(last_name="Aaronson")
    tournament.players.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    page = plain_names(client.get(EVENT).content.decode())
    listed = re.findall(r'<div class="who">.*?<a href="[^"]+">([^<]+)</a>', page)
    assert "Aaronson" not in page
    assert listed == sorted(listed)
    assert "Player 8" in listed


# --- during play ---------
def test_while_people_play_it_tells_the_hands_that_count(client, game):
    line = win(game, 1, points=24)
    win(game, 2, winner="W", discarder=None, points=8)
    shown = text(client.get(EVENT))
    assert "2 of 2 tables are playing." in shown
    assert "Tables now" in shown
    assert "Hand of the day 24 fan" in shown
    assert "Player 01 T1, from Player 02 24 fan" in shown
    assert "Player 03 T1, self-drawn 8 fan" in shown
    raw = {**line.raw, "points": 10}
    correct_and_undo.correct(line.pk, raw, device_key="c", by="referee", reason="slip")
    shown = text(client.get(EVENT))
    assert "24 fan" not in shown
    assert "Hand of the day 10 fan" in shown


def test_a_hand_by_its_tiles_is_told_with_patterns_and_tiles(client, game):
    win(game, 1, hand=FOUR_WINDS)
    page = client.get(EVENT)
    assert "Hand of the day 100 fan" in text(page)
    assert "(98, flowers 2)" not in text(page), "a list has no room for that"
    assert "88 fan Big Four Winds" in text(page)
    assert "#tE" in page.content.decode()


def test_wins_follow_every_change_of_the_ledger(game):
    line = win(game, 1, points=24)
    win(game, 2, winner="W", discarder=None, points=8)
    assert wins() == [(1, "E", "S", 24), (2, "W", "", 8)]
    at = Win.objects.get(hand=1).at
    raw = {**line.raw, "winner": "N", "points": 12}
    correct_and_undo.correct(line.pk, raw, device_key="c", by="referee", reason="slip")
    assert wins() == [(1, "N", "S", 12), (2, "W", "", 8)]
    assert Win.objects.get(hand=1).at == at
    line = game.ledger.get(hand=2)
    correct_and_undo.retract(line.pk, device_key="u", by="referee", reason="twice")
    assert wins() == [(1, "N", "S", 12)]


def test_the_line_of_a_cut_is_drawn_below_the_last_who_goes_on(client, game):
    plans = [StagePlan("qualifying", 2), StagePlan("final", 1, cut="top", cut_size=4)]
    tournament = game.round.tournament
    set_stages(tournament, plans, by="director")
    win(game, 1, points=24)
    page = client.get(EVENT).content.decode()
    rows = re.findall(r'<tr data-row="\d+" class="([^"]*)"', page)
    assert [at for at, names in enumerate(rows, 1) if "last-in" in names] == [4]


# --- between rounds, and afterwards ---
def test_between_rounds_it_says_who_leads(client, seated_round):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    paper(seated_round, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    Round.objects.update(state="closed")
    shown = text(client.get(EVENT))
    assert "Player 05 leads by 20 points. 1 of 3 rounds is played." in shown
    assert "Latest hands" not in shown
    Tournament.objects.update(secret_rounds=2)
    shown = text(client.get(EVENT))
    assert "Player 05 leads by 20 points after round 1." in shown


def test_below_the_first_places_is_a_link_to_all(client, seated_round, monkeypatch):
    paper(seated_round, 1, {"E": 40, "S": 20, "W": -10, "N": -50})
    paper(seated_round, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    Round.objects.update(state="closed")
    assert "All 8 players" not in text(client.get(EVENT))
    monkeypatch.setattr(tournament_home, "TOP", 6)
    Tournament.objects.update(revision=F("revision") + 1)
    page = client.get(EVENT)
    link = f'href="{EVENT}standings/">All 8 players</a>'
    assert link in page.content.decode()


def test_who_leads_by_an_open_table_alone_leads_as_the_tables_stand(client, game):
    win(game, 1, points=24)
    shown = text(client.get(EVENT))
    assert re.search(r"Player 01 leads by [^.]+ including games in progress\.", shown)


@pytest.fixture
def finished(game) -> Tournament:
    win(game, 1, points=88)
    end_and_close_round.close(game.round_id, by="director", reason="lunch")
    return game.round.tournament


def finish(tournament: Tournament, *, held_back: bool) -> None:
    finish_reopen_and_publish_results.finish(
        tournament,
        by="director",
        now=timezone.now(),
        reason="the end",
        held_back=held_back,
    )


def test_when_it_is_over_it_shows_podium_team_and_best_hand(client, finished):
    finish(finished, held_back=False)
    shown = text(client.get(EVENT))
    assert "won." in shown
    assert re.search(
        r"Winning teams All teams 1 tied Team 1 Player 01, .* 1 tied Team 2", shown
    )
    assert "Best hand 88 fan" in shown
    assert "Final standings" in shown


def test_the_podium_takes_the_place_of_the_clock(client, finished):
    assert podium_of(client.get(EVENT).content.decode()) == ""
    finish(finished, held_back=False)
    page = client.get(EVENT).content.decode()
    head = page[: page.index("<main")]
    assert re.match('<ol class="steps".*Player 01', podium_of(head))
    sent = FRAGMENTS["home"].render(Tournament.objects.get(), ())
    assert podium_of(sent) == podium_of(head)


def test_no_podium_is_told_before_the_prize_giving(client, finished):
    finish(finished, held_back=True)
    assert podium_of(client.get(EVENT).content.decode()) == ""


def test_the_other_teams_of_the_podium_stand_below_the_winning_one(client, finished):
    second = finished.players.get(number=5).team
    finished.players.filter(number=1).update(team=second)
    finish(finished, held_back=False)
    shown = text(client.get(EVENT))
    assert re.search(
        r"Winning team All teams 1 Team 2 Player 01, .* 2 Team 1 Player 03", shown
    )


def test_what_is_held_back_is_nowhere_on_it(client, finished):
    finish(finished, held_back=True)
    page = client.get(EVENT)
    shown = text(page)
    assert "The final standings will be published at the prize giving." in shown
    for told in ("88 fan", "Best hand", "Winning team", "leads", "won."):
        assert told not in shown
    sent = FRAGMENTS["home"].render(Tournament.objects.get(), ())
    assert "88 fan" not in sent


def test_nobody_has_won_while_the_last_rounds_are_held_back(client, finished):
    Tournament.objects.update(secret_rounds=2)
    finish(Tournament.objects.get(), held_back=True)
    shown = text(client.get(EVENT))
    assert "won." not in shown
    assert "Winning team" not in shown
    assert "The final standings will be published at the prize giving." in shown


def test_a_round_in_secret_shows_how_far_it_is_and_nothing_else(client, game):
    win(game, 1, points=24)
    Tournament.objects.update(secret_rounds=3)
    tournament = Tournament.objects.get()
    shown = text(client.get(EVENT))
    assert "2 of 2 tables are playing." in shown
    assert who_sees_hidden_results.visible_to_public(tournament).notice in shown
    for page in (shown, FRAGMENTS["home"].render(tournament, ())):
        assert "24 fan" not in page
        assert "leads" not in page
    assert not link_previews.poster(tournament).lines


# --- cost ------------
def test_the_stream_tells_a_hand_by_what_changed(client, game):
    win(game, 1, points=24)
    tournament = Tournament.objects.get()
    home = FRAGMENTS["home"]
    old = pieces_of(home.render(tournament, ()))
    assert f"mark={mark_of(old)}" in client.get(EVENT).content.decode()
    win(game, 2, winner="W", discarder=None, points=8)
    told = difference(old, pieces_of(home.render(tournament, ())))
    assert told is not None
    assert {"leaders", "walls", "ticker"} <= set(told["lists"])
    assert "headline" in told["parts"]
    assert len(Message(json.dumps(told)).packed) < 600, "bytes that each viewer gets"


def test_a_hand_has_a_time_that_machines_read(client, game):
    win(game, 1, points=24)
    page = client.get(EVENT).content.decode()
    [shown] = re.findall(r'class="ticker">.*?<time>(.*?)</time>', page, re.DOTALL)
    assert re.fullmatch(r"\d\d:\d\d", shown)
    for told in re.findall(r'<time datetime="([^"]*)"', page):
        datetime.fromisoformat(told)


def test_it_costs_the_same_however_much_is_stored(client, game):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(EVENT).status_code == 200
        return [q["sql"] for q in captured.captured_queries]

    PlanItem.objects.create(
        tournament=game.round.tournament,
        kind="break",
        title="Lunch",
        start=game.round.started_at,
        minutes=30,
    )
    for hand in (1, 2):
        win(game, hand, points=8)
    few = queries()
    for hand in range(3, 16):
        win(game, hand, points=8 + hand)
    more = queries()
    assert len(more) == len(few), [q for q in more if q not in few]
