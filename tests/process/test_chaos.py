"""Short runs of `make chaos`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from benchmarks.chaos import postgresql
from tests import prepared
from tests.examples import ASKED
from tests.process.programs import ROOT

pytestmark = pytest.mark.process


def chaos(options: str) -> str:
    """Return the output of a run with these options.

    Asserts that the run had no errors.
    """
    data = ("--data", str(prepared.prepared()))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.chaos", *options.split(), *data],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_clock_keeps_its_word_while_its_processes_are_killed():
    chaos("--shape embedded --kills 6 --hands 0 --rounds 0 --seed 11")


@pytest.mark.parametrize("shape", ["embedded", "server"])
def test_every_receipt_is_kept_while_what_it_needs_is_taken_away(shape):
    if shape == "server" and (what := postgresql.lacking()):
        pytest.skip(what)
    said = chaos(f"--shape {shape} --kills 0 --hands 30 --rounds 0 --seed 1")
    assert "Nothing is wrong." in said
    assert "connections cut: " in said


@pytest.mark.skipif(ASKED != "many", reason="a minute and a half: once a day")
def test_a_day_is_played_while_everything_happens_to_it():
    """A day with hidden results of the last round has no errors.

    Longer runs, on servers with a second machine and a failover, are only in `make
    chaos`.
    """
    said = chaos("--shape embedded --kills 0 --hands 0 --rounds 1 --tables 2 --seed 1")
    assert "2 starts and ends" in said
    assert "Nothing is wrong." in said
