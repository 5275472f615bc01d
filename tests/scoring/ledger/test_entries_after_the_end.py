"""Entries depend on the stored end of the table's time, not on the clock's ticks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.faults import RuleError
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand, LedgerEntry
from scoring.rounds import end_and_close_round, extra_time, undo_start_and_reopen_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.models import Extension, Game, LateWord, Round, Tournament
from tournaments.rounds import round_clock

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
ROOT = Path(__file__).resolve().parents[3]
DRAW = {"kind": "washout"}
POLICIES = ("finish_hand", "finish_hand_plus_one", "stop_at_once", "hands_only")
PENALTY = {"kind": "penalty", "seat": "N", "amount": -5}


@pytest.fixture(params=POLICIES)
def policy(request, tournament) -> str:
    Tournament.objects.update(end_policy=request.param)
    return request.param


@pytest.fixture
def asleep(policy, game, running_round) -> Iterator[Game]:
    """Yield a table with one hand, 20 minutes after the end of its time.

    The clock has not ticked since.
    """
    enter(game, 1)
    with time_machine.travel(running_round.ends_at + 20 * MINUTE, tick=False):
        yield game


def enter(game: Game, hand: int, key: str = "", **also: object) -> None:
    key = key or f"hand {hand}"
    enter_hand.enter(game.pk, DRAW, hand=hand, device_key=key, by="table", **also)


def codes(change, *args, **given) -> list[str]:
    try:
        change(*args, **given)
    except RuleError as error:
        return [fault.code for fault in error.faults]
    return []


def outcome(round_: Round) -> list[object]:
    """Return the contents of the ledgers of a round, and the hands that await a
    referee.
    """
    lines = LedgerEntry.objects.filter(game__round=round_).order_by("game", "pk")
    said = lines.values_list(
        "game__table", "sequence", "hand", "kind", "data", "supersedes__sequence"
    )
    late = LateHand.objects.order_by("pk").values_list("hand", "decision")
    return [*said, *late]


class TestTheClockSleptOverTheEnd:
    def test_a_hand_needs_the_word_that_its_policy_asks_for(self, asleep, policy):
        refused = codes(enter, asleep, 2)
        assert refused == ([] if policy == "hands_only" else ["after_time"])

    def test_with_the_word_it_counts_and_play_ends_as_the_policy_says(
        self, asleep, policy
    ):
        enter(asleep, 2, before_gong=True)
        state = TableLedger.as_now(asleep).state
        assert state.hands_played == 2
        over = policy in ("finish_hand", "stop_at_once")
        assert state.over == ("time" if over else None)
        if policy == "finish_hand_plus_one":
            enter(asleep, 3)
            assert TableLedger.as_now(asleep).state.over == "time"

    def test_a_tables_device_waits_for_the_referee(self, asleep, policy, at):
        device_at(asleep).post(at(), win(2, "late"), **HTMX)
        held = LateHand.objects.count()
        assert (held, played(asleep)) == ((0, 2) if policy == "hands_only" else (1, 1))

    def test_what_waited_on_a_device_is_judged_alike(self, asleep, policy, at):
        answer = device_at(asleep).post(at("queue"), win(2, "late")).json()
        assert ("saved" if policy == "hands_only" else "held") in answer

    def test_a_table_that_gives_its_own_word_is_asked_for_it(self, asleep, policy, at):
        if policy == "hands_only":
            return
        Tournament.objects.update(late_word=LateWord.TABLE)
        device = device_at(asleep)
        answer = device.post(at(), win(2, "late"), **HTMX)
        assert answer.status_code == 422
        assert 'name="before_gong"' in text(answer)
        device.post(at(), win(2, "late", before_gong="on"), **HTMX)
        assert played(asleep) == 2

    def test_the_log_says_who_rang(self, asleep, policy, at):
        device_at(asleep).post(at(), win(2, "late"), **HTMX)
        rung = asleep.round.tournament.log.filter(kind="gong_at_table")
        assert [event.by for event in rung] == (
            [] if policy == "hands_only" else ["clock"]
        )

    def test_totals_from_paper_and_penalties_still_count(self, asleep):
        enter_hand.enter(asleep.pk, PENALTY, device_key="fine", by="referee")
        totals = {"kind": "totals", "scores": {"E": 5, "S": 0, "W": 0, "N": -5}}
        enter_hand.enter(asleep.pk, totals, device_key="paper", by="referee")
        assert TableLedger.as_now(asleep).state.over == "totals"


def played(game: Game) -> int:
    return TableLedger.as_now(game).state.hands_played


class TestOneTable:
    def test_its_own_time_is_its_end(self, game, running_round, noon):
        extra_time.extend_table(
            game.pk, minutes=5, by="director", reason="late", now=noon
        )
        other = running_round.games.get(table=2)
        with time_machine.travel(running_round.ends_at + 4 * MINUTE, tick=False):
            enter(game, 1)
            assert codes(enter, other, 1, "other") == ["after_time"]
        with time_machine.travel(running_round.ends_at + 6 * MINUTE, tick=False):
            assert codes(enter, game, 2) == ["after_time"]

    def test_its_own_time_after_the_rounds_gong(self, game, running_round, noon):
        extra_time.extend_table(
            game.pk, minutes=5, by="director", reason="late", now=noon
        )
        sweep(running_round.ends_at)
        with time_machine.travel(running_round.ends_at + 6 * MINUTE, tick=False):
            assert codes(enter, game, 1) == ["after_time"]


class TestADirectorWasFasterThanTheClock:
    @pytest.fixture
    def rung(self, game, running_round) -> Iterator[Game]:
        """Yield a table with an entry after the gong, in a round that continues for
        other tables.
        """
        with time_machine.travel(running_round.ends_at + MINUTE, tick=False):
            enter(game, 1, before_gong=True)
            yield game

    def test_time_that_is_given_takes_the_gong_back(self, rung):
        extra_time.extend(
            rung.round_id,
            minutes=5,
            by="d",
            reason="r",
            now=timezone.now(),
        )
        enter(rung, 2)

    def test_so_does_a_clock_that_is_set_back(self, rung):
        undo_start_and_reopen_round.set_back(
            rung.round_id, by="d", reason="r", now=timezone.now()
        )
        enter(rung, 2)

    def test_an_end_by_hand_is_the_end_that_was_due(self, rung):
        now = timezone.now()
        round_ = end_and_close_round.end_now(rung.round_id, by="d", reason="r", now=now)
        assert round_.ended_at == now - MINUTE
        assert codes(
            end_and_close_round.undo_end, rung.round_id, by="d", reason="r", now=now
        ) == ["time_was_up"]
        assert rung.ledger.filter(kind="gong").count() == 1

    def test_a_pause_that_came_first_keeps_the_gong_away(self, game, running_round):
        round_clock.pause(game.round_id, by="d", now=running_round.ends_at - SECOND)
        with time_machine.travel(running_round.ends_at + MINUTE, tick=False):
            enter(game, 1)


# --- any timing of ticks --------------------------------------------------------


def do(what: str, game: Game, step: int) -> None:
    """Perform an action at a table. Does nothing if the rules reject the action."""
    ledger = TableLedger.as_now(game)
    hand, key = ledger.state.position.hand, f"step {step}"
    try:
        if what == "hand":
            enter(game, hand, key)
        elif what == "word":
            enter(game, hand, key, before_gong=True)
        elif what == "fine":
            enter_hand.enter(game.pk, PENALTY, device_key=key, by="referee")
        elif what == "undo":
            correct_and_undo.undo(game.pk, device_key=key, by="referee", reason="r")
        elif what == "insert":
            first = next(line for line in ledger.live if line.settles_hand)
            correct_and_undo.retract(first.pk, device_key=key, by="referee", reason="r")
    except (RuleError, StopIteration):
        return


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all changes of the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def played_out(game: Game, steps, ticks: set[int]) -> list[object]:
    """Return the outcome of `steps`, which are (seconds after the end, action).

    The clock ticks before the steps in `ticks`, and at the end.
    """
    round_ = game.round
    with undone():
        for number, (seconds, what) in enumerate(steps):
            with time_machine.travel(round_.ends_at + seconds * SECOND, tick=False):
                if number in ticks:
                    sweep(timezone.now())
                do(what, game, number)
        sweep(round_.ends_at + 3 * MINUTE)
        return outcome(round_)


STEPS = st.lists(
    st.tuples(
        st.integers(-40, 120),
        st.sampled_from(["hand", "word", "fine", "undo", "insert"]),
    ),
    min_size=2,
    max_size=5,
).map(lambda steps: sorted(steps, key=lambda step: step[0]))


@pytest.mark.parametrize("extra", [0, 60])
@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    end_policy=st.sampled_from(POLICIES), steps=STEPS, ticks=st.sets(st.integers(0, 4))
)
def test_the_outcome_depends_on_no_tick(
    running_round, game, end_policy, extra, steps, ticks
):
    Tournament.objects.update(end_policy=end_policy)
    Extension.objects.filter(game=game).delete()
    if extra:
        Extension.objects.create(game=game, extra=extra * SECOND)
    game = Game.objects.select_related("round__tournament").get(pk=game.pk)
    all_ticks = set(range(len(steps)))
    assert played_out(game, steps, ticks) == played_out(game, steps, all_ticks)


# --- at the same moment ---------------------------------------------------------


@pytest.mark.parametrize("clock_first", [True, False])
@pytest.mark.parametrize("before_gong", [True, False])
def test_the_tick_and_the_hand_come_out_the_same(
    game, running_round, at, clock_first, before_gong
):
    device = device_at(game)
    Tournament.objects.update(late_word=LateWord.TABLE)
    with time_machine.travel(running_round.ends_at + SECOND, tick=False):
        deeds = [
            lambda: sweep(running_round.ends_at + SECOND),
            lambda: send(device, at, before_gong=before_gong),
        ]
        for deed in deeds if clock_first else reversed(deeds):
            deed()
    kinds = [line.kind for line in game.ledger.all()]
    assert kinds == (["gong", "win"] if before_gong else ["gong"])
    assert Round.objects.get().state == "time_up"
    assert game.round.tournament.log.filter(kind="time_up").count() == 1


def send(device: Client, at, *, before_gong: bool) -> None:
    word = "on" if before_gong else ""
    device.post(at("queue"), win(1, "late", before_gong=word))


@pytest.mark.django_db(transaction=True)
def test_at_once_neither_waits_for_the_other_for_ever(
    running_round, game, at_once, noon
):
    with time_machine.travel(running_round.ends_at + SECOND):

        def tick() -> int:
            return sweep(running_round.ends_at + SECOND)

        def hand() -> list[str]:
            return codes(enter, game, 1)

        assert at_once(tick, hand) == [1, ["after_time"]]
    assert [line.kind for line in game.ledger.all()] == ["gong"]


def test_whatever_changes_a_ledger_opens_it_as_of_now():
    """Every change of a ledger opens it with the gong that is due.

    `TableLedger.locked` ignores ends that the clock has not processed, so only the
    clock and the rebuilding of results may use it.
    """
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "scoring").rglob("*.py")
        if "TableLedger.locked(" in path.read_text()
    }
    assert found == {
        "scoring/ledger/gong_in_ledger.py",
        "scoring/ledger/rebuild_results_from_ledgers.py",
        "scoring/rounds/end_and_close_round.py",
        "scoring/rounds/extra_time.py",
    }
