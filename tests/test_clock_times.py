"""All times are in the 24-hour format: 13:01, not 1:01 p.m."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: A filter without a format uses that of the language, in English 1:01 p.m.
UNFORMATTED = re.compile(r"\|(?:time|date)(?!:)\b")


def test_every_time_in_a_template_has_a_format():
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for line in path.read_text().splitlines()
        if UNFORMATTED.search(line)
    ]
    assert found == []


def test_every_time_in_a_script_has_24_hours():
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "static").glob("*.js"))
        for line in path.read_text().splitlines()
        if "toLocaleTimeString" in line and "h23" not in line
    ]
    assert found == []
