"""The director's pages: the first account, a new tournament, players, seats,
helpers, settings, the log."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import ledger, log_words
from tournaments import helpers, presets, setup
from tournaments.models import LogEvent, Role, RoundState, Tournament

STRONG = "east-wind-16-hands"


def page(name: str, *args, **query) -> str:
    address = reverse(f"director:{name}", args=args)
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    return f"{address}?{pairs}" if pairs else address


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def says(response, sentence: str) -> bool:
    return sentence in text_of(response).replace("&#x27;", "'").replace("&quot;", '"')


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


# --- the first account ----------------------------------------------------------

FIRST = {"username": "first", "password1": STRONG, "password2": STRONG}


@pytest.mark.django_db
def test_a_new_installation_greets_and_makes_the_first_account(client):
    assert client.get("/").headers["Location"] == page("welcome")
    assert client.get(page("welcome")).status_code == 200

    response = client.post(page("welcome"), FIRST, follow=True)

    assert response.redirect_chain == [(page("home"), 302)]
    assert User.objects.get().is_superuser
    assert response.context["user"].username == "first"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"password2": "another-long-1"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "12345678901", "password2": "12345678901"}, "password2"),
        ({"username": "no spaces"}, "username"),
        ({"username": ""}, "username"),
    ],
)
def test_what_is_wrong_with_the_first_account_stands_beside_its_field(
    client, wrong, field
):
    response = client.post(page("welcome"), FIRST | wrong)
    assert response.status_code == 422
    assert response.context["form"].errors[field]
    assert not User.objects.exists()


def test_nobody_is_welcome_once_there_is_an_account(client, stranger):
    assert client.get(page("welcome")).status_code == 404
    assert client.post(page("welcome"), FIRST).status_code == 404
    assert User.objects.count() == 1


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
        plan = setup.Plan(f"Cup {number}", "mcr", 1, 60, "finish_hand")
        setup.create_tournament(plan, director=director)

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
    "hands_limit": "8",
    "minimum": "8",
    "false_win_cost": "60",
    "false_win_others": "20",
}


@pytest.mark.parametrize("key", presets.PRESETS)
def test_a_preset_fills_the_form_and_its_values_are_accepted(director_client, key):
    response = director_client.get(page("new", preset=key))
    initial = response.context["form"].initial
    values = {name: value for name, value in initial.items() if value is not False}

    made = director_client.post(page("new"), values | {"title": "Autumn Cup"})

    assert made.status_code == 302
    tournament = Tournament.objects.get()
    preset = presets.PRESETS[key]
    assert tournament.minutes == preset.minutes
    assert tournament.end_policy == preset.end_policy
    options = tournament.rules.options
    assert options.hands_limit == preset.options["hands_limit"]
    assert (options.false_win_offender, options.false_win_others) == (-30, 10)
    assert options.seat_change


def test_every_preset_is_offered(director_client):
    response = director_client.get(page("new"))
    for key, preset in presets.PRESETS.items():
        assert says(response, f"?preset={key}")
        assert says(response, str(preset.name))


def test_an_unknown_preset_is_not_there(director_client):
    assert director_client.get(page("new", preset="poker")).status_code == 404


def test_what_was_typed_is_what_is_played(director_client):
    response = director_client.post(page("new"), NEW)
    tournament = Tournament.objects.get()
    assert response.headers["Location"] == page("players", tournament.slug)
    assert (tournament.planned_rounds, tournament.minutes) == (5, 60)
    assert tournament.end_policy == "stop_at_once"
    assert tournament.rules.options.as_data() == {
        "minimum": 8,
        "base": 8,
        "hands_limit": 8,
        "seat_change": False,
        "false_win": {"offender": -60, "others": 20},
    }


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": ""}, "title"),
        ({"ruleset": "poker"}, "ruleset"),
        ({"planned_rounds": "0"}, "planned_rounds"),
        ({"minutes": "many"}, "minutes"),
        ({"end_policy": ""}, "end_policy"),
        ({"hands_limit": "17"}, "hands_limit"),
        ({"hands_limit": "0"}, "hands_limit"),
        ({"minimum": "-1"}, "minimum"),
        ({"minimum": "99"}, "minimum"),
        ({"false_win_cost": "-30"}, "false_win_cost"),
        ({"false_win_others": "1001"}, "false_win_others"),
    ],
)
def test_what_is_wrong_with_a_new_tournament_stands_beside_its_field(
    director_client, wrong, field
):
    response = director_client.post(page("new"), NEW | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert response.context["form"]["title"].value() == (NEW | wrong)["title"]
    assert not Tournament.objects.exists()


# --- players --------------------------------------------------------------------


def test_a_player_is_registered_with_the_next_number(tournament, director_client):
    response = director_client.post(
        page("players", tournament.slug),
        {"first_name": "Player", "last_name": "09", "team": "Team 3"},
        follow=True,
    )
    entry = tournament.entries.get(number=9)
    assert (str(entry), entry.team.name) == ("Player 09", "Team 3")
    assert says(response, "Player 09 is registered with number 9.")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"last_name": ""}, "last_name"),
        ({"last_name": "09", "number": "8"}, "number"),
        ({"last_name": "09", "number": "0"}, "number"),
        ({"last_name": "09", "number": "x"}, "number"),
        ({"last_name": "0" * 101}, "last_name"),
        ({"last_name": "a\x00b"}, "last_name"),
    ],
)
def test_what_is_wrong_with_a_player_stands_beside_the_field(
    tournament, director_client, typed, field
):
    response = director_client.post(page("players", tournament.slug), typed)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert tournament.entries.count() == 8


def test_a_person_registered_already_is_named(tournament, director_client):
    typed = {"last_name": "09", "ema_number": "100"}
    director_client.post(page("players", tournament.slug), typed)
    response = director_client.post(page("players", tournament.slug), typed)
    assert response.status_code == 422
    assert response.context["form"].errors["ema_number"] == [
        "09 (EMA number 100) is registered already."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "last_name,first_name\n09,Player\n10,Player\n",
        "last_name\tfirst_name\r\n09\tPlayer\r\n10\tPlayer",
        "first_name;last_name;team\nPlayer;09;Team 1\nPlayer;10;Team 3\n",
    ],
)
def test_many_players_are_pasted(tournament, director_client, text):
    response = director_client.post(
        page("players_paste", tournament.slug), {"text": text}, follow=True
    )
    assert says(response, "2 players are registered.")
    added = tournament.entries.filter(number__gt=8)
    assert [str(entry) for entry in added] == ["Player 09", "Player 10"]


def test_a_file_of_players_is_read(tournament, director_client):
    file = SimpleUploadedFile("players.csv", "\ufefflast_name\nŁoś\n".encode())
    director_client.post(page("players_paste", tournament.slug), {"file": file})
    assert str(tournament.entries.get(number=9)) == "Łoś"


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"text": "last_name,number\n09,1\n"}, "text", "Number 1 is given twice."),
        ({"text": "last_name,number\n09,9\n,x\n"}, "text", "line 3: last_name is"),
        ({"text": " \n "}, "text", "Paste lines here or choose a file."),
        ({}, "text", "Paste lines here or choose a file."),
        ({"file": b"last_name\n\xff\xfe\n"}, "file", "not text in UTF-8"),
        ({"file": b""}, "file", "This file is empty."),
    ],
)
def test_a_list_with_a_fault_registers_nobody(
    tournament, director_client, sent, field, sentence
):
    if "file" in sent:
        sent = {"file": SimpleUploadedFile("players.csv", sent["file"])}
    response = director_client.post(page("players_paste", tournament.slug), sent)
    assert response.status_code == 422
    form = response.context["form"]
    assert sentence in " ".join(form.errors[field])
    assert form["text"].value() == sent.get("text")
    assert tournament.entries.count() == 8


def test_a_list_with_many_faults_tells_the_first(tournament, director_client):
    text = "last_name,number\n" + "x,none\n" * 100
    response = director_client.post(
        page("players_paste", tournament.slug), {"text": text}
    )
    errors = response.context["form"].errors["text"]
    assert len(errors) == 21
    assert errors[-1] == "… and 80 more."


def test_a_list_that_is_too_long_is_refused(tournament, director_client):
    file = SimpleUploadedFile("players.csv", b"x" * (2 * 1024 * 1024 + 1))
    response = director_client.post(
        page("players_paste", tournament.slug), {"file": file}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["file"]


def test_a_player_withdraws_with_a_reason(tournament, director_client):
    address = page("withdraw", tournament.slug, 8)
    assert says(director_client.get(address), "Withdraw Player 08")
    assert director_client.post(address, {"reason": " "}).status_code == 422

    response = director_client.post(address, {"reason": "ill"}, follow=True)

    assert says(response, "Player 08 is withdrawn.")
    assert tournament.log.first().reason == "ill"
    assert director_client.get(address).status_code == 404


def test_a_seated_player_is_offered_no_way_out(
    tournament, seated_round, director_client
):
    address = page("withdraw", tournament.slug, 8)
    assert address not in text_of(director_client.get(page("players", tournament.slug)))
    response = director_client.post(address, {"reason": "ill"})
    assert response.status_code == 422
    assert says(response, "Player 08 already has a seat and stays.")


def test_more_players_need_no_more_queries(tournament, director_client):
    address = page("players", tournament.slug)
    few = count_queries(director_client, address)
    rows = [setup.PlayerRow(last_name=f"More {n}", team=f"T{n}") for n in range(100)]
    setup.register(tournament, rows, by="director")
    assert count_queries(director_client, address) == few


# --- seats ----------------------------------------------------------------------

SEATING = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n"


def typed_tables(*tables: tuple) -> dict[str, str]:
    values = {"form-TOTAL_FORMS": str(len(tables)), "form-INITIAL_FORMS": "0"}
    for index, table in enumerate(tables):
        for name, value in zip(("table", "E", "S", "W", "N"), table, strict=True):
            values[f"form-{index}-{name}"] = str(value)
    return values


def test_pasted_seats_become_drafts(tournament, director_client):
    response = director_client.post(
        page("seating", tournament.slug),
        {"text": SEATING + "2,1,1,5,2,6\n"},
        follow=True,
    )
    assert says(response, "2 rounds are seated as drafts.")
    assert says(response, "Publish round 1")
    assert [r.state for r in tournament.rounds.all()] == ["draft", "draft"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,1,1,2,3,99\n", "Round 1 seats numbers nobody has: 99."),
        ("1,1,1,2,3\n", "line 1: north is empty."),
        ("1,1,1,2,3,4\n1,2,4,5,6,7\n", "line 2: Player 4 sits at two tables"),
        ("100,1,1,2,3,4\n", "line 1: round is 100"),
        ("1,99999,1,2,3,4\n", "line 1: table is 99999"),
    ],
)
def test_seats_with_a_fault_seat_nobody(tournament, director_client, text, sentence):
    response = director_client.post(page("seating", tournament.slug), {"text": text})
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors["text"])
    assert response.context["form"]["text"].value() == text
    assert not tournament.rounds.exists()


def test_the_form_offers_a_line_for_every_table(tournament, director_client):
    response = director_client.get(page("seating_round", tournament.slug, 1))
    tables = [form["table"].value() for form in response.context["formset"]]
    assert tables == [1, 2]


def test_typed_seats_become_a_draft_and_empty_tables_are_left_out(
    tournament, director_client
):
    address = page("seating_round", tournament.slug, 1)
    tables = typed_tables((1, 4, 3, 2, 1), (2, "", "", "", ""))
    response = director_client.post(address, tables, follow=True)

    assert says(response, "Round 1 is seated as a draft.")
    [session] = tournament.rounds.get().sessions.all()
    assert session.seats.get(wind="E").entry.number == 4


def test_a_draft_is_shown_for_changing_and_replaced(
    tournament, seated_round, director_client
):
    address = page("seating_round", tournament.slug, 1)
    [first, second] = director_client.get(address).context["formset"]
    assert [first[wind].value() for wind in "ESWN"] == [1, 2, 3, 4]
    assert second["table"].value() == 2

    director_client.post(address, typed_tables((1, 8, 7, 6, 5)))

    round_ = tournament.rounds.get()
    assert (round_.state, round_.sessions.count()) == (RoundState.DRAFT, 1)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([(1, 1, 2, 3, "")], "A table has four players."),
        ([(1, 1, 2, 3, "x")], "Enter a whole number."),
        ([("", 1, 2, 3, 4)], "This field is required."),
        ([(1, 1, 2, 3, 1)], "Round 1 seats a player twice: 1."),
        ([(1, 1, 2, 3, 99)], "Round 1 seats numbers nobody has: 99."),
        ([(1, 1, 2, 3, 4), (1, 5, 6, 7, 8)], "Round 1 has table 1 twice."),
        ([(1, "", "", "", "")], "There is no table in this plan."),
        ([], "There is no table in this plan."),
    ],
)
def test_typed_seats_with_a_fault_seat_nobody(
    tournament, director_client, tables, sentence
):
    response = director_client.post(
        page("seating_round", tournament.slug, 1), typed_tables(*tables)
    )
    assert response.status_code == 422
    assert says(response, sentence)
    assert not tournament.rounds.exists()


def test_a_form_without_its_lines_is_a_refusal(tournament, director_client):
    response = director_client.post(page("seating_round", tournament.slug, 1), {})
    assert response.status_code == 422


def test_a_started_round_cannot_be_seated_again(
    tournament, running_round, director_client
):
    address = page("seating_round", tournament.slug, 1)
    assert says(director_client.get(address), "its seats stay")
    response = director_client.post(address, typed_tables((1, 8, 7, 6, 5)))
    assert response.status_code == 422
    assert says(response, "Round 1 has started: its seats stay.")
    assert tournament.rounds.get().sessions.count() == 2


@pytest.mark.parametrize("number", [0, 100, 10**30])
def test_a_round_nobody_can_have_is_not_there(tournament, director_client, number):
    address = page("seating_round", tournament.slug, number)
    assert director_client.get(address).status_code == 404


def test_more_rounds_and_tables_need_no_more_queries(tournament, director_client):
    address = page("seating", tournament.slug)
    director_client.post(address, {"text": SEATING})
    director_client.get(address)
    few = count_queries(director_client, address)
    more = "".join(f"{n},1,1,2,3,4\n{n},2,5,6,7,8\n" for n in range(2, 9))
    director_client.post(address, {"text": more})
    director_client.get(address)
    assert count_queries(director_client, address) == few


# --- settings -------------------------------------------------------------------

SETTINGS = {
    "title": "Spring Cup",
    "planned_rounds": "3",
    "minutes": "100",
    "end_policy": "finish_hand",
    "measure_0": "table_points",
    "measure_1": "score",
}


def test_the_settings_form_holds_what_is(tournament, director_client):
    form = director_client.get(page("settings", tournament.slug)).context["form"]
    values = {name: str(form[name].value()) for name in SETTINGS}
    assert values == SETTINGS
    assert form["measure_2"].value() is None


def test_settings_are_changed_and_the_change_is_told(tournament, director_client):
    typed = SETTINGS | {"minutes": "90", "measure_0": "score", "measure_1": "firsts"}
    response = director_client.post(
        page("settings", tournament.slug), typed, follow=True
    )
    assert says(response, "The settings are saved.")
    assert says(response, "the sum of scores, then by the number of first places")
    tournament.refresh_from_db()
    assert (tournament.minutes, tournament.tie_breaks) == (90, ["score", "firsts"])
    log = director_client.get(page("log", tournament.slug))
    assert says(log, "minutes per round from “100” to “90”")
    assert says(log, "from “Table points, Score” to “Score, Firsts”")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": " "}, "title"),
        ({"planned_rounds": "100"}, "planned_rounds"),
        ({"minutes": "0"}, "minutes"),
        ({"end_policy": "whenever"}, "end_policy"),
        ({"measure_0": ""}, "measure_0"),
        ({"measure_0": "luck"}, "measure_0"),
        ({"measure_1": "table_points"}, "measure_1"),
    ],
)
def test_what_is_wrong_with_the_settings_stands_beside_its_field(
    tournament, director_client, wrong, field
):
    response = director_client.post(page("settings", tournament.slug), SETTINGS | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]


def test_fewer_rounds_than_are_seated_are_refused_beside_the_field(
    tournament, seated_round, director_client
):
    setup.seat_rounds(tournament, [setup.TableRow(3, 1, (1, 2, 3, 4))], by="x")
    response = director_client.post(
        page("settings", tournament.slug), SETTINGS | {"planned_rounds": "2"}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["planned_rounds"] == [
        "Round 3 is seated already."
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


# --- helpers --------------------------------------------------------------------


def test_a_referee_account_signs_in(tournament, director_client):
    response = director_client.post(
        page("helpers", tournament.slug),
        {"username": "anna", "password": STRONG, "role": "referee"},
        follow=True,
    )
    assert says(response, STRONG)
    device = Client()
    assert device.login(username="anna", password=STRONG)
    assert device.get(page("hall", tournament.slug)).status_code == 200


def test_a_made_password_is_shown_once(tournament, director_client):
    address = page("helpers", tournament.slug)
    made = director_client.post(address, {"username": "anna", "role": "referee"})
    assert made.status_code == 302

    shown = director_client.get(address).context["shown_once"]
    assert Client().login(username="anna", password=shown["password"])

    again = director_client.get(address)
    assert again.context["shown_once"] is None
    assert shown["password"] not in text_of(again)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "two words"}, "username"),
        ({"username": "Director"}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "helper-anna"}, "password"),
        ({"role": "emperor"}, "role"),
    ],
)
def test_what_is_wrong_with_a_new_account_stands_beside_its_field(
    tournament, director_client, wrong, field
):
    typed = {"username": "helper-anna", "password": STRONG, "role": "referee"}
    response = director_client.post(page("helpers", tournament.slug), typed | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert User.objects.count() == 1


def test_an_account_is_given_a_role(tournament, stranger, director_client):
    response = director_client.post(
        page("helper_role", tournament.slug),
        {"username": "stranger", "role": "referee"},
        follow=True,
    )
    assert says(response, "stranger has the role now.")
    assert tournament.memberships.get(user=stranger).role == Role.REFEREE


def test_a_role_for_nobody_is_refused_beside_the_name(tournament, director_client):
    response = director_client.post(
        page("helper_role", tournament.slug), {"username": "ghost", "role": "referee"}
    )
    assert response.status_code == 422
    assert response.context["role_form"].errors["username"] == [
        "There is no account called “ghost”."
    ]


def test_the_page_of_roles_opened_cold_is_the_list(tournament, director_client):
    response = director_client.get(page("helper_role", tournament.slug))
    assert response.headers["Location"] == page("helpers", tournament.slug)


def test_a_helper_is_removed_once(tournament, referee, director_client):
    address = page("helper_remove", tournament.slug)
    response = director_client.post(address, {"username": "referee"}, follow=True)
    assert says(response, "referee has no role in Spring Cup any more.")
    response = director_client.post(address, {"username": "referee"}, follow=True)
    assert says(response, "referee has no role here any more.")
    assert response.status_code == 200


def test_the_last_director_stays(tournament, director_client):
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": "director"}, follow=True
    )
    assert says(response, "director is the only director")


def test_who_gives_up_directing_is_led_home(tournament, stranger, director_client):
    helpers.give_role(tournament, username="stranger", role=Role.DIRECTOR, by="x")
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": "director"}
    )
    assert response.headers["Location"] == page("home")


@pytest.mark.parametrize("username", ["", "a\x00b", "two words"])
def test_removing_what_no_account_is_called_is_a_bad_request(
    tournament, director_client, username
):
    response = director_client.post(
        page("helper_remove", tournament.slug), {"username": username}
    )
    assert response.status_code == 400


# --- the log --------------------------------------------------------------------


def test_the_log_says_who_did_what_and_why(tournament, seated_round, director_client):
    setup.register(tournament, [setup.PlayerRow("09")], by="anna")
    entry = tournament.entries.get(number=9)
    setup.withdraw(entry, by="anna", reason="missed the train")

    log = director_client.get(page("log", tournament.slug))

    for words in (
        "The tournament was made.",
        "8 players were registered.",
        "Seats were drafted for round 1.",
        "The seats of round 1 were published.",
        "Player 9 was withdrawn.",
        "missed the train",
        "anna",
    ):
        assert says(log, words)


def test_the_log_comes_in_pages(tournament, director_client):
    for _time in range(60):
        setup.show_to_public(tournament, True, by="director")
    first = director_client.get(page("log", tournament.slug))
    assert len(first.context["lines"]) == 50
    assert says(first, "Page 1 of 2")
    last = director_client.get(page("log", tournament.slug, page="2"))
    assert says(last, "The tournament was made.")
    beyond = director_client.get(page("log", tournament.slug, page="many"))
    assert beyond.status_code == 200


def test_the_log_can_leave_out_the_hands(tournament, session, director_client):
    raw = {"kind": "washout"}
    ledger.enter(session.pk, raw, hand=1, device_key="first", by="referee")
    words = "Round 1, table 1, hand 1: a washout."
    assert says(director_client.get(page("log", tournament.slug)), words)
    short = director_client.get(page("log", tournament.slug, hands="no"))
    assert not says(short, words)
    assert says(short, "Round 1 was started.")


def test_every_kind_of_change_has_words(settings):
    """Whatever the verbs record, the log can say."""
    recorded = set()
    for room in ("tournaments", "scoring"):
        for file in (settings.BASE_DIR / room).glob("*.py"):
            recorded |= set(
                re.findall(
                    r'(?:\.record|_change)\(\s*(?:\w+,\s*)?"(\w+)"', file.read_text()
                )
            )
    assert {"round_started", "registered", "settings_changed"} <= recorded
    assert recorded <= log_words.WORDS.keys()


def test_an_old_kind_without_words_is_named():
    assert log_words.of_event(LogEvent(kind="something")) == "something"
