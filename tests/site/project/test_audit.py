"""The audit of pinned libraries checks each pin and reports unknown libraries."""

from __future__ import annotations

import re
from pathlib import Path

from tools import audit

PINS = """\
celery[redis]==5.5.3 \\
    --hash=sha256:00
uvloop==0.22.1 ; sys_platform != "win32" \\
    --hash=sha256:11
    # via prevailing-wind (pyproject.toml)
"""


def test_every_pin_is_checked():
    assert audit.pinned(PINS) == {("celery", "5.5.3"), ("uvloop", "0.22.1")}
    for name in audit.PINS:
        text = (Path(audit.ROOT) / name).read_text()
        assert len(audit.pinned(text)) == len(re.findall("^[^ #\n].*==", text, re.M))


def test_an_advisory_is_named_and_ends_with_1(capsys):
    def ask(queries):
        return [
            {"vulns": [{"id": "PYSEC-1"}]} if q["package"]["name"] == "django" else {}
            for q in queries
        ]

    assert audit.main(ask) == 1
    assert re.search(r"django \S+: https://osv.dev/PYSEC-1\n", capsys.readouterr().out)


def test_without_advisories_it_ends_with_0(capsys):
    assert audit.main(lambda queries: [{} for _query in queries]) == 0
    assert ", 0 with advisories" in capsys.readouterr().out


def test_an_unreachable_database_is_reported_and_fails_nothing(capsys):
    def away(_queries):
        raise OSError("no network")

    for ask in (away, lambda _queries: []):
        assert audit.main(ask) == 0
        assert "Nothing was checked" in capsys.readouterr().out
