"""Jumps of the server's clock during rounds do not change the running time."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.urls import reverse

from scoring import tasks
from scoring.hall import big_clock
from scoring.ledger.table_ledger import TableLedger
from scoring.rounds import end_and_close_round, extra_time, server_clock_changes
from scoring.rounds.clock_tick import sweep
from tests.conftest import NOON
from tests.scoring.hall_pages import HTMX, text_of
from tournaments.models import Game, Heartbeat, Part, Round
from tournaments.refusals import Refused
from tournaments.rounds import round_clock, server_clock_steps
from tournaments.upkeep import clock_and_worker_heartbeats, machine_clock
from tournaments.upkeep.machine_clock import Reading

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


class Machine:
    """The machine of the clock worker: its uptime, and by how much its clock was
    `moved`.
    """

    def __init__(self) -> None:
        self.boot, self.running, self.moved = "boot", timedelta(), timedelta()

    @property
    def reading(self) -> Reading:
        wall = NOON + self.running + self.moved
        return Reading(wall, 5000 + self.running.total_seconds(), self.boot)

    @property
    def now(self):
        return self.reading.wall

    def tick(self, later: timedelta = SECOND, moved: timedelta = timedelta()) -> None:
        """Perform the same steps as `scoring.tasks.tick`, after the time `later` and a
        jump of the clock by `moved`.
        """
        self.running += later
        self.moved += moved
        server_clock_steps.notice(self.reading)
        sweep(self.now)
        clock_and_worker_heartbeats.beat(Part.CLOCK, self.reading)


@pytest.fixture(autouse=True)
def _new_process(monkeypatch):
    monkeypatch.setattr(clock_and_worker_heartbeats, "_written", {})
    monkeypatch.setattr(server_clock_steps, "_boots_seen", set())


@pytest.fixture
def machine(running_round) -> Machine:
    """Return the machine of the clock worker, 10 minutes after the start of a round of
    100 minutes.
    """
    machine = Machine()
    machine.tick(10 * MINUTE)
    return machine


def reread(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def left(round_: Round, machine: Machine) -> timedelta:
    return reread(round_).time_left(machine.now)


def keep(round_: Round, machine: Machine) -> Round:
    return server_clock_changes.keep_time(round_.pk, by="director", now=machine.now)


def steps_logged(round_: Round) -> int:
    return round_.tournament.log.filter(kind="clock_stepped").count()


# --- size of a jump -------------------------------------------------------------


@pytest.mark.parametrize(
    "moved", [-2 * HOUR, -120 * SECOND, -3 * SECOND, 3 * SECOND, 2 * HOUR]
)
def test_a_step_is_noticed_once(machine, running_round, moved):
    machine.tick(moved=moved)
    for _second in range(3):
        machine.tick()
    assert reread(running_round).step == moved
    assert steps_logged(running_round) == 1


def test_steps_add_up_and_there_and_back_is_none(machine, running_round):
    for seconds in (-3, -10, -1, -1.5):
        machine.tick(moved=seconds * SECOND)
    assert reread(running_round).step == -15.5 * SECOND
    machine.tick(moved=15.5 * SECOND)
    assert not server_clock_changes.is_undecided(reread(running_round), machine.now)


@pytest.mark.parametrize("later", [SECOND, 20 * MINUTE, 8 * HOUR])
def test_sleep_is_no_step(machine, running_round, later):
    machine.tick(later)
    assert steps_logged(running_round) == 0


def test_a_step_while_the_program_was_stopped_is_noticed(
    machine, running_round, monkeypatch
):
    monkeypatch.setattr(server_clock_steps, "_boots_seen", set())
    machine.tick(5 * MINUTE, moved=-2 * HOUR)
    assert reread(running_round).step == -2 * HOUR


@pytest.mark.parametrize(
    ("moved", "step"), [(-2 * HOUR, MINUTE - 2 * HOUR), (2 * HOUR, None)]
)
def test_after_a_restart_of_the_machine_only_what_is_certain(
    machine, running_round, moved, step
):
    machine.boot, machine.running = "later", machine.running + MINUTE
    machine.tick(timedelta(), moved=moved)
    assert reread(running_round).step == step


def test_two_machines_whose_clocks_disagree_say_nothing(machine, running_round):
    other = Machine()
    other.boot, other.running, other.moved = "other", machine.running, 4 * SECOND
    for _second in range(3):
        other.tick()
        machine.tick()
    assert steps_logged(running_round) <= 1


def test_the_uptime_goes_on_and_names_its_machine():
    first, second = machine_clock.read(), machine_clock.read()
    assert first.boot == second.boot
    assert first.uptime <= second.uptime
    assert abs(second.booted_at - first.booted_at) < SECOND


# --- decisions of directors -----------------------------------------------------


@pytest.mark.parametrize("moved", [-2 * HOUR, -120 * SECOND, 120 * SECOND])
def test_a_round_keeps_what_it_had_left(machine, running_round, moved):
    machine.tick(moved=moved)
    machine.tick(MINUTE)
    kept = keep(running_round, machine)
    assert left(running_round, machine) == 89 * MINUTE - SECOND
    assert kept.step is None
    with pytest.raises(Refused):
        keep(running_round, machine)


def test_a_round_that_a_step_ended_goes_on(machine, running_round, game):
    machine.tick(moved=2 * HOUR)
    assert reread(running_round).state == "time_up"
    assert TableLedger.as_now(game).state.hands_left == 1
    machine.tick(MINUTE)
    keep(running_round, machine)
    assert left(running_round, machine) == 89 * MINUTE - SECOND
    assert TableLedger.as_now(game).state.hands_left is None


def test_it_is_not_offered_once_its_time_is_really_over(machine, running_round):
    machine.tick(moved=2 * HOUR)
    machine.tick(90 * MINUTE)
    with pytest.raises(Refused):
        keep(running_round, machine)


def test_time_that_is_over_by_now_ends_the_round(machine, running_round):
    machine.tick(moved=-2 * HOUR)
    machine.tick(95 * MINUTE)
    keep(running_round, machine)
    machine.tick()
    assert reread(running_round).state == "time_up"


def test_a_pause_leaves_the_choice(machine, running_round):
    machine.tick(moved=-2 * HOUR)
    round_clock.pause(running_round.pk, by="director", now=machine.now)
    machine.tick(MINUTE)
    assert keep(running_round, machine).remaining == 90 * MINUTE - SECOND
    assert reread(running_round).state == "paused"


def test_a_countdown_keeps_its_time(seated_round, noon):
    round_clock.start_at(seated_round.pk, at=noon + 30 * MINUTE, by="d", now=noon)
    machine = Machine()
    machine.tick(10 * MINUTE)
    machine.tick(moved=-2 * HOUR)
    assert keep(seated_round, machine).starts_at == machine.now + 20 * MINUTE - SECOND


def test_the_end_can_be_left_as_it_is(machine, running_round):
    ends_at = running_round.ends_at
    machine.tick(moved=-2 * HOUR)
    server_clock_changes.accept_step(running_round.pk, by="director", now=machine.now)
    assert reread(running_round).ends_at == ends_at
    with pytest.raises(Refused):
        keep(running_round, machine)


def test_minutes_that_are_given_decide_it_too(machine, running_round):
    machine.tick(moved=-2 * HOUR)
    now = machine.now
    extra_time.extend(running_round.pk, minutes=5, by="d", reason="r", now=now)
    assert reread(running_round).step is None


def test_a_table_with_time_of_its_own_keeps_it(machine, running_round, game):
    end_and_close_round.end_now(running_round.pk, by="d", reason="r", now=machine.now)
    now = machine.now
    extra_time.extend_table(game.pk, minutes=5, by="d", reason="r", now=now)
    machine.tick(moved=2 * HOUR)
    own = Game.objects.select_related("round", "extension").get(pk=game.pk)
    assert own.time_left(machine.now) == 5 * MINUTE - SECOND


# --- undo of an end -------------------------------------------------------------


@pytest.mark.parametrize("moved", [-2 * HOUR, -40 * SECOND, 2 * HOUR])
@pytest.mark.parametrize(("later", "possible"), [(50, True), (62, False)])
def test_an_end_can_be_undone_for_a_minute_whatever_the_clock_says(
    machine, running_round, moved, later, possible
):
    end_and_close_round.end_now(
        running_round.pk, by="d", reason="oops", now=machine.now
    )
    machine.tick(moved=moved)
    machine.tick((later - 1) * SECOND)
    round_ = reread(running_round)
    assert (
        end_and_close_round.seconds_to_undo_end(round_, machine.now) > 0
    ) == possible


def test_nor_is_an_end_of_the_future_undone_before_the_step_is_noticed(
    machine, running_round
):
    ended = end_and_close_round.end_now(
        running_round.pk, by="d", reason="oops", now=machine.now
    )
    now = machine.now - 2 * HOUR
    assert end_and_close_round.seconds_to_undo_end(ended, now) == 0
    with pytest.raises(Refused):
        end_and_close_round.undo_end(running_round.pk, by="d", reason="oops", now=now)


# --- a missed start -------------------------------------------------------------


@pytest.mark.parametrize("missed_by", [timedelta(minutes=6), 90 * MINUTE])
def test_a_start_that_was_slept_over_waits_for_a_director(
    seated_round, noon, missed_by
):
    round_clock.start_at(seated_round.pk, at=noon + MINUTE, by="d", now=noon)
    sweep(noon + MINUTE + missed_by)
    round_ = reread(seated_round)
    assert (round_.state, round_.starts_at) == ("published", None)
    assert round_.tournament.log.first().kind == "start_failed"


# --- what people see ------------------------------------------------------------


@pytest.fixture
def stepped(machine, running_round) -> Machine:
    machine.tick(moved=-2 * HOUR)
    return machine


def test_the_control_room_says_before_and_after_and_offers_both(
    director_client, referee, client, stepped, running_round
):
    slug = running_round.tournament.slug
    hall = reverse("director:hall", args=[slug])
    page = unescape(text_of(director_client.get(hall)))
    moved = "The server's clock was changed from 12:10:01 to 10:10:01."
    assert f"{moved} Round 1 would last 2:00:00 longer." in page
    assert "If you keep the remaining time, the round ends at 11:40:00." in page
    assert "Keep remaining time" in page
    client.force_login(referee)
    page = unescape(text_of(client.get(hall)))
    assert moved in page
    assert "Keep remaining time" not in page


def test_it_says_by_how_much_a_step_ended_the_round_too_early(
    director_client, machine, running_round
):
    machine.tick(moved=2 * HOUR)
    slug = running_round.tournament.slug
    with time_machine.travel(machine.now):
        page = text_of(director_client.get(reverse("director:hall", args=[slug])))
    assert "Round 1 ended 1:29:59 too early." in page


def test_one_button_keeps_the_time_and_a_second_click_does_nothing(
    director_client, stepped, running_round
):
    version = {"version": running_round.clock_version}
    slug = running_round.tournament.slug
    button = reverse("director:keep_time", args=[slug, 1])
    assert director_client.post(button, version, headers=HTMX).status_code == 200
    logged = running_round.tournament.log.first()
    assert (logged.kind, logged.by) == ("time_kept", "director")
    assert director_client.post(button, version, headers=HTMX).status_code == 422
    page = unescape(text_of(director_client.get(reverse("director:hall", args=[slug]))))
    assert "The server's clock was changed" not in page


def test_a_gong_of_a_step_sounds_when_the_screens_have_heard_of_it(
    machine, running_round
):
    machine.tick(moved=2 * HOUR)
    moments = big_clock._moments(reread(running_round), [])
    gong = next(moment.at for moment in moments if moment.sound == "gong")
    assert gong == machine.now + big_clock.TO_HEAR_OF_IT


def test_a_step_that_cannot_be_noted_keeps_no_round_from_its_end(
    running_round, monkeypatch
):
    def broken(now):
        raise ValueError

    monkeypatch.setattr(server_clock_steps, "notice", broken)
    with time_machine.travel(running_round.ends_at):
        tasks.tick()
    assert reread(running_round).state == "time_up"


def test_the_tick_looks_at_the_clock_first(running_round, monkeypatch):
    done = []
    monkeypatch.setattr(server_clock_steps, "notice", lambda now: done.append("notice"))
    monkeypatch.setattr(tasks, "sweep", lambda now: done.append("sweep"))
    tasks.tick()
    assert done == ["notice", "sweep"]
    assert Heartbeat.objects.get(part=Part.CLOCK).booted_at
