"""The rules form: every option of every ruleset can be displayed and sent."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.rule_option_types import Options
from tournaments.tournament_setup.rule_option_groups import DECIDED_BY_SETTINGS, GROUPS
from tournaments.tournament_setup.rules_form import RulesForm

HALF = "false_win_scale"

PRESETS = [
    (ruleset, preset)
    for ruleset in rules.RULESETS
    for preset in type(rules.ruleset(ruleset).options).PRESETS
]


def form_of(ruleset: str, **changes: object) -> RulesForm:
    played = rules.ruleset(ruleset, changes)
    return RulesForm.of(played, played.options)


def typed(form: RulesForm) -> dict[str, object]:
    """Return the form data of a displayed form."""
    sent = {}
    for field in form:
        value = field.value()
        if value is True:
            sent[field.name] = "on"
        elif value is not None and value is not False:
            sent[field.name] = value if isinstance(value, list) else str(value)
    return sent


def sent_to(form: RulesForm, **others: object) -> RulesForm:
    """Return the form after it was sent as displayed. `others`: changed values."""
    data = typed(form) | others
    played = rules.ruleset(RULESET_OF[type(form.current)], form.current.changes())
    return RulesForm(data, rules=played, current=form.current)


RULESET_OF: dict[type[Options], str] = {
    type(rules.ruleset(name).options): name for name in rules.RULESETS
}


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_what_is_shown_and_sent_is_what_was_there(ruleset, preset):
    form = form_of(ruleset, preset=preset)
    sent = sent_to(form)
    assert sent.is_valid(), sent.errors
    assert type(form.current).read(sent.options()) == form.current
    assert sum(group.changed for group in sent.groups) == 0
    assert sum(group.changed for group in form.groups) == 0


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_option_is_asked_once_with_its_words(ruleset):
    form = form_of(ruleset)
    rows = [row for group in form.groups for row in group.rows]
    declared = dict(type(form.current).declared())
    assert sorted(row.name for row in rows) == sorted(
        set(declared) - {*DECIDED_BY_SETTINGS}
    )
    for row in rows:
        assert row.text == declared[row.name].text
        assert row.source == declared[row.name].source
        assert row.fields


def test_the_groups_name_no_option_that_there_is_not():
    known = {name for kind in RULESET_OF for name, _kind in kind.declared()}
    assert {name for group in GROUPS for name in group.names} <= known
    assert set(DECIDED_BY_SETTINGS) <= known


def test_a_changed_option_is_marked_and_said():
    sent = sent_to(form_of("riichi"), **{"uma-0": "30000", "uma-3": "-30000"})
    assert sent.is_valid()
    [group] = [group for group in sent.groups if group.changed]
    [row] = [row for row in group.rows if row.changed]
    assert (row.name, row.preset) == ("uma", "15,000, 5,000, −5,000, −15,000")
    assert sent.options()["uma"] == [30_000, 5_000, -5_000, -30_000]


def test_another_preset_is_what_options_are_compared_with():
    sent = sent_to(form_of("mcr"), preset="wmo2006")
    assert sent.is_valid()
    changed = [row.name for group in sent.groups for row in group.rows if row.changed]
    assert sorted(changed) == [
        "false_win_not_ready",
        "fully_concealed_on_concealed_hands",
        "mixed_kongs",
        "substitute_last",
        "two_concealed_kongs",
    ]


@pytest.mark.parametrize(
    ("ruleset", "typed_in", "field"),
    [
        ("riichi", {"uma-0": "16000"}, "uma-0"),
        ("riichi", {"honba_value": "301"}, "honba_value"),
        ("hong_kong", {"patterns-nine_gates": "many"}, "patterns-nine_gates"),
        ("hong_kong", {"min_faan": "12", "limit_faan": "10"}, "min_faan"),
        ("mcr", {"false_win_others": "11"}, "false_win_others"),
        ("classical", {"limit": "333", "false_win_scale": "half_limit"}, HALF),
        ("riichi", {"uma_by_floating-1-0": "5"}, "uma_by_floating-1-1"),
    ],
)
def test_what_cannot_be_stands_beside_its_field(ruleset, typed_in, field):
    sent = sent_to(form_of(ruleset), **typed_in)
    assert sent.is_valid()
    with pytest.raises(RuleError) as refused:
        rules.ruleset(ruleset, sent.options())
    sent.add_faults(refused.value)
    assert field in sent.errors


def test_floating_uma_is_typed_and_left_out():
    numbers = {
        f"uma_by_floating-{each}-{place}": str(value)
        for each, row in {"1": (12, -1, -3, -8), "3": (8, 3, 1, -12)}.items()
        for place, value in enumerate(row)
    }
    sent = sent_to(form_of("riichi"), **numbers)
    assert sent.is_valid()
    options = rules.ruleset("riichi", sent.options()).options
    assert options.uma_by_floating.three == (8, 3, 1, -12)
    none = sent_to(form_of("riichi", preset="jpml_a"), **dict.fromkeys(numbers, ""))
    assert none.is_valid()
    assert rules.ruleset("riichi", none.options()).options.uma_by_floating is None
