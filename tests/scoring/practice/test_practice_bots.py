"""Bots play a practice tournament through its table pages, by points and by tiles.

They enter each hand once even if the worker crashes, and play only in practice
tournaments.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import BotPlay, BotTable, LedgerEntry, Sheet
from scoring.practice import bot_worker, start_and_stop_bots
from scoring.practice.practice_players_and_formats import Format
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import ranking_of
from scoring.tasks import tick
from tests.scoring.in_process_bots import InProcess, hurry, lines, play
from tests.scoring.practice.test_practice_event import made
from tests.scoring.rehearsals import play_whole
from tests.scoring.table_device import text
from tournaments.access import table_links
from tournaments.models import DrawState, Tournament
from tournaments.refusals import Refused
from tournaments.rounds import round_clock
from tournaments.rounds.stages.stage_settings import stages_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", ["mcr", "hong_kong", "classical", "riichi"])
def test_bots_play_by_any_rules(director, ruleset):
    """Bots play by points, then by tiles, under each ruleset."""
    event = made(director, ruleset, round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    browser = InProcess()
    entered = LedgerEntry.objects.filter(game__round__tournament=event)
    for by_tiles in (False, True):
        BotPlay.objects.filter(tournament=event).update(by_tiles=by_tiles)
        before = set(entered.values_list("pk", flat=True))
        new = entered.exclude(pk__in=before)
        wins = new.filter(by__startswith="table", kind="win")
        # By chance, the first hands may be draws, or wins whose tiles are refused.
        for _time in range(10):
            play(event, browser)
            has_tiles = any({"hand", "hands"} & line.data.keys() for line in wins.all())
            if new.count() >= 2 and wins.exists() and has_tiles == by_tiles:
                break
        assert wins.exists()
        assert has_tiles == by_tiles
    assert not set(browser.answers) - {200, 302, 422}
    assert rebuild(event, check=True) == []


def test_the_same_seed_plays_the_same_hands(director):
    played = []
    for _event in range(2):
        event = made(director, "mcr", round=1)
        start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
        BotPlay.objects.filter(tournament=event).update(seed=5)
        play(event, InProcess())
        entered = LedgerEntry.objects.filter(game__round__tournament=event)
        lines = entered.order_by("game__table", "sequence")
        played.append(list(lines.values_list("game__table", "data")))
    assert played[0] == played[1]


def test_a_lost_answer_is_asked_for_again_and_counts_once(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    before = lines(event)

    play(event, InProcess(loses=2))
    sent = lines(event)
    assert sent == before + 2
    assert BotTable.objects.filter(sending=None).count() == 0
    BotTable.objects.update(retry_at=timezone.now() - timedelta(seconds=1))
    bot_worker.play_slice(event.pk, browsers=[InProcess()])

    assert lines(event) == sent
    assert set(BotTable.objects.values_list("waiting", flat=True)) == {0}


def test_a_worker_that_was_killed_is_replaced_and_nothing_is_sent_twice(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=True, by="director")
    bot_worker.play_slice(event.pk, seconds=0, browsers=[InProcess()])
    hurry(event)

    class Killed(InProcess):
        def post(self, *asked):
            super().post(*asked)
            raise SystemExit

    before = lines(event)
    with pytest.raises(SystemExit):
        bot_worker.play_slice(event.pk, browsers=[Killed()])
    assert lines(event) == before + 1
    bot_worker.play_slice(event.pk, browsers=[InProcess()])
    assert lines(event) == before + 2  # this hand once, and the other table's hand
    assert rebuild(event, check=True) == []


def test_only_one_worker_plays_at_a_time_and_a_stop_is_heard(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    BotPlay.objects.update(busy_until=timezone.now() + timedelta(seconds=9))
    assert not bot_worker.play_slice(event.pk, browsers=[InProcess()])
    assert not BotTable.objects.exists()
    BotPlay.objects.update(busy_until=timezone.now())
    bot_worker.play_slice(event.pk, seconds=0, browsers=[InProcess()])
    hurry(event)
    start_and_stop_bots.stop(event, by="director")
    before = lines(event)
    bot_worker.play_slice(event.pk, browsers=[InProcess()])
    assert lines(event) == before


def test_nobody_plays_while_the_clock_stands_or_once_the_table_is_over(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    bot_worker.play_slice(event.pk, seconds=0, browsers=[InProcess()])
    round_ = event.rounds.get(number=1)
    round_clock.pause(round_.pk, by="director", now=timezone.now())
    before = lines(event)
    play(event, InProcess())
    assert lines(event) == before
    round_clock.resume(round_.pk, by="director", now=timezone.now())
    end_and_close_round.end_now(
        round_.pk, by="director", now=timezone.now(), reason="enough"
    )
    for _hand in range(3):
        play(event, InProcess())
    assert not Sheet.objects.filter(game__round=round_, over="").exists()
    assert not bot_worker.playing_tables(event.pk).exists()


def test_another_link_is_found_and_an_undone_hand_is_played_anew(director):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    play(event, InProcess())
    game = event.rounds.get(number=1).games.first()
    table_links.reissue(game.pk, by="director")
    before = game.ledger.count()
    play(event, InProcess(), slices=3)
    assert game.ledger.count() > before


def test_bots_play_a_whole_event_through_its_cut_and_final(director):
    with translation.override("fr"):
        event = made(
            director,
            "mcr",
            players=12,
            rounds=2,
            round=2,
            in_the_middle=False,
            format=Format.FINAL,
        )
    assert event.language == "fr"
    assert [stage.cut_size for stage in stages_of(event)] == [0, 8]
    browser = play_whole(event, hands=1)
    assert event.rounds.filter(state="closed").count() == 2
    reasons = set(event.log.exclude(reason="").values_list("reason", flat=True))
    assert reasons == {"les bots continuent le tournoi"}
    placed = [row.line.player.number for row in ranking_of(event).placed]
    final = {seat.player.number for seat in event.rounds.get(number=2).seats.all()}
    assert set(placed[:8]) == final
    assert rebuild(event, check=True) == []
    # All rounds are played: the bots do nothing more.
    revision = Tournament.objects.get(pk=event.pk).revision
    play(event, browser)
    assert Tournament.objects.get(pk=event.pk).revision == revision


def test_a_draw_that_fails_is_left_to_the_crew(director, director_client):
    event = made(director, "mcr", rounds=2, round=1, format=Format.FINAL)
    start_and_stop_bots.start(
        event, speed=100, by_tiles=False, runs_rounds=True, by="director"
    )
    desk = reverse("director:practice_desk", args=[event.slug])
    round_ = event.rounds.get(number=1)
    end_and_close_round.close(round_.pk, by="director", reason="enough")
    assert "Choose who qualifies." in text(director_client.get(desk))
    bot_worker.play_slice(event.pk, browsers=[InProcess()])  # makes the cut
    page = text(director_client.get(desk))
    assert "Generate the seating of round 2." in page
    assert "Bots do this when possible" in page
    bot_worker.play_slice(event.pk, browsers=[InProcess()])
    [draw] = event.draws.all()
    assert "is being generated" in text(director_client.get(desk))
    event.draws.update(state=DrawState.FAILED)
    stuck = text(director_client.get(desk))
    assert "No seating was found for round 2" in stuck
    assert "Bots do this when possible" not in stuck
    assert not bot_worker.play_slice(event.pk, browsers=[InProcess()])
    assert event.draws.get() == draw


def test_a_real_event_has_no_bots(tournament, director_client):
    with pytest.raises(Refused):
        start_and_stop_bots.start(tournament, speed=1, by_tiles=False, by="director")
    address = reverse("director:practice_bots", args=[tournament.slug])
    assert director_client.post(address, {"act": "start"}).status_code == 404


def test_two_clicks_lead_from_the_list_to_a_hall_that_plays(director_client):
    desk = director_client.post(reverse("director:practice"))
    event = Tournament.objects.get(is_practice=True)
    assert "18 tables are playing." in text(director_client.get(desk.url))
    address = reverse("director:practice_bots", args=[event.slug])
    asked = {"act": "start", "speed": "10", "hands": "points"}
    hall = director_client.post(address, asked)
    assert hall.url == reverse("director:hall", args=[event.slug])
    assert BotPlay.objects.get(tournament=event).is_running
    refused = director_client.post(address, asked | {"speed": "1000"})
    assert refused.status_code == 422
    director_client.post(address, {"act": "stop"})
    assert not BotPlay.objects.get(tournament=event).is_running


def test_the_tick_asks_the_worker_once_in_a_while(director, monkeypatch):
    event = made(director, "mcr", round=1)
    start_and_stop_bots.start(event, speed=1, by_tiles=False, by="director")
    asked = []
    monkeypatch.setattr(
        "scoring.tasks.play_practice.apply_async",
        lambda args, **_more: asked.append(args),
    )
    tick()
    tick()
    assert asked == [(event.pk,)]
