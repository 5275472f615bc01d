"""The stages of `make test`: what failed is tried again when all else is over."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from tests import run
from tests.run import Stage


@pytest.fixture
def ran(monkeypatch) -> list[str]:
    """What ran, in the order of its end. What is beside the others ends last of all;
    "bad" passes when it is tried again, and "worse" never does."""
    ran: list[str] = []
    others_over = threading.Event()

    def pytest_of(self: Stage, title: str, _arguments: Sequence[str]) -> bool:
        if self.beside and "again" not in title:
            assert others_over.wait(60)
        ran.append(title)
        if title == "last":
            others_over.set()
        again = "again" in title
        return "worse" not in title and ("bad" not in title or again)

    monkeypatch.setattr(Stage, "_pytest", pytest_of)
    return ran


def test_what_failed_is_tried_again_when_no_other_stage_runs(ran):
    stages = [
        Stage("bad", ("-m", "x"), tried_again=True),
        Stage("bad beside", ("-m", "x"), tried_again=True, beside=True),
        Stage("worse", ("-m", "x"), tried_again=True),
        Stage("good", ("-m", "x"), tried_again=True),
        Stage("last", ("-m", "x")),
    ]
    assert [stage.title for stage in run.run(stages)] == ["worse"]
    again = "what failed again, alone"
    assert ran[:5] == ["bad", "worse", "good", "last", "bad beside"]
    assert ran[5:] == [f"bad, {again}", f"bad beside, {again}", f"worse, {again}"]


def test_what_may_fail_once_only_fails(ran):
    assert run.run([bad := Stage("bad", ("-m", "x"))]) == [bad]
    assert ran == ["bad"]


def test_all_stages_begin_at_once(monkeypatch):
    together = threading.Barrier(3)
    monkeypatch.setattr(Stage, "_pytest", lambda *_said: together.wait(60) >= 0)
    besides = [Stage(name, ("-m", "x"), beside=True) for name in ("one", "two")]
    assert run.run([*besides, Stage("shown", ("-m", "x"))]) == []
