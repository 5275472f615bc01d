"""All rulesets use the same file names for the same contents."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import rules
from rules.ruleset_registry import RULESETS

#: Files that every ruleset needs.
EVERYWHERE = {
    *("ruleset_and_value_of_wins", "options", "presets", "entries", "entry_reading"),
    *("hand_checks", "impossible_values", "patterns", "score", "why_not_counted"),
    *("settlement", "dealer_and_game_end", "penalties"),
}
#: Other names that these files had, or might get.
SYNONYMS = {
    *("payment", "payments", "play", "placing", "rank", "reading", "readings", "held"),
    *("interpretations", "outcomes", "reading_entries", "waiting", "fans", "yaku"),
    *("ruleset", "valuing", "checks", "explaining", "flow", "rows", "games"),
}


#: Rulesets that share the other files of another.
SHARED = {"sanma": "riichi"}


def names_in(name: str) -> set[str]:
    folder = Path(rules.__file__).parent / name
    return {path.stem for path in folder.iterdir() if path.stem[0] != "_"}


@pytest.mark.parametrize("name", RULESETS)
def test_a_rulesets_folder_has_the_names_every_ruleset_has(name):
    names = names_in(name)
    shared = names_in(SHARED[name]) if name in SHARED else set()
    assert names | shared >= EVERYWHERE
    assert not names & SYNONYMS
    assert importlib.import_module(f"rules.{name}").__doc__


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_knows_nothing_of_rows_to_settle(name):
    assert not hasattr(rules.ruleset(name), "settle_row")
