"""Tables of 3 and 2 players: whole tournaments, from seating to the tournament
folder."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections.rule_change_effects import effect_of
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Result
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import import_files
from tests.examples import ASKED
from tests.scoring.tables_of_rules import Table
from tournaments.models import Draw, Game, Tournament
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
from tournaments.seating.constraints import Constraints, Uneven
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft as draws
from tournaments.seating_drafts import seating_jobs, submit_draft
from tournaments.tournament_setup import create_and_change_tournament


def event_of(director, players: int, ruleset: str, **options: object) -> Tournament:
    plan = create_and_change_tournament.Plan(
        title=f"{ruleset} evening",
        ruleset=ruleset,
        planned_rounds=3,
        minutes=90,
        end_policy="finish_hand",
        options=options,
        is_public=True,
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [
        register_players.PlayerRow(
            first_name=f"First{number}", last_name=f"{number:02}"
        )
        for number in range(1, players + 1)
    ]
    register_players.register(tournament, rows, by="director")
    return tournament


def drawn(tournament: Tournament, uneven: Uneven, rounds: int = 3) -> Draw:
    draw = submit_draft.submit(
        tournament,
        method=Method.PLAN,
        first_round=1,
        rounds=rounds,
        demands=Constraints(uneven=uneven, moves=20_000),
        seed="seven",
        by="director",
    )
    seating_jobs.run(draw.pk)
    return Draw.objects.get(pk=draw.pk)


def table_at(game: Game, director) -> Table:
    client = Client()
    client.force_login(director)
    # The entries of each table have different keys.
    return Table(game, client, entered=100 * game.table)


def started(tournament: Tournament, noon, number: int = 1) -> dict[int, Game]:
    """Publish and start a round. Return its tables by their number of players."""
    round_ = tournament.rounds.get(number=number)
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=noon)
    games = Game.objects.filter(round=round_).select_related("round__tournament")
    return {game.seats.count(): game for game in games}


@pytest.fixture
def seven(director) -> Tournament:
    """Return a Hong Kong tournament of 7 players with 3 seated rounds."""
    tournament = event_of(director, 7, "hong_kong", fewest_players=3)
    draws.confirm(drawn(tournament, Uneven.THREES), by="director")
    return tournament


@pytest.fixture
def playing(seven, noon) -> dict[int, Game]:
    return started(seven, noon)


@pytest.fixture
def three(playing, director) -> Table:
    """Return the table of three players, with its pages."""
    return table_at(playing[3], director)


def winds(game: Game) -> str:
    return "".join(sorted(game.seats.values_list("wind", flat=True), key="ESWN".find))


def test_seven_sit_at_four_and_three_in_turn(seven):
    for round_ in seven.rounds.all():
        assert sorted(map(winds, round_.games.all())) == ["ESW", "ESWN"]
    short = [
        seat.player.number
        for game in Game.objects.filter(round__tournament=seven)
        if game.players == 3
        for seat in game.seats.all()
    ]
    assert len(short) == 9
    assert {short.count(number) for number in range(1, 8)} == {1, 2}


def test_hands_of_three_are_entered_on_the_tables_page(three):
    page = three.client.get(three.at()).content.decode()
    assert "sits-winner-W" in page
    assert "sits-winner-N" not in page
    assert 'value="N"' not in page
    # 3 faan are 8 points: the discarder pays double, the other player once.
    assert three.enter(winner="S", source="W", faan="3").status_code == 200
    scores = three.ledger.state.scores
    assert {seat: scores[seat] for seat in "ESW"} == {"E": -8, "S": 24, "W": -16}
    position = three.ledger.state.position
    assert {seat: position.winds[seat] for seat in "ESW"} == {
        "E": "W",
        "S": "E",
        "W": "S",
    }
    refused = three.enter(winner="S", source="N", faan="3")
    assert refused.status_code == 422
    assert three.ledger.state.hands_played == 1
    three.enter(winner="washout")
    assert three.ledger.state.position.dealer == "S"
    three.enter(winner="E", source="S", faan="3")
    assert three.ledger.state.position.dealer == "W"


def test_a_hand_by_its_tiles_pays_three(three):
    fields = three.fields(winner="S", source="W", tiles_S="CCCFFF123m456mP+P")
    page = three.client.get(three.at("tiles")).content.decode()
    assert 'name="tiles_W"' in page
    assert 'name="tiles_N"' not in page
    shown = three.client.post(three.at("preview_tiles"), fields)
    assert "+384" in shown.content.decode()
    three.client.post(three.at("tiles"), fields)
    scores = three.ledger.state.scores
    assert scores["S"] == -scores["E"] - scores["W"] > 0 == scores["N"]


def test_everything_at_a_table_of_three_is_mended_there(three, seven):
    """Every kind of correction works at a table of three: a hand is corrected, another
    is inserted, two players swap seats, and a hand is undone.
    """
    three.enter(winner="S", source="W", faan="3")
    three.enter(winner="E", source="self", faan="4")
    why = {"reason": "misread"}
    values = {"hand": 1, "winner": "W", "source": "S", "faan": "3"}
    for name, at, fields in (
        ("preview_correction", 1, values),
        ("correct", 1, values | why),
        ("preview_insertion", 3, values),
        ("insert", 3, values | {"winner": "washout"} | why),
    ):
        sent = {"device_key": name, **fields}
        done = three.client.post(three.at(name, at), sent, follow=True)
        assert done.status_code == 200, name
    assert [line.kind for line in three.ledger.live] == ["win", "washout", "win"]
    north = {"east": "S", "south": "E", "west": "W", "seating": 0}
    seats = north | {"follow": "players", "device_key": "again", "reason": "seen"}
    names = three.ledger.names
    moved = three.client.post(three.at("reseat"), seats, follow=True)
    assert moved.status_code == 200
    game = Game.objects.get(pk=three.game.pk)
    assert (TableLedger(game).names["S"], TableLedger(game).names["W"]) == (
        names["E"],
        names["W"],
    )
    undone = {"device_key": "undo", "sequence": len(TableLedger(game).lines)} | why
    three.client.post(three.at("undo"), undone)
    assert TableLedger(Game.objects.get(pk=game.pk)).names == names
    assert not list(rebuild(seven, check=True))


def ruling(kind: str, **values: object) -> dict[str, object]:
    """Return the form data of a ruling of this kind."""
    sent = {"device_key": kind, "reason": "seen"} | values
    return {"kind": kind} | {f"{kind}-{name}": value for name, value in sent.items()}


def test_penalties_and_totals_name_those_who_sit_there(three):
    page = three.client.get(three.at("ruling")).content.decode()
    assert 'name="totals-west"' in page
    assert 'name="totals-north"' not in page
    fine = ruling("fine", offender="E", points=10, gain="each", target="score")
    assert three.client.post(three.at("ruling"), fine).status_code == 302
    scores = three.ledger.state.scores
    assert [scores[seat] for seat in "ESWN"] == [-20, 10, 10, 0]
    totals = ruling("totals", east=50, south=-20, west=-30)
    assert three.client.post(three.at("ruling"), totals).status_code == 302
    places = Result.objects.filter(seat__game=three.game).order_by("place")
    found = [(row.place, row.score, row.table_points) for row in places]
    assert found == [(1, 50, 4), (2, -20, 2), (3, -30, 1)]
    event = three.game.round.tournament
    table = [event.slug, 1, three.game.table]
    for address in (
        reverse("public:session", args=table),
        reverse("public:file", args=[event.slug, "hands", "csv"]),
    ):
        told = b"".join(Client().get(address)).decode()
        assert re.search(r"Paper totals: \S+ \d\d \+50, \S+ \d\d −20", told)


def test_three_dispute_and_confirm_and_the_folder_comes_back(
    seven, playing, three, director, noon
):
    Tournament.objects.filter(pk=seven.pk).update(confirmation="players")
    three.enter(winner="S", source="W", faan="3")
    four = table_at(playing[4], director)
    four.enter(winner="N", source="self", faan="3")
    round_ = seven.rounds.get(number=1)
    end_and_close_round.end_now(round_.pk, by="director", reason="late", now=noon)
    for table in (three, four):
        table.enter(winner="E", source="S", faan="4", before_gong="on")
        assert table.ledger.state.over
    people = [seat.player for seat in three.game.seats.all()]
    last = len(three.ledger.lines)
    said = confirm_and_dispute.dispute(
        three.game.pk, people[0], sequence=last, text="that was four faan"
    )
    with pytest.raises(Refused):
        end_and_close_round.close(round_.pk, by="director")
    confirm_and_dispute.settle(said.pk, by="director", answer="it was not")
    for player in people:
        confirm_and_dispute.confirm_as_player(three.game.pk, player, sequence=last)
    with pytest.raises(Refused) as caught:
        end_and_close_round.close(round_.pk, by="director")
    assert str(three.game.table) not in str(caught.value.faults[0].params)
    end_and_close_round.close(round_.pk, by="director", reason="the others have left")
    placed = {each.line.player.number: each for each in standings(seven)}
    assert len(placed) == 7
    assert sum(each.line.table_points for each in placed.values()) == 7 + 7
    assert sum(each.line.score for each in placed.values()) == 0
    assert not list(rebuild(seven, check=True))
    opened(three)
    files = tournament_folder.files_of(Tournament.objects.get(pk=seven.pk))
    rows = files["seating.csv"].decode().splitlines()
    assert sum(row.endswith(",") for row in rows) == 3
    copy = import_files(files, director=director).tournament
    again = tournament_folder.files_of(Tournament.objects.get(pk=copy.pk))
    assert again.keys() == files.keys()
    for name, content in files.items():
        assert again[name] == content, name


def opened(table: Table, *, event: bool = True) -> None:
    """Assert that all pages of a table respond.

    `event`: also request the pages of its round. (test_query_counts requests the pages
    of a tournament.)
    """
    round_ = table.game.round
    slug, number = round_.tournament.slug, round_.number
    of_event = ([slug],) if ASKED == "many" else ()
    of_round = ([slug, number],) if event or ASKED == "many" else ()
    tried = 0
    for pattern in names():
        for more in (*of_event, *of_round, [slug, number, table.game.table]):
            try:
                address = reverse(pattern, args=more)
            except NoReverseMatch:
                continue
            if "stream" in address or "out/" in address:
                continue
            answer = table.client.get(address)
            assert answer.status_code < 500, address
            tried += 1
    assert tried > (40 if of_round else 10)


def names() -> list[str]:
    """Return the names of all addresses of pages."""
    found = []
    for spaced in get_resolver().url_patterns:
        space = getattr(spaced, "namespace", None)
        if space in ("public", "director", "hall", "table"):
            patterns = spaced.url_patterns
            found += [f"{space}:{each.name}" for each in patterns if each.name]
    return sorted(set(found))


def test_five_sit_at_three_and_two_in_classical(director, noon):
    event = event_of(director, 5, "classical", fewest_players=2)
    draft = drawn(event, Uneven.TWOS, 5)
    draws.confirm(draft, by="director")
    sizes = [
        sorted(game.players for game in round_.games.all())
        for round_ in event.rounds.all()
    ]
    assert sizes == [[2, 3]] * 5
    tables = started(event, noon)
    two, three = (table_at(tables[players], director) for players in (2, 3))
    worth = {"points_E": 28, "points_S": 24, "points_W": 10}
    assert three.enter(winner="E", source="S", **worth).status_code == 200
    assert sum(three.ledger.state.scores.values()) == 3 * 2000
    del worth["points_W"]
    assert two.enter(winner="S", source="E", **worth).status_code == 200
    scores = two.ledger.state.scores
    assert scores["S"] > 2000 > scores["E"]
    assert (scores["W"], scores["N"]) == (0, 0)
    round_ = event.rounds.get(number=1)
    end_and_close_round.close(round_.pk, by="director", reason="enough")
    found = Result.objects.filter(seat__game=two.game).order_by("place")
    assert [row.table_points for row in found] == [4, 2]
    opened(two, event=False)
    files = tournament_folder.files_of(Tournament.objects.get(pk=event.pk))
    copy = import_files(files, director=director).tournament
    again = tournament_folder.files_of(Tournament.objects.get(pk=copy.pk))
    assert {name: again[name] == files[name] for name in files} == dict.fromkeys(
        files, True
    )


def test_who_leaves_before_a_round_can_leave_a_table_of_three(director):
    event = event_of(director, 8, "hong_kong", fewest_players=3)
    draws.confirm(drawn(event, Uneven.THREES, 2), by="director")
    event.players.filter(number=8).update(last_round=0)
    demands = Constraints(uneven=Uneven.THREES, moves=2_000)
    mended = submit_draft.repair(event, demands=demands, seed="s", by="director")
    seating_jobs.run(mended.pk)
    draws.confirm(Draw.objects.get(pk=mended.pk), by="director")
    for round_ in event.rounds.all():
        assert sorted(map(winds, round_.games.all())) == ["ESW", "ESWN"]
        publish_seating.publish(round_.pk, by="director")


@pytest.mark.parametrize(
    ("ruleset", "options", "players"),
    [
        ("mcr", {}, (1, 2, 3)),
        ("riichi", {}, (1, 2, 3)),
        ("hong_kong", {}, (1, 2, 3)),
        ("classical", {"fewest_players": 3}, (1, 2)),
    ],
)
def test_fewer_than_the_rules_want_are_refused(director, ruleset, options, players):
    event = event_of(director, 8, ruleset, **options)
    with pytest.raises(Refused) as caught:
        seat_rounds_and_exchange_seats.seat_rounds(
            event,
            [seat_rounds_and_exchange_seats.TableRow(1, 1, players)],
            by="director",
        )
    assert caught.value.faults[0].code == "incomplete_table"
    uneven = Uneven.TWOS if len(players) == 2 else Uneven.THREES
    with pytest.raises(RuleError) as caught:
        drawn(event, uneven)
    assert caught.value.faults[0].code == "needs_four"


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
def test_no_option_of_mcr_or_riichi_is_for_fewer_than_four(director, ruleset):
    with pytest.raises(RuleError):
        event_of(director, 8, ruleset, fewest_players=3)


def test_a_table_of_three_keeps_the_rules_from_wanting_four(seven, three):
    three.enter(winner="S", source="W", faan="3")
    wanted = {"fewest_players": 4}
    obstacles = effect_of(seven, wanted).obstacles
    assert {obstacle.game.pk for obstacle in obstacles} == {three.game.pk}
    assert obstacles[0].faults[0].code == "table_size"


def test_the_form_of_a_draw_offers_short_tables_where_they_are_allowed(director):
    client = Client()
    client.force_login(director)
    for fewest, offered in ((4, False), (3, True)):
        event = event_of(director, 7, "hong_kong", fewest_players=fewest)
        page = client.get(reverse("director:draw_new", args=[event.slug]))
        text = page.content.decode()
        assert ('value="threes" ' in text) is offered
        assert ("Some tables have fewer players: 4 + 3." in text) is offered
