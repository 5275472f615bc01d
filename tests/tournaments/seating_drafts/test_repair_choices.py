"""A repair offers choices between few changed seats and few repeats."""

from __future__ import annotations

import pytest

from tests.tournaments.pages import page, says
from tournaments.director.seating_drafts.repair_choices import repair_choices
from tournaments.models import DrawState, Tournament
from tournaments.people.register_players import PlayerRow, register
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow, seat_rounds
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.generate_seating import draw as generated
from tournaments.seating.seating_plan import seated
from tournaments.seating.seating_request import Method, Request
from tournaments.seating_drafts import confirm_draft, seating_jobs, submit_draft


@pytest.fixture(scope="module")
def plan():
    players = tuple(SeatingPlayer(number) for number in range(1, 33))
    return generated(Request(players, 8, "spring", Method.PLAN, Constraints())).plan


@pytest.fixture
def thinned(tournament, plan, noon) -> Tournament:
    """Return a tournament of 32 players with a plan of 8 rounds.

    Four players leave after round 3.
    """
    register(tournament, [PlayerRow(f"P{n}") for n in range(9, 33)], by="director")
    tournament.players.update(team=None)
    tournament.planned_rounds = 8
    tournament.save()
    rows = [
        TableRow(number, table, tuple(seated(people)))
        for number, round_ in enumerate(plan, 1)
        for table, people in enumerate(round_, 1)
    ]
    seat_rounds(tournament, rows, by="director")
    tournament.rounds.filter(number__lte=3).update(
        state="closed", started_at=noon, ended_at=noon
    )
    gone = tournament.players.filter(number__in=(3, 11, 20, 29))
    gone.update(last_round=3)
    return tournament


def test_both_ends_and_the_middle_are_offered(thinned, director_client):
    values = submit_draft.repair(
        thinned,
        demands=Constraints(),
        seed="spring",
        by="director",
        with_choices=True,
    )
    for one in thinned.draws.order_by("number"):
        seating_jobs.run(one.pk)
    values.refresh_from_db()
    choices, at_work = repair_choices(values)
    assert at_work == 0
    assert [one.label for one in choices] == [
        "Fewest changes",
        "Balanced",
        "Fewest repeats",
    ]
    moved = [one.moved for one in choices]
    repeats = [one.repeats for one in choices]
    # At least 15 seats must change.
    assert moved == sorted(moved)
    assert repeats == sorted(repeats, reverse=True)
    assert moved[0] == 15
    assert repeats[-1] <= 15 < repeats[0]
    shown = director_client.get(page("draw", thinned.slug, values.number))
    assert says(shown, "Choose a repair")
    assert says(shown, "This draft")
    few = choices[0].draw
    asked = director_client.get(page("draw_confirm", thinned.slug, few.number))
    assert says(asked, f"Changed seats: {choices[0].changed} of 140")
    assert says(asked, "15 at another table")
    confirm_draft.confirm(few, version=few.version, by="director")
    states = dict(thinned.draws.values_list("number", "state"))
    assert states.pop(few.number) == DrawState.CONFIRMED
    assert set(states.values()) == {DrawState.DISCARDED}


def test_a_choice_that_is_no_better_is_left_out(thinned):
    kept = thinned.players.filter(number__in=(3, 11, 20, 29))
    kept.update(last_round=None)
    draw = submit_draft.repair(
        thinned, demands=Constraints(), by="director", with_choices=True
    )
    for one in thinned.draws.order_by("number"):
        seating_jobs.run(one.pk)
    draw.refresh_from_db()
    assert repair_choices(draw) == ([], 0)


def test_players_left_over_have_no_preselected_answer(thinned, director_client):
    for name in ("draw_new", "draw_repair"):
        form = director_client.get(page(name, thinned.slug)).context["form"]
        assert form["uneven"].value()
    thinned.players.filter(number=32).update(last_round=3)
    for name in ("draw_new", "draw_repair"):
        shown = director_client.get(page(name, thinned.slug))
        assert not shown.context["form"]["uneven"].value()
        answer = director_client.post(page(name, thinned.slug), {"method": "plan"})
        assert answer.status_code == 422
        assert says(answer, "Choose what to do with the players left over.")
