"""Riichi tournaments and folders from before a correction of the presets' liability
keep their results.
"""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from django.apps import apps

from rules.riichi.presets import LIABILITY_BEFORE
from scoring.tournament_folder.event_json.read_and_write_settings import (
    read_settings,
    write_settings,
)
from tournaments.models import Round

MIGRATION = import_module("tournaments.migrations.0046_liability_as_before")


def test_the_migration_means_what_files_of_that_time_mean():
    listed = dict(MIGRATION.BEFORE_BY_PRESET)
    assert listed.pop("tenhou_hanchan") == listed["tenhou"]
    assert listed == LIABILITY_BEFORE


@pytest.mark.parametrize(("state", "keeps"), [("published", False), ("closed", True)])
def test_a_tournament_that_has_begun_keeps_its_liability(one_left, state, keeps):
    one_left.ruleset = "riichi"
    one_left.options = {"preset": "tenhou", "pao_honba": "liable"}
    one_left.save()
    Round.objects.filter(tournament=one_left).update(state=state)
    MIGRATION.keep_results(apps, None)
    one_left.refresh_from_db()
    options = one_left.rules.options
    assert ("suukantsu" in options.pao) == keeps
    assert options.pao_composite == ("part" if keeps else "whole")
    assert options.pao_honba == "liable"


def test_other_presets_and_rulesets_stay(one_left):
    for ruleset, options in (("riichi", {"preset": "jpml_a"}), ("mcr", {})):
        one_left.ruleset, one_left.options = ruleset, options
        one_left.save()
        Round.objects.filter(tournament=one_left).update(state="closed")
        MIGRATION.keep_results(apps, None)
        one_left.refresh_from_db()
        assert one_left.options == options


def settings_of(has_ledger: bool, **options: object):
    event = {
        "title": "Old",
        "ruleset": "riichi",
        "rounds": 2,
        "minutes": 90,
        "end_policy": "finish_hand",
        "options": options,
    }
    content = json.dumps(event).encode()
    return read_settings(content, has_ledger=has_ledger).rules.options


@pytest.mark.parametrize("preset", ["tenhou", "tenhou_hanchan", "m_league"])
def test_a_folder_with_hands_of_an_earlier_version_keeps_their_liability(preset):
    played = settings_of(True, preset=preset)
    assert (played.pao_composite, played.pao_honba) == ("part", "discarder")
    assert "suukantsu" in played.pao


def test_a_folder_that_names_the_option_or_has_no_hands_means_the_preset():
    for options in (
        settings_of(False, preset="tenhou"),
        settings_of(True, preset="tenhou", pao_composite="whole"),
    ):
        assert options == type(options).of("tenhou")


def test_a_folder_always_names_the_option(one_left):
    one_left.ruleset, one_left.options = "riichi", {"preset": "tenhou"}
    options = json.loads(write_settings(one_left))["options"]
    assert options["pao_composite"] == "whole"
