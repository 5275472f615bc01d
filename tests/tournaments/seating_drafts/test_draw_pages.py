"""The director's pages for seating drafts: request, progress, report, changes,
confirmation and publication.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from hashlib import sha256
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.check_in import check_in_marks
from tournaments.director.seating_drafts import draft_report_and_edits_wording
from tournaments.models import (
    CheckInState,
    Draw,
    DrawState,
    NeverMeet,
    RoundState,
    StartMode,
)
from tournaments.people import register_players
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.seating import generate_seating as engine
from tournaments.seating import run as command_line
from tournaments.seating.constraints import Apart, Constraints, Weights
from tournaments.seating.seating_request import Options, read_request
from tournaments.seating.verify_seating import verify
from tournaments.seating_drafts import seating_jobs, submit_draft
from tournaments.seating_drafts.constraint_forms import WEIGHTS
from tournaments.seating_drafts.seating_forms import NewDrawForm, RepairForm

#: Players 1 and 2 are at table 1 in both rounds.
PLAN = """round,table,east,south,west,north
1,1,1,2,5,6
1,2,3,4,7,8
2,1,2,1,7,8
2,2,3,4,5,6
"""


def asked(**values) -> dict[str, object]:
    """Return the form data of a new seating with default values.

    `values` replace some of them.
    """
    weights = {f"weight_{name}": getattr(Weights(), name) for name in WEIGHTS}
    usual = {
        "method": "plan",
        "first_round": 1,
        "rounds": 1,
        "teams": "off",
        "countries": "soft",
        "clubs": "soft",
        "uneven": "fillers",
        "search": "short",
        "block": 1,
        "order": "top",
        "interval": 4,
        "seed": "spring",
    }
    return {**usual, **weights, **values}


@pytest.fixture
def draft(tournament) -> Draw:
    """Return a draft of one round for the eight players."""
    draw = submit_draft.submit(
        tournament,
        method="random",
        first_round=1,
        rounds=1,
        demands=Constraints(),
        seed="spring",
        by="director",
    )
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    return draw


@pytest.fixture
def imported(tournament, director_client) -> Draw:
    """Return an imported draft of two rounds.

    Players 1 and 2 meet twice in it, and so do 3 and 4.
    """
    director_client.post(
        page("draw_import", tournament.slug), {"text": PLAN, "first_round": 1}
    )
    return tournament.draws.get()


def of(draw: Draw, name: str = "draw", **query) -> str:
    return page(name, draw.tournament.slug, draw.number, **query)


def posted(client, draw: Draw, name: str, **values):
    return client.post(of(draw, name), values, follow=True)


# --- requesting a seating ---------------------------------------------------------


def test_the_form_offers_the_rounds_without_seats(tournament, director_client):
    response = director_client.get(page("draw_new", tournament.slug))
    form = response.context["form"]
    assert (form["first_round"].value(), form["rounds"].value()) == (1, 3)
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    response = director_client.get(page("draw_new", tournament.slug))
    form = response.context["form"]
    assert (form["first_round"].value(), form["rounds"].value()) == (2, 2)


def test_without_a_draw_it_says_where_the_seats_came_from(tournament, director_client):
    address = page("draws", tournament.slug)
    assert (
        "8 players are registered: generate the seating now."
        in director_client.get(address).text
    )
    seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    assert (
        "The seating was imported with the tournament"
        in director_client.get(address).text
    )


def test_the_form_offers_seats_nobody_has_seen_once_all_rounds_have_some(
    tournament, director_client
):
    """The form offers rounds whose seats are not published when all rounds have
    seats.
    """
    rows = [
        seat_rounds_and_exchange_seats.TableRow(n, 1, (1, 2, 3, 4)) for n in (1, 2, 3)
    ]
    first, *_more = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, rows, by="director"
    )
    response = director_client.get(page("draw_new", tournament.slug))
    form = response.context["form"]
    assert (form["first_round"].value(), form["rounds"].value()) == (1, 3)
    publish_seating.publish(first.pk, by="director")
    response = director_client.get(page("draw_new", tournament.slug))
    assert response.context["form"]["first_round"].value() == 2


def test_a_method_of_one_round_asks_for_one_from_the_start(tournament, director_client):
    address = page("draw_new", tournament.slug)
    director_client.post(address, asked(method="swiss", rounds=1))
    form = director_client.get(address).context["form"]
    assert (form["method"].value(), form["rounds"].value()) == ("swiss", 1)


def test_what_is_wrong_first_has_the_focus(tournament, director_client):
    address = page("draw_new", tournament.slug)
    refused = director_client.post(address, asked(method="swiss", rounds=3))
    assert refused.status_code == 422
    focused = re.findall(r'name="(\w+)"[^>]*autofocus', refused.content.decode())
    assert focused == ["rounds"]
    # Errors without a field are shown at the top, which gets the focus.
    tournament.players.filter(number__gt=3).delete()
    refused = director_client.post(address, asked(uneven="byes"))
    assert refused.status_code == 422
    assert refused.content.decode().count("autofocus") == 1


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (
            5,
            "With 5 players: 3 house players fill the last table, or 1 player sits out",
        ),
        (
            7,
            "With 7 players: 1 house player fills the last table, or 3 players sit out",
        ),
        (8, ""),
    ],
)
def test_who_is_over_is_said_before_the_draw(
    tournament, director_client, players, words
):
    tournament.players.filter(number__gt=players).delete()
    form = director_client.get(page("draw_new", tournament.slug)).context["form"]
    said = str(form["uneven"].help_text)
    assert said.startswith(words)
    assert bool(said) == bool(words)


def test_whoever_has_left_is_not_among_those_who_are_over(tournament, director_client):
    tournament.players.filter(number=8).update(last_round=0)
    tournament.players.filter(number=7).update(away_rounds="1")
    for name in ("draw_new", "draw_repair"):
        shown = director_client.get(page(name, tournament.slug))
        assert says(shown, "With 6 players: 2 house players fill the last table")
        assert not says(shown, "8 players")


def test_the_words_are_right_for_one_table(tournament, director_client):
    tournament.players.filter(number__gt=4).delete()
    director_client.post(page("draw_new", tournament.slug), asked(rounds=2))
    draw = tournament.draws.get()
    seating_jobs.run(draw.pk)
    shown = director_client.get(of(draw))
    assert says(shown, "There is only one table, so players sit there in every round.")
    assert says(shown, "in consecutive rounds: 6, the fewest possible.")
    assert not says(shown, "1 tables")
    assert not says(shown, "Problem:")


def test_house_players_are_told_of(tournament, director_client):
    tournament.players.filter(number__gt=5).delete()
    director_client.post(page("draw_new", tournament.slug), asked(rounds=2))
    draw = tournament.draws.get()
    seating_jobs.run(draw.pk)
    shown = director_client.get(of(draw))
    assert says(shown, "5 players and 3 house players sit at the tables.")


def test_team_mates_are_kept_apart_unless_said_otherwise(tournament, director_client):
    response = director_client.get(page("draw_new", tournament.slug))
    form = response.context["form"]
    kinds = {field.name: field.value() for field, _rounds in form.kinds}
    assert kinds == {"teams": "hard", "countries": "soft", "clubs": "soft"}


def test_what_is_asked_is_what_the_draw_is_made_of(tournament, director_client):
    values = asked(
        countries="hard", countries_rounds=2, clubs="off", weight_repeat=77, rounds=2
    )
    response = director_client.post(page("draw_new", tournament.slug), values)
    draw = tournament.draws.get()
    assert response["Location"] == of(draw)
    demands = draw.request["demands"]
    assert demands["countries"] == {"strictness": "hard", "rounds": 2}
    assert demands["clubs"]["strictness"] == "off"
    assert demands["weights"]["repeat"] == 77
    assert (draw.method, draw.seed, draw.rounds) == ("plan", "spring", 2)


def test_the_next_draw_begins_with_what_was_asked_last(tournament, director_client):
    values = asked(teams="soft", clubs_rounds=3, weight_table=21, search="long")
    director_client.post(page("draw_new", tournament.slug), values)
    response = director_client.get(page("draw_new", tournament.slug))
    form = response.context["form"]
    shown = [
        form[name].value()
        for name in ("teams", "clubs_rounds", "weight_table", "search")
    ]
    assert shown == ["soft", 3, 21, "long"]


def test_players_are_swapped_by_their_names(imported, director_client):
    players = {p.number: p.person for p in imported.tournament.players.all()}
    values = {"round": 2, "one": f"1 {players[1]}", "other": str(players[3])}
    page = director_client.get(of(imported, "draw_swap", **values))
    assert page.context["consequences"]
    values |= {"version": imported.version, "reason": "mates"}
    posted(director_client, imported, "draw_swap", **values)
    imported.refresh_from_db()
    assert imported.plan[1] == [[2, 3, 7, 8], [1, 4, 5, 6]]
    values = {"round": 2, "one": "nobody of this name", "other": 3}
    refused = director_client.get(of(imported, "draw_swap", **values))
    assert refused.context["form"].errors["one"]


def test_tables_for_three_have_no_empty_seat(tournament, director_client):
    players = list(tournament.players.order_by("number"))[:6]
    tournament.players.filter(number__gt=6).delete()
    draw = submit_draft.submit(
        tournament,
        method="random",
        first_round=1,
        rounds=1,
        demands=Constraints(size=3),
        seed="spring",
        by="director",
    )
    seating_jobs.run(draw.pk)
    shown = director_client.get(of(draw))
    assert all(str(player.person) in text_of(shown) for player in players)
    assert "empty seat" not in text_of(shown)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": ""}, "rounds"),
        ({"first_round": 100}, "first_round"),
        ({"first_round": 3}, "first_round"),
        ({"method": "guess"}, "method"),
        ({"method": "swiss", "rounds": 2}, "rounds"),
        ({"weight_repeat": "-1"}, "weight_repeat"),
        ({"template": "1 2 x 4"}, "template"),
        ({"block": 0}, "block"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    tournament, director_client, values, field
):
    sent = asked(**values)
    response = director_client.post(page("draw_new", tournament.slug), sent)
    assert response.status_code == 422
    form = response.context["form"]
    assert form[field].errors
    assert form["seed"].value() == "spring"
    assert not tournament.draws.exists()


@pytest.mark.parametrize("name", ["draw_new", "draw_repair"])
def test_what_contradicts_itself_stands_beside_its_field(
    tournament, director_client, seated_round, name
):
    first_round = 2 if name == "draw_new" else 1
    response = director_client.post(
        page(name, tournament.slug), asked(groups="on", first_round=first_round)
    )
    assert response.status_code == 422
    errors = response.context["form"].errors
    assert errors == {
        "groups": ["One player of each group at every table: no player has a group."]
    }
    assert not tournament.draws.exists()


def test_what_has_no_field_stands_at_the_top(tournament, director_client):
    tournament.players.filter(number=3).update(fixed_table=9)
    response = director_client.post(page("draw_new", tournament.slug), asked())
    assert response.status_code == 422
    [words] = response.context["form"].non_field_errors()
    assert words == "Player 3 cannot be fixed at table 9. There are tables 1 to 2."
    assert says(response, words)


def parts(kind: type, where: str) -> Iterator[str]:
    """Yield the engine's names of all fields of a type, with the fields of its
    constraints and weights.
    """
    for part in fields(kind):
        yield f"{where}.{part.name}"
    for inner in (Apart, Weights):
        for part in fields(kind):
            if isinstance(getattr(kind(), part.name), inner):
                yield from parts(inner, f"{where}.{part.name}")


@pytest.mark.parametrize("form", [NewDrawForm, RepairForm])
def test_whatever_the_engine_may_name_has_its_field(form):
    named = {*parts(Constraints, "demands"), *parts(Options, "options")}
    with_pages_of_their_own = {"demands.never", "demands.weights"}
    kept = {name for name in named if form is NewDrawForm or name.startswith("demands")}
    set_by_the_ruleset = {"demands.size"}
    without_field = with_pages_of_their_own | set_by_the_ruleset
    assert kept - form.ENGINE_FIELDS.keys() == without_field
    assert form.ENGINE_FIELDS.keys() <= {*named, "standing"}
    assert set(form.ENGINE_FIELDS.values()) <= form().fields.keys()


def test_a_method_by_standing_gets_the_standing(tournament, director_client):
    director_client.post(page("draw_new", tournament.slug), asked(method="snake"))
    assert sorted(tournament.draws.get().request["standing"]) == list(range(1, 9))


def test_who_never_meets_is_named(tournament, director_client):
    players = list(tournament.players.all())
    NeverMeet.objects.create(
        tournament=tournament, one=players[0], other=players[4], reason="brothers"
    )
    response = director_client.get(page("draw_new", tournament.slug))
    assert says(response, "1 Player 01 · 5 Player 05")
    assert says(response, "brothers")


def test_a_promise_shows_the_hash_and_hides_the_seed(tournament, director_client):
    values = asked(promise="on", seed="dragon-seed")
    director_client.post(page("draw_new", tournament.slug), values)
    draw = tournament.draws.get()
    response = director_client.get(of(draw))
    assert says(response, draw.commitment)
    assert "dragon-seed" not in text_of(response)
    missing = director_client.get(
        of(draw, "draw_json"), headers={"accept-language": "fr"}
    )
    assert missing.status_code == 404
    assert 'lang="fr"' in missing.text
    response = director_client.post(of(draw, "draw_reveal"), {"thrown": " "})
    assert response.status_code == 422
    posted(director_client, draw, "draw_reveal", thrown="4 2 6")
    seating_jobs.run(draw.pk)
    response = director_client.get(of(draw))
    assert says(response, "dragon-seed")
    assert says(response, "4 2 6")


# --- progress ---------------------------------------------------------------------


@pytest.fixture
def drawing_now(tournament, director_client) -> Draw:
    director_client.post(page("draw_new", tournament.slug), asked())
    draw = tournament.draws.get()
    draw.state = DrawState.DRAWING
    draw.started_at = draw.heard_at = timezone.now()
    draw.progress = {"stage": "seats", "best": 1200, "moves": 50_000, "of": 200_000}
    draw.save()
    return draw


def test_one_sees_how_far_it_is(drawing_now, director_client):
    response = director_client.get(of(drawing_now))
    assert says(response, "50000 of at most 200000")
    assert says(response, 'hx-trigger="every 1s"')
    assert says(response, '<meta http-equiv="refresh" content="2">')
    fragment = director_client.get(of(drawing_now), headers={"HX-Request": "true"})
    assert text_of(fragment).startswith('<div id="draw-progress"')


def test_looking_on_costs_few_queries(drawing_now, director_client):
    assert count_queries(director_client, of(drawing_now)) <= 13


def test_one_can_stop_it(drawing_now, director_client):
    response = posted(director_client, drawing_now, "draw_stop")
    assert says(response, "Stopping with the best seating so far.")
    drawing_now.refresh_from_db()
    assert drawing_now.stop_requested


def test_who_looked_on_is_taken_to_the_plan(draft, director_client):
    response = director_client.get(of(draft), headers={"HX-Request": "true"})
    assert response["HX-Redirect"] == of(draft)


def test_a_lost_draw_can_be_tried_again(drawing_now, director_client):
    drawing_now.heard_at -= 2 * seating_jobs.PATIENCE
    drawing_now.save()
    assert says(
        director_client.get(of(drawing_now)), "The background worker may have stopped."
    )
    posted(director_client, drawing_now, "draw_again")
    drawing_now.refresh_from_db()
    assert drawing_now.state == DrawState.WAITING


def test_a_failed_draw_says_why(drawing_now, director_client):
    drawing_now.state = DrawState.FAILED
    fault = {"code": "x", "message": "Team %(team)s is large.", "field": "teams"}
    drawing_now.faults = [{**fault, "params": {"team": "<Lyon>"}}]
    drawing_now.save()
    assert says(director_client.get(of(drawing_now)), "Team &lt;Lyon&gt; is large.")


# --- the plan and its report --------------------------------------------------------


def test_the_plan_is_shown_by_round_with_names(imported, director_client):
    response = director_client.get(of(imported, round=2))
    [first, second] = response.context["round"].tables
    assert [chair.person.number for chair in first.chairs] == [2, 1, 7, 8]
    assert [chair.wind for chair in second.chairs] == ["E", "S", "W", "N"]
    assert says(response, "Player 07")
    assert director_client.get(of(imported, round=3)).status_code == 404
    assert director_client.get(of(imported, round="x")).status_code == 404


def test_what_is_wrong_at_a_table_is_marked(imported, director_client):
    response = director_client.get(of(imported))
    [first, _second] = response.context["round"].tables
    assert "1 Player 01 and 2 Player 02 also meet in round 2." in first.faults
    assert "1 Player 01 and 2 Player 02 are team-mates." in first.faults
    assert response.context["faulty_rounds"] == [1, 2]


def test_the_report_says_it_in_words_and_in_figures(imported, director_client):
    response = director_client.get(of(imported))
    assert says(response, "Repeat meetings: ")
    repeats = response.context["figures"][0]
    assert repeats.here == imported.report["repeats"] == 4
    assert response.context["findings"][0].fine is False
    assert says(response, "1 Player 01 and 2 Player 02: rounds 1, 2")


def test_five_verdicts_stand_above_the_report(imported, director_client):
    verdicts = director_client.get(of(imported)).context["verdicts"]
    assert [(verdict.figure, verdict.label, verdict.fine) for verdict in verdicts] == [
        ("4", "pairs that meet more than once", True),
        ("8", "meetings of team-mates", True),
        ("8", "meetings within a country", True),
        ("±2", "uneven winds for some players", False),
        ("4", "extra returns to a table (harmless)", True),
    ]


def test_the_report_says_how_many_sit_a_wind_how_often(imported, director_client):
    context = director_client.get(of(imported)).context
    assert context["wind_times"] == [0, 1, 2]
    assert [share.wind for share in context["wind_shares"]] == list("ESWN")
    assert all(sum(share.players) == 8 for share in context["wind_shares"])


def test_every_player_has_a_line(imported, director_client):
    lines = director_client.get(of(imported)).context["lines"]
    assert [line.person.number for line in lines] == list(range(1, 9))
    assert lines[0].winds == (1, 1, 0, 0)
    assert lines[0].tables == (1, 1)
    assert lines[0].again == (1,)
    assert [other.number for other in lines[0].repeats] == [2]


def test_a_table_that_a_repair_closed_is_not_shown(draft, director_client):
    draft.plan = [[[1, 2, 3, 4], [None] * 4, [5, 6, 7, 8]]]
    draft.save()
    response = director_client.get(of(draft))
    assert [table.number for table in response.context["round"].tables] == [1, 3]
    text = director_client.get(of(draft, "draw_csv")).content.decode()
    lines = text.splitlines()[1:]
    assert [line[:5] for line in lines] == ["1,1,1", "1,2,,", "1,3,5"]
    values = {"first_round": 1, "text": text, "reason": ""}
    director_client.post(page("draw_import", draft.tournament.slug), values)
    assert draft.tournament.draws.get(number=2).plan == draft.plan


def test_the_file_of_later_rounds_is_taken_back(imported, director_client):
    confirmed(director_client, imported)
    slug = imported.tournament.slug
    director_client.post(
        page("draw_new", slug), asked(method="random", first_round=3, rounds=2)
    )
    later = imported.tournament.draws.get(number=2)
    seating_jobs.run(later.pk)
    later.refresh_from_db()
    text = director_client.get(of(later, "draw_csv")).content.decode()
    assert text.splitlines()[1].startswith("3,1,")
    values = {"first_round": 3, "text": text, "reason": ""}
    director_client.post(page("draw_import", slug), values)
    again = imported.tournament.draws.get(number=3)
    assert (again.first_round, again.plan) == (3, later.plan)
    gap = text.replace("\n4,", "\n5,")
    response = director_client.post(page("draw_import", slug), {**values, "text": gap})
    assert says(response, "Rounds are missing: 4.")


def test_tables_closed_at_the_end_of_a_round_are_not_in_the_file(
    draft, director_client
):
    draft.plan = [[[1, 2, 3, 4], [5, 6, 7, 8], [None] * 4]]
    draft.save()
    text = director_client.get(of(draft, "draw_csv")).content.decode()
    assert [line[:4] for line in text.splitlines()[1:]] == ["1,1,", "1,2,"]


@pytest.mark.parametrize("method", ["plan", "random", "swiss", "snake", "ranks"])
def test_every_method_comes_to_a_plan_to_look_at(tournament, director_client, method):
    director_client.post(page("draw_new", tournament.slug), asked(method=method))
    draw = tournament.draws.get()
    seating_jobs.run(draw.pk)
    response = director_client.get(of(draw))
    seated = [
        chair.person.number
        for table in response.context["round"].tables
        for chair in table.chairs
    ]
    assert sorted(seated) == list(range(1, 9))


def test_a_plan_of_many_rounds_and_players_costs_the_same_queries(
    imported, draft, director_client
):
    few = count_queries(director_client, of(draft))
    assert count_queries(director_client, of(imported)) == few
    assert few <= 14


def test_the_list_costs_the_same_queries_for_any_number(
    tournament, draft, director_client
):
    few = count_queries(director_client, page("draws", tournament.slug))
    for _ in range(3):
        submit_draft.import_plan(tournament, (((1, 2, 3, 4),),), by="director")
    assert count_queries(director_client, page("draws", tournament.slug)) == few


# --- importing --------------------------------------------------------------------


def test_an_imported_plan_is_a_draft_with_a_report(imported):
    assert (imported.state, imported.method) == ("draft", "import")
    assert imported.report["team_meetings"] > 0


def test_a_plan_with_faults_is_refused_by_line(tournament, director_client):
    text = PLAN + "2,3,1,x,5,6\n"
    response = director_client.post(
        page("draw_import", tournament.slug), {"text": text, "first_round": 1}
    )
    assert response.status_code == 422
    form = response.context["form"]
    assert any("Line 6" in words for words in form.errors["text"])
    assert form["text"].value() == text
    assert not tournament.draws.exists()


def test_a_file_that_is_no_text_is_refused(tournament, director_client):
    file = io.BytesIO(b"\xff\xfe\x00")
    file.name = "plan.csv"
    response = director_client.post(
        page("draw_import", tournament.slug), {"file": file, "first_round": 1}
    )
    assert response.status_code == 422
    assert says(response, "not UTF-8 text")


# --- by hand ----------------------------------------------------------------------


def test_a_swap_shows_its_consequences_before_it_is_made(imported, director_client):
    address = of(imported, "draw_swap", round=2) + "&player=1&player=3"
    response = director_client.get(address)
    assert response.context["consequences"]
    assert Draw.objects.get(pk=imported.pk).plan == imported.plan
    response = posted(
        director_client,
        imported,
        "draw_swap",
        round=2,
        one=1,
        other=3,
        version=imported.version,
        reason="mates",
    )
    assert says(response, "Players swapped.")
    imported.refresh_from_db()
    assert imported.plan[1] == [[2, 3, 7, 8], [1, 4, 5, 6]]
    assert says(response, "Round 2: players 1 and 3 were swapped. (director: mates)")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"round": 2, "one": 1, "other": 1}, "other"),
        ({"round": 2, "one": 1, "other": ""}, "other"),
        ({"round": 9, "one": 1, "other": 3}, "round"),
        ({"round": 2, "one": 98, "other": 99}, "one"),
    ],
)
def test_a_swap_that_cannot_be_says_why(imported, director_client, values, field):
    response = director_client.get(of(imported, "draw_swap", **values))
    assert response.status_code == 422
    assert response.context["form"].errors[field]
    assert response.context["consequences"] is None


def test_a_swap_needs_a_reason_and_the_draft_that_was_looked_at(
    imported, director_client
):
    values = {"round": 2, "one": 1, "other": 3, "version": imported.version}
    response = director_client.post(of(imported, "draw_swap"), values)
    assert response.status_code == 422
    assert response.context["change"].errors["reason"]
    values |= {"version": imported.version - 1, "reason": "mates"}
    response = director_client.post(of(imported, "draw_swap"), values)
    assert response.status_code == 422
    assert says(response, "The draft has changed. Reload the page.")
    assert says(response, f'name="version" value="{imported.version}"')
    imported.refresh_from_db()
    assert imported.edits == []


def test_one_player_alone_is_not_swapped(imported, director_client):
    response = director_client.get(of(imported, "draw_swap", round=2, player=1))
    assert 'class="grid planned"' in response.text
    assert response.status_code == 200
    assert response.context["form"]["one"].value() == "1"
    assert response.context["consequences"] is None


def test_a_player_is_replaced_by_another(tournament, imported, director_client):
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="Late")], by="director"
    )
    values = {"old": 8, "new": 9, "round": ""}
    assert (
        director_client.get(of(imported, "draw_replace", **values)).context[
            "consequences"
        ]
        is not None
    )
    values |= {"version": imported.version, "reason": "ill"}
    posted(director_client, imported, "draw_replace", **values)
    imported.refresh_from_db()
    assert imported.plan[0][1] == [3, 4, 7, 9]
    assert imported.plan[1][0] == [2, 1, 7, 9]


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([], "Player 9 replaced player 8. (director)"),
        ([2], "Round 2: player 9 replaced player 8. (director)"),
        ([1, 2], "Rounds 1, 2: player 9 replaced player 8. (director)"),
    ],
)
def test_a_replacement_is_shown_with_its_rounds(rounds, words):
    edit = {"kind": "replace", "numbers": [8, 9], "rounds": rounds}
    edit |= {"by": "director", "reason": ""}
    assert draft_report_and_edits_wording.edits(Draw(edits=[edit])) == [words]


def test_winds_are_balanced_and_the_tables_stay(imported, director_client):
    values = {"version": imported.version, "reason": "fair"}
    posted(director_client, imported, "draw_balance", **values)
    before = [[sorted(table) for table in round_] for round_ in imported.plan]
    imported.refresh_from_db()
    after = [[sorted(table) for table in round_] for round_ in imported.plan]
    assert after == before
    assert imported.report["wind_range"] <= 1


def test_ticked_tables_are_kept_round_by_round(imported, director_client):
    for round_, table in ((1, 2), (2, 1)):
        imported.refresh_from_db()
        values = {"round": round_, "table": table, "version": imported.version}
        response = posted(director_client, imported, "draw_lock", **values)
    imported.refresh_from_db()
    assert imported.locked == [[1, 2], [2, 1]]
    assert says(response, "Generate the rest again")
    values = {"round": 2, "version": imported.version}
    posted(director_client, imported, "draw_lock", **values)
    imported.refresh_from_db()
    assert imported.locked == [[1, 2]]


def test_the_rest_is_drawn_again_as_a_new_draw(imported, director_client):
    posted(
        director_client,
        imported,
        "draw_lock",
        round=1,
        table=2,
        version=imported.version,
    )
    imported.refresh_from_db()
    posted(
        director_client, imported, "draw_redraw", version=imported.version, seed="more"
    )
    new = imported.tournament.draws.get(number=2)
    assert new.request["locked"] == [[1, 2]]
    assert new.seed == "more"


# --- confirming and showing -------------------------------------------------------


def confirmed(client, draw: Draw) -> Draw:
    posted(client, draw, "draw_confirm", version=draw.version)
    draw.refresh_from_db()
    return draw


def test_confirming_is_asked_once_and_seats_the_rounds(imported, director_client):
    response = director_client.get(of(imported, "draw_confirm"))
    assert says(response, "The new seating stays hidden until you show")
    assert not imported.tournament.rounds.exists()
    assert confirmed(director_client, imported).state == DrawState.CONFIRMED
    assert [r.state for r in imported.tournament.rounds.all()] == ["draft", "draft"]


def test_a_draw_of_more_rounds_than_the_event_says_so(imported, director_client):
    beyond = "This draft has seating up to round 2"
    address = of(imported, "draw_confirm")
    tournament = imported.tournament
    tournament.planned_rounds = 2
    tournament.save()
    assert not says(director_client.get(address), beyond)
    tournament.planned_rounds = 1
    tournament.save()
    assert says(director_client.get(address), beyond)
    assert not says(director_client.get(of(imported, "draw_discard")), beyond)


def test_a_draft_that_changed_is_not_confirmed(imported, director_client):
    response = posted(
        director_client, imported, "draw_confirm", version=imported.version - 1
    )
    assert response.status_code == 422
    assert says(response, "The draft has changed. Reload the page.")


def states(draw: Draw) -> list[str]:
    ordered = draw.tournament.rounds.order_by("number")
    return list(ordered.values_list("state", flat=True))


def test_seats_are_shown_in_the_hall_before_the_web(imported, director_client, client):
    confirmed(director_client, imported)
    web = reverse("public:round", args=[imported.tournament.slug, 1])
    posted(director_client, imported, "draw_hall", round=1)
    assert states(imported) == [RoundState.HALL, RoundState.DRAFT]
    posted(director_client, imported, "draw_hall")
    assert states(imported) == [RoundState.HALL, RoundState.HALL]
    assert client.get(web).status_code == 404
    posted(director_client, imported, "draw_publish", round=1)
    assert client.get(web).status_code == 200
    assert states(imported) == [RoundState.PUBLISHED, RoundState.HALL]
    posted(director_client, imported, "draw_publish")
    assert states(imported) == [RoundState.PUBLISHED, RoundState.PUBLISHED]
    response = director_client.post(of(imported, "draw_unpublish"), {"round": 1})
    assert response.context["form"].errors["reason"]
    posted(director_client, imported, "draw_unpublish", round=1, reason="wrong plan")
    assert states(imported) == [RoundState.DRAFT, RoundState.PUBLISHED]
    assert client.get(web).status_code == 404


def visible_and_folded(response) -> tuple[list[str], list[str]]:
    """Return the texts of the buttons above the fold “More actions”, and in it."""
    section = text_of(response).partition('aria-labelledby="showing"')[2]
    parts = section.partition("</section>")[0].partition("<details>")
    found = [
        re.findall(r'<(?:a|button) class="button[^>]*>([^<]+)', part)
        for part in (parts[0], parts[2])
    ]
    return found[0], found[1]


def test_a_confirmed_draft_has_one_main_action_and_the_rest_in_a_fold(
    imported, director_client
):
    confirmed(director_client, imported)
    visible, folded = visible_and_folded(director_client.get(of(imported)))
    assert visible == [
        "Publish all rounds",
        "Show all rounds in the hall",
        "Swap two players",
    ]
    assert folded[:2] == ["Replace a player", "Reopen the draft"]
    assert folded.count("Publish") == folded.count("Show in the hall") == 2
    posted(director_client, imported, "draw_publish")
    visible, folded = visible_and_folded(director_client.get(of(imported)))
    assert visible == ["Control room"]
    assert folded == ["Unpublish all rounds", "Unpublish", "Unpublish"]


def test_publishing_from_a_draft_asks_like_the_control_room(imported, director_client):
    """Both ask about players who are not checked in only if the clock then starts
    automatically, and the button repeats the answer."""
    confirmed(director_client, imported)
    tournament = imported.tournament
    tournament.start_mode = StartMode.PUBLISHED
    tournament.save()
    for number in range(1, 8):
        check_in_marks.mark(tournament, number, CheckInState.HERE, by="x")
    refused = director_client.post(of(imported, "draw_publish"), {"round": 1})
    assert refused.status_code == 422
    assert says(refused, "Seated but not checked in: Player 08")
    assert says(refused, "Publish anyway")
    hidden = '<input type="hidden" name="although" value="on">'
    assert hidden in refused.content.decode()
    posted(director_client, imported, "draw_publish", round=1, although="on")
    assert states(imported) == [RoundState.PUBLISHED, RoundState.DRAFT]


def test_a_draw_published_before_the_event_is_shown_says_who_sees_it(
    imported, director_client
):
    confirmed(director_client, imported)
    imported.tournament.is_public = False
    imported.tournament.save()
    page = posted(director_client, imported, "draw_publish")
    assert says(page, "Only staff can see this tournament")
    assert says(page, "Make the tournament public")


def test_seats_of_somebody_who_left_are_refused_with_the_way_to_repair_them(
    imported, director_client
):
    confirmed(director_client, imported)
    imported.tournament.players.filter(number=8).update(last_round=0)
    refused = director_client.post(of(imported, "draw_publish"), {})
    assert refused.status_code == 422
    assert says(refused, "has seats in rounds")
    assert page("draw_repair", imported.tournament.slug) in refused.content.decode()


def test_a_confirmed_draw_goes_back_until_it_is_shown(imported, director_client):
    confirmed(director_client, imported)
    assert says(director_client.get(of(imported)), "Reopen the draft")
    posted(director_client, imported, "draw_publish", round=1)
    response = director_client.get(of(imported))
    assert not says(response, "Reopen the draft")
    posted(director_client, imported, "draw_unpublish", round=1, reason="early")
    posted(director_client, imported, "draw_reopen", reason="one more look")
    imported.refresh_from_db()
    assert imported.state == DrawState.DRAFT


def test_another_draws_round_is_not_shown_by_mistake(imported, director_client):
    confirmed(director_client, imported)
    seat_rounds_and_exchange_seats.seat_rounds(
        imported.tournament,
        [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 3, 4))],
        by="director",
    )
    response = posted(director_client, imported, "draw_publish", round=3)
    assert response.status_code == 422
    assert response.context["form"].errors["round"]


def test_a_draw_is_discarded_with_a_reason(draft, director_client):
    response = director_client.post(of(draft, "draw_discard"))
    assert response.context["form"].errors["reason"]
    posted(director_client, draft, "draw_discard", reason="others came")
    draft.refresh_from_db()
    assert draft.state == DrawState.DISCARDED
    assert not says(director_client.get(of(draft)), "Confirm seating")


def test_a_confirmed_draw_costs_the_same_queries_for_any_rounds(
    imported, director_client
):
    confirmed(director_client, imported)
    assert count_queries(director_client, of(imported)) <= 12


# --- files ------------------------------------------------------------------------


def published(client, draw: Draw) -> dict[str, Any]:
    """Return the contents of the draft's JSON file."""
    response = client.get(of(draw, "draw_json"))
    assert "attachment" in response["Content-Disposition"]
    return json.loads(response.content)


def test_a_draw_that_is_taken_away_is_what_the_engine_publishes(draft, director_client):
    data = published(director_client, draft)
    ours = engine.draw(read_request(data["request"])).as_data()
    assert {name: data[name] for name in ours} == ours
    more = {
        "first_round": 1,
        "secret": "spring",
        "thrown": "",
        "commitment": sha256(b"spring").hexdigest(),
    }
    assert {name: data[name] for name in data.keys() - ours.keys()} == more
    assert verify(data) == []


def test_a_draw_that_was_changed_by_hand_is_verified_as_it_was_drawn(
    draft, director_client, tmp_path, capsys
):
    plan = draft.plan
    two = {"one": plan[0][0][0], "other": plan[0][1][0]}
    why = {"version": draft.version, "reason": "late bus"}
    posted(director_client, draft, "draw_swap", round=1, **two, **why)
    draft.refresh_from_db()
    data = published(director_client, draft)
    assert data["rounds"] == plan
    assert data["changed"] == draft.plan != plan
    assert data["changed_report"] == draft.report
    [edit] = data["edits"]
    assert (edit["kind"], edit["round"]) == ("swap", 1)
    assert (edit["numbers"], edit["reason"]) == ([*two.values()], "late bus")

    file = tmp_path / "draw.json"
    file.write_text(json.dumps(data))
    assert command_line(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "identical\n"


def test_house_players_who_are_replaced_by_hand_were_drawn_all_the_same(
    tournament, director_client
):
    tournament.players.filter(number=8).delete()
    draw = submit_draft.submit(
        tournament,
        method="random",
        first_round=1,
        rounds=1,
        demands=Constraints(),
        by="director",
    )
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    [house] = draw.fillers
    row = register_players.PlayerRow(last_name="Late", number=50)
    register_players.register(tournament, [row], by="director")
    values = {"old": house, "new": 50, "version": draw.version, "reason": "came"}
    posted(director_client, draw, "draw_replace", **values)
    data = published(director_client, draw)
    assert data["fillers"] == [house]
    assert verify(data) == []


def test_a_draw_that_was_stopped_is_verified_too(tournament, director_client):
    director_client.post(page("draw_new", tournament.slug), asked(rounds=3))
    draw = tournament.draws.get()
    posted(director_client, draw, "draw_stop")
    seating_jobs.run(draw.pk)
    data = published(director_client, draw)
    assert data["stopped"]
    assert verify(data) == []


def test_an_imported_plan_does_not_claim_to_be_drawn(imported, draft, director_client):
    claim = "To repeat this seating"
    assert says(director_client.get(of(draft)), claim)
    assert not says(director_client.get(of(imported)), claim)
    data = published(director_client, imported)
    assert data["rounds"] == imported.plan
    with pytest.raises(RuleError, match="not a seating draft"):
        verify(data)


def test_the_csv_has_names_and_comes_back(imported, director_client):
    response = director_client.get(of(imported, "draw_csv"))
    text = response.content.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows[2]["round"] == "2"
    assert rows[2]["east"] == "2"
    assert rows[2]["east_name"] == "Player 02"
    posted(director_client, imported, "draw_discard", reason="once more")
    director_client.post(
        page("draw_import", imported.tournament.slug), {"text": text, "first_round": 1}
    )
    assert imported.tournament.draws.get(number=2).plan == imported.plan


# --- repair -----------------------------------------------------------------------


def test_the_rounds_to_come_are_repaired(tournament, imported, director_client):
    confirmed(director_client, imported)
    values = asked(seed="repair")
    response = director_client.post(page("draw_repair", tournament.slug), values)
    assert response.status_code == 302
    repair = tournament.draws.get(number=2)
    assert (repair.method, repair.first_round, repair.rounds) == ("repair", 1, 2)


def test_the_file_of_a_repair_says_how_many_seats_it_changed(
    tournament, imported, director_client
):
    confirmed(director_client, imported)
    tournament.players.filter(number=8).update(last_round=1)
    draw = submit_draft.repair(
        tournament, demands=Constraints(), seed="s", by="director"
    )
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    published = director_client.get(of(draw, "draw_json")).json()
    again = engine.draw(read_request(draw.request)).as_data()
    for name in ("seats_changed", "seats_to_come"):
        assert published[name] == again[name]
    assert published["seats_to_come"] == 15


def test_without_rounds_to_come_there_is_nothing_to_repair(tournament, director_client):
    response = director_client.get(page("draws", tournament.slug))
    assert not says(response, "Repair the seating")
    response = director_client.post(page("draw_repair", tournament.slug), asked())
    assert response.status_code == 422
