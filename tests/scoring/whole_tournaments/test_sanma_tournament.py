"""A tournament of riichi for three players: seating, hands, standings, files, pages."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from scoring.entry_forms.next_hand_offline import course
from scoring.entry_forms.payments_offline import payments_by_winds
from scoring.ledger.table_ledger import TableLedger
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Counters
from scoring.standings.rank_players import standings
from tests.scoring.folders import rows, there_and_back
from tests.scoring.table_device import text
from tournaments.models import Game, Seat, Tournament
from tournaments.people import register_players
from tournaments.rounds import publish_seating, round_clock
from tournaments.seating_drafts import confirm_draft, seating_jobs

PRESETS = ("sanma-tenhou", "sanma-mahjong-soul", "sanma-three-red")


def as_shown(page) -> dict[str, object]:
    """Return the form data of an unchanged page, by field name."""
    shown = {field.name: field.value() for field in page.context["form"]}
    return {
        name: value
        for name, value in shown.items()
        if value is not None and value is not False
    }


def created(client, preset: str, players: int = 6) -> Tournament:
    page = client.get(reverse("director:new"), {"preset": preset})
    given = as_shown(page) | {"preset": preset, "filled": preset, "title": "Cup"}
    made = client.post(reverse("director:new"), given)
    assert made.status_code == 302, made.context["form"].errors
    tournament = Tournament.objects.get()
    register_players.register(
        tournament,
        [
            register_players.PlayerRow(first_name="Player", last_name=f"{number:02}")
            for number in range(1, players + 1)
        ],
        by="director",
    )
    return tournament


def started(tournament: Tournament, client, noon) -> list[Game]:
    """Seat the first round through the page and start it. Return its tables."""
    address = reverse("director:draw_new", args=[tournament.slug])
    page = client.get(address)
    assert "Tables of 3" not in text(page)
    asked = as_shown(page) | {"rounds": 1, "seed": "spring"}
    assert client.post(address, asked).status_code == 302
    draw = tournament.draws.get()
    seating_jobs.run(draw.pk)
    draw.refresh_from_db()
    page = client.get(reverse("director:draw", args=[tournament.slug, draw.number]))
    assert page.status_code == 200
    confirm_draft.confirm(draw, by="director")
    round_ = tournament.rounds.get()
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    games = Game.objects.select_related("round__tournament").filter(round=round_)
    return list(games.order_by("table"))


def test_the_page_of_paper_totals_names_three_seats(director_client, noon):
    tournament = created(director_client, "sanma-tenhou")
    started(tournament, director_client, noon)
    address = reverse("director:paper_round", args=[tournament.slug, 1])
    shown = text(director_client.get(address))
    assert "in the order East, South, West." in shown
    assert "West, North" not in shown


def enter(client, game: Game, number: int, **values: object):
    slug = game.round.tournament.slug
    address = reverse("table:session", args=[slug, game.round.number, game.table])
    key = f"key-{game.table}-{number}"
    return client.post(address, {"hand": number, "device_key": key, **values})


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_of_three_is_played_and_ranked(director_client, noon, preset):
    tournament = created(director_client, preset)
    games = started(tournament, director_client, noon)
    assert [set(game.seats.values_list("wind", flat=True)) for game in games] == [
        {"E", "S", "W"}
    ] * 2
    game = games[0]
    value = "3" if preset == "sanma-three-red" else "3-40"
    assert enter(
        director_client, game, 1, winner="E", source="self", value=value
    ).status_code in (200, 302)
    enter(director_client, game, 2, winner="draw", tenpai=["S"])
    enter(
        director_client, game, 3, winner="S", source="W", value="mangan", riichi=["S"]
    )
    state = TableLedger(game).state
    assert len(state.lines) == 3
    assert sum(state.scores.values()) == 3 * tournament.rules.options.start
    page = director_client.get(
        reverse("table:session", args=[tournament.slug, 1, game.table])
    )
    assert page.status_code == 200


def test_totals_standings_and_the_folder(director_client, noon):
    tournament = created(director_client, "sanma-tenhou")
    games = started(tournament, director_client, noon)
    address = reverse("director:paper_round", args=[tournament.slug, 1])
    assert director_client.get(address).status_code == 200
    totals = {"east": "40000", "south": "35000", "west": "30000"}
    typed = {
        f"t{game.table}-{name}": value
        for game in games
        for name, value in (totals | {"device_key": f"paper{game.table}"}).items()
    }
    answer = director_client.post(address, typed)
    assert answer.status_code == 302, text(answer)
    placed = [(row.place, row.line.score) for row in standings(tournament)]
    assert placed[:2] == [(1, 40000), (1, 40000)]
    assert len(placed) == 6
    written = there_and_back(tournament)
    seating = rows(written, "seating.csv")
    assert {row["north"] for row in seating} == {""}, seating[0]
    assert json.loads(written["event.json"])["ruleset"] == "sanma"


def test_seats_of_the_database_have_no_north(director_client, noon):
    tournament = created(director_client, "sanma-tenhou", players=9)
    started(tournament, director_client, noon)
    assert not Seat.objects.filter(wind="N").exists()


def test_the_course_of_a_game_is_known_offline():
    game = course("sanma", json.dumps({"preset": "tenhou_sanma"}), 3)
    assert [(deal["round"], deal["deal"]) for deal in game.deals] == [
        (wind, deal) for wind in "ESW" for deal in (1, 2, 3)
    ]
    assert all(deal["winds"].endswith("N") for deal in game.deals)
    assert set(game.draws) == {"", "E", "S", "W", "ES", "EW", "SW", "ESW"}
    paid = {(payer, payee): amount for payer, payee, amount in game.draws["S"]}
    assert paid == {("E", "S"): 1000, ("W", "S"): 1000}
    real = course("sanma", json.dumps({"preset": "three_red"}), 3)
    assert len(real.deals) == 6


@pytest.mark.parametrize("tsumo", ["loss", "equal", "bank"])
def test_payments_are_known_offline(tsumo):
    options = json.dumps({"preset": "tenhou_sanma", "tsumo": tsumo})
    table = payments_by_winds("sanma", options, 3, Counters(repeats=1))
    assert set(table["pays"]) == {"E", "S", "W"}
    assert set(table["pays"]["S"]) == {"E", "W", "self"}


def test_the_api_shows_three_seats(director_client, noon):
    tournament = created(director_client, "sanma-tenhou")
    game, *_ = started(tournament, director_client, noon)
    Tournament.objects.update(is_public=True)
    address = f"/api/v1/events/{tournament.slug}"
    enter(director_client, game, 1, winner="E", source="self", value="3-40")
    (table, _) = director_client.get(f"{address}/seating").json()["rows"]
    assert all(table[seat] for seat in ("east", "south", "west"))
    assert table["north"] is None
    (hand,) = director_client.get(f"{address}/hands").json()["rows"]
    assert hand["east"] > 0 > hand["south"] == hand["west"]
    assert not hand["north"]
    for name in ("payments", "results", "standings"):
        answer = director_client.get(f"{address}/{name}")
        assert answer.status_code == 200, name
        assert answer.json()["rows"], name
