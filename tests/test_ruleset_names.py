"""Only a ruleset's own folders name it: `rules/<id>` and `scoring/rulesets/<id>`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rules

ROOT = Path(__file__).parent.parent

#: Files that name a ruleset still, with how often. This list may only get shorter.
EXCEPTED = {
    # The key of a flag of a hand, and its word, which Riichi shares with its name.
    "scoring/rulesets/shared/shown_hands.py": 2,
}


def test_no_other_file_names_a_ruleset():
    found = {
        str(path.relative_to(ROOT)): count
        for path in _files()
        if (count := sum(1 for _name in _named(path)))
    }

    assert found == EXCEPTED


def _files() -> Iterator[Path]:
    for folder, ending in (("scoring", "py"), ("tournaments", "py")):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            parts = path.relative_to(ROOT).parts
            own = parts[:2] == ("scoring", "rulesets") and parts[2] in rules.RULESETS
            if not own and "migrations" not in parts and path.name != "registry.py":
                yield path
    yield from sorted((ROOT / "templates").rglob("*.html"))


def _named(path: Path) -> Iterator[str]:
    """The ids of rulesets that stand in a file as a text of their own."""
    text = path.read_text()
    if path.suffix == ".html":
        quoted = re.findall(r"""["']([a-z_]+)["']""", text)
    else:
        quoted = [
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
    yield from (name for name in quoted if name in rules.RULESETS)
