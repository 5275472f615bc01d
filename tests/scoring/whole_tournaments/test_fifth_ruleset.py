"""A whole tournament under a ruleset that consists only of a rules folder and a
presenter.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

import rules
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets import presenter_registry
from scoring.standings.rank_players import standings
from scoring.wording.ledger_entry_wording import of_payment
from tests.most_points.game import STAKE, MostPoints
from tests.most_points.presenter import MostPointsPresenter
from tests.scoring.folders import rows, there_and_back
from tests.scoring.table_device import text
from tournaments.models import Game, Tournament
from tournaments.people import register_players
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating_drafts import confirm_draft, seating_jobs
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED

NAME = MostPoints.id


@pytest.fixture
def _most_points(monkeypatch):
    monkeypatch.setitem(rules.RULESETS, NAME, ("Most points", MostPoints.from_options))
    for known in (presenter_registry.PRESENTERS, SERVED):
        monkeypatch.setitem(known, NAME, None)
    presenter_registry.register(MostPointsPresenter())


@pytest.mark.usefixtures("_most_points")
def test_a_fifth_ruleset_plays_a_whole_event(director_client, noon):
    tournament = _chosen(director_client)
    game = _seated(tournament, director_client, noon)
    east = game.seats.get(wind="E").player

    def at(name: str = "session", *more: int) -> str:
        return reverse(f"table:{name}", args=[tournament.slug, 1, 1, *more])

    def hand(number: int, **values: object) -> dict[str, object]:
        return {"hand": number, "device_key": f"key{number}", **values}

    assert "Winner" in text(director_client.get(at()))
    director_client.post(at(), hand(1, winner="E", source="self"))
    director_client.post(at(), hand(2, winner="S", source="E"))
    director_client.post(at(), hand(3, winner="washout"))
    sheet = text(director_client.get(at()))
    assert f"{east} wins the stake, self-drawn." in sheet
    assert TableLedger(game).state.scores == {"E": 16, "S": 16, "W": -16, "N": -16}

    correction = hand(1, winner="W", source="N", reason="wrong", device_key="again")
    director_client.post(at("correct", 1), correction)
    assert TableLedger(game).state.scores == {"E": -16, "S": 16, "W": 16, "N": -16}

    director_client.post(at(), hand(4, winner="S", source="W"))
    director_client.post(at(), hand(5, winner="E", source="W"))
    placed = [(each.place, each.line.score) for each in standings(tournament)]
    assert placed == [(1, 32), (2, 0), (2, 0), (4, -32)]
    written = there_and_back(tournament)
    ended = [row["outcome"] for row in rows(written, "hands.csv")]
    assert ended == ["win", "win", "washout", "win", "win"]
    assert of_payment(STAKE) == "the stake"


def _as_shown(page) -> dict[str, object]:
    """Return the form data of an unchanged page, by field name."""
    shown = {field.name: field.value() for field in page.context["form"]}
    return {
        name: value
        for name, value in shown.items()
        if value is not None and value is not False
    }


def _chosen(client) -> Tournament:
    """Create a tournament from the ruleset's preset, with another stake, through the
    page. Return it.
    """
    chosen = {"preset": "most-points", "filled": "most-points"}
    page = client.get(reverse("director:new"), {"preset": "most-points"})
    assert "Whoever wins takes 5 points from everybody." in text(page)
    given = _as_shown(page)
    rules = {"preset": "club", "stake": 8, "hands_limit": 5, "claim_window": 0}
    typed = {"title": "Cup"} | {f"rules-{name}": each for name, each in rules.items()}
    made = client.post(reverse("director:new"), given | chosen | typed)
    assert made.status_code == 302, made.context["form"].errors
    tournament = Tournament.objects.get()
    assert tournament.rules.options.stake == 8
    return tournament


def _seated(tournament: Tournament, client, noon) -> Game:
    """Register four players, seat them, publish and start the round.

    Return the table.
    """
    register_players.register(
        tournament,
        [
            register_players.PlayerRow(first_name="Player", last_name=f"{number:02}")
            for number in range(1, 5)
        ],
        by="director",
    )
    address = reverse("director:draw_new", args=[tournament.slug])
    asked = _as_shown(client.get(address)) | {"rounds": 1, "seed": "spring"}
    assert client.post(address, asked).status_code == 302
    draw = tournament.draws.get()
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    confirm_draft.confirm(draw, by="director")
    round_ = tournament.rounds.get()
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    return Game.objects.select_related("round__tournament").get(round=round_)
