"""The places in the sources that docs/sources.md names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "sources.md"
SECTIONS = 6
OPTIONS = {
    name: {option for option, _kind in type(rules.ruleset(name).options).declared()}
    for name in rules.RULESETS
}


def rows() -> list[tuple[str, str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    found = [(one.strip(), other.strip()) for one, other in cells]
    return [row for row in found if row != ("statement", "where")]


def references() -> list[str]:
    return sorted({each for row in rows() for each in re.findall(r"`([^`]+)`", row[1])})


def test_every_document_has_its_statements():
    text = PAGE.read_text(encoding="utf-8")
    sections = text.split("\n## ")[1:]
    assert len(sections) == SECTIONS
    assert all(section.count("\n| ") > 5 for section in sections)


@pytest.mark.parametrize(("statement", "where"), rows())
def test_a_statement_says_where_it_is_or_why_not(statement, where):
    assert statement
    assert "`" in where or re.search(r"not ours|open|not in MCR|MCR never", where)


@pytest.mark.parametrize("reference", references())
def test_what_it_names_is_there(reference):
    ruleset, _dot, option = reference.partition(".")
    if ruleset in OPTIONS:
        assert option in OPTIONS[ruleset] | {"preset"}
        return
    path, _colon, name = reference.partition(":")
    if "/" not in path:
        assert path in {
            preset for each in rules.RULESETS for preset in presets_of(each)
        }
        return
    assert (PROJECT / path).exists(), path
    if name:
        assert name in (PROJECT / path).read_text(encoding="utf-8")


def presets_of(ruleset: str) -> set[str]:
    return set(type(rules.ruleset(ruleset).options).PRESETS)
