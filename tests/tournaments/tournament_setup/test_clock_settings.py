"""Clock settings of new and of running tournaments."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.riichi.options import RiichiOptions
from tests.tournaments.pages import page, says
from tournaments.models import EndPolicy, Round, RoundState, StartMode, Tournament
from tournaments.rounds import round_clock
from tournaments.tournament_setup import (
    create_and_change_tournament,
    offered_rulesets_and_presets,
)

MINUTE = timedelta(minutes=1)


def shown_in(form) -> dict[str, object]:
    """Return the form data of an unchanged form."""
    values = {field.name: field.value() for field in form}
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False
    }


@pytest.fixture
def save(director_client, tournament):
    """Return a function that saves a card of the settings with some changes and returns
    the response.
    """
    address = page("settings", tournament.slug)

    def send(card: str = "clock", **typed: object):
        form = director_client.get(address).context["forms"][card]
        sent = shown_in(form) | {"card": card} | typed
        return director_client.post(address, sent, follow=True)

    return send


@pytest.fixture
def make(director_client):
    """Return a function that creates a tournament from a preset with some changes and
    returns the response.
    """

    def send(preset: str, **typed: object):
        address = page("new", preset=preset)
        asked = director_client.get(address).context
        sent = shown_in(asked["form"]) | {"title": "Autumn Cup", "preset": preset}
        rules = shown_in(asked["rules"]).items()
        sent |= {asked["rules"].add_prefix(name): value for name, value in rules}
        return director_client.post(address, sent | {"filled": preset} | typed)

    return send


class TestNew:
    @pytest.mark.parametrize(
        "policy", ["finish_hand", "finish_hand_plus_one", "stop_at_once", "hands_only"]
    )
    def test_every_policy_can_be_chosen(self, make, policy):
        make("hong-kong", end_policy=policy)
        assert Tournament.objects.get().end_policy == policy

    def test_what_another_preset_fills_in_is_shown_without_scripts(
        self, director_client, make
    ):
        shown = make("classical", filled="hong-kong", show="yes", venue="Harbour Hall")

        assert (shown.status_code, shown.context["chosen"]) == (200, "classical")
        assert shown.context["form"]["title"].value() == "Autumn Cup"
        assert "Harbour Hall" in shown.text
        assert b"invalid" not in shown.content
        assert not Tournament.objects.exists()

    def test_what_was_typed_is_kept(self, make):
        make(
            "classical",
            start_mode="published",
            countdown="5",
            warning_marks="5, 30 15",
            confirmation="players",
            **{"rules-hands_limit": "12"},
        )
        made = Tournament.objects.get()
        assert (made.start_mode, made.countdown) == (StartMode.PUBLISHED, 5)
        assert made.warning_marks == [30, 15, 5]
        assert made.confirmation == "players"
        assert made.rules.options.hands_limit == 12

    @pytest.mark.parametrize("preset", ["hong-kong", "classical", "riichi-ema"])
    def test_without_a_limit_there_is_none(self, make, preset):
        make(preset)
        assert Tournament.objects.get().rules.options.hands_limit is None

    @pytest.mark.parametrize("preset", ["hong-kong", "classical", "riichi-ema"])
    def test_a_limit_beyond_reason_is_refused(self, make, preset):
        response = make(preset, **{"rules-hands_limit": "100"})
        assert list(response.context["rules"].errors) == ["hands_limit"]

    def test_a_table_of_mcr_plays_sixteen_hands_at_most(self, make):
        response = make("mcr-championship", **{"rules-hands_limit": "17"})
        assert list(response.context["rules"].errors) == ["hands_limit"]

    @pytest.mark.parametrize("said", ["again", "ends"])
    def test_what_a_chombo_in_the_last_hand_does(self, make, said):
        make("riichi-ema", **{"rules-chombo_last_hand": said})
        assert Tournament.objects.get().rules.options.chombo_last_hand == said

    def test_the_ema_plays_one_more_hand(self):
        assert (
            offered_rulesets_and_presets.presets()["riichi-ema"].end_policy
            == "finish_hand_plus_one"
        )

    @pytest.mark.parametrize("key", ["riichi-ema", "riichi-wrc"])
    def test_it_begins_with_the_time_that_the_rules_name(self, key):
        preset = offered_rulesets_and_presets.presets()[key]
        options = RiichiOptions.read(preset.options)
        ends = {
            "finish_hand": EndPolicy.FINISH_HAND,
            "hand_plus_one": EndPolicy.FINISH_HAND_PLUS_ONE,
        }
        assert preset.end_policy == ends[options.time_policy]
        assert options.time_minutes in (None, preset.minutes)

    def test_the_rules_of_riichi_are_listed_with_their_time(self, director_client):
        response = director_client.get("/director/new/?preset=riichi-ema")
        names = dict(response.context["rules"]["preset"].field.choices)
        assert names["wrc_2022"].endswith(
            "2022 · 90 minutes · at the gong, finish the current hand"
        )
        assert names["tenhou"].endswith("· no time limit")


WRONG_MARKS = [
    ("1 2 3 4 5 6 7 8 9", "Enter at most 8 warnings."),
    ("15, soon", "Enter whole minutes separated by commas: 15, 5."),
    ("-5", "Enter whole minutes separated by commas: 15, 5."),
    ("1.5", "Enter whole minutes separated by commas: 15, 5."),
    ("²", "Enter whole minutes separated by commas: 15, 5."),
    ("9" * 99, "Enter whole minutes separated by commas: 15, 5."),
    ("0", "Enter warnings from 1 to 600 minutes before the end."),
    ("601", "Enter warnings from 1 to 600 minutes before the end."),
    ("15, 5, 15", "Each warning can be listed only once."),
]


class TestSettings:
    def test_saved_as_they_are_they_are_no_change(self, save, tournament):
        before = tournament.revision
        assert says(save(), "Rounds and clock saved.")
        tournament.refresh_from_db()
        assert tournament.revision == before

    @pytest.mark.parametrize(("typed", "sentence"), WRONG_MARKS)
    def test_wrong_marks_get_a_sentence(self, save, tournament, typed, sentence):
        response = save(warning_marks=typed)
        assert response.status_code == 422
        assert response.context["form"].errors["warning_marks"] == [sentence]
        tournament.refresh_from_db()
        assert tournament.warning_marks == [15]

    @pytest.mark.parametrize("typed", ["", " ", ","])
    def test_nobody_needs_to_be_warned(
        self, save, tournament, running_round, director_client, typed
    ):
        assert says(save(warning_marks=typed), "Rounds and clock saved.")
        tournament.refresh_from_db()
        running_round.refresh_from_db()
        assert (tournament.warning_marks, running_round.mark_at) == ([], None)
        log = director_client.get(page("log", tournament.slug))
        assert says(log, "warnings before the end from “15” to “none”")
        shown = director_client.get(page("settings", tournament.slug))
        assert shown_in(shown.context["forms"]["clock"])["warning_marks"] == ""

    def test_what_was_typed_wrongly_is_still_there(self, save):
        response = save(warning_marks="15, soon")
        assert says(response, 'value="15, soon"')

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"start_mode": "whenever"}, "start_mode"),
            ({"countdown": "61"}, "countdown"),
            ({"countdown": "-1"}, "countdown"),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field(self, save, wrong, field):
        response = save(**wrong)
        assert response.status_code == 422
        assert list(response.context["form"].errors) == [field]

    def test_the_log_tells_every_change(self, save, director_client, tournament):
        save(
            start_mode="published",
            countdown="5",
            warning_marks="5,20",
            end_policy="hands_only",
        )
        save("entry", late_word="table")
        log = director_client.get(page("log", tournament.slug))
        for sentence in (
            "start of rounds from “A director starts it” to “Automatically: ",
            "countdown minutes from “0” to “5”",
            "warnings before the end from “15” to “20, 5”",
            "at the gong from “Finish the current hand” to “No limit",
            "who decides late hands from “A referee; the hand waits for the decision” "
            "to “The table; a referee can remove the hand”",
        ):
            assert says(log, sentence)

    def test_a_clock_that_runs_heeds_the_new_marks(self, tournament, running_round):
        now = running_round.ends_at - 40 * MINUTE
        change(tournament, now=now, warning_marks=[30, 5])
        running_round.refresh_from_db()
        assert running_round.mark_at == running_round.ends_at - 30 * MINUTE

    def test_marks_that_are_past_are_not_made_up_for(self, tournament, running_round):
        now = running_round.ends_at - 10 * MINUTE
        change(tournament, now=now, warning_marks=[30, 20])
        running_round.refresh_from_db()
        assert running_round.mark_at is None

    def test_a_paused_clock_has_no_mark(self, tournament, running_round, noon):
        round_clock.pause(running_round.pk, by="director", now=noon)
        change(tournament, now=noon, warning_marks=[30])
        running_round.refresh_from_db()
        assert running_round.mark_at is None
        resumed = round_clock.resume(running_round.pk, by="director", now=noon)
        assert resumed.mark_at == resumed.ends_at - 30 * MINUTE

    def test_rounds_that_start_by_themselves_begin_to(self, tournament, seated_round):
        change(tournament, start_mode=StartMode.PUBLISHED, countdown=5)
        round_ = Round.objects.get()
        assert round_.state == RoundState.PUBLISHED
        assert round_.starts_at is not None


def change(tournament: Tournament, *, now=None, **values: object) -> None:
    """Change some settings and keep the others."""
    tournament.refresh_from_db()
    kept = {
        name: getattr(tournament, name)
        for name in ("planned_rounds", "minutes", "end_policy", "tie_breaks")
    }
    settings = create_and_change_tournament.Settings(**kept | values)
    create_and_change_tournament.change_settings(
        tournament, settings, by="director", now=now
    )
