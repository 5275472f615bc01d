"""A director sets the stages, and makes and undoes the cut in the control room.

The public sees the standings of a stage.
"""

from __future__ import annotations

from dataclasses import fields as fields_of
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.exports import federation_workbook_and_layouts
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.exports.export_files_csv_json_xlsx import pieces_of
from scoring.public.player_place_and_rounds import followed
from scoring.rounds import end_and_close_round
from scoring.standings import live_and_official_standings, standings_cache
from scoring.standings.make_cut import make_cut
from scoring.standings.rank_players import ranking_of
from scoring.standings.where_player_can_finish import prospects_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tests.conftest import NOON
from tests.scoring.folders import there_and_back
from tests.scoring.played_events import draw, event, play
from tests.scoring.results import paper
from tournaments.models import Seat
from tournaments.people import register_players, substitutes
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages, stages_of
from tournaments.seating.seating_plan import players_in_plan
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft
from tournaments.tournament_setup import schedule_changes
from tournaments.tournament_setup.create_and_change_tournament import (
    Settings,
    change_settings,
)
from tournaments.tournament_setup.schedule_templates import Pattern, made
from tournaments.tournament_time.schedule_forecast import lines_now

pytestmark = pytest.mark.django_db


def fields(*stages: dict[str, object]) -> dict[str, object]:
    """Return the form data of these stages."""
    sent: dict[str, object] = {
        "stage-TOTAL_FORMS": len(stages),
        "stage-INITIAL_FORMS": 0,
    }
    usual = {"cut": "everybody", "carry": "everything", "grouping": "snake"}
    for at, stage in enumerate(stages):
        for name, value in (usual | stage).items():
            sent[f"stage-{at}-{name}"] = value
    return sent


def page(name: str, tournament, *more) -> str:
    return reverse(f"director:{name}", args=[tournament.slug, *more])


@pytest.fixture
def cup(director):
    """Return a tournament of 8 players after one round.

    The best 4 will play a final.
    """
    tournament = event("mcr", 8, director)
    set_stages(
        tournament,
        [
            StagePlan("qualifying", 1),
            StagePlan(
                "final",
                1,
                cut="top",
                cut_size=4,
                carry="fraction",
                carry_numerator=1,
                carry_denominator=2,
            ),
        ],
        by="director",
    )
    play(
        tournament,
        1,
        Method.RANDOM,
        lambda number, table: [[41, 10, -10, -41], [37, 8, -8, -37]][table - 1],
    )
    return tournament


class TestSettingStages:
    def test_a_format_is_offered_changed_and_saved(self, director_client, tournament):
        here = page("stages", tournament)
        offered = director_client.get(here, {"as": "half"})
        assert not stages_of(tournament)
        assert "Qualifying, final with half the points" in offered.content.decode()
        sent = fields(
            {"kind": "qualifying", "rounds": 3},
            {
                "kind": "final",
                "rounds": 2,
                "cut": "top",
                "cut_size": 4,
                "carry": "fraction",
                "fraction": "1/3",
                "bonuses": "3, 3/2",
                "minutes": 60,
            },
            {"kind": "consolation"},
        )
        sent["seen"] = offered.context["seen"]
        assert director_client.post(here, sent).status_code == 302
        tournament.refresh_from_db()
        assert (tournament.is_staged, tournament.planned_rounds) == (True, 5)
        final, consolation = stages_of(tournament)[1:]
        assert (final.fraction.denominator, final.bonuses) == (3, ["3", "3/2"])
        assert (consolation.first_round, consolation.rounds) == (4, 2)
        assert director_client.get(here).status_code == 200

    @pytest.mark.parametrize(
        ("stages", "words"),
        [
            (
                [{"kind": "qualifying", "rounds": 2}, {"kind": "final", "rounds": ""}],
                "Enter the number of rounds.",
            ),
            (
                [
                    {"kind": "qualifying", "rounds": 2},
                    {"kind": "final", "rounds": 1, "cut": "top"},
                ],
                "Enter how many players qualify for stage 2.",
            ),
            (
                [
                    {"kind": "qualifying", "rounds": 2},
                    {"kind": "final", "rounds": 1, "cut": "per_group", "cut_size": 2},
                ],
                "takes the best of each group, but the stage before it has no groups",
            ),
            (
                [
                    {"kind": "qualifying", "rounds": 2},
                    {
                        "kind": "final",
                        "rounds": 1,
                        "carry": "fraction",
                        "fraction": "3/2",
                    },
                ],
                "Enter a fraction between 0 and 1",
            ),
            (
                [{"kind": "qualifying", "rounds": 2}, {"kind": "consolation"}],
                "must follow a stage with a cut",
            ),
        ],
    )
    def test_what_does_not_fit_is_said_and_nothing_lost(
        self, director_client, tournament, stages, words
    ):
        here = page("stages", tournament)
        sent = fields(*stages) | {"seen": director_client.get(here).context["seen"]}
        answer = director_client.post(here, sent)
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert not stages_of(tournament)

    def test_who_looked_at_others_overwrites_nothing(self, director_client, cup):
        sent = fields({"kind": "qualifying", "rounds": 2}) | {"seen": "old"}
        answer = director_client.post(page("stages", cup), sent)
        assert answer.status_code == 422
        assert len(stages_of(cup)) == 2

    def test_the_settings_leave_the_number_of_rounds_to_the_stages(self, cup):
        kept = {field.name: getattr(cup, field.name) for field in fields_of(Settings)}
        change_settings(cup, Settings(**kept | {"minutes": 80}), by="director")
        with pytest.raises(Refused, match="number of rounds in the stages"):
            change_settings(cup, Settings(**kept | {"planned_rounds": 5}), by="d")

    def test_the_plan_asks_the_same_of_more_rounds(self, cup, director):
        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                lines_now(cup, NOON)
            return len(queries)

        def plan(rounds: int) -> None:
            items = [
                schedule_changes.Item(
                    "round", NOON + timedelta(hours=n), 50, n, "", None
                )
                for n in range(1, rounds + 1)
            ]
            schedule_changes.write(cup, items, by="director", now=NOON)

        plan(1)
        one = asked()
        make_cut(cup, 2, by="director")
        play(cup, 2, Method.RANKS, lambda number, table: [30, 5, -5, -30])
        plan(2)
        assert asked() == one

    def test_all_taken_out_is_one_stage_again(self, director_client, tournament):
        set_stages(tournament, [StagePlan("qualifying", 4)], by="director")
        set_stages(tournament, [], by="director")
        tournament.refresh_from_db()
        assert (tournament.is_staged, tournament.planned_rounds) == (False, 4)


class TestTheCut:
    def test_it_is_the_next_thing_in_the_control_room(self, director_client, cup):
        control = director_client.get(page("hall", cup)).content.decode()
        assert page("stage", cup, 2) in control
        assert "Select qualifiers: Final" in control
        assert "Generate seating of round 2" not in control

    def test_made_seen_and_taken_back(self, director_client, cup):
        here = page("stage", cup, 2)
        shown = director_client.get(here)
        text = shown.content.decode()
        assert "Confirm the cut: 4 players qualify" in text
        assert text.count(">qualifies</span>") == 4
        seen = shown.context["form"]["seen"].value()
        assert director_client.post(here, {"seen": "other"}).status_code == 422
        assert director_client.post(here, {"seen": seen}).status_code == 302
        decided = director_client.get(here).content.decode()
        assert "Players: Final" in decided
        control = director_client.get(page("hall", cup)).content.decode()
        assert "Generate seating of round 2" in control
        assert page("draw_new", cup) in control
        draw = director_client.get(page("draw_new", cup))
        assert draw.context["form"].initial["rounds"] == 1
        back = page("stage_take_back", cup, 2)
        assert director_client.post(back, {"reason": ""}).status_code == 422
        answer = director_client.post(back, {"reason": "a wrong score"})
        assert answer.status_code == 302
        assert not stages_of(cup)[1].is_decided

    def test_groups_are_changed_by_hand(self, director_client, director):
        tournament = event("mcr", 8, director)
        set_stages(tournament, [StagePlan("groups", 1, groups=2)], by="director")
        here = page("stage", tournament, 1)
        control = director_client.get(page("hall", tournament)).content.decode()
        assert "Form the groups" in control
        seen = director_client.get(here).context["form"]["seen"].value()
        assert director_client.post(here, {"seen": seen}).status_code == 302
        form = director_client.get(here).context["by_hand"]
        groups = {name: field.initial for name, field in form.fields.items()}
        one = next(name for name, group in groups.items() if group == 1)
        other = next(name for name, group in groups.items() if group == 2)
        swapped = groups | {one: 2, other: 1}
        answer = director_client.post(page("stage_groups", tournament, 1), swapped)
        assert answer.status_code == 302
        form = director_client.get(here).context["by_hand"]
        assert {n: f.initial for n, f in form.fields.items()} == swapped
        assert tournament.log.first().kind == "groups_changed"


def test_the_best_of_a_final_choose_their_seats(director_client, director):
    final = event("mcr", 8, director)
    stages = [
        StagePlan("qualifying", 1),
        StagePlan("final", 1, cut="top", cut_size=4, seats="choice", method="ranks"),
    ]
    set_stages(final, stages, by="director")
    play(
        final,
        1,
        Method.RANDOM,
        lambda number, table: [[41, 10, -10, -41], [37, 8, -8, -37]][table - 1],
    )
    make_cut(final, 2, by="director")
    best = [row.line.player.number for row in ranking_of(final).placed][:4]
    confirm_draft.confirm(draw(final, 2, Method.RANKS), by="director")
    tables = page("ceremonies", final, 2)
    here = page("seat_choice", final, 2, 1)
    assert here in director_client.get(tables).content.decode()
    for chose, turn in (("", 0), ("W", 1), ("WE", 2), ("WEW", 0), ("x" * 99, 0)):
        shown = director_client.get(here, {"chose": chose}).context
        assert shown["chooser"].number == best[turn]
    # The seats are only set when a single player is left to choose.
    assert director_client.post(here, {"chose": "WE"}).status_code == 200
    assert director_client.post(here, {"chose": "WEN"}).status_code == 302
    sits = dict(
        Seat.objects.filter(round__tournament=final, round__number=2).values_list(
            "wind", "player__number"
        )
    )
    assert [sits[wind] for wind in "WENS"] == best
    log = director_client.get(page("log", final)).content.decode()
    assert "seats chosen: " in log
    final.rounds.filter(number=2).update(state="closed")
    director_client.post(here, {"chose": "ESW"})
    assert Seat.objects.get(round__number=2, wind="W").player.number == best[0]


def test_what_can_be_reached_is_counted_within_the_stage(cup):
    def reach(number):
        source = standings_cache.source_of(cup, visible=EVERYTHING)
        return prospects_of(
            source, live_and_official_standings.official(source), number
        )

    assert reach(1) is None  # its stage is over
    make_cut(cup, 2, by="director")
    placed = [row.line.player.number for row in ranking_of(cup).placed]
    first, out = reach(placed[0]), reach(placed[-1])
    assert (first.best, first.worst, first.stage, out) == (1, 4, "Final", None)
    set_league(cup, LeaguePlan((DayPlan(2),)), by="director")
    assert reach(placed[0]) is None


def test_who_made_a_cut_by_secret_results_is_told_to_nobody(cup, client):
    make_cut(cup, 2, by="director")
    standings = reverse("public:standings_view", args=[cup.slug, "stage-2"])
    assert client.get(standings).status_code == 200
    cup.secret_rounds = 2
    cup.save()
    with_cut = standings_cache.source_of(cup, visible=EVERYTHING).records
    told = standings_cache.source_of(cup).records
    numbers = [[e.stage.number for e in each.stages] for each in (with_cut, told)]
    assert numbers == [[1, 2], [1]]
    assert client.get(standings).status_code == 404
    text = client.get(reverse("public:standings", args=[cup.slug])).content.decode()
    assert "stage-2" not in text


class TestEverybodySees:
    @pytest.fixture
    def final(self, cup, director):
        """Return the tournament after its final.

        Players carried half of odd scores over.
        """
        make_cut(cup, 2, by="director")
        play(cup, 2, Method.RANKS, lambda number, table: [30, 5, -5, -30])
        return cup

    def test_the_standings_of_the_event_and_of_each_stage(self, client, final):
        here = reverse("public:standings", args=[final.slug])
        whole = client.get(here).content.decode()
        assert f"{here}stage-1/" in whole
        assert f"{here}stage-2/" in whole
        board = client.get(here).context["board"]
        places = [row.number for row in board.ranked]
        qualifying = client.get(f"{here}stage-1/").context["board"]
        assert len(qualifying.ranked) == 8
        last = client.get(f"{here}stage-2/").context["board"]
        assert [row.number for row in last.ranked] == places[:4]
        assert client.get(f"{here}stage-3/").status_code == 404
        assert client.get(f"{here}stage-2-group-1/").status_code == 404
        # Exactly half of 41 is carried over, and displayed so.
        scores = {row.number: Fraction(row.line.score) for row in board.ranked}
        before = {row.number: Fraction(row.line.score) for row in qualifying.ranked}
        played = {
            seat.player.number: seat.result.score
            for seat in Seat.objects.filter(round__number=2).select_related(
                "player", "result"
            )
        }
        for number in places[:4]:
            assert scores[number] == before[number] / 2 + played[number]
        assert "½" in whole
        assert {scores[number] for number in places[4:]} == {-8, -10, -37, -41}

    def test_of_a_stage_too_the_official_ones_are_a_tap_away(self, client, cup):
        here = reverse("public:standings", args=[cup.slug])
        make_cut(cup, 2, by="director")
        confirm_draft.confirm(draw(cup, 2, Method.RANKS), by="director")
        round_ = cup.rounds.get(number=2)
        publish_seating.publish(round_.pk, by="director")
        official = f"{here}stage-2-official/"
        assert official not in client.get(f"{here}stage-2/").content.decode()
        round_clock.start(round_.pk, by="director", now=NOON)
        paper(round_, 1, {"E": -30, "S": -5, "W": 5, "N": 30})
        live = client.get(f"{here}stage-2/")
        assert live.context["board"].is_live
        assert official in live.content.decode()
        board = client.get(official).context["board"]
        assert not board.is_live
        assert all(row.now is None for row in board.rows)
        # The earlier stage is over, whatever is being played now.
        first = client.get(f"{here}stage-1/").content.decode()
        assert "stage-1-official" not in first

    def test_after_the_first_round_it_is_as_it_was_then(self, client, final):
        here = reverse("public:standings_view", args=[final.slug, "after-1"])
        board = client.get(here).context["board"]
        assert {row.line.level for row in board.ranked} == {1}
        assert max(row.line.score for row in board.ranked) == 41

    def test_every_page_and_file_takes_parts_of_scores(self, client, final, director):
        for name, *more in (
            ("tournament",),
            ("standings",),
            ("standings_view", "official"),
            ("standings_view", "countries"),
            ("standings_rows", "stage-2"),
            ("standings_names", "stage-2"),
            ("round", 2),
            ("plan",),
        ):
            address = reverse(f"public:{name}", args=[final.slug, *more])
            assert client.get(address).status_code == 200, address
        for player in final.players.all():
            address = reverse("public:player", args=[final.slug, player.number])
            assert client.get(address).status_code == 200
        client.force_login(director)
        for name, *more in (
            ("hall",),
            ("finish",),
            ("paper",),
            ("log",),
            ("stages",),
            ("federation", "ema"),
        ):
            assert client.get(page(name, final, *more)).status_code == 200, name
        for name in ("seats", "clock", "standings"):
            address = reverse(f"hall:{name}", args=[final.slug])
            assert client.get(address).status_code == 200, address

    def test_it_is_finished_and_comes_back_from_its_folder(self, final, noon):
        finish_reopen_and_publish_results.finish(
            final, by="director", now=noon, reason="played"
        )
        source = standings_cache.source_of(final)
        assert source.final is not None
        before = [
            (row.place, row.line.player.number, row.line.table_points, row.line.score)
            for row in source.final.ranking.placed
        ]
        now = [
            (row.place, row.line.player.number, row.line.table_points, row.line.score)
            for row in ranking_of(final).placed
        ]
        assert before == now
        assert any(Fraction(score).denominator == 2 for *_rest, score in now)
        assert live_and_official_standings.official(source).ranked[3].gap
        files = there_and_back(final)
        assert b"divisor" in files["final_standings.csv"]

    def test_a_federation_finds_places_and_sums_right(self, final, noon):
        finish_reopen_and_publish_results.finish(
            final, by="director", now=noon, reason="played"
        )
        report = federation_workbook_and_layouts.report_of(final)
        found = {
            finding.code for finding in federation_workbook_and_layouts.check(report)
        }
        assert found.isdisjoint({"places", "sums", "table_sums"})
        for layout in federation_workbook_and_layouts.layouts().values():
            assert federation_workbook_and_layouts.written(report, layout)

    def test_files_say_the_stage(self, final):
        for audience in Audience:
            asked = Selection(final, audience)
            for kind in ("xlsx", "json"):
                for name in ("seating", "standings"):
                    assert b"".join(pieces_of(EXPORTS[name], asked, kind))
            assert b"Final" in b"".join(pieces_of(EXPORTS["seating"], asked, "csv"))
            text = b"".join(pieces_of(EXPORTS["standings"], asked, "csv")).decode()
            assert "Final" in text
            assert "Qualifying" in text
            assert ".5," in text


def test_a_plain_event_asks_nothing_of_stages(client, tournament, running_round):
    with CaptureQueriesContext(connection) as asked:
        client.get(reverse("public:standings", args=[tournament.slug]))
    assert not any("tournaments_stage" in each["sql"] for each in asked)


def test_whoever_takes_over_a_seat_of_the_final_plays_in_it(cup):
    make_cut(cup, 2, by="director")
    [late] = register_players.register(
        cup, [register_players.PlayerRow(first_name="Late", last_name="Comer")], by="d"
    )
    seats = draw(cup, 2, Method.RANKS)
    assert late.number not in players_in_plan(seats.plan)
    confirm_draft.confirm(seats, by="director")
    final = stages_of(cup)[1]
    old = final.places.select_related("player").order_by("rank").first().player
    substitutes.substitute(cup, old, late, 2, by="director", reason="ill")
    place = final.places.get(player=late)
    assert (place.rank, place.group) == (5, 0)
    late.refresh_from_db()
    assert late.plays(2)
    there_and_back(cup)
    substitutes.take_back(cup, late, by="director", reason="well again")
    assert not final.places.filter(player=late).exists()


def test_tables_and_the_plan_say_their_stage(client, director):
    tournament = event("mcr", 16, director)
    stages = [
        StagePlan("groups", 1, groups=2),
        StagePlan("final", 1, cut="per_group", cut_size=4),
        StagePlan("consolation", 1, cut="rest", name="Plate"),
    ]
    set_stages(tournament, stages, by="director")
    make_cut(tournament, 1, by="director")

    def scores(number: int, table: int) -> list[int]:
        return [40 + table, 10 - table, -10, -40]

    def labels(number: int) -> list[str]:
        address = reverse("public:round", args=[tournament.slug, number])
        return [table.label for table in client.get(address).context["tables"]]

    play(tournament, 1, Method.RANDOM, scores)
    assert labels(1) == [*["Groups, group 1"] * 2, *["Groups, group 2"] * 2]
    make_cut(tournament, 2, by="director")
    play(tournament, 2, Method.RANDOM, scores)
    assert labels(2) == ["Final", "Final", "Plate", "Plate"]
    pattern = Pattern(
        first_day=NOON.date(),
        first_start=NOON.time(),
        rounds_a_day=2,
        minutes=90,
        gap=15,
        break_after=0,
        break_minutes=60,
        rounds=2,
        break_title="Lunch",
    )
    items = made(pattern, tournament.zone)
    schedule_changes.write(tournament, items, by="director", now=NOON)
    plan = client.get(reverse("public:plan", args=[tournament.slug]))
    assert "Final, Plate" in plan.content.decode()


class TestAFinalThatBeginsAtNothing:
    """A final without points carried over.

    All finalists share first place until its first round counts, and the standings do
    not show this as a move.
    """

    @pytest.fixture
    def level(self, cup):
        cup.stages.filter(kind="final").update(
            carry="nothing", carry_numerator=1, carry_denominator=1
        )
        make_cut(cup, 2, by="director")
        return cup

    def test_it_says_so_and_shows_no_arrow(self, level, client):
        here = reverse("public:standings", args=[level.slug])
        assert "Final: all players start at 0." in client.get(here).content.decode()
        home = reverse("public:tournament", args=[level.slug])
        assert "Final: all players start at 0." in client.get(home).content.decode()
        assert 'class="top' not in client.get(home).content.decode()
        after = reverse("public:standings_view", args=[level.slug, "after-1"])
        assert "start at 0" not in client.get(after).content.decode()

    def test_nobody_moved_while_its_first_round_is_played_or_by_it(self, level):
        confirmed = draw(level, 2, Method.RANKS)
        confirm_draft.confirm(confirmed, by="director")
        final = level.rounds.get(number=2)
        publish_seating.publish(final.pk, by="director")
        round_clock.start(final.pk, by="director", now=NOON)
        paper(final, 1, {"E": 30, "S": 5, "W": -5, "N": -30})
        source = standings_cache.source_of(level, visible=EVERYTHING)
        board = live_and_official_standings.live(source)
        assert [row.move for row in board.rows[:4]] == [None] * 4
        end_and_close_round.close(final.pk, by="director", reason="for the test")
        board = live_and_official_standings.official_of(level, visible=EVERYTHING)
        assert [row.place for row in board.rows[:4]] == [1, 2, 3, 4]
        assert [row.move for row in board.rows[:4]] == [None] * 4
        assert board.level_in_words == ""

    def test_a_finalists_chart_begins_there(self, level):
        winner = live_and_official_standings.official_of(level).rows[0].player
        assert set(followed(level, winner).chart.places) == {1}
        play(level, 2, Method.RANKS, lambda number, table: [30, 5, -5, -30])
        level.refresh_from_db()
        numbers = [
            row.number for row in live_and_official_standings.official_of(level).rows
        ]
        first = level.players.get(number=numbers[0])
        chart = followed(level, first).chart
        assert chart.places == {2: 1}
        assert [column.number for column in chart.desk.columns] == [2]
        out = level.players.get(number=numbers[-1])
        assert set(followed(level, out).chart.places) == {1, 2}
