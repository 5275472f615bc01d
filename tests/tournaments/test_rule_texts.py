"""Translations of rule texts depend on their context."""

from __future__ import annotations

import gettext
import json
import pickle

import pytest
from django.utils.translation import override, trans_real

from rules import shared_ruleset
from rules.faults import Fault, RuleError
from rules.ledger_replay import replay
from rules.own_hands import OwnHand
from rules.translation_marks import FilledText, _, cited, in_context, listed
from scoring.public.pattern_lists import ShownPattern, in_tiers
from scoring.rulesets.any_ruleset.pattern_names import name_of
from scoring.standings.criteria_columns import name_in_sentence
from tournaments.files.file_faults import (
    FileFault,
    as_data,
    as_stored,
    fields_of,
    in_words,
)
from tournaments.refusals import sentence
from tournaments.rule_texts import (
    filled_in,
    short_ruleset_name,
    source_in_words,
    translated,
    worded_for,
)
from tournaments.tournament_setup.rule_option_fields import figures

WORDS = {
    "mcr\x04All Chows": "Tout chow",
    "riichi\x04All Chows": "Pinfu",
    "All Chows": "wrong",
    "%(fan)s is included in %(other)s.": "%(other)s comprend %(fan)s.",
    "east wind": "vent d’est",
    "a kong": "un kong",
    "riichi\x04a kong": "un kan",
    "Riichi": "立直（日本）",
    "hong_kong\x04No flowers": "Sans fleurs",
    "rule source\x04Green Book, fan %(number)s": "Livre vert, fan %(number)s",
    "rule source\x041998 rules: no": "règles de 1998 : non",
}


@pytest.fixture(autouse=True)
def french(monkeypatch):
    """Use French, with only the translations in `WORDS`."""
    catalogue = gettext.NullTranslations()
    catalogue.gettext = lambda text: WORDS.get(text, text)
    catalogue.to_language = lambda: "fr"
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


def test_the_source_of_a_rule_is_translated():
    fan = FilledText(cited("Green Book, fan %(number)s"), {"number": 5})
    assert source_in_words(fan) == "Livre vert, fan 5"
    assert str(fan) == "Green Book, fan 5"
    assert source_in_words(cited("1998 rules: no")) == "règles de 1998 : non"
    assert source_in_words("") == ""
    shown = shown_pattern("mcr", "all_chows")
    assert shown.source == "1998 rules; Green Book, fan 63"


def test_a_text_keeps_its_context_when_copied_to_another_process():
    text = pickle.loads(pickle.dumps(in_context("mcr", "All Chows")))
    assert translated(text) == "Tout chow"


def shown_pattern(ruleset: str, pattern: str) -> ShownPattern:
    """Return a pattern in the form in which rule pages show it."""
    return in_tiers(ruleset, [shared_ruleset(ruleset, {}).patterns[pattern]])[
        0
    ].patterns[0]


def beside(ruleset: str, pattern: str) -> list[tuple[str, str]]:
    return [(one.text, one.language) for one in shown_pattern(ruleset, pattern).beside]


def test_pages_show_the_name_of_the_ruleset():
    assert shown_pattern("mcr", "all_chows").name == "Tout chow"


def test_fans_have_their_chinese_and_english_name_and_number_beside_it():
    names = [("平和", "zh-Hans"), ("All Chows", "en"), ("No. 63", "")]
    assert beside("mcr", "all_chows") == names
    with override("en"):
        assert beside("mcr", "all_chows") == [names[0], names[2]]
    with override("zh-hant"):
        assert ("平和", "zh-Hans") not in beside("mcr", "all_chows")


@pytest.mark.parametrize(
    ("language", "names"), [("fr", [("平和", "ja")]), ("ja", []), ("zh-hans", [])]
)
def test_yaku_have_their_kanji_beside_it_for_readers_of_another_script(language, names):
    with override(language):
        assert beside("riichi", "pinfu") == names


def test_a_name_that_a_director_typed_is_not_translated():
    own = OwnHand("all_chows", "All Chows", 8, "points")
    assert name_of(own.pattern) == "All Chows"


def test_options_name_patterns_and_offences_in_words():
    assert figures({"all_chows": 1, "self_drawn": "off"}, "mcr") == (
        "Tout chow: 1; Self-Drawn: off"
    )
    assert figures(["all_chows"], "mcr") == "Tout chow"
    assert figures({"late_call": -5}, "mcr") == "Calling pung after 3 seconds: −5"


def test_orders_of_winds_have_the_letters_of_the_language():
    assert figures("ESWN", "classical") == "ESWN"
    with override("de"):
        assert figures("ESWN", "classical") == "OSWN"


def test_only_numbers_of_options_are_written_as_figures():
    own = OwnHand("year", "Gates of 2016", 12000, "points").as_data()
    assert figures("ema_2016", "riichi") == "ema 2016"
    assert figures([own], "classical").startswith("Gates of 2016 (12\u202f000 ")
    assert figures({"3": [15, -15000]}, "riichi") == "3: 15, −15\u202f000"
    with override("ja"):
        assert figures([30000, "all_chows"], "mcr").startswith("30,000、")


def test_a_small_space_has_the_name_of_a_ruleset_without_its_explanation():
    assert short_ruleset_name("mcr") == "MCR"
    assert short_ruleset_name("riichi") == "立直"


def test_german_criteria_keep_their_capital_within_a_sentence():
    assert name_in_sentence("mcr", "firsts") == "firsts"
    with override("de"):
        assert name_in_sentence("mcr", "firsts")[0].isupper()


def test_texts_of_a_list_are_translated_and_joined_by_language():
    fan = in_context("mcr", "All Chows")
    parts = listed([FilledText("%(fan)s (%(worth)s)", {"fan": fan, "worth": 2}), "x"])
    assert str(parts) == "All Chows (2), x"
    assert sentence(Fault("x", "%(fans)s!", "", {"fans": parts})) == "Tout chow (2), x!"
    with override("ja"):
        text = sentence(Fault("x", "%(fans)s!", "", {"fans": listed("ab")}))
    assert text == "a、b!"


@pytest.mark.parametrize("store", ["log", "fields"])
def test_a_stored_fault_is_shown_in_the_language_of_its_reader(store):
    fan = in_context("mcr", "All Chows")
    params = {
        "fan": fan,
        "wind": _("east wind"),
        "fans": listed([fan, FilledText("%(fan)s + %(n)s", {"fan": fan, "n": 1})]),
        "count": 2,
        "typed": "All Chows",
    }
    message = "%(fan)s, %(wind)s, %(fans)s, %(count)s, %(typed)s"
    fault = FileFault("x", message, "", params)
    if store == "log":
        text = in_words(json.loads(json.dumps(as_stored(fault))))
    else:
        text = sentence(FileFault(**fields_of(json.loads(json.dumps(as_data(fault))))))
    assert text == "Tout chow, vent d’est, Tout chow, Tout chow + 1, 2, All Chows"


def test_bonus_faan_below_the_minimum_are_named_in_the_language_of_the_reader():
    rules = shared_ruleset("hong_kong", {})
    entry = {"kind": "win", "winner": "S", "from": "W", "hand": "123456789m23p55p+1p"}
    with pytest.raises(RuleError) as caught:
        replay(rules, [rules.read_entry(entry)])
    [fault] = caught.value.faults
    assert "Sans fleurs (1)" in sentence(fault)


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [("riichi", "un kan"), ("sanma", "un kan"), ("mcr", "un kong"), ("", "un kong")],
)
def test_shared_texts_are_in_the_words_of_the_rulesets_players(ruleset, words):
    assert worded_for(ruleset, "a kong") == words
    assert filled_in("a kong", {}, ruleset) == words


def test_texts_without_words_of_riichi_are_the_same_in_all_rulesets():
    assert worded_for("riichi", "east wind") == "vent d’est"
