"""A short run of `make chaos` on the embedded shape."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.process.test_serve import ROOT

pytestmark = pytest.mark.process


def test_the_clock_keeps_its_word_while_its_processes_are_killed():
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    options = "--shape embedded --kills 6 --seed 11"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.chaos", *options.split()],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
