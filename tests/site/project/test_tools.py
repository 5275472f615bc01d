"""Tools outside the program run without settings, each by its own command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
KINDS = ("director", "paper", "public", "rules", "table")


def test_the_tool_that_takes_pictures_starts():
    command = [sys.executable, "-m", "tools.pictures", "--help"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr.decode()
    assert all(kind in answer.stdout.decode() for kind in KINDS)
