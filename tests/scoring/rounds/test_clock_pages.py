"""Clock pages: controls, states of tables, and times on every page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from scoring.confirming_and_finishing.tables_still_playing import Play, progress_at
from scoring.ledger import enter_hand
from scoring.rounds import clock_wording, end_and_close_round, extra_time
from scoring.rounds.clock_tick import sweep
from scoring.tournament_log import log_in_words_and_groups
from tests.scoring.hall_pages import HTMX, address, seat, text_of
from tests.scoring.halls import hall_of, signed_in
from tests.tournaments.live_viewers import scope_of
from tournaments.access import player_links
from tournaments.live import live_stream, live_topics
from tournaments.models import Extension, Game, Round, RoundState, Tournament
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
WHY = {"by": "director", "reason": "a lamp broke"}


@pytest.fixture
def slug(tournament) -> str:
    return tournament.slug


@pytest.fixture
def playing(seated_round) -> Round:
    """Return round 1, which starts now."""
    return round_clock.start(seated_round.pk, by="director", now=timezone.now())


def choose(tournament: Tournament, **values: object) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**values)


def reread(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def table(round_: Round, number: int) -> Game:
    return Game.objects.select_related("round__tournament", "extension", "sheet").get(
        round=round_, table=number
    )


def wash_out(game: Game, hand: int, **more: object) -> None:
    raw = {"kind": "washout"}
    key = f"washout-{game.pk}-{hand}"
    enter_hand.enter(game.pk, raw, hand=hand, device_key=key, by="referee", **more)


def on_page(client, name: str, *args: object, **query: object) -> str:
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return text_of(response)


class TestCountdown:
    @pytest.fixture
    def act(self, director_client, slug, tournament, seated_round):
        choose(tournament, countdown=5)

        def send(
            action: str, *, version: int | None = None, htmx: bool = True, **typed
        ):
            round_ = Round.objects.get(tournament=tournament, number=1)
            seen = round_.clock_version if version is None else version
            return director_client.post(
                address(action, slug, 1),
                {"version": seen, **typed},
                headers=HTMX if htmx else {},
            )

        return send

    def test_a_round_starts_after_it(self, act, director_client, slug, seated_round):
        page = on_page(director_client, "director:hall", slug)
        assert "Start 5-minute countdown" in page
        response = act("start")
        assert "Countdown of round 1 started." in text_of(response)
        assert "Start now" in text_of(response)
        waiting = reread(seated_round)
        assert waiting.state == RoundState.PUBLISHED
        assert clock_wording.starts_by_itself(waiting) in text_of(response)

    @pytest.mark.parametrize("htmx", [True, False])
    def test_a_double_click_does_not_start_it_at_once(self, act, seated_round, htmx):
        seen = seated_round.clock_version
        act("start", version=seen)
        response = act("start", version=seen, htmx=htmx)
        assert response.status_code == 422
        sentence = (
            "The clock of round 1 has changed: the round is now “Seating published”"
        )
        assert text_of(response).count(sentence) == 1
        assert reread(seated_round).state == RoundState.PUBLISHED

    def test_start_now_is_at_once(self, act, seated_round):
        act("start")
        assert "Round 1 started." in text_of(act("start"))
        assert reread(seated_round).state == RoundState.RUNNING

    def test_it_is_called_off(self, act, seated_round):
        act("start")
        response = act("call_off_start", reason="somebody is missing")
        assert "Countdown of round 1 cancelled." in text_of(response)
        assert reread(seated_round).starts_at is None
        assert "call_off_start" not in response.context["forms"]

    def test_nothing_to_call_off_is_a_sentence(self, act, seated_round):
        response = act("call_off_start", reason="")
        assert response.status_code == 422
        assert "Round 1 does not start automatically. Reload the page." in text_of(
            response
        )

    def test_everybody_sees_when_it_ends(self, act, client, slug, seated_round):
        act("start")
        for name, args in (("round", (slug, 1)), ("tournament", (slug,))):
            assert 'class="clock countdown' in on_page(client, f"public:{name}", *args)

    def test_why_it_failed_stands_in_the_hall(
        self, act, director_client, slug, tournament, seated_round
    ):
        act("start")
        rows = [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))]
        [other] = seat_rounds_and_exchange_seats.seat_rounds(
            tournament, rows, by="director"
        )
        publish_seating.publish(other.pk, by="director")
        choose(tournament, countdown=0)
        round_clock.start(other.pk, by="director", now=timezone.now())
        sweep(timezone.now() + 6 * MINUTE)
        page = on_page(director_client, "director:hall", slug, round=1)
        assert "This round could not start automatically." in page
        assert "Still playing at another table: Player 0" in page
        act("start")
        end_and_close_round.close(other.pk, by="director", reason="over")
        act("start")
        assert "could not start" not in on_page(
            director_client, "director:hall", slug, round=1
        )


class TestSecondThoughts:
    @pytest.fixture
    def act(self, director_client, slug):
        def send(action: str, round_: Round, **typed):
            version = reread(round_).clock_version
            data = {"version": version, "reason": "by mistake", **typed}
            return director_client.post(address(action, slug, 1), data, headers=HTMX)

        return send

    def test_an_end_is_undone_without_javascript(
        self, director_client, slug, playing, act
    ):
        act("end_now", playing)
        page = on_page(director_client, "director:hall", slug)
        assert f'action="{address("undo_end", slug, 1)}"' in page
        data = {"version": reread(playing).clock_version, "reason": "by mistake"}
        response = director_client.post(address("undo_end", slug, 1), data, follow=True)
        assert "Clock of round 1 continues." in text_of(response)
        assert reread(playing).state == RoundState.RUNNING

    def test_an_end_is_not_undone_by_a_single_tap(
        self, director_client, slug, playing, act
    ):
        act("end_now", playing)
        page = on_page(director_client, "director:hall", slug)
        before, form = page.split(f'action="{address("undo_end", slug, 1)}"')
        assert '<details data-fold="undo_end' in before[-400:]
        assert "primary" not in form.split("</form>")[0]

    def test_it_is_not_offered_after_a_minute(
        self, director_client, slug, playing, act
    ):
        ago = timezone.now() - 61 * SECOND
        end_and_close_round.end_now(playing.pk, now=ago, **WHY)
        response = director_client.get(address("control", slug))
        assert set(response.context["forms"]) == {"extend", "close"}
        refused = act("undo_end", playing)
        assert refused.status_code == 422
        assert "The round was ended more than a minute ago." in text_of(refused)

    def test_the_control_asks_again_when_the_minute_is_over(
        self, director_client, slug, playing, act
    ):
        ago = timezone.now() - 58 * SECOND
        end_and_close_round.end_now(playing.pk, now=ago, **WHY)
        response = director_client.get(address("control", slug))
        assert response.context["undo_ends_in"] in (1, 2)
        assert f"load delay:{response.context['undo_ends_in']}s" in text_of(response)
        seen = response.context["seen"]
        Round.objects.update(ended_at=ago - 3 * SECOND)
        later = director_client.get(address("control", slug, seen=seen))
        assert later.status_code == 200
        assert "undo_end" not in later.context["forms"]

    def test_where_time_ran_out_it_is_not_offered(self, director_client, slug, playing):
        sweep(playing.ends_at)
        response = director_client.get(address("control", slug))
        assert set(response.context["forms"]) == {"extend", "close"}

    def test_minutes_let_a_round_play_on_after_its_end(
        self, director_client, slug, playing, act
    ):
        sweep(playing.ends_at)
        response = act("extend", playing, minutes="10")
        assert response.status_code == 200
        assert reread(playing).state == RoundState.RUNNING


class TestOneTable:
    @pytest.fixture
    def more(self, referee_client, slug, playing):
        def send(number: int = 1, *, version: int | None = None, **typed):
            seen = reread(playing).clock_version if version is None else version
            data = {"minutes": "5", "reason": "a lamp broke", "version": seen, **typed}
            path = reverse("director:extend_table", args=[slug, 1, number])
            return referee_client.post(path, data)

        return send

    def test_a_referee_gives_it_from_its_row(self, more, referee_client, slug, playing):
        path = reverse("director:extend_table", args=[slug, 1, 2])
        assert f'href="{path}"' in on_page(referee_client, "director:hall", slug)
        assert "Extra time for table 2" in text_of(referee_client.get(path))
        response = more(2)
        assert response.headers["Location"] == address("hall", slug, round=1)
        assert Extension.objects.get().game == table(playing, 2)

    def test_every_page_says_so(
        self, more, referee_client, client, slug, tournament, playing
    ):
        more(1)
        for name, args, who in (
            ("director:hall", (slug,), referee_client),
            ("table:session", (slug, 1, 1), referee_client),
            ("public:session", (slug, 1, 1), client),
            ("public:round", (slug, 1), client),
            ("public:tournament", (slug,), client),
        ):
            assert "+5 minutes" in on_page(who, name, *args), name
        assert "+5 minutes" not in on_page(client, "public:session", slug, 1, 2)

    def test_its_clock_is_its_own(self, more, client, slug, playing):
        more(1)
        ends = reread(playing).ends_at
        own = (ends + 5 * MINUTE).timestamp()
        assert f'data-until="{own:.6f}"' in on_page(
            client, "public:session", slug, 1, 1
        )
        assert f'data-until="{ends.timestamp():.6f}"' in on_page(
            client, "public:session", slug, 1, 2
        )

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"minutes": ""}, "minutes"),
            ({"minutes": "0"}, "minutes"),
            ({"minutes": "601"}, "minutes"),
            ({"minutes": "-5"}, "minutes"),
            ({"version": "x"}, "version"),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field(self, more, typed, field):
        response = more(1, **typed)
        assert response.status_code == 422
        [sentence] = response.context["form"].errors[field]
        assert text_of(response).count(sentence) == 1
        assert not Extension.objects.exists()

    def test_a_double_click_gives_once(self, more, playing):
        seen = playing.clock_version
        more(1, version=seen)
        response = more(1, version=seen)
        assert response.status_code == 422
        assert "has changed: the round is now “Playing”" in text_of(response)
        assert Extension.objects.get().extra == 5 * MINUTE

    def test_a_closed_round_has_none_to_give(self, more, playing):
        end_and_close_round.close(playing.pk, by="director", reason="over")
        response = more(1)
        assert response.status_code == 422
        assert "Round 1 now has the status “Closed”. Reload the page." in text_of(
            response
        )

    def test_a_table_that_is_not_there_is_not_found(self, more):
        assert more(9).status_code == 404


class TestStates:
    """All texts for a table's progress, from events in its round."""

    @pytest.fixture
    def state(self, playing) -> Callable[..., Play]:
        def of(after: timedelta = timedelta(), number: int = 1, **more: object) -> Play:
            game = table(playing, number)
            at = playing.ends_at + after
            return progress_at([game], now=at, **more)[game.pk].key

        return of

    def test_before_it_begins(self, seated_round):
        game = table(seated_round, 1)
        assert progress_at([game])[game.pk].key is Play.NOT_BEGUN

    def test_while_time_is_left(self, state):
        assert state(-MINUTE) is Play.PLAYING

    @pytest.mark.parametrize(
        ("policy", "after_gong", "much_later"),
        [
            ("finish_hand", Play.LAST_HAND, Play.LATE),
            ("finish_hand_plus_one", Play.ONE_MORE, Play.LATE),
            ("stop_at_once", Play.DONE, Play.DONE),
            ("hands_only", Play.PLAYING, Play.PLAYING),
        ],
    )
    def test_after_the_gong(
        self, state, tournament, playing, policy, after_gong, much_later
    ):
        choose(tournament, end_policy=policy)
        wash_out(table(playing, 1), 1)
        sweep(playing.ends_at)
        assert state(MINUTE) is after_gong
        assert state(10 * MINUTE) is after_gong
        assert state(10 * MINUTE + SECOND) is much_later

    def test_when_it_will_be_late_is_told_before(self, playing, client, slug):
        sweep(playing.ends_at)
        game = table(playing, 1)
        found = progress_at([game], now=playing.ends_at)[game.pk]
        assert found.late_at == playing.ends_at + 10 * MINUTE
        assert found.late == "Hand 1, overdue"
        page = on_page(client, "public:round", slug, 1)
        late_at = found.late_at.timestamp()
        assert f'data-late-at="{late_at:.6f}" data-late="Hand 1, overdue"' in page

    def test_the_one_more_is_the_last(self, state, tournament, playing):
        choose(tournament, end_policy="finish_hand_plus_one")
        sweep(playing.ends_at)
        wash_out(table(playing, 1), 1, before_gong=True)
        assert state(MINUTE) is Play.LAST_HAND
        wash_out(table(playing, 1), 2)
        assert state(MINUTE) is Play.DONE

    def test_in_its_own_time_and_late_only_after_that(self, state, playing):
        game = table(playing, 1)
        extra_time.extend_table(game.pk, minutes=5, now=timezone.now(), **WHY)
        assert state(-MINUTE) is Play.PLAYING
        sweep(playing.ends_at)
        assert state(MINUTE) is Play.OWN_TIME
        assert state(MINUTE, number=2) is Play.LAST_HAND
        sweep(playing.ends_at + 5 * MINUTE)
        assert state(14 * MINUTE) is Play.LAST_HAND
        assert state(16 * MINUTE) is Play.LATE

    def test_a_table_waits_for_the_word_its_round_needs(
        self, state, client, slug, tournament, playing
    ):
        for hand in range(1, 17):
            wash_out(table(playing, 1), hand)
        assert "Awaiting confirmation" not in on_page(client, "public:round", slug, 1)
        choose(tournament, confirmation="referee")
        assert "Awaiting confirmation" in on_page(client, "public:round", slug, 1)
        assert state(lacking={table(playing, 1).pk}) is Play.UNCONFIRMED

    def test_a_table_that_was_stopped_says_so(self, client, slug, tournament, playing):
        choose(tournament, end_policy="stop_at_once")
        wash_out(table(playing, 1), 1)
        sweep(playing.ends_at)
        page = on_page(client, "public:session", slug, 1, 1)
        assert "Done: stopped at the gong" in page
        assert "Play stopped at the gong. The unfinished hand does not count." in page


def test_more_tables_need_no_more_queries(director):
    """More tables need no more queries, even with extra time, ledgers and confirmations
    at every table.
    """

    def queries_of(count: int) -> list[int]:
        games = hall_of(director, "mcr", count)
        tournament = games[0].round.tournament
        choose(tournament, confirmation="referee", is_public=True)
        for game in games:
            wash_out(game, 1)
            Extension.objects.create(game=game, extra=5 * MINUTE)
        client = signed_in(director)
        found = []
        for path in (
            reverse("director:hall", args=[tournament.slug]),
            reverse("public:round", args=[tournament.slug, 1]),
            reverse("public:tournament", args=[tournament.slug]),
        ):
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        return found

    assert queries_of(40) == queries_of(4)


class TestWords:
    @pytest.mark.parametrize(
        ("policy", "before"),
        [
            ("finish_hand", "At the gong: finish the hand being played."),
            (
                "finish_hand_plus_one",
                "finish the hand being played, then play one more.",
            ),
            ("stop_at_once", "stop immediately"),
            ("hands_only", "The clock is for information only"),
        ],
    )
    def test_a_table_knows_what_its_end_means(
        self, referee_client, slug, tournament, playing, policy, before
    ):
        choose(tournament, end_policy=policy)
        page = on_page(referee_client, "table:session", slug, 1, 1)
        assert before in page
        assert "Each table plays at most 16 hands." in page

    def test_one_more_hand_needs_no_word(
        self, referee_client, slug, tournament, playing
    ):
        choose(tournament, end_policy="finish_hand_plus_one")
        sweep(playing.ends_at)
        page = on_page(referee_client, "table:session", slug, 1, 1)
        assert "Only a hand that started before the gong counts" in page
        assert "After the gong: one more hand follows this one." in page
        enter_hand.enter(
            table(playing, 1).pk,
            {"kind": "play_ended", "why": "time"},
            device_key="none",
            by="referee",
        )
        page = on_page(referee_client, "table:session", slug, 1, 1)
        assert "started before the gong" not in page
        assert "After the gong: this is the last hand." in page

    def test_the_limit_of_hands_leaves_no_one_more(
        self, referee_client, slug, tournament, playing
    ):
        choose(tournament, end_policy="finish_hand_plus_one")
        for hand in range(1, 16):
            enter_hand.enter(
                table(playing, 1).pk,
                {"kind": "washout"},
                hand=hand,
                device_key=f"hand {hand}",
                by="referee",
            )
        sweep(playing.ends_at)
        page = on_page(referee_client, "table:session", slug, 1, 1)
        assert "After the gong: this is the last hand." in page
        assert "Hand 16, last" in page

    def test_that_no_hand_was_played_is_said_once(self, tournament, playing):
        choose(tournament, end_policy="finish_hand_plus_one")
        sweep(playing.ends_at)
        raw = {"kind": "play_ended", "why": "time"}
        pk = table(playing, 1).pk
        enter_hand.enter(pk, raw, device_key="none", by="referee")
        with pytest.raises(Refused) as caught:
            enter_hand.enter(pk, raw, device_key="again", by="referee")
        assert [fault.code for fault in caught.value.faults] == ["one_more"]


class TestLog:
    def test_every_change_of_the_clock_has_a_sentence(
        self, tournament, seated_round, noon
    ):
        choose(tournament, countdown=5)
        pk = seated_round.pk
        round_clock.start(pk, by="director", now=noon)
        round_clock.call_off_start(pk, by="director", reason="late")
        begun = round_clock.start(pk, by="director", now=noon)
        begun = round_clock.start(pk, by="director", now=noon)
        game = table(begun, 2)
        extra_time.extend_table(game.pk, minutes=5, now=noon, **WHY)
        extra_time.extend_table(game.pk, minutes=-2, now=noon, **WHY)
        end_and_close_round.end_now(pk, now=noon + MINUTE, **WHY)
        running = end_and_close_round.undo_end(pk, now=noon + MINUTE + SECOND, **WHY)
        sweep(running.ends_at - 15 * MINUTE)
        sweep(running.ends_at)
        sweep(running.ends_at + 3 * MINUTE)
        said = [
            log_in_words_and_groups.of_event(event) for event in tournament.log.all()
        ]
        for sentence in (
            "Round 1 scheduled to start automatically at 12:05:00.",
            "Countdown of round 1 cancelled.",
            "Round 1, table 2: 5 minutes of extra time.",
            "Round 1, table 2: 2 minutes of extra time removed.",
            "End of round 1 undone, clock continued.",
            "Round 1: 15 minutes left.",
            "Round 1, table 2: extra time over.",
        ):
            assert sentence in said

    def test_a_start_that_failed_has_one(self, tournament):
        event = tournament.log.model(kind="start_failed", data={"round": 3})
        assert (
            log_in_words_and_groups.of_event(event)
            == "Round 3 could not start automatically."
        )


def test_the_own_page_of_a_player_hears_of_its_table_and_of_all_rounds(
    client, tournament, playing
):
    player = player_links.with_links().get(tournament=tournament, number=1)
    key = player_links.token_of(player)

    def hears(change: Callable[[], object]) -> bool:
        url = client.get(reverse("me:page", args=[key])).context["live_url"]
        viewer = live_stream.read(scope_of(url))
        change()
        [news] = live_topics.changes([(viewer.topic.tournament, viewer.seen)]).values()
        return news.about(viewer.topic) is not None

    assert not hears(lambda: wash_out(table(playing, 2), 1))
    assert hears(lambda: wash_out(table(playing, 1), 1))
    assert hears(
        lambda: round_clock.pause(playing.pk, by="director", now=timezone.now())
    )
    assert hears(
        lambda: end_and_close_round.close(playing.pk, by="director", reason="over")
    )


def test_the_own_page_of_a_player_tells_the_time_of_its_table(
    client, tournament, playing
):
    game = table(playing, 1)
    extra_time.extend_table(game.pk, minutes=5, now=timezone.now(), **WHY)
    player = player_links.with_links().get(tournament=tournament, number=1)
    page = on_page(client, "me:page", player_links.token_of(player))
    own = (playing.ends_at + 5 * MINUTE).timestamp()
    assert "+5 minutes" in page
    assert f'data-until="{own:.6f}"' in page


def test_a_pause_is_on_every_page(director_client, client, slug, tournament, playing):
    seat(tournament, 2)
    round_clock.pause(playing.pk, by="director", now=timezone.now())
    for name, args in (
        ("public:round", (slug, 1)),
        ("public:session", (slug, 1, 1)),
        ("public:tournament", (slug,)),
    ):
        page = on_page(client, name, *args)
        assert "clock paused" in page, name


@pytest.mark.parametrize(
    ("where", "renewed"),
    [
        ("/director/{slug}/", "clock"),
        ("/director/{slug}/players/", "clock"),
        ("/director/{slug}/rounds/1/tables/1/time/", "fragment"),
        ("/table/{slug}/1/1/", "fragment"),
        ("/table/{slug}/1/1/tiles/", "fragment"),
        ("/table/{slug}/1/1/result/", "fragment"),
        ("/t/{slug}/", "clock"),
        ("/t/{slug}/standings/", "clock"),
        ("/t/{slug}/rounds/1/", "clock"),
        ("/t/{slug}/rounds/1/tables/1/", "clock"),
        ("/hall/{slug}/{key}/clock/", "fragment"),
        ("/hall/{slug}/{key}/seats/", "fragment"),
    ],
)
def test_every_page_with_a_clock_hears_of_a_pause(
    director_client, slug, tournament, playing, where, renewed
):
    tournament.refresh_from_db()
    shown = director_client.get(where.format(slug=slug, key=tournament.hall_key))
    page = shown.content.decode()
    assert 'class="clock running' in page
    assert f'sse-swap="{renewed}"' in page
    streams = {unescape(url) for url in re.findall('sse-connect="([^"]+)"', page)}
    viewers = [live_stream.read(scope_of(url)) for url in streams]
    round_clock.pause(playing.pk, by="director", now=timezone.now())
    told = [
        live_topics.changes([(viewer.topic.tournament, viewer.seen)])
        for viewer in viewers
    ]
    assert any(
        news.about(viewer.topic) is not None
        for viewer, heard in zip(viewers, told, strict=True)
        for news in heard.values()
    )


class TestWordsOfExtraTime:
    def send(self, client, slug, playing, **typed):
        data = {"minutes": "5", "version": reread(playing).clock_version, **typed}
        path = reverse("director:extend_table", args=[slug, 1, 1])
        return client.post(path, data, follow=True)

    def test_it_needs_no_reason_and_says_until_when(
        self, referee_client, slug, playing
    ):
        response = self.send(referee_client, slug, playing)
        end = localtime(reread(playing).ends_at + timedelta(minutes=5))
        words = "Table 1 plays 5 minutes longer. The gong for this table sounds at"
        words = f"{words} {end:%H:%M}."
        assert words in text_of(response)
        response = self.send(referee_client, slug, playing, minutes="-1")
        assert "Table 1 plays 1 minute less." in text_of(response)

    def test_after_the_gong_too(self, referee_client, slug, playing):
        sweep(playing.ends_at)
        response = self.send(referee_client, slug, playing)
        assert (
            "Table 1 plays 5 minutes longer. The gong for this table sounds at"
            in text_of(response)
        )
        assert Extension.objects.get().ends_at is not None

    def test_the_ways_to_it_are_words(self, referee_client, slug, playing):
        path = reverse("director:extend_table", args=[slug, 1, 1])
        hall = on_page(referee_client, "director:hall", slug)
        assert f'href="{path}"><span aria-hidden="true">+ time</span>' in hall
        assert path in on_page(referee_client, "table:ruling", slug, 1, 1)
        assert path in on_page(referee_client, "table:session", slug, 1, 1)
