"""Each ruleset has its own translations, because its players have their own words."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import rules
from rules.pattern_reference import every_pattern
from rules.translation_marks import FilledText, MarkedText

ROOT = Path(__file__).resolve().parents[2]
#: Functions that mark a text without a context.
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
#: Rulesets that use the patterns and words of another one.
SHARES = {"sanma": "riichi"}


def marked(path: Path) -> set[str]:
    """Return the texts that a file marks for translation without a context."""
    tree = ast.parse(path.read_text())
    names = set(MARKS)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {a.asname for a in node.names if a.asname and a.name in MARKS}
    return {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in names
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_no_text_without_context_is_in_two_rulesets():
    rulesets = defaultdict(set)
    for key in rules.RULESETS:
        for folder in (ROOT / "rules" / key, ROOT / "scoring" / "rulesets" / key):
            for path in folder.rglob("*.py"):
                for text in marked(path):
                    rulesets[text].add(SHARES.get(key, key))
    assert len(rulesets) > 500
    assert {text: keys for text, keys in rulesets.items() if len(keys) > 1} == {}


@pytest.mark.parametrize("key", rules.RULESETS)
def test_the_name_of_a_pattern_has_its_ruleset_as_context(key):
    patterns = rules.shared_ruleset(key, {}).patterns.values()
    names = [pattern.name for pattern in patterns]
    assert {type(name) for name in names} == {MarkedText}
    assert {name.context for name in names} == {SHARES.get(key, key)}


@pytest.mark.parametrize("key", rules.RULESETS)
def test_every_source_is_marked_for_translation(key):
    ruleset = rules.shared_ruleset(key, {})
    sources = [
        *(kind.source for _name, kind in ruleset.options.declared()),
        *(preset.source for preset in ruleset.options.PRESETS.values()),
        *(offence.source for offence in ruleset.catalogue.offences),
        *(pattern.source for _preset, pattern in every_pattern(key)),
    ]
    texts = [
        source.message if isinstance(source, FilledText) else source
        for source in sources
        if source
    ]
    assert texts
    assert {getattr(text, "context", text) for text in texts} == {"rule source"}
