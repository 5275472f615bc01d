"""The director's start pages: list of tournaments, new tournament, settings,
and log.
"""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from django.urls import reverse

import rules
from scoring.ledger import enter_hand
from scoring.tournament_log import log_in_words_and_groups
from scoring.tournament_log.log_values_and_names import CHANGED
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.models import LogEvent, Tournament
from tournaments.people import register_players
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tournament_setup import (
    create_and_change_tournament,
    offered_rulesets_and_presets,
)
from tournaments.tournament_setup.rules_form import RulesForm

# --- my tournaments -------------------------------------------------------------


def test_my_tournaments_are_those_in_which_i_have_a_role(
    tournament, director_client, referee_client, stranger_client, owner_client
):
    assert says(director_client.get(page("home")), "Spring Cup")
    assert says(referee_client.get(page("home")), "Referee")
    assert says(owner_client.get(page("home")), "Spring Cup")
    assert not says(stranger_client.get(page("home")), "Spring Cup")


def test_my_tournaments_offer_what_one_can_begin(director_client):
    home = text_of(director_client.get(page("home")))
    for name in ("new", "import", "practice"):
        assert page(name) in home


def test_more_tournaments_need_no_more_queries(director, director_client):
    def add(number: int) -> None:
        plan = create_and_change_tournament.Plan(
            f"Cup {number}", "mcr", 1, 60, "finish_hand"
        )
        create_and_change_tournament.create_tournament(plan, director=director)

    add(1)
    few = count_queries(director_client, page("home"))
    for number in range(2, 12):
        add(number)
    assert count_queries(director_client, page("home")) == few


# --- a new tournament -----------------------------------------------------------

NEW = {
    "title": "Autumn Cup",
    "ruleset": "mcr",
    "planned_rounds": "5",
    "minutes": "60",
    "end_policy": "stop_at_once",
    "start_mode": "by_hand",
    "countdown": "0",
    "warning_marks": "15",
    "confirmation": "none",
    "late_word": "referee",
}


@pytest.mark.parametrize("key", offered_rulesets_and_presets.presets())
def test_a_preset_fills_the_form_and_its_values_are_accepted(director_client, key):
    form = director_client.get(page("new", preset=key)).context["form"]
    shown = {field.name: field.value() for field in form} | {"preset": key}
    shown |= {"filled": key}
    values = {
        name: value
        for name, value in shown.items()
        if value is not None and value is not False
    }

    made = director_client.post(page("new"), values | {"title": "Autumn Cup"})

    assert made.status_code == 302
    tournament = Tournament.objects.get()
    preset = offered_rulesets_and_presets.presets()[key]
    assert tournament.minutes == preset.minutes
    assert tournament.end_policy == preset.end_policy
    assert tournament.ruleset == preset.ruleset
    assert tournament.rules == rules.ruleset(preset.ruleset, preset.options)


def test_every_preset_is_offered(director_client):
    response = director_client.get(page("new"))
    for key, preset in offered_rulesets_and_presets.presets().items():
        assert f'value="{key}"' in text_of(response)
        assert says(response, str(preset.name))


def test_an_unknown_preset_is_not_there(director_client):
    assert director_client.get(page("new", preset="poker")).status_code == 404


def test_whose_word_lets_a_late_hand_count_is_chosen_at_once(director_client):
    response = director_client.get(page("new"))
    assert says(response, "Who decides late hands")
    assert response.context["form"]["late_word"].value() == "table"
    director_client.post(page("new"), NEW | {"late_word": "referee"})
    assert Tournament.objects.get().late_word == "referee"


def all_rules(client, key: str, **changes: object) -> dict[str, object]:
    """Return the form data of a preset's rules, with `changes`."""
    return sent_rules(client.get(page("new", preset=key)).context["rules"], **changes)


def sent_rules(form: RulesForm, **changes: object) -> dict[str, object]:
    """Return the form data of an open rules form, with `changes`."""
    sent = {}
    for field in form:
        value = changes.pop(field.name.replace("-", "_"), field.value())
        if value is True:
            sent[field.html_name] = "on"
        elif value is not None and value is not False:
            sent[field.html_name] = value
    assert not changes
    return sent


MCR = {"preset": "mcr-club-night", "filled": "mcr-club-night"}


def test_what_was_typed_is_what_is_played(director_client):
    sent = all_rules(
        director_client,
        "mcr-club-night",
        hands_limit=4,
        seat_change=False,
        false_win_offender=-60,
    )
    response = director_client.post(page("new"), NEW | MCR | sent)
    tournament = Tournament.objects.get()
    assert response.headers["Location"] == page("players", tournament.slug)
    assert (tournament.planned_rounds, tournament.minutes) == (5, 60)
    assert tournament.end_policy == "stop_at_once"
    assert tournament.rules.options.changes() == {
        "preset": "chinese",
        "hands_limit": 4,
        "seat_change": False,
        "false_win": {"offender": -60},
    }


#: Wrong input, and the form and field that name it.
WRONG_NEW = [
    ({"title": ""}, "form", "title"),
    ({"ruleset": "poker"}, "form", "ruleset"),
    ({"planned_rounds": "0"}, "form", "planned_rounds"),
    ({"minutes": "many"}, "form", "minutes"),
    ({"end_policy": ""}, "form", "end_policy"),
    ({"late_word": "nobody"}, "form", "late_word"),
    ({"rules-preset": "tenhou"}, "rules", "preset"),
    ({"rules-hands_limit": "17"}, "rules", "hands_limit"),
    ({"rules-hands_limit": "0"}, "rules", "hands_limit"),
    ({"rules-minimum": "-1"}, "rules", "minimum"),
    ({"rules-minimum": "99"}, "rules", "minimum"),
    ({"rules-false_win_others": "100001"}, "rules", "false_win_others"),
]


def test_what_is_wrong_with_a_new_tournament_stands_beside_its_field(director_client):
    right = NEW | MCR | all_rules(director_client, "mcr-club-night")
    for wrong, form, field in WRONG_NEW:
        sent = right | wrong
        response = director_client.post(page("new"), sent)
        assert response.status_code == 422, wrong
        assert list(response.context[form].errors) == [field]
        assert response.context["form"]["title"].value() == sent["title"]
    assert not Tournament.objects.exists()


HONG_KONG = NEW | {
    "ruleset": "hong_kong",
    "preset": "hong-kong-tvb",
    "filled": "hong-kong-tvb",
}


def test_every_option_of_hong_kong_can_be_chosen_above_its_preset(director_client):
    changed = {"multiple_winners": "all", "goulash_carry": "8"}
    sent = all_rules(director_client, "hong-kong-tvb", **changed)
    director_client.post(page("new"), HONG_KONG | sent)
    tournament = Tournament.objects.get()
    assert tournament.rules.options.changes() == {
        "preset": "tvb_2026",
        "multiple_winners": "all",
        "goulash_carry": 8,
    }
    assert tournament.tie_breaks == ["score", "firsts"]


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"min_faan": "11"}, "min_faan", "The minimum of 11 faan is above the limit"),
        ({"preset": "poker"}, "preset", "Select a valid choice"),
        ({"goulash_carry": "-1"}, "goulash_carry", "greater than or equal to 0"),
    ],
)
def test_options_that_cannot_be_are_refused_beside_their_field(
    director_client, wrong, field, sentence
):
    sent = all_rules(director_client, "hong-kong-tvb", **wrong)
    response = director_client.post(page("new"), HONG_KONG | sent)
    assert response.status_code == 422
    errors = response.context["rules"].errors
    assert list(errors) == [field]
    assert sentence in errors[field][0]
    assert 'id="every-rule" open' in text_of(response)
    assert not Tournament.objects.exists()


def test_rules_are_filled_in_and_set_back_before_anything_is_made(director_client):
    sent = HONG_KONG | all_rules(director_client, "hong-kong-tvb", chow_from="anybody")
    answer = director_client.post(page("new"), sent | {"reset": "chow_from"})
    assert answer.context["rules"]["chow_from"].value() == "left"
    assert sum(group.changed for group in answer.context["rules"].groups) == 0
    wanted = {"fill": "yes", "rules-preset": "parlour_10"}
    answer = director_client.post(page("new"), sent | wanted)
    assert answer.context["rules"].current.preset == "parlour_10"
    assert answer.context["form"]["title"].value() == "Autumn Cup"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("ruleset", ["hong_kong", "classical", "riichi"])
def test_another_preset_of_a_ruleset_makes_a_tournament(director_client, ruleset):
    """A tournament can be created from another preset of a ruleset.

    (`test_rules_form.py` sends the forms of all presets.)
    """
    first = next(
        key
        for key, each in offered_rulesets_and_presets.presets().items()
        if each.ruleset == ruleset
    )
    chosen = {"ruleset": ruleset, "preset": first, "filled": first}
    shown = director_client.get(page("new", preset=first)).context["rules"]
    *_others, preset = type(rules.ruleset(ruleset).options).PRESETS
    played = rules.ruleset(ruleset, {"preset": preset})
    form = RulesForm.of(played, played.options)
    sent = sent_rules(
        shown, **{field.name.replace("-", "_"): field.value() for field in form}
    )
    assert director_client.post(page("new"), NEW | chosen | sent).status_code == 302
    assert Tournament.objects.get().rules.options.preset == preset


# --- settings -------------------------------------------------------------------

CLOCK = {
    "card": "clock",
    "planned_rounds": "3",
    "minutes": "100",
    "end_policy": "finish_hand",
    "start_mode": "by_hand",
    "countdown": "0",
    "warning_marks": "15",
}
ENTRY = {"card": "entry", "confirmation": "none", "late_word": "referee"}
ORDER = {"card": "order", "tie_breaks": ["table_points", "score"]}
SEEN = {"card": "seen", "secret_rounds": "0"}


@pytest.mark.parametrize("card", [CLOCK, ENTRY, ORDER, SEEN])
def test_the_settings_hold_what_is(tournament, director_client, card):
    forms = director_client.get(page("settings", tournament.slug)).context["forms"]
    form = forms[card["card"]]
    for name in card.keys() - {"card"}:
        assert str(form[name].value()) == str(card[name])


def test_settings_are_changed_and_the_change_is_told(tournament, director_client):
    address = page("settings", tournament.slug)
    response = director_client.post(address, CLOCK | {"minutes": "90"}, follow=True)
    assert response.redirect_chain == [(f"{address}#clock", 302)]
    assert says(response, "Rounds and clock saved.")
    order = ORDER | {"tie_breaks": ["score", "firsts"]}
    response = director_client.post(address, order, follow=True)
    assert says(response, "total score, then by number of first places")
    tournament.refresh_from_db()
    assert (tournament.minutes, tournament.tie_breaks) == (90, ["score", "firsts"])
    log = director_client.get(page("log", tournament.slug))
    assert says(log, "minutes per round from “100” to “90”")
    assert says(log, "from “Table points, Score” to “Score, Firsts”")


def test_a_card_of_the_settings_changes_nothing_of_the_others(
    tournament, director_client
):
    address = page("settings", tournament.slug)
    other = {"minutes": "7", "search_engines": "", "tie_breaks": ["score"]}
    director_client.post(address, ENTRY | other | {"confirmation": "referee"})
    before = (tournament.minutes, tournament.search_engines, tournament.tie_breaks)
    tournament.refresh_from_db()
    assert tournament.confirmation == "referee"
    now = (tournament.minutes, tournament.search_engines, tournament.tie_breaks)
    assert now == before
    assert director_client.post(address, {"card": "all"}).status_code == 400


@pytest.mark.parametrize(
    ("card", "wrong", "field"),
    [
        (CLOCK, {"planned_rounds": "301"}, "planned_rounds"),
        (CLOCK, {"minutes": "0"}, "minutes"),
        (CLOCK, {"end_policy": "whenever"}, "end_policy"),
        (ENTRY, {"confirmation": "anybody"}, "confirmation"),
        (ORDER, {"tie_breaks": []}, "tie_breaks"),
        (ORDER, {"tie_breaks": ["luck"]}, "tie_breaks"),
        (ORDER, {"tie_breaks": ["score", "score"]}, "tie_breaks"),
    ],
)
def test_what_is_wrong_with_the_settings_stands_beside_its_field(
    tournament, director_client, card, wrong, field
):
    response = director_client.post(page("settings", tournament.slug), card | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]


@pytest.mark.parametrize(
    ("move", "order", "focus"),
    [
        ("tie_breaks:up:firsts", ["table_points", "firsts", "score"], "up:firsts"),
        ("tie_breaks:up:score", ["score", "table_points", "firsts"], "down:score"),
        ("tie_breaks:down:score", ["table_points", "firsts", "score"], "up:score"),
        ("tie_breaks:out:score", ["table_points", "firsts"], None),
        ("tie_breaks:added:lot", ["table_points", "score", "firsts", "lot"], "up:lot"),
    ],
)
def test_a_measure_moves_in_the_order_that_is_not_saved_yet(
    tournament, director_client, move, order, focus
):
    address = page("settings", tournament.slug)
    before = ["table_points", "score", "firsts"]
    typed = {"tie_breaks": before, "team_tie_breaks": ["best"], "lot_seed": "4 2 6"}
    answer = director_client.post(address, typed | {"move": move})
    form = answer.context["forms"]["order"]
    assert answer.status_code == 200
    assert form["tie_breaks"].value() == order
    assert form["team_tie_breaks"].value() == ["best"]
    assert form["lot_seed"].value() == "4 2 6"
    focused = re.findall(
        r'value="tie_breaks:([a-z:_]+)" autofocus', str(answer.content)
    )
    assert focused == ([focus] if focus else [])
    assert says(answer, "not saved yet")
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["table_points", "score"]


@pytest.mark.parametrize(
    "move", ["", "tie_breaks", "tie_breaks:up:luck", "tie_breaks:on:score", "x:up:lot"]
)
def test_a_move_that_no_button_asks_for_is_refused(tournament, director_client, move):
    sent = ORDER | {"move": move}
    answer = director_client.post(page("settings", tournament.slug), sent)
    assert answer.status_code == 400


def test_fewer_rounds_than_are_seated_are_refused_beside_the_field(
    tournament, seated_round, director_client
):
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 3, 4))],
        by="x",
    )
    response = director_client.post(
        page("settings", tournament.slug), CLOCK | {"planned_rounds": "2"}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["planned_rounds"] == [
        "Round 3 is already seated."
    ]


def test_a_tournament_is_hidden_and_shown(tournament, director_client, client):
    address = page("show", tournament.slug)
    standings = reverse("public:tournament", args=[tournament.slug])

    director_client.post(address, {"shown": "no"})
    assert client.get(standings).status_code == 404

    director_client.post(address, {"shown": "yes"})
    assert client.get(standings).status_code == 200
    assert [e.kind for e in tournament.log.all()[:2]] == ["shown", "hidden"]


def test_neither_shown_nor_hidden_changes_nothing(tournament, director_client):
    response = director_client.post(page("show", tournament.slug), {})
    assert response.status_code == 400
    tournament.refresh_from_db()
    assert tournament.is_public


# --- the log --------------------------------------------------------------------


def test_the_log_says_who_did_what_and_why(tournament, seated_round, director_client):
    register_players.register(tournament, [register_players.PlayerRow("09")], by="anna")
    player = tournament.players.get(number=9)
    register_players.withdraw(player, by="anna", reason="missed the train")

    log = director_client.get(page("log", tournament.slug))

    for words in (
        "Tournament created.",
        "8 players registered.",
        "Seating drafted for round 1.",
        "Seating of round 1 published.",
        "Player 9 09 withdrawn.",
        "missed the train",
        "anna",
    ):
        assert says(log, words)


def test_the_log_comes_in_pages(tournament, director_client):
    for _time in range(60):
        create_and_change_tournament.show_to_public(tournament, True, by="director")
    first = director_client.get(page("log", tournament.slug))
    assert len(first.context["lines"]) == 50
    assert says(first, "Page 1 of 2")
    last = director_client.get(page("log", tournament.slug, page="2"))
    assert says(last, "Tournament created.")
    beyond = director_client.get(page("log", tournament.slug, page="many"))
    assert beyond.status_code == 200


def test_the_log_can_leave_out_the_hands(tournament, game, director_client):
    raw = {"kind": "washout"}
    enter_hand.enter(game.pk, raw, hand=1, device_key="first", by="referee")
    words = "Round 1, table 1, hand 1: a draw."
    assert says(director_client.get(page("log", tournament.slug)), words)
    short = director_client.get(page("log", tournament.slug, hands="no"))
    assert not says(short, words)
    assert says(short, "Round 1 started.")


def test_every_kind_of_change_has_words(settings):
    """The log has a text for every kind of change that the code records."""
    recorded = set()
    for room in ("tournaments", "scoring"):
        for file in (settings.BASE_DIR / room).rglob("*.py"):
            recorded |= set(
                re.findall(
                    r'\b(?:record|change|set_clock)\(\s*(?:\w+,\s*)?"(\w+)"',
                    file.read_text(),
                )
            )
    assert {"round_started", "registered", "settings_changed"} <= recorded
    assert recorded <= log_in_words_and_groups.SENTENCES.keys()


def test_every_setting_has_words():
    """The log has a text for every setting that a director can change."""
    settings = {field.name for field in fields(create_and_change_tournament.Settings)}
    assert settings <= CHANGED.keys()


def test_an_old_kind_without_words_is_named():
    assert log_in_words_and_groups.of_event(LogEvent(kind="something")) == "something"
