"""A draw's way: asked for, promised, drawn by a worker, stopped, lost, let go."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import connection
from django.utils import timezone

from rules.faults import Fault, RuleError
from scoring.tournament_log import log_in_words_and_groups
from tournaments.models import (
    Draw,
    DrawMethod,
    DrawState,
    NeverMeet,
    RoundState,
    Tournament,
)
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.seating import seating_plan
from tournaments.seating.constraints import Apart, Demands, Strictness, Uneven, Weights
from tournaments.seating.search_budget import Progress
from tournaments.seating.seating_request import Method, Options
from tournaments.seating_drafts import edit_draft, seating_jobs, submit_draft
from tournaments.upkeep import retry_while_db_is_down

EASY = Demands(teams=Apart(Strictness.SOFT), moves=2_000)


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def reread(draw: Draw) -> Draw:
    return Draw.objects.get(pk=draw.pk)


def kinds(tournament: Tournament) -> list[str]:
    return list(tournament.log.order_by("revision").values_list("kind", flat=True))


def submit(tournament: Tournament, **asked) -> Draw:
    """A draw that no worker has seen."""
    values = {
        "method": Method.PLAN,
        "first_round": 1,
        "rounds": 2,
        "demands": EASY,
        # By this seed something is left to search.
        "seed": "seven",
        "by": "director",
    }
    return submit_draft.submit(tournament, **(values | asked))


def drawn(tournament: Tournament, **asked) -> Draw:
    """A draw that a worker has done."""
    draw = submit(tournament, **asked)
    seating_jobs.run(draw.pk)
    return reread(draw)


@pytest.fixture
def engine(monkeypatch):
    """Puts something before the engine: it gets the request and the watcher, and
    then the engine draws after all."""
    real = seating_jobs.generate_seating.draw

    def put(before) -> None:
        def draw(request, watcher=None):
            before(request, watcher)
            return real(request, watcher)

        monkeypatch.setattr(seating_jobs.generate_seating, "draw", draw)

    return put


def lose(draw: Draw) -> None:
    """Let nothing have been heard of the draw for longer than there should."""
    heard = timezone.now() - seating_jobs.PATIENCE - timedelta(seconds=1)
    Draw.objects.filter(pk=draw.pk).update(heard_at=heard)


# --- asking ---------------------------------------------------------------------


def test_a_draw_waits_with_everything_it_depends_on(tournament):
    draw = submit(tournament, seed="seven")
    assert (draw.number, draw.state, draw.method) == (1, DrawState.WAITING, "plan")
    assert list(draw.round_numbers) == [1, 2]
    assert draw.request["seed"] == "seven"
    assert [entrant["number"] for entrant in draw.request["entrants"]] == [*range(1, 9)]
    event = tournament.log.first()
    assert (event.kind, event.by) == ("draw_submitted", "director")
    assert event.data == {"draw": 1, "method": "plan", "rounds": [1, 2]}


def test_a_seed_that_nobody_gave_is_made_by_chance(tournament):
    one = drawn(tournament, seed="")
    other = drawn(tournament, seed="")
    assert one.number, other.number == (1, 2)
    assert len(one.seed) == 32
    assert one.seed != other.seed


def test_what_was_asked_is_what_the_next_draw_begins_with(tournament):
    submit(tournament, options=Options(interval=7))
    settings = Tournament.objects.get(pk=tournament.pk).draw_settings
    assert settings["method"] == "plan"
    assert settings["options"]["interval"] == 7
    assert settings["demands"]["teams"]["strictness"] == "soft"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"first_round": 3}, "not_seated_yet"),
        ({"first_round": 0}, "bad_rounds"),
        ({"rounds": 0}, "bad_rounds"),
        ({"rounds": 100}, "bad_rounds"),
        ({"demands": Demands(uneven=Uneven.THREES)}, "needs_four"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(tournament, asked, code):
    before = tournament.revision
    with pytest.raises(Refused) as caught:
        submit(tournament, **asked)
    assert codes(caught) == [code]
    assert not tournament.draws.exists()
    assert Tournament.objects.get(pk=tournament.pk).revision == before


#: What contradicts itself, and the engine's name of where it is wrong.
CONTRADICTIONS = [
    (Demands(groups=True), "no_groups", "demands.groups"),
    (Demands(weights=Weights(club=-1)), "bad_weight", "demands.weights.club"),
    (Demands(clubs=Apart(rounds=-1)), "bad_rounds", "demands.clubs.rounds"),
    (Demands(moves=-1), "bad_moves", "demands.moves"),
]


@pytest.mark.parametrize(("demands", "code", "field"), CONTRADICTIONS)
@pytest.mark.parametrize("promise", [False, True])
def test_contradictions_are_refused_before_any_search(
    tournament, demands, code, field, promise
):
    before = Tournament.objects.get(pk=tournament.pk)
    with pytest.raises(RuleError) as caught:
        submit(tournament, demands=demands, promise=promise)
    assert [(fault.code, fault.field) for fault in caught.value.faults] == [
        (code, field)
    ]
    assert not tournament.draws.exists()
    after = Tournament.objects.get(pk=tournament.pk)
    assert after.revision == before.revision
    assert after.draw_settings == before.draw_settings


def test_players_who_cannot_be_seated_are_named_before_any_search(tournament):
    tournament.entries.filter(number__in=[1, 2]).update(fixed_table=2)
    NeverMeet.objects.create(
        tournament=tournament,
        one=tournament.entries.get(number=1),
        other=tournament.entries.get(number=2),
    )
    tournament.entries.filter(number=3).update(fixed_table=9)
    with pytest.raises(RuleError) as caught:
        submit(tournament)
    assert codes(caught) == ["never_and_fixed"]
    tournament.never_meet.all().delete()
    with pytest.raises(RuleError) as caught:
        submit(tournament)
    assert [(fault.code, fault.params["number"]) for fault in caught.value.faults] == [
        ("no_such_table", 3)
    ]


def test_a_round_that_has_begun_is_not_drawn(running_round, tournament):
    with pytest.raises(Refused) as caught:
        submit(tournament)
    assert codes(caught) == ["round_started"]


def test_three_players_are_too_few(tournament):
    tournament.entries.filter(number__gt=3).delete()
    with pytest.raises(Refused) as caught:
        submit(tournament)
    assert codes(caught) == ["too_few"]


@pytest.mark.parametrize("promise", [False, True])
def test_a_second_click_does_not_begin_a_second_draw(tournament, promise):
    submit(tournament, promise=promise)
    with pytest.raises(Refused) as caught:
        submit(tournament, first_round=1, rounds=1)
    assert codes(caught) == ["at_work"]
    assert tournament.draws.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_begins_the_draw(tournament, at_once):
    def one() -> str:
        try:
            submit(tournament)
        except Refused as error:
            return error.faults[0].code
        return "begun"

    # The worker of the one may be done before the other asks.
    assert "begun" in at_once(one, one)
    numbers = sorted(tournament.draws.values_list("number", flat=True))
    assert numbers == [*range(1, len(numbers) + 1)]


# --- a promise ------------------------------------------------------------------


@pytest.fixture
def promised(tournament) -> Draw:
    return submit(tournament, promise=True)


def test_a_promise_shows_the_hash_and_nothing_else(promised, tournament):
    assert promised.state == DrawState.PROMISED
    assert promised.commitment == sha256(promised.seed.encode()).hexdigest()
    event = tournament.log.first()
    assert event.data["commitment"] == promised.commitment
    assert promised.seed not in str(event.data)
    assert promised.seed not in str(promised.request)


def test_no_worker_draws_a_promise(promised):
    seating_jobs.run(promised.pk)
    assert reread(promised).state == DrawState.PROMISED


def test_seed_and_throw_decide_together(
    promised, tournament, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        submit_draft.reveal(promised, " 4 2 6 1 ", by="director")
    draw = reread(promised)
    assert draw.state == DrawState.DRAFT
    assert draw.thrown == "4 2 6 1"
    assert draw.request["seed"] == f"{promised.seed}/4 2 6 1"
    revealed = tournament.log.get(kind="draw_revealed")
    assert revealed.data["seed"] == promised.seed


def test_a_throw_is_told_once_and_not_left_out(promised):
    with pytest.raises(Refused) as caught:
        submit_draft.reveal(promised, "  ", by="director")
    assert codes(caught) == ["nothing_thrown"]
    submit_draft.reveal(promised, "6", by="director")
    with pytest.raises(Refused) as caught:
        submit_draft.reveal(promised, "1", by="director")
    assert codes(caught) == ["wrong_state"]
    assert reread(promised).thrown == "6"


# --- the worker -----------------------------------------------------------------


def test_the_worker_makes_a_draft(tournament, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        draw = submit(tournament)
    draw = reread(draw)
    assert draw.state == DrawState.DRAFT
    plan = seating_plan.from_data(draw.plan)
    assert len(plan) == 2
    for round_ in plan:
        seated = [number for table in round_ for number in seating_plan.seated(table)]
        assert sorted(seated) == [*range(1, 9)]
    assert draw.report["players"] == 8
    assert draw.started_at <= draw.finished_at
    assert kinds(tournament)[-2:] == ["draw_submitted", "drawn"]


def test_the_same_seed_draws_the_same_plan(tournament):
    first = drawn(tournament, seed="again")
    assert drawn(tournament, seed="again").plan == first.plan
    others = [drawn(tournament, seed=f"other {count}").plan for count in range(3)]
    assert any(plan != first.plan for plan in others)


def test_nine_players_need_three_house_players(tournament):
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="09")], by="director"
    )
    draw = drawn(tournament)
    assert len(draw.fillers) == 3
    assert min(draw.fillers) > 9
    assert not tournament.entries.filter(is_filler=True).exists()


def test_a_message_that_comes_twice_draws_once(tournament):
    draw = drawn(tournament)
    revision = Tournament.objects.get(pk=tournament.pk).revision
    seating_jobs.run(draw.pk)
    assert reread(draw).attempt == 1
    assert Tournament.objects.get(pk=tournament.pk).revision == revision


def test_demands_that_make_no_sense_leave_the_draw_failed(tournament, engine):
    def refuse(request, watcher) -> None:
        raise RuleError(Fault("nonsense", "No %(what)s.", "demands", {"what": "way"}))

    engine(refuse)
    draw = drawn(tournament)
    assert draw.state == DrawState.FAILED
    assert draw.faults == [
        {
            "code": "nonsense",
            "message": "No %(what)s.",
            "field": "demands",
            "params": {"what": "way"},
        }
    ]
    assert kinds(tournament)[-1] == "draw_failed"


def test_a_fault_of_the_program_is_said_and_raised(tournament, engine):
    def crash(request, watcher) -> None:
        raise ZeroDivisionError

    engine(crash)
    draw = submit(tournament)
    with pytest.raises(ZeroDivisionError):
        seating_jobs.run(draw.pk)
    draw = reread(draw)
    assert draw.state == DrawState.FAILED
    assert [fault["code"] for fault in draw.faults] == ["broken"]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_it_computes(tournament, engine):
    open_transactions = []
    engine(
        lambda request, watcher: open_transactions.append(connection.in_atomic_block)
    )
    assert drawn(tournament).state == DrawState.DRAFT
    assert open_transactions == [False]


# --- progress and stopping ------------------------------------------------------


def test_progress_is_told_without_a_log_line(tournament, engine):
    seen = []

    def search(request, watcher) -> None:
        revision = Tournament.objects.get(pk=tournament.pk).revision
        assert watcher(Progress("search", 300, 1_000, 2_000))
        seen.append(Draw.objects.get())
        assert Tournament.objects.get(pk=tournament.pk).revision == revision

    engine(search)
    drawn(tournament)
    [during] = seen
    assert during.state == DrawState.DRAWING
    assert during.progress == {
        "stage": "search",
        "best": 300,
        "moves": 1_000,
        "of": 2_000,
    }
    assert kinds(tournament)[-2:] == ["draw_submitted", "drawn"]


def test_progress_is_written_at_most_twice_a_second(
    tournament, engine, django_assert_max_num_queries
):
    def search(request, watcher) -> None:
        with django_assert_max_num_queries(2):
            assert all(
                watcher(Progress("search", 300, moves, 2_000)) for moves in range(200)
            )

    engine(search)
    drawn(tournament)


def test_a_stopped_draw_keeps_the_best_so_far(tournament, engine, monkeypatch):
    monkeypatch.setattr(seating_jobs, "TELLING", 0)
    answers = []

    def search(request, watcher) -> None:
        seating_jobs.stop(Draw.objects.get(), by="director")
        seating_jobs.stop(Draw.objects.get(), by="director")
        answers.append(watcher(Progress("search", 300, 1_000, 2_000)))

    engine(search)
    draw = drawn(tournament)
    assert answers == [False]
    assert draw.state == DrawState.DRAFT
    assert kinds(tournament).count("draw_stopped") == 1


def test_what_stopped_the_search_is_part_of_its_request(tournament):
    """So that whoever repeats the draw stops at the same move."""
    draw = submit(tournament, rounds=3, demands=Demands())
    seating_jobs.stop(draw, by="director")
    seating_jobs.run(draw.pk)
    draw = reread(draw)
    assert draw.stopped
    assert 0 < draw.moves < Demands().moves
    assert draw.request["stop_after"] == draw.moves


def test_only_a_draw_at_work_is_stopped(tournament):
    draw = drawn(tournament)
    with pytest.raises(Refused) as caught:
        seating_jobs.stop(draw, by="director")
    assert codes(caught) == ["wrong_state"]
    assert not reread(draw).stop_requested


# --- letting go, and workers that come too late ---------------------------------


@pytest.mark.parametrize("state", seating_jobs.DISCARDABLE)
def test_a_draw_is_discarded_once(tournament, state):
    draw = submit(tournament)
    Draw.objects.filter(pk=draw.pk).update(state=state)
    seating_jobs.discard(draw, by="director", reason="wrong list")
    event = tournament.log.first()
    assert (event.kind, event.reason) == ("draw_discarded", "wrong list")
    with pytest.raises(Refused) as caught:
        seating_jobs.discard(draw, by="director")
    assert codes(caught) == ["wrong_state"]


def test_a_draw_discarded_before_its_worker_came_is_not_drawn(tournament):
    draw = submit(tournament)
    seating_jobs.discard(draw, by="director")
    seating_jobs.run(draw.pk)
    assert (reread(draw).state, reread(draw).plan) == (DrawState.DISCARDED, [])


@pytest.mark.parametrize("end", ["drawn", "refused"])
def test_a_draw_discarded_while_it_is_computed_stays_discarded(
    tournament, engine, monkeypatch, end
):
    monkeypatch.setattr(seating_jobs, "TELLING", 0)
    answers = []

    def search(request, watcher) -> None:
        seating_jobs.discard(Draw.objects.get(), by="director")
        answers.append(watcher(Progress("search", 300, 1_000, 2_000)))
        if end == "refused":
            raise RuleError(Fault("nonsense", "No way."))

    engine(search)
    draw = drawn(tournament)
    assert answers == [False]
    assert (draw.state, draw.plan, draw.faults) == (DrawState.DISCARDED, [], [])
    assert kinds(tournament)[-1] == "draw_discarded"


def test_a_draw_whose_worker_was_killed_is_drawn_again(
    tournament, engine, django_capture_on_commit_callbacks
):
    def killed(request, watcher) -> None:
        raise SystemExit  # as a kill does: nothing is written any more

    draw = submit(tournament)
    engine(killed)
    with pytest.raises(SystemExit):
        seating_jobs.run(draw.pk)
    assert reread(draw).state == DrawState.DRAWING
    assert not seating_jobs.may_be_lost(draw)
    with pytest.raises(Refused) as caught:
        seating_jobs.again(draw, by="director")
    assert codes(caught) == ["not_again"]

    lose(draw)
    assert seating_jobs.may_be_lost(draw)
    engine(lambda request, watcher: None)
    with django_capture_on_commit_callbacks(execute=True):
        seating_jobs.again(draw, by="director")
    draw = reread(draw)
    assert (draw.state, draw.attempt) == (DrawState.DRAFT, 2)
    assert kinds(tournament)[-2:] == ["draw_again", "drawn"]


def test_a_worker_believed_lost_cannot_answer_any_more(tournament, engine):
    """It was only slow: another has drawn meanwhile, and its draft was changed."""
    draw = submit(tournament)
    calls = []

    def slow(request, watcher) -> None:
        calls.append(request)
        if len(calls) == 1:
            lose(draw)
            seating_jobs.again(draw, by="director")
            seating_jobs.run(draw.pk)
            Draw.objects.filter(pk=draw.pk).update(source="the second worker's")

    engine(slow)
    seating_jobs.run(draw.pk)
    assert len(calls) == 2
    draw = reread(draw)
    assert (draw.state, draw.attempt, draw.version) == (DrawState.DRAFT, 2, 1)
    assert draw.source == "the second worker's"
    assert kinds(tournament).count("drawn") == 1


def test_a_draw_that_nobody_took_is_handed_out_again(tournament):
    draw = submit(tournament)
    lose(draw)
    assert seating_jobs.may_be_lost(draw)
    assert seating_jobs.again(draw, by="director").state == DrawState.WAITING
    assert not seating_jobs.may_be_lost(draw)


def test_a_failed_draw_is_tried_again_with_nothing_left_of_the_failure(
    tournament, engine
):
    def crash(request, watcher) -> None:
        raise ZeroDivisionError

    engine(crash)
    draw = submit(tournament)
    with pytest.raises(ZeroDivisionError):
        seating_jobs.run(draw.pk)
    again = seating_jobs.again(draw, by="director")
    assert (again.state, again.faults) == (DrawState.WAITING, [])


def test_a_draft_is_not_drawn_again(tournament):
    draw = drawn(tournament)
    lose(draw)
    assert not seating_jobs.may_be_lost(draw)
    with pytest.raises(Refused):
        seating_jobs.again(draw, by="director")
    assert reread(draw).plan == draw.plan


def test_the_log_has_words_for_every_step(promised, tournament, engine):
    def fail(request, watcher) -> None:
        seating_jobs.stop(Draw.objects.get(pk=promised.pk), by="director")
        raise RuleError(Fault("nonsense", "No way."))

    engine(fail)
    submit_draft.reveal(promised, "4 2", by="director")
    seating_jobs.run(promised.pk)
    engine(lambda request, watcher: None)
    seating_jobs.again(promised, by="director")
    seating_jobs.run(promised.pk)
    seating_jobs.discard(promised, by="director")
    submit(tournament)
    events = tournament.log.exclude(kind__in=["created", "registered"])
    said = [
        log_in_words_and_groups.of_event(event) for event in events.order_by("revision")
    ]
    assert said == [
        "Seating draft 1 of round 1, 2 announced (Plan for all rounds). Hash "
        f"of its seed: {promised.commitment}.",
        f"Seating draft 1: “4 2” was thrown; the announced seed was “{promised.seed}”.",
        "Seating draft 1: search stopped, best result kept.",
        "Seating draft 1 failed.",
        "Seating draft 1: tried again.",
        "Seating draft 1 is ready for round 1, 2.",
        "Seating draft 1 discarded.",
        "Seating draft 2 of round 1, 2 started: Plan for all rounds.",
    ]


# --- plans made elsewhere -------------------------------------------------------

IMPORTED = (((1, 5, 2, 6), (3, 7, 4, 8)), ((5, 1, 7, 3), (2, 6, 4, 8)))


def test_an_imported_plan_is_a_draft_with_its_report(tournament):
    draw = submit_draft.import_plan(
        tournament, IMPORTED, by="director", reason="by mail"
    )
    assert (draw.state, draw.method) == (DrawState.DRAFT, DrawMethod.IMPORT)
    assert seating_plan.from_data(draw.plan) == IMPORTED
    assert (draw.first_round, draw.rounds, draw.fillers) == (1, 2, [])
    assert draw.report["repeats"] > 0
    event = tournament.log.first()
    assert (event.kind, event.reason) == ("draw_imported", "by mail")
    words = "A seating plan for round 1, 2 was imported as draft 1."
    assert log_in_words_and_groups.of_event(event) == words


def test_up_to_three_unknown_numbers_are_house_players(tournament):
    tournament.entries.filter(number__gt=5).delete()
    draw = submit_draft.import_plan(tournament, IMPORTED, by="director")
    assert draw.fillers == [6, 7, 8]
    tournament.entries.get(number=5).delete()
    with pytest.raises(Refused) as caught:
        submit_draft.import_plan(tournament, IMPORTED, by="director")
    assert codes(caught) == ["unknown_player"]
    assert caught.value.faults[0].params == {"numbers": "5, 6, 7, 8"}


# --- repair ---------------------------------------------------------------------


@pytest.fixture
def three_rounds(tournament, noon) -> Tournament:
    """Round 1 runs, 2 is published, 3 a draft."""
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, table, numbers)
        for number in (1, 2, 3)
        for table, numbers in enumerate([(1, 2, 3, 4), (5, 6, 7, 8)], start=1)
    ]
    first, second, _third = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    publish_seating.publish(first.pk, by="director")
    round_clock.start(first.pk, by="director", now=noon)
    publish_seating.publish(second.pk, by="director")
    return tournament


def test_a_repair_is_of_the_rounds_that_have_not_begun(three_rounds):
    three_rounds.entries.filter(number=8).update(last_round=1)
    draw = submit_draft.repair(three_rounds, demands=EASY, by="director")
    assert (draw.method, draw.first_round, draw.rounds) == ("repair", 2, 2)
    assert [one["number"] for one in draw.request["entrants"]] == [*range(1, 8)]
    assert draw.request["draft"] == [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2
    assert draw.request["played"] == [[[1, 2, 3, 4], [5, 6, 7, 8]]]
    states = [round_.state for round_ in three_rounds.rounds.order_by("number")]
    assert states == [RoundState.RUNNING, RoundState.PUBLISHED, RoundState.DRAFT]


def test_a_repair_ends_where_a_round_has_no_seats(three_rounds):
    rows = [seat_rounds_and_exchange_seats.TableRow(5, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(three_rounds, rows, by="director")
    draw = submit_draft.repair(three_rounds, demands=EASY, by="director")
    assert list(draw.round_numbers) == [2, 3]
    assert draw.request["draft"] == [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2


def test_the_worker_repairs_without_whoever_left(three_rounds):
    three_rounds.entries.filter(number=8).update(last_round=1)
    draw = submit_draft.repair(three_rounds, demands=EASY, by="director")
    seating_jobs.run(draw.pk)
    draw = reread(draw)
    assert draw.state == DrawState.DRAFT, draw.faults
    for round_ in seating_plan.from_data(draw.plan):
        seated = {number for table in round_ for number in seating_plan.seated(table)}
        assert set(range(1, 8)) <= seated
        assert 8 not in seated - set(draw.fillers)


@pytest.mark.parametrize(("demands", "code", "field"), CONTRADICTIONS)
def test_a_repair_that_contradicts_itself_is_refused_at_once(
    three_rounds, demands, code, field
):
    with pytest.raises(RuleError) as caught:
        submit_draft.repair(three_rounds, demands=demands, by="director")
    assert [fault.code for fault in caught.value.faults] == [code]
    assert not three_rounds.draws.exists()


def test_where_everything_has_begun_nothing_is_repaired(running_round, tournament):
    with pytest.raises(Refused) as caught:
        submit_draft.repair(tournament, demands=EASY, by="director")
    assert codes(caught) == ["nothing_to_repair"]


def test_who_left_after_a_round_played_is_no_stranger_and_missed_nowhere(three_rounds):
    """Neither in the worker's report, nor after a change by hand, nor in that of a
    plan made elsewhere."""
    three_rounds.entries.filter(number=8).update(last_round=1)
    draw = submit_draft.repair(three_rounds, demands=EASY, by="director")
    seating_jobs.run(draw.pk)
    draw = reread(draw)
    swap = edit_draft.Swap(2, 1, 5)
    changed = edit_draft.make(
        draw, swap, version=draw.version, reason="x", by="director"
    )
    again = submit_draft.import_plan(
        three_rounds, seating_plan.from_data(draw.plan), first_round=2, by="director"
    )
    for one in (draw, changed, again):
        assert one.report["strangers"] == []
        assert "8" not in one.report["sits_out"]
        assert one.report["away"] == []


@pytest.mark.django_db(transaction=True)
def test_a_draw_goes_on_when_the_database_was_away(tournament, monkeypatch):
    """It went away as the worker began, while it told how far it was, and as it wrote
    down what it found."""
    monkeypatch.setattr(retry_while_db_is_down.time, "sleep", lambda _seconds: None)
    # How often it fails, by what the statement sets first.
    failures = {"state": 2, "progress": 1}

    def away(execute, sql, params, many, context):
        first = sql.removeprefix('UPDATE "tournaments_draw" SET "').partition('"')[0]
        if first == "state" and not failures["progress"] and "written" not in failures:
            failures["written"] = failures["state"] = 3
        if not failures.get(first):
            return execute(sql, params, many, context)
        failures[first] -= 1
        error = sqlite3.OperationalError("simulated")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    with connection.execute_wrapper(away):
        draw = submit(tournament)
        seating_jobs.run(draw.pk)
    assert failures == {"state": 0, "progress": 0, "written": 3}
    assert reread(draw).state == DrawState.DRAFT
    assert kinds(tournament).count("drawn") == 1
