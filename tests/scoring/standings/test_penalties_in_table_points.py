"""If the total score ranks players, penalties in table points have a separate column in
standings, papers, files, screens and the API. They do not change the total.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import tournament_folder
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.director import printed_lists
from scoring.ledger import enter_hand
from scoring.models import FinalPlace
from scoring.standings import final_standings, live_and_official_standings
from scoring.standings.criteria_columns import deciding
from scoring.standings.rank_players import ranking_of
from scoring.standings.team_standings import teams_of
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.absences import player_numbered
from tests.scoring.exports.test_exports import csv_rows, fetched
from tests.scoring.hall.test_hall_turns import page as hall_page
from tests.scoring.two_rounds import LATER_FOUR, close, table
from tournaments.models import Team, Tournament

HEADING = "Penalties in table points"


def fine(round_, number: int, seat: str, amount: int) -> None:
    raw = {"kind": "penalty", "seat": seat, "amount": amount, "target": "table_points"}
    game = table(round_, number)
    key = f"{round_.pk}:{number}:{seat}"
    enter_hand.enter(game.pk, raw, device_key=key, by="referee", reason="late")


def ranked_by(tournament, *tie_breaks: str) -> None:
    tournament.tie_breaks = [*tie_breaks]
    tournament.save(update_fields=["tie_breaks", "ruleset", "options"])


@pytest.fixture
def fined(second_round):
    """Return a tournament ranked by total score.

    In its second round player 2 lost 2 table points.
    """
    tournament = second_round.tournament
    ranked_by(tournament, "score", "firsts")
    fine(second_round, 1, "S", -2)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def over(fined):
    fined.planned_rounds = 2
    fined.save(update_fields=["planned_rounds"])
    for number in (1, 2):
        game = table(fined.rounds.get(number=2), number)
        raw = {"kind": "totals", "scores": LATER_FOUR}
        enter_hand.enter(game.pk, raw, device_key=f"{game.pk}", by="referee", hand=1)
    close(fined.rounds.get(number=2))
    fined.refresh_from_db()
    finish_reopen_and_publish_results.finish(fined, by="director", now=timezone.now())
    fined.refresh_from_db()
    return fined


def body(client, tournament, view: str = "") -> str:
    answer = client.get(f"/t/{tournament.slug}/standings/{view}")
    return " ".join(answer.content.decode().split())


def row(page: str, number: int) -> str:
    return page.partition(f'<tr data-row="{number}"')[2].partition("</tr>")[0]


def test_the_total_stays_and_the_penalty_is_a_figure_beside_it(fined):
    line = next(e for e in ranking_of(fined).lines if e.player.number == 2)
    assert (line.score, line.fined) == (20, Fraction(-2))
    others = [e.fined for e in ranking_of(fined).lines if e.player.number != 2]
    assert set(others) == {0}


def test_riichi_counts_thousandths_as_final_points(second_round):
    tournament = second_round.tournament
    tournament.ruleset, tournament.options = "riichi", {}
    ranked_by(tournament, "score")
    fine(second_round, 1, "S", -2500)
    line = next(e for e in ranking_of(tournament).lines if e.player.number == 2)
    assert line.fined == Fraction(-5, 2)


def test_live_standings_have_the_column(fined, client):
    page = body(client, fined)
    assert HEADING in page
    assert '<td class="number fined" role="cell">−2</td>' in row(page, 2)
    assert '<td class="number fined" role="cell">0</td>' in row(page, 3)
    assert f"{HEADING}: −2</span>" in row(page, 2)
    assert f"{HEADING}:" not in row(page, 3)


def test_official_and_final_standings_have_it_once_the_round_counts(
    fined, client, request
):
    assert HEADING not in body(client, fined, "official/")
    over = request.getfixturevalue("over")
    for view in ("", "after-2/"):
        page = body(client, over, view)
        assert '<td class="number fined" role="cell">−2</td>' in row(page, 2)
    assert HEADING not in body(client, over, "after-1/")


def test_hidden_penalties_are_nowhere(fined, client):
    Tournament.objects.update(planned_rounds=2, secret_rounds=1)
    fined.refresh_from_db()
    assert HEADING not in body(client, fined)
    assert HEADING not in hall_page(client, fined, "standings")
    rows = client.get(f"/api/v1/events/{fined.slug}/live").json()["standings"]
    assert rows
    assert not any("fined" in row for row in rows)
    board = live_and_official_standings.live_of(fined)
    assert "fined" not in [column.key for column in deciding(board)]


def test_without_such_a_penalty_there_is_no_column(second_round, client):
    ranked_by(second_round.tournament, "score")
    assert HEADING not in body(client, second_round.tournament)


@pytest.mark.parametrize("order", [("table_points", "score"), ("firsts",)])
def test_where_totals_do_not_rank_nothing_changes(fined, client, order):
    ranked_by(fined, *order)
    assert HEADING not in body(client, fined)
    board = live_and_official_standings.live_of(fined)
    assert "fined" not in [column.key for column in deciding(board)]
    heads = csv_rows(fetched(client, fined, "standings", "csv"))[0]
    assert "fined" not in heads
    rows = client.get(f"/api/v1/events/{fined.slug}/live").json()["standings"]
    assert rows
    assert not any("fined" in row for row in rows)


def test_the_final_standings_keep_it(over):
    kept = {row.number: row.fined for row in FinalPlace.objects.all()}
    assert kept[2] == -24_000
    assert {kept[number] for number in (1, 3, 4, 5, 6, 7, 8)} == {0}
    final = final_standings.final_of(over)
    lines = {line.player.number: line.fined for line in final.ranking.lines}
    assert lines[2] == -2
    assert final_standings.changed_since(final.row, over) == []


def test_final_standings_of_earlier_versions_do_not_count_as_changed(
    fined, request, monkeypatch
):
    with monkeypatch.context() as earlier:
        earlier.setattr(final_standings, "ranks_by_total_score", lambda _order: False)
        over = request.getfixturevalue("over")
    over.revision += 1
    over.save(update_fields=["revision"])
    final = final_standings.final_of(over)
    assert final_standings.changed_since(final.row, over) == []


def test_a_folder_brings_it_back(over):
    files = tournament_folder.files_of(over)
    again = import_files(files, director=None).tournament
    assert tournament_folder.files_of(again) == files
    kept = {row.number: row.fined for row in FinalPlace.objects.filter(
        final__tournament=again)}  # fmt: skip
    assert (kept[2], kept[3]) == (-24_000, 0)


def test_a_folder_where_totals_do_not_rank_has_no_such_column(fined, request):
    ranked_by(fined, "table_points")
    over = request.getfixturevalue("over")
    heads = tournament_folder.files_of(over)["final_standings.csv"].splitlines()[0]
    assert b"fined" not in heads


def test_files_have_it(over, client):
    rows = csv_rows(fetched(client, over, "standings", "csv"))
    by_number = {row["number"]: row["fined"] for row in rows}
    assert (by_number["2"], by_number["3"]) == ("-2", "0")
    address = reverse("api:standings", args=[over.slug])
    rows = client.get(address).json()["rows"]
    assert {row["number"]: row["fined"] for row in rows}[2] == -2


def test_the_live_state_of_the_api_has_it(fined, client):
    rows = client.get(f"/api/v1/events/{fined.slug}/live").json()["standings"]
    assert {row["number"]: row["fined"] for row in rows}[2] == -2


def test_printed_standings_have_it(over):
    sheet = printed_lists.standings(over)[0].content
    columns = {column.key: column for column in sheet.measures}
    assert list(columns) == ["score", "firsts", "fined"]
    line = next(row.line for row in sheet.rows if row.number == 2)
    assert columns["fined"].written(line, over.ruleset) == "−2"


def test_the_hall_screen_has_it(fined, client):
    page = hall_page(client, fined, "standings")
    assert f"{HEADING}</p>" in page
    assert page.count('<span class="fined">−2</span>') == 1
    assert page.count('<span class="fined">0</span>') == 7


def test_a_team_has_the_sum_of_its_members(fined, client):
    team = Team.objects.create(tournament=fined, name="Umbers")
    for number in (2, 3):
        player = player_numbered(fined, number)
        player.team = team
        player.save()
    board = live_and_official_standings.official_of(fined)
    fined.rounds.update(state="closed", ends_at=None, mark_at=None)
    closed = live_and_official_standings.official_of(fined)
    for shown, figure in ((board, 0), (closed, -2)):
        teams = {team.line.name: team.line.fined for team in teams_of(shown)}
        assert teams["Umbers"] == figure
    page = " ".join(client.get(f"/t/{fined.slug}/teams/").content.decode().split())
    assert HEADING in page
