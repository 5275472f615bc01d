"""The version is defined in one module, and documents that repeat it agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from mahjong_site.version import VERSION

ROOT = Path(__file__).resolve().parents[3]


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {VERSION}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## (\d+\.\d+\.\d+), ", changes, re.M)
    assert released[0] == VERSION
    for document in ("README.md", "docs/running.md"):
        files = re.findall(
            r"prevailing_wind-([\d.]+)-py3", (ROOT / document).read_text()
        )
        assert set(files) == {VERSION}, document
