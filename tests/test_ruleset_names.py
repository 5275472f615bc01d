"""A ruleset is named only in its own files: `rules/<id>`, `scoring/rulesets/<id>`, its
templates, and the command line (`rules/cli`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rules

ROOT = Path(__file__).parent.parent
NAME = re.compile(rf"(?<![a-z])(?:{'|'.join(rules.RULESETS)})(?![a-z])")

#: Other files that still name a ruleset, and how often. This list may only get shorter.
EXCEPTED = {
    # Keys and labels of a hand's flags: the riichi declaration has the ruleset's name.
    "rules/hand_of_tiles.py": 2,
    "scoring/rulesets/any_ruleset/shown_hands.py": 5,
    # Riichi and its sticks in awards and in the log, which have no other name.
    "scoring/awards/award_catalogue.py": 1,
    "scoring/awards/awards_in_words.py": 6,
    "scoring/tournament_log/table_and_hand_sentences.py": 2,
    # Contexts of translations: texts that rulesets share, in the words of riichi
    # players (kan, pon), who use them with four and with three players.
    "scoring/referee/who_gets_the_discard.py": 4,
    "tournaments/rule_texts.py": 3,
}


def test_no_other_python_names_a_ruleset():
    assert _named(_python(), _texts) == EXCEPTED


def test_no_other_template_or_script_names_a_ruleset():
    pages = [*sorted((ROOT / "templates").rglob("*")), *(ROOT / "static").glob("*.*s")]
    others = (path for path in pages if path.is_file() and not _is_own(path))
    assert _named(others, lambda path: [path.read_text()]) == {}


def test_a_ruleset_has_files_of_its_own():
    """Each ruleset has its own folders and files, which the search for names skips."""
    for name in rules.RULESETS:
        assert (ROOT / "rules" / name).is_dir()
        assert (ROOT / "scoring" / "rulesets" / name).is_dir()
        assert (ROOT / "templates" / "table" / "hands" / f"{name}.html").is_file()


def _named(files, texts) -> dict[str, int]:
    found = {}
    for path in files:
        if number := sum(len(NAME.findall(text)) for text in texts(path)):
            found[str(path.relative_to(ROOT))] = number
    return found


def _python() -> Iterator[Path]:
    for app in ("rules", "scoring", "tournaments", "mahjong_site"):
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).parts
            own = {*parts[1:3]} & {*rules.RULESETS} or parts[:2] == ("rules", "cli")
            if not own and "migrations" not in parts and path.name != "registry.py":
                yield path


def _is_own(path: Path) -> bool:
    """Return whether this is a template that a ruleset's presenter names."""
    own = re.match(rf"(?:{'|'.join(rules.RULESETS)})[._]", path.name)
    return bool(own) and path.parent.name in ("hands", "keys")


def _texts(path: Path) -> Iterator[str]:
    """Yield the strings of a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in told:
            yield node.value if isinstance(node.value, str) else ""
