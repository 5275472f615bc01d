"""Tools outside the program run without settings, each by its own command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ("director", "paper", "public", "rules", "table")


def test_the_tools_that_take_pictures_begin():
    begin = f"from tools import {', '.join(f'picture_{name}' for name in TOOLS)}"
    command = [sys.executable, "-c", begin]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert said.returncode == 0, said.stderr.decode()
