"""Player pages and personal pages, without hidden results: place, possible places,
hands, calendar and image.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from io import BytesIO
from itertools import pairwise

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from icalendar import Calendar
from PIL import Image

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.ledger import enter_hand
from scoring.models import PARTS
from scoring.public import player_place_and_rounds
from scoring.public.place_chart import place_chart
from scoring.public.player_place_and_rounds import followed
from scoring.public.tables_of_player import track_of
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.standings import (
    live_and_official_standings,
    standings_cache,
    who_sees_hidden_results,
)
from scoring.standings.where_player_can_finish import race_of
from tournaments.access import player_links
from tournaments.models import PlanItem, PlanKind, Tournament
from tournaments.people import register_players
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.tournament_setup import description_and_logo, schedule_changes

pytestmark = pytest.mark.django_db


def win(game, number, winner="E", discarder="S", **more):
    said = {"kind": "win", "winner": winner, "from": discarder}
    enter_hand.enter(
        game.pk,
        said | (more or {"points": 12}),
        device_key=f"{game.pk}:{number}",
        by="referee",
        hand=number,
        before_gong=True,
    )


@pytest.fixture
def played(running_round, game, tournament):
    """Return the tournament after round 1.

    Player 1 won from 2, then 3 won from 1, then 1 won by tiles. Player 5 leads at the
    other table.
    """
    win(game, 1)
    win(game, 2, "W", "E")
    win(game, 3, "E", "N", hand={"hand": "[678s]1234567899s+9s"})
    win(running_round.games.get(table=2), 1)
    end_and_close_round.close(running_round.pk, by="director", reason="for the test")
    tournament.refresh_from_db()
    return tournament


def the_page(client, tournament, number=1):
    response = client.get(reverse("public:player", args=[tournament.slug, number]))
    assert response.status_code == 200
    return response.content.decode()


def own(tournament, number=1, name="page"):
    player = tournament.players.get(number=number)
    return reverse(f"me:{name}", args=[player_links.token_of(player)])


def test_hands_by_tiles_that_are_not_shown_are_counted(client, played, monkeypatch):
    assert "Newest 1 of" not in the_page(client, played)
    monkeypatch.setattr(player_place_and_rounds, "MOST_HANDS", 0)
    assert "Newest 0 of 1 hands." in the_page(client, played)


def test_everybody_sees_how_a_player_stands(client, played):
    page = the_page(client, played)
    assert "Hands: 3. Won: 2. Dealt in: 1." in page
    assert "Place after each round: round 1: 1" in page
    assert "Round 1, hand 3" in page, "the hand that was told by its tiles"
    assert "Place 1 to place 8" in page, "two rounds that nobody knows are to come"
    assert "results and seatings" in page
    second = the_page(client, played, 5)
    assert "Player 01</bdi></a>, place 1" in second


def test_a_gap_that_open_tables_make_is_told_as_one(client, second_round):
    """A gap that includes games in progress has a mark.

    Players 1 and 5 have 4 points each, and 5 has the higher score. Then 5 leads at a
    table, while the table of 1 has not started.
    """
    page = the_page(client, second_round.tournament, 1)
    assert "(Score: 20 more)" in page
    win(second_round.games.get(table=1), 1)
    page = the_page(client, second_round.tournament, 1)
    assert "(Table points, including games in progress: 2¼ more)" in page
    page = the_page(client, second_round.tournament, 6)
    assert "(Table points: 2 more)" in page


@pytest.mark.parametrize("hands", [0, 1])
@pytest.mark.parametrize("target", ["overall", "table_points"])
@pytest.mark.parametrize("is_over", [True, False])
def test_a_penalty_on_points_in_an_open_round_is_counted_at_once(
    second_round, is_over, target, hands
):
    tournament, table = second_round.tournament, second_round.games.get(table=1)
    tournament.planned_rounds = 2
    tournament.save(update_fields=["planned_rounds"])

    def points() -> dict[int, int]:
        source = standings_cache.source_of(tournament)
        race = race_of(source, live_and_official_standings.official(source))
        assert race is not None
        return dict(race.points)

    if hands:
        win(table, 1)
    before = points()
    fined = table.seats.get(wind="E").player.number
    said = [{"kind": "penalty", "amounts": {"E": -2}, "target": target}]
    if is_over:
        said.append({"kind": "play_ended", "why": "ruling"})
        before[fined] += 4 * PARTS if hands else 7 * PARTS // 4
    for raw in said:
        key = {"device_key": raw["kind"], "by": "referee"}
        enter_hand.enter(table.pk, raw, **key, before_gong=True)
    assert points()[fined] == before[fined] - 2 * PARTS
    tournament.secret_rounds = 1
    tournament.save(update_fields=["secret_rounds"])
    assert points()[fined] == 4 * PARTS


def test_what_cannot_be_counted_is_said_so(client, played):
    address = reverse("public:player", args=[played.slug, 1])
    unknown = "Possible final places are unknown"
    assert unknown not in client.get(address).content.decode()
    played.ruleset, played.options = "hong_kong", {"fewest_players": 3}
    played.save(update_fields=["ruleset", "options"])
    Tournament.objects.update(revision=F("revision") + 1)
    page = client.get(address).content.decode()
    assert unknown in page
    assert "tables may have fewer than 4 players" in page
    played.ruleset, played.options = "mcr", {}
    played.save(update_fields=["ruleset", "options"])
    played.tie_breaks = ["opponents_points", "table_points"]
    played.save(update_fields=["tie_breaks"])
    Tournament.objects.update(revision=F("revision") + 1)
    page = client.get(address).content.decode()
    assert unknown in page
    assert "Buchholz" in page


def test_what_is_held_back_is_nowhere(client, played, monkeypatch):
    told = Image.open(BytesIO(client.get(own(played, name="picture")).content))
    assert told.size == (1200, 630)
    for module in (who_sees_hidden_results, player_place_and_rounds):
        monkeypatch.setattr(
            module,
            "visible_to_public",
            lambda _event: who_sees_hidden_results.VisibleResults(0),
        )
    Tournament.objects.update(revision=F("revision") + 1)
    played.refresh_from_db()
    for page in (the_page(client, played), client.get(own(played)).content.decode()):
        for secret in (
            "hands 2 won",
            "hand 3",
            "Place after",
            "Directly above",
            "+82",
        ):
            assert secret not in page
        assert "Table 1" in page
    shown = followed(played, played.players.get(number=1))
    assert not shown.has_figures
    assert shown.chart is None
    assert shown.prospects is None
    assert shown.hands == []
    kept = Image.open(BytesIO(client.get(own(played, name="picture")).content))
    assert kept.tobytes() != told.tobytes()


def test_the_page_asks_the_same_however_much_was_played(client, played):
    def asked():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            followed(played, played.players.select_related("person").get(number=1))
        return len(queries)

    before = asked()
    rows = [
        seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 5, 2, 6)),
        seat_rounds_and_exchange_seats.TableRow(2, 2, (3, 7, 4, 8)),
    ]
    [second] = seat_rounds_and_exchange_seats.seat_rounds(played, rows, by="director")
    publish_seating.publish(second.pk, by="director")
    round_clock.start(second.pk, by="director", now=timezone.now())
    for hand in range(1, 5):
        win(second.games.get(table=1), hand, hand={"hand": "[678s]1234567899s+9s"})
    assert asked() == before


def test_ones_own_page_has_the_same_and_what_is_ones_own(client, played):
    page = client.get(own(played)).content.decode()
    assert "Hands: 3. Won: 2. Dealt in: 1." in page
    assert own(played, name="calendar") in page
    assert own(played, name="picture") in page
    public = the_page(client, played)
    for private in ("rounds.ics", "picture.png", "Notifications", "/me/"):
        assert private not in public


def test_a_finished_event_offers_nothing_that_is_still_to_come(client, played):
    ahead = ("Possible final places", "Add to calendar", "Get a notification when")
    page = client.get(own(played, 5)).content.decode()
    assert all(words in page for words in ahead)
    finish_reopen_and_publish_results.finish(
        played, by="director", now=timezone.now(), reason="the end"
    )
    page = client.get(own(played, 5)).content.decode()
    assert [words for words in ahead if words in page] == []
    table = client.get(f"{own(played, 5)}1/").content.decode()
    assert "not published yet" not in table
    assert "Player 01</bdi></a>, place 1" in page


def test_a_finished_event_that_is_held_back_has_nothing_to_reach(client, played):
    played.secret_rounds = played.planned_rounds - 1
    played.tie_breaks = ["opponents_points", "table_points"]
    played.save(update_fields=["secret_rounds", "tie_breaks"])
    page = client.get(own(played, 5)).content.decode()
    assert "Possible final places are unknown" in page
    finish_reopen_and_publish_results.finish(
        played, by="director", now=timezone.now(), reason="the end", held_back=True
    )
    page = client.get(own(played, 5)).content.decode()
    assert "Next place above" in page
    assert "Possible final places" not in page


def test_before_seats_are_published_ones_own_page_says_when_and_where(
    client, tournament
):
    page = client.get(own(tournament)).content.decode()
    assert "Your table appears when the seating is published." in page
    said = {"venue": "Reed Hall", "city": "Moonfield"}
    description_and_logo.describe(tournament, said, by="director")
    start = timezone.now().replace(microsecond=0) + timedelta(days=9)
    PlanItem.objects.create(
        tournament=tournament, kind=PlanKind.ROUND, number=1, start=start, minutes=90
    )
    page = client.get(own(tournament)).content.decode()
    assert "Your seat in round 1" in page
    assert date_format(start.astimezone(tournament.zone), "l j F, H:i") in page
    assert "Reed Hall, Moonfield" in page
    public = the_page(client, tournament)
    assert "Seat in round 1" in public
    assert "Your seat" not in public
    for told in ("Reed Hall, Moonfield", "3 × 100 min", "8 players"):
        assert told in public
        assert told in page
    assert "The table appears when the seating is published." in public
    assert "Possible final places" not in public, "everything, which says nothing"


def test_between_rounds_a_page_says_when_the_next_one_begins(client, played):
    assert "Seat in round 2" in the_page(client, played)
    assert "Your seat in round 2" in client.get(own(played)).content.decode()
    assert "Players" not in the_page(client, played)
    played.players.filter(number=1).update(last_round=1)
    Tournament.objects.update(revision=F("revision") + 1)
    assert "Seat in round 2" not in the_page(client, played)


def test_nobody_waits_for_a_seat_in_a_final_they_may_not_reach(client, played):
    plans = [
        StagePlan("qualifying", 1),
        StagePlan("final", 2, cut="top", cut_size=4),
    ]
    set_stages(played, plans, by="director")
    assert "Seat in round 2" not in the_page(client, played)


def test_who_never_played_in_a_finished_event_waits_for_nothing(client, played):
    register_players.register(
        played, [register_players.PlayerRow(last_name="Nine")], by="director"
    )
    finish_reopen_and_publish_results.finish(
        played, by="director", now=timezone.now(), reason="the end"
    )
    assert "No games were played." in the_page(client, played, 9)


def test_the_calendar_has_the_rounds_whose_time_is_known(client, seated_round, noon):
    tournament = seated_round.tournament
    for number in (1, 2):
        start = noon + timedelta(hours=2 * number)
        PlanItem.objects.create(
            tournament=tournament,
            kind=PlanKind.ROUND,
            number=number,
            start=start,
            minutes=110,
        )
    response = client.get(own(tournament, 3, "calendar"))
    assert response["Content-Type"].startswith("text/calendar")
    assert "no-cache" in response["Cache-Control"]
    first, second = Calendar.from_ical(response.content).walk("VEVENT")
    assert first["SUMMARY"] == "Round 1: table 1, West · Spring Cup"
    assert "Player 01 (East)" in first["DESCRIPTION"]
    assert second["SUMMARY"] == "Round 2 · Spring Cup"
    assert second.decoded("DTSTART") >= noon + timedelta(hours=4)
    forged = own(tournament, 3, "calendar").replace("/rounds.ics", "x/rounds.ics")
    assert client.get(forged).status_code == 404


class TestCalendarAsTheStandardHasIt:
    """The calendar's bytes compared with RFC 5545."""

    @pytest.fixture
    def then(self):
        return timezone.now().replace(microsecond=0) + timedelta(days=2)

    @pytest.fixture
    def cup(self, seated_round, then):
        """Return a tournament with an unusual title and three rounds in the
        schedule.
        """
        tournament = seated_round.tournament
        tournament.title = (
            "Öresund Open; “tiles, winds” & 東南西北 for all who come\\go"
        )
        tournament.save(update_fields=["title"])
        items = [
            schedule_changes.Item("round", then + timedelta(hours=2 * n), 110, n)
            for n in (1, 2, 3)
        ]
        schedule_changes.write(tournament, items, by="director", now=timezone.now())
        return tournament

    def lines(self, client, cup) -> list[str]:
        sent = client.get(own(cup, 3, "calendar")).content
        assert sent.endswith(b"\r\n")
        assert b"\n" not in sent.replace(b"\r\n", b"")
        assert max(map(len, sent.split(b"\r\n"))) <= 75, "octets, not letters"
        for line in sent.split(b"\r\n"):
            line.decode()  # no character is cut in two
        return sent.replace(b"\r\n ", b"").decode().split("\r\n")

    def of(self, lines, name: str) -> list[str]:
        return [line.split(":", 1)[1] for line in lines if line.startswith(f"{name}:")]

    def test_lines_are_folded_and_texts_escaped(self, client, cup):
        lines = self.lines(client, cup)
        assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
        title = r"Öresund Open\; “tiles\, winds” & 東南西北 for all who come\\go"
        assert self.of(lines, "NAME") == self.of(lines, "X-WR-CALNAME") == [title]
        assert self.of(lines, "SUMMARY")[1] == f"Round 2 · {title}"
        starts = self.of(lines, "DTSTART")
        assert len(starts) == 3
        for at in (*starts, *self.of(lines, "DTEND"), *self.of(lines, "DTSTAMP")):
            assert re.fullmatch(r"\d{8}T\d{6}Z", at), "in UTC, so no zone is needed"

    def test_what_is_put_off_is_the_same_event_and_a_newer_one(self, client, cup, then):
        before = self.lines(client, cup)
        items = [
            schedule_changes.Item("round", then + timedelta(hours=2 * n + 1), 110, n)
            for n in (1, 2)
        ]
        schedule_changes.write(cup, items, by="director", now=timezone.now())
        after = self.lines(client, cup)
        uids, others = self.of(before, "UID"), self.of(after, "UID")
        assert len(set(uids)) == 3
        assert others == uids[:2], "what is not in the plan any more is gone"
        assert self.of(after, "DTSTART") != self.of(before, "DTSTART")[:2]
        old, new = (int(self.of(each, "SEQUENCE")[0]) for each in (before, after))
        assert new > old

    def test_a_round_whose_clock_stands_still_ends_when_that_has_run(
        self, client, cup, seated_round
    ):
        now = timezone.now().replace(microsecond=0)
        round_clock.start(
            seated_round.pk, by="director", now=now - timedelta(minutes=60)
        )
        round_clock.pause(
            seated_round.pk, by="director", now=now - timedelta(minutes=50)
        )
        first, *_others = Calendar.from_ical(
            client.get(own(cup, 3, "calendar")).content
        ).walk("VEVENT")
        end = first.decoded("DTEND")
        assert timedelta(minutes=89) < end - now < timedelta(minutes=91)

    def test_before_there_is_a_plan_it_has_the_days_of_the_event(
        self, client, tournament
    ):
        days = {"starts_on": date(2031, 5, 3), "ends_on": date(2031, 5, 4)}
        description_and_logo.describe(tournament, days, by="director")
        lines = self.lines(client, tournament)
        assert "DTSTART;VALUE=DATE:20310503" in lines
        assert "DTEND;VALUE=DATE:20310505" in lines, "the first day that is free again"
        assert self.of(lines, "SUMMARY") == ["Spring Cup"]


def test_a_round_that_is_open_again_is_not_the_last_of_the_chart(client, second_round):
    tournament = second_round.tournament
    for table in second_round.games.all():
        win(table, 1)
    end_and_close_round.close(second_round.pk, by="director", reason="for the test")
    first, now = tournament.rounds.get(number=1), timezone.now()
    undo_start_and_reopen_round.reopen(
        first.pk, by="director", reason="a slip", now=now
    )
    tournament.refresh_from_db()
    player = tournament.players.select_related("person", "team").get(number=5)
    place = live_and_official_standings.official_of(tournament).by_number[5].place
    assert followed(tournament, player).chart.places == {2: place}


def test_a_chart_has_its_figures_in_words_and_its_dots_in_the_picture():
    chart = place_chart({1: 54, 2: 22, 3: 1}, rounds=7, players=72)
    assert chart.text == "Place after each round: round 1: 54, round 2: 22, round 3: 1"
    assert [dot.place for dot in chart.desk.dots] == [54, 22, 1]
    assert chart.desk.dots[-1].y == chart.desk.size.top
    assert [column.number for column in chart.desk.coming] == [4, 5, 6, 7]
    for drawing in (chart.desk, chart.phone):
        heights = [line.y for line in drawing.lines]
        assert heights == sorted(heights)
        assert all(b - a >= 10 for a, b in pairwise(heights))
        assert all(0 < dot.x < drawing.size.width for dot in drawing.dots)
    late = place_chart({5: 3, 6: 1}, rounds=7, players=8, first=5)
    assert [column.number for column in late.desk.columns] == [5, 6, 7]
    assert late.desk.dots[0].x == chart.desk.dots[0].x
    assert place_chart({}, rounds=7, players=72) is None
    assert place_chart({1: 1}, rounds=1, players=1).desk.path == "M64 26.0"


def test_a_track_has_a_brick_for_every_hand():
    track = track_of({1, 6}, {2}, played=6, playing=True)
    bricks = [track.won, track.paid, track.idle, track.now, track.todo]
    assert [path.count("M") for path in bricks] == [2, 1, 3, 1, 9]
    assert track.text == "Hands: 6. Won: 2. Dealt in: 1."
    assert track_of(set(), set(), played=0, playing=False) is None
    assert track_of(set(), set(), played=20, playing=True).width > 108


def test_the_page_says_how_far_the_podium_is(client, second_round):
    """The page shows the distance to the podium.

    Players 1 and 5 lead with 4 points each, 2 and 6 have 2, and 3 and 7 have 1.
    """
    tournament = second_round.tournament

    def podium(number: int) -> str:
        page = the_page(client, tournament, number)
        found = re.search(r"<p>([^<]+ behind third place[^<]*)</p>", page)
        return found[1] if found else ""

    assert [podium(number) for number in (1, 2, 3, 5, 6)] == [""] * 5
    assert podium(7) == "1 table point behind third place, including games in progress."
    assert (
        podium(8) == "2 table points behind third place, including games in progress."
    )
    tournament.secret_rounds = tournament.planned_rounds
    tournament.save(update_fields=["secret_rounds"])
    tournament.record("settings_changed", by="director")
    assert [podium(number) for number in range(1, 9)] == [""] * 8


def test_a_player_can_be_followed_from_the_page(client, played):
    assert 'data-follow="5"' in the_page(client, played, 5)
    assert "data-follow" not in client.get(own(played, 5)).content.decode()


def test_a_missed_round_has_a_line_with_its_points(client, one_left):
    page = the_page(client, one_left, 4)
    line = re.search(
        r"<td colspan=\"2\">1 missed round counted</td>.*?</tr>", page, re.S
    )
    assert line
    assert "−500" in line[0]
    assert "1 missed round counted</td>" not in the_page(client, one_left, 1)
    one_left.secret_rounds = one_left.planned_rounds
    one_left.save(update_fields=["secret_rounds"])
    one_left.record("settings_changed", by="director")
    assert "1 missed round counted</td>" not in the_page(client, one_left, 4)
