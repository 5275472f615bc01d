"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_that_security_names_is_one():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text()))
    tests = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("*.py"))
    there = set(re.findall(r"def (test_\w+)\(", tests))
    assert len(named) > 40
    assert named <= there, named - there


def test_every_link_of_a_document_leads_to_a_file_and_a_heading():
    dead = []
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)\s]+)\)", _prose(document)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _hash, anchor = target.partition("#")
            file = (document.parent / path) if path else document
            if not file.exists() or (anchor and anchor not in _anchors(file)):
                dead.append((document.name, target))
    assert dead == []


def _prose(document: Path) -> str:
    """Without what stands in code, where brackets are melds of a hand."""
    return re.sub(r"`[^`]*`", "", document.read_text())


def _anchors(file: Path) -> set[str]:
    """The names of a document's headings, as its readers make them."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in headings
    }
