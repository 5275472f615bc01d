"""Names in the documents: each named path, file and anchor exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


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


def test_every_path_that_a_document_names_is_there():
    """Every path that a document names exists.

    A path may be complete, or relative to a folder.
    """
    roots = ("rules", "tournaments", "scoring", "mahjong_site", "tests", "benchmarks")
    there = "".join(
        f"/{file.relative_to(ROOT).as_posix()}\n"
        for folder in (
            *roots,
            "deploy",
            "docs",
            "examples",
            "practice",
            "static",
            "templates",
            "tools",
        )
        for file in (ROOT / folder).rglob("*.*")
    )
    dead = []
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        if document.name == "CHANGELOG.md":
            continue
        named = re.findall(r"`(\w[\w./-]*)`", document.read_text())
        for path in named:
            if path.split("/")[0] in roots and "/" in path.rstrip("/"):
                dead += [] if (ROOT / path).exists() else [(document.name, path)]
            elif path.endswith((".py", ".html", ".css", ".csv")) and "/" in path:
                dead += [] if f"/{path}\n" in there else [(document.name, path)]
    assert dead == []


def _prose(document: Path) -> str:
    """Return the text of a document without code.

    In code, brackets are melds of a hand.
    """
    return re.sub(r"`[^`]*`", "", document.read_text())


def _anchors(file: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in headings
    }
