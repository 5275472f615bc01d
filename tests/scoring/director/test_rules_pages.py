"""The rules page.

Changes before the first hand are saved immediately, later changes after a preview.
"""

from __future__ import annotations

import html
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.ledger import enter_hand
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.table_device import text
from tests.tournaments.tournament_setup.test_rules_form import typed
from tournaments.models import Tournament
from tournaments.tournament_setup.rules_form import RulesForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(tournament) -> str:
    return reverse("director:rules", args=[tournament.slug])


@pytest.fixture
def shown(tournament):
    """Return the form data of the rules form as displayed."""
    return typed(RulesForm.of(tournament.rules, tournament.rules.options))


@pytest.fixture
def entered(game):
    """Return the table after a hand of 10 fan."""
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 10}
    enter_hand.enter(game.pk, raw, device_key="first", by="table 1", hand=1)
    return game


def rules_now(tournament):
    return Tournament.objects.get(pk=tournament.pk).rules.options


def carried(page) -> dict[str, str]:
    """Return the hidden fields of the preview page."""
    return page.context["hidden"]


def test_before_a_hand_all_rules_are_saved_at_once(
    tournament, director_client, address, shown
):
    page = director_client.get(address)
    assert "No hands have been entered" in text(page)
    wanted = shown | {"preset": "wmo2006", "minimum": "6", "false_win_others": "5"}
    answer = director_client.post(address, wanted, follow=True)
    assert "Rules saved." in text(answer)
    now = rules_now(tournament)
    assert (now.preset, now.minimum, now.false_win_others) == ("wmo2006", 6, 5)


def test_a_preset_is_filled_in_and_not_saved(
    tournament, director_client, address, shown
):
    page = director_client.post(address, shown | {"preset": "wmo2006", "fill": "yes"})
    assert page.context["form"]["mixed_kongs"].value() == 6
    assert rules_now(tournament).mixed_kongs == 5


def test_what_cannot_be_is_said_beside_it_and_kept(
    tournament, director_client, address, shown
):
    page = director_client.post(address, shown | {"false_win_others": "11"})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["false_win_others"]
    assert 'value="11"' in page.content.decode()


def test_after_a_hand_the_effect_is_shown_and_then_made(
    tournament, entered, director_client, address, shown
):
    page = director_client.post(address, shown | {"base": "10"})
    said = html.unescape(text(page))
    assert "1 table changes" in said
    assert "1 hand was entered by value. The value stays" in said
    assert rules_now(tournament).base == 8

    no_reason = director_client.post(address, carried(page) | {"reason": " "})
    assert no_reason.status_code == 422
    assert "reason" in no_reason.context["form"].errors
    done = director_client.post(
        address, carried(page) | {"reason": "misread"}, follow=True
    )
    assert "Rules changed. Tables with changed results: 1" in text(done)
    assert rules_now(tournament).base == 10


def test_an_effect_that_is_another_one_by_now_is_shown_anew(
    tournament, entered, director_client, address, shown
):
    page = director_client.post(address, shown | {"base": "10"})
    raw = {"kind": "win", "winner": "W", "from": "S", "points": 20}
    enter_hand.enter(entered.pk, raw, device_key="second", by="table 1", hand=2)
    given = carried(page) | {"reason": "misread"}
    again = director_client.post(address, given)
    assert again.status_code == 422
    assert "The effect has changed since this preview" in text(again)
    assert 'value="misread"' in again.content.decode()
    assert rules_now(tournament).base == 8
    given = carried(again) | {"reason": "misread"}
    assert director_client.post(address, given).status_code == 302
    assert rules_now(tournament).base == 10


def test_a_hand_in_the_way_is_named_with_the_way_to_it(
    tournament, entered, director_client, address, shown
):
    page = director_client.post(address, shown | {"minimum": "12"})
    said = text(page)
    assert "Round 1, table 1, hand 1" in said
    assert "10 fan is less than the minimum of 12." in said
    entries = reverse("table:entries", args=[tournament.slug, 1, 1])
    assert entries in page.content.decode()
    given = carried(page) | {"reason": "misread"}
    assert director_client.post(address, given).status_code == 422


def test_one_goes_back_to_the_form_with_what_was_typed(
    entered, director_client, address, shown
):
    page = director_client.post(address, shown | {"base": "10"})
    back = director_client.post(
        address, {"options": carried(page)["options"], "edit": "yes"}
    )
    assert back.context["form"]["base"].value() == 10


@pytest.mark.parametrize(
    "sent",
    [
        {"seen": "x", "options": "no json", "reason": "r"},
        {"seen": "x", "options": "[]", "reason": "r"},
        {"edit": "yes"},
    ],
)
def test_what_no_page_sends_is_a_bad_request(director_client, address, sent):
    assert director_client.post(address, sent).status_code == 400


def test_options_that_no_page_sends_are_refused(director_client, entered, address):
    given = {"seen": "x", "options": json.dumps({"jokers": 4}), "reason": "r"}
    assert director_client.post(address, given).status_code == 422
    given = {"edit": "yes", "options": json.dumps({"jokers": 4})}
    assert director_client.post(address, given).status_code == 200


def test_the_tables_page_says_that_the_rules_were_changed(
    tournament, entered, director_client, address, shown
):
    page = director_client.post(address, shown | {"base": "10"})
    director_client.post(address, carried(page) | {"reason": "misread"})
    for name, args in (
        ("public:session", [tournament.slug, 1, 1]),
        ("table:session", [tournament.slug, 1, 1]),
        ("table:result", [tournament.slug, 1, 1]),
        ("table:entries", [tournament.slug, 1, 1]),
        ("director:hall", [tournament.slug]),
        ("director:log", [tournament.slug]),
    ):
        answer = director_client.get(reverse(name, args=args))
        assert answer.status_code == 200, name
        if name in ("public:session", "table:session"):
            assert "The rules changed" in text(answer), name
    undo = reverse("table:undo", args=[tournament.slug, 1, 1])
    answer = director_client.post(
        undo, {"sequence": "1", "device_key": "undo", "reason": "wrong"}, follow=True
    )
    assert "Last entry undone." in text(answer)


def test_what_rounds_not_played_count_is_told_where_no_table_changes(
    one_left, director_client
):
    address = reverse("director:rules", args=[one_left.slug])
    shown = typed(RulesForm.of(one_left.rules, one_left.rules.options))
    page = director_client.post(address, shown | {"sit_out_points": "40"})
    effect = page.context["effect"]
    assert (effect.tables, effect.places > 0) == ((), True)
    assert "No results change" not in text(page)
    assert f"No tables change, {effect.places} places change" in text(page)
    sure = carried(page) | {"reason": "as announced"}
    done = text(director_client.post(address, sure, follow=True))
    assert "No results change" not in done
    [event] = one_left.log.filter(kind="rules_changed")
    said = f"0 tables have different results. {effect.places} places changed."
    assert of_event(event).endswith(said)


# --- resetting one option, and rules files -----------------------------------------


def hong_kong(tournament, **options: object) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(
        ruleset="hong_kong", options=options
    )
    return Tournament.objects.get(pk=tournament.pk)


def test_one_option_is_filled_in_as_the_preset_has_it(
    tournament, director_client, address
):
    """Resetting an option to the preset's value keeps other input and saves nothing."""
    for options, option in (
        ({"min_faan": 1}, "min_faan"),
        ({"bonus_counts_for_minimum": True}, "bonus_counts_for_minimum"),
        ({"seven_flower_win": False}, "seven_flower_win"),
        ({"limit_faan": "none"}, "limit_faan"),
        ({"chow_from": "anybody"}, "chow_from"),
        ({"patterns": {"small_dragons": 4}}, "patterns"),
        ({"table_points": [3, 2, 1, 0]}, "table_points"),
        ({"responsibility": []}, "responsibility"),
        ({"responsibility": ["ruling", "gave_wind"]}, "responsibility"),
        ({"base_unit": 2}, "base_unit"),
        ({"preset": "tvb_2026", "min_faan": 3}, "min_faan"),
    ):
        played = hong_kong(tournament, **options)
        sent = typed(RulesForm.of(played.rules, played.rules.options))
        sent |= {"goulash_carry": "8", "reset": option}
        page = director_client.post(address, sent)
        assert page.status_code == 200, options
        form = page.context["form"]
        assert form.is_valid(), form.errors
        preset = options.get("preset", "hk_old_style")
        kind = type(played.rules.options)
        wanted = kind.read({"preset": preset, "goulash_carry": 8})
        assert kind.read(form.options()) == wanted, options
        assert rules_now(tournament) == played.rules.options, options


def test_a_name_that_is_no_option_changes_nothing(director_client, address, shown):
    page = director_client.post(address, shown | {"reset": "nonsense"})
    assert page.status_code == 200
    assert sum(group.changed for group in page.context["groups"]) == 0


@pytest.fixture
def file_address(tournament) -> str:
    return reverse("director:rules_file", args=[tournament.slug])


def sent_file(client, address: str, content: bytes):
    file = SimpleUploadedFile("rules.json", content, "application/json")
    return client.post(address, {"file": file})


def test_rules_go_out_as_a_file_and_into_another_event(
    tournament, director_client, file_address
):
    played = hong_kong(tournament, min_faan=1, patterns={"small_dragons": 4})
    kept = director_client.get(file_address)
    assert kept["Content-Disposition"] == 'attachment; filename="spring-cup-rules.json"'
    assert json.loads(kept.content)["options"]["min_faan"] == 1
    hong_kong(tournament)
    page = sent_file(director_client, file_address, kept.content)
    assert page.status_code == 200
    filled = page.context["form"].current
    assert filled == played.rules.options
    assert rules_now(tournament).min_faan == 3


def rules_as_file(**changes: object) -> bytes:
    file = {
        "format": "prevailing-wind-rules",
        "version": 1,
        "ruleset": "mcr",
        "options": {},
    }
    return json.dumps(file | changes).encode()


def test_a_file_that_is_no_rules_is_refused_in_a_sentence(
    tournament, director_client, file_address
):
    before = rules_now(tournament)
    for content, words in (
        (b"{", "This is not a rules file."),
        (b"[]", "This is not a rules file."),
        (b"\xff\x00", "This is not a rules file."),
        (b"[" * 50_000, "This is not a rules file."),
        (b"{}", "This is not a rules file."),
        (b" " * (64 * 1024 + 1), "A rules file can have at most 64 kB."),
        (rules_as_file(version=2), "This is not a rules file."),
        (rules_as_file(ruleset="riichi"), "These rules are for “riichi”"),
        (rules_as_file(ruleset=["mcr"]), "These rules are for"),
        (rules_as_file(options=[]), "The file contains no rule options."),
        (
            rules_as_file(options={"minimum": 99}),
            "99 is out of range. Enter a number from 0 to 88.",
        ),
        (rules_as_file(options={"nonsense": 1}), "nonsense"),
        (b"", "empty"),
    ):
        page = sent_file(director_client, file_address, content)
        assert page.status_code == 422, content[:40]
        assert words in html.unescape(page.content.decode()), content[:40]
    assert rules_now(tournament) == before


def test_nothing_sent_is_refused_too(director_client, file_address):
    page = director_client.post(file_address, {})
    assert page.status_code == 422
    assert "This field is required." in text(page)
