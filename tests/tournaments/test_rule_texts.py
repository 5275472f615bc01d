"""Texts of the rules are translated by their context, too."""

from __future__ import annotations

import gettext
import pickle

import pytest
from django.utils.translation import override, trans_real

from rules import shared_ruleset
from rules.faults import Fault
from rules.translation_marks import _, in_context
from scoring.public.pattern_lists import in_tiers
from tournaments.refusals import sentence
from tournaments.rule_texts import filled_in, translated

WORDS = {
    "mcr\x04All Chows": "Tout chow",
    "riichi\x04All Chows": "Pinfu",
    "All Chows": "wrong",
    "%(fan)s is included in %(other)s.": "%(other)s comprend %(fan)s.",
    "east wind": "vent d’est",
}


@pytest.fixture(autouse=True)
def words(monkeypatch):
    """Translate `WORDS` in French and nothing else."""
    catalogue = gettext.NullTranslations()
    catalogue.gettext = lambda text: WORDS.get(text, text)
    monkeypatch.setitem(trans_real._translations, "fr", catalogue)
    with override("fr"):
        yield


def test_a_text_is_translated_by_its_context():
    assert translated(in_context("mcr", "All Chows")) == "Tout chow"
    assert translated(in_context("riichi", "All Chows")) == "Pinfu"
    assert translated(_("east wind")) == "vent d’est"
    assert translated(in_context("mcr", "Not translated")) == "Not translated"
    assert translated("") == ""


def test_marked_params_are_translated_and_others_are_not():
    params = {"fan": in_context("mcr", "All Chows"), "other": "east wind"}
    text = filled_in(_("%(fan)s is included in %(other)s."), params)
    assert text == "east wind comprend Tout chow."
    assert sentence(Fault("x", "%(fan)s", "", params)) == "Tout chow"


def test_a_text_keeps_its_context_when_copied_to_another_process():
    text = pickle.loads(pickle.dumps(in_context("mcr", "All Chows")))
    assert translated(text) == "Tout chow"


def test_pages_show_the_name_of_the_ruleset():
    pattern = shared_ruleset("mcr", {}).patterns["all_chows"]
    assert in_tiers("mcr", [pattern])[0].patterns[0].name == "Tout chow"
