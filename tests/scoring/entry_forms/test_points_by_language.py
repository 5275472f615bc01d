"""Points in rules, forms and results have the thousands separators of the reader's
language.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from rules import shared_ruleset
from scoring.entry_forms.penalty_forms import Priced
from scoring.rulesets.presenter_registry import presenter_of
from scoring.rulesets.riichi.han_and_fu_choices import extra_choice
from tournaments.web.number_wording import exact


@pytest.fixture(autouse=True)
def german():
    with translation.override("de"):
        yield


@pytest.mark.parametrize(
    ("ruleset", "options", "written"),
    [
        ("riichi", {}, "30.000"),
        ("classical", {"limit": 2000}, "2.000"),
        ("hong_kong", {}, "1.152"),
        ("zung_jung", {"false_win_points": 1000}, "1.000"),
    ],
)
def test_rules_in_short(ruleset, options, written):
    rules = shared_ruleset(ruleset, options)
    assert written in " ".join(presenter_of(ruleset).in_short(rules))


def test_the_expected_sum_of_four_scores():
    rules = shared_ruleset("riichi", {})
    assert presenter_of("riichi").sum_words(rules, 120000).startswith("120.000")


def test_a_value_from_another_source():
    options = shared_ruleset("riichi", {}).options
    [(_key, text)] = extra_choice("points-7700", options)
    assert "7.700" in str(text)


def test_the_price_of_an_offence():
    offence = shared_ruleset("riichi", {}).catalogue.offences[0]
    dear = replace(offence, id="x", points=8000, most=12000)
    assert "8.000" in Priced(dear, 1, chosen=False).price
    assert "12.000" in Priced(dear, 1, chosen=False).price


@pytest.mark.parametrize(
    ("number", "written"),
    [(12000, "12.000"), (Fraction(1, 2), "0,5"), (Fraction(5, 4), "1,25"), (0, "0")],
)
def test_a_number_with_the_decimals_it_needs(number, written):
    assert exact(number) == written
