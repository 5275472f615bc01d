"""Rarely used fields are collapsed, and open if they have a value or an error."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

import rules
from rules.winds import WINDS
from scoring.entry_forms.form_by_ruleset import hand_form

NAMES = {seat: f"Player {seat}" for seat in WINDS}
MANY_FU = "70 fu or more</summary>"


def asked(ruleset: str, values: dict[str, str], **options: object) -> str:
    form = hand_form(rules.ruleset(ruleset, options), values, names=NAMES)
    form.is_valid()
    return " ".join(render_to_string(form.template, {"form": form}).split())


@pytest.mark.parametrize(
    ("value", "is_open"),
    [("", False), ("3-40", False), ("mangan", False), ("2-70", True), ("1-110", True)],
)
def test_many_fu_are_folded_away(value, is_open):
    page = asked("riichi", {"winner": "E", "source": "S", "value": value})
    assert (f"<details open> <summary>{MANY_FU}" in page) is is_open
    common, rare = page.split(MANY_FU)
    assert 'value="1-60"' in common
    assert 'value="1-70"' in rare
    assert page.count('name="value" value="mangan"') == 1


def test_a_value_that_makes_no_sense_is_not_rare():
    page = asked("riichi", {"winner": "E", "source": "S", "value": "3-seventy"})
    assert f"<details > <summary>{MANY_FU}" in page


SELDOM = "A kong was robbed, or one player pays for all</summary>"


@pytest.mark.parametrize(
    ("extra", "is_open"),
    [({}, False), ({"robbed_kong": "on"}, True), ({"guarantor": "S"}, True)],
)
def test_what_is_seldom_in_hong_kong_is_open_where_it_is_said(extra, is_open):
    values = {"winner": "E", "source": "S", "faan": "4", "guarantee": "ruling"}
    page = asked("hong_kong", values | extra, rob_kong_payment="self_drawn")
    assert (f'<details class="of-a-win" open> <summary>{SELDOM}' in page) is is_open
