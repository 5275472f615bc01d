"""Teams: the order of their criteria, and deductions."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import tournament_folder
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.models import FinalStandings, Result
from scoring.standings import live_and_official_standings, standings_cache
from scoring.standings.team_standings import moves_of, teams_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.results import paper
from tests.scoring.seated_rounds import seat
from tournaments.models import LogEvent, Round, RoundState, TeamDeduction
from tournaments.people import team_deductions
from tournaments.refusals import Refused

#: The order of a league of teams of four: table points, score, then places.
LEAGUE = ["table_points", "score", "firsts", "seconds", "thirds"]
ROUNDS = (
    (((1, 2, 3, 4), (30, 10, -10, -30)), ((5, 6, 7, 8), (24, 24, -8, -40))),
    (((1, 6, 3, 8), (12, 12, 12, -36)), ((5, 2, 7, 4), (-16, 40, -40, 16))),
    (((8, 2, 6, 4), (8, 8, -8, -8)), ((7, 5, 3, 1), (-4, 60, -60, 4))),
)


@pytest.fixture
def league(tournament):
    """Return a tournament with two teams, players 1 to 4 and 5 to 8, after three closed
    rounds.
    """
    for number, tables in enumerate(ROUNDS, start=1):
        round_ = seat(tournament, number, *(numbers for numbers, _scores in tables))
        for table, (_numbers, scores) in enumerate(tables, start=1):
            paper(round_, table, dict(zip("ESWN", scores, strict=True)))
        Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    tournament.refresh_from_db()
    return changed(tournament, team_tie_breaks=LEAGUE, planned_rounds=len(ROUNDS))


def changed(tournament, **values):
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(values))
    return tournament


def placed(tournament):
    return teams_of(
        live_and_official_standings.official_of(tournament, visible=EVERYTHING)
    )


def by_hand(tournament, taken):
    """Return each team's figures, calculated simply from ROUNDS and the deductions
    `taken`.
    """
    found = {}
    for player in tournament.players.select_related("team"):
        own = found.setdefault(player.team.name, [Fraction(0), 0, Counter()])
        for tables in ROUNDS:
            for numbers, scores in tables:
                if player.number not in numbers:
                    continue
                mine = scores[numbers.index(player.number)]
                better = sum(score > mine for score in scores)
                equal = scores.count(mine)
                shares = (4, 2, 1, 0)[better : better + equal]
                own[0] += Fraction(sum(shares), equal)
                own[1] += mine
                own[2][better + 1] += 1
    return {
        name: (points - taken.get(name, 0), score, places[1], places[2], places[3])
        for name, (points, score, places) in found.items()
    }


def test_teams_go_by_their_own_order(league):
    figures = by_hand(league, {})
    for row in placed(league):
        assert figures[row.line.name] == tuple(row.line.value(key) for key in LEAGUE)
        assert row.place == 1 + sum(
            other > figures[row.line.name] for other in figures.values()
        )


def test_arrows_tell_what_the_last_round_did_to_a_team(league, client):
    changed(league, is_public=True, team_tie_breaks=["table_points"])
    source = standings_cache.source_of(league)

    def after(number: int) -> tuple[dict[str, int], dict[str, int]]:
        board = live_and_official_standings.official(source, number)
        teams = teams_of(board)
        places = {row.line.name: row.place for row in teams}
        return places, moves_of(board, teams, ["table_points"])

    assert after(1)[1] == {}
    moved = set()
    for number in (2, 3):
        before, (now, moves) = after(number - 1)[0], after(number)
        assert moves == {name: before[name] - now[name] for name in now}
        moved |= set(moves.values())
    assert moved - {0}, "the tables above move a team"

    address = reverse("public:teams", args=[league.slug])
    row = r'<tr[^>]* class="team[^>]*>\s*'
    heads = row + r'<td class="rank"[^>]*><b>\d=?</b><span class="move'
    assert len(re.findall(heads, client.get(address).content.decode())) == 2


def test_a_deduction_is_taken_from_the_team_and_no_player(league):
    first, second = (row.line for row in placed(league))
    players = [
        row.line
        for row in live_and_official_standings.official_of(
            league, visible=EVERYTHING
        ).rows
    ]
    lead = int(first.table_points - second.table_points) + 1
    team = league.teams.get(name=first.name)
    row = team_deductions.deduct(
        league, team, lead, "table_points", by="director", reason="10 minutes late"
    )
    now = placed(league)
    assert [each.line.name for each in now] == [second.name, first.name]
    taken = {first.name: lead}
    assert now[1].line.table_points == by_hand(league, taken)[first.name][0]
    assert now[1].line.deductions == ((lead, "table_points", "10 minutes late"),)
    after = live_and_official_standings.official_of(league, visible=EVERYTHING).rows
    assert [each.line for each in after] == players
    team_deductions.take_back(league, row.pk, by="director", reason="a mistake")
    assert [each.line.name for each in placed(league)] == [first.name, second.name]
    kinds = LogEvent.objects.filter(tournament=league).values_list("kind", flat=True)
    assert {"team_deducted", "team_deduction_taken_back"} <= set(kinds)
    with pytest.raises(Refused):
        team_deductions.take_back(league, row.pk, by="director")
    with pytest.raises(Refused):
        team_deductions.deduct(league, team, 1, "score", by="director", reason=" ")


POINTS, SCORE = "table_points", "score"
#: By the tables above Team 1 has 23 1/6 table points and a score of 24, Team 2 18 5/6
#: and -24. Each case: deductions, order, and resulting places.
DEDUCTED = [
    ([], LEAGUE, {"Team 1": 1, "Team 2": 2}),
    # The difference is 4 1/3.
    ([(1, 4, POINTS)], LEAGUE, {"Team 1": 1, "Team 2": 2}),
    ([(1, 5, POINTS)], LEAGUE, {"Team 1": 2, "Team 2": 1}),
    ([(1, 3, POINTS), (1, 2, POINTS)], LEAGUE, {"Team 1": 2, "Team 2": 1}),
    ([(1, 5, POINTS), (2, 1, POINTS)], LEAGUE, {"Team 1": 1, "Team 2": 2}),
    # A team may have negative points.
    ([(1, 200, POINTS)], LEAGUE, {"Team 1": 2, "Team 2": 1}),
    # A deduction from one criterion does not change the other.
    ([(1, 200, SCORE)], LEAGUE, {"Team 1": 1, "Team 2": 2}),
    ([(1, 200, POINTS)], [SCORE], {"Team 1": 1, "Team 2": 2}),
    # The difference of scores is 48; tied teams share a place unless there is another
    # criterion.
    ([(1, 47, SCORE)], [SCORE], {"Team 1": 1, "Team 2": 2}),
    ([(1, 48, SCORE)], [SCORE], {"Team 1": 1, "Team 2": 1}),
    ([(1, 48, SCORE)], [SCORE, POINTS], {"Team 1": 1, "Team 2": 2}),
    ([(1, 49, SCORE)], [SCORE, POINTS], {"Team 1": 2, "Team 2": 1}),
]


def test_what_is_deducted_decides_who_is_before_whom(league):
    figures = {"Team 1": (Fraction(139, 6), 24), "Team 2": (Fraction(113, 6), -24)}
    for taken, order, places in DEDUCTED:
        changed(league, team_tie_breaks=order)
        rows = [
            team_deductions.deduct(
                league,
                league.teams.get(name=f"Team {number}"),
                points,
                measure,
                by="director",
                reason="late",
            )
            for number, points, measure in taken
        ]
        now = placed(league)
        assert {row.line.name: row.place for row in now} == places, (taken, order)
        for row in now:
            less = Counter()
            for number, points, measure in taken:
                less[f"Team {number}", measure] += points
            name, (points, score) = row.line.name, figures[row.line.name]
            assert row.line.table_points == points - less[name, POINTS], taken
            assert row.line.score == score - less[name, SCORE], taken
        for row in rows:
            team_deductions.take_back(league, row.pk, by="director")


def test_final_teams_stay_what_they_were(league):
    team = league.teams.first()
    team_deductions.deduct(
        league, team, 3, "score", by="director", reason="a phone at the table"
    )
    before = placed(league)
    finish_reopen_and_publish_results.finish(league, by="director", now=timezone.now())
    with pytest.raises(Refused):
        team_deductions.deduct(
            league, team, 1, "score", by="director", reason="too late"
        )
    TeamDeduction.objects.all().delete()
    Result.objects.update(parts=0)
    kept = placed(league)
    assert [(r.place, r.line.name, r.line.score) for r in kept] == [
        (r.place, r.line.name, r.line.score) for r in before
    ]
    for was, now in zip(before, kept, strict=True):
        assert [was.line.value(key) for key in LEAGUE] == [
            now.line.value(key) for key in LEAGUE
        ]
        assert now.line.deductions == was.line.deductions


def test_final_standings_from_before_teams_were_kept_say_them_too(league):
    changed(league, team_tie_breaks=[])
    before = [(row.place, row.line.name) for row in placed(league)]
    finish_reopen_and_publish_results.finish(league, by="director", now=timezone.now())
    FinalStandings.objects.update(teams=[], team_tie_breaks=[])
    assert [(row.place, row.line.name) for row in placed(league)] == before


@pytest.mark.parametrize("over", [False, True])
def test_teams_come_back_from_the_event_folder(league, over):
    team = league.teams.first()
    team_deductions.deduct(
        league, team, 2, "table_points", by="director", reason="two were late"
    )
    changed(league, team_tie_breaks=["table_points", "opponents_points", "lot"])
    if over:
        finish_reopen_and_publish_results.finish(
            league, by="director", now=timezone.now()
        )
    files = tournament_folder.files_of(league)
    again = import_files(files, director=None).tournament
    again.refresh_from_db()
    assert tournament_folder.files_of(again) == files
    assert [(r.place, r.line.name, r.line.deductions) for r in placed(again)] == [
        (r.place, r.line.name, r.line.deductions) for r in placed(league)
    ]


def test_deductions_are_shown_wherever_teams_are(league, client, director_client):
    team = league.teams.first()
    address = reverse("director:teams", args=[league.slug])
    wrong = director_client.post(address, {"team": team.pk, "points": "0"})
    assert wrong.status_code == 422
    typed = {"team": team.pk, "points": "2", "measure": "table_points"}
    sent = director_client.post(address, typed | {"reason": "came late"})
    assert sent.status_code == 302
    changed(league, is_public=True)
    public = client.get(reverse("public:teams", args=[league.slug])).content.decode()
    own = director_client.get(address).content.decode()
    for page in (public, own):
        assert "came late" in page
    assert "−2 table points (came late)" in public
    assert "then by number of third places" in public
    url = reverse("public:file", args=[league.slug, "teams", "csv"])
    content = b"".join(client.get(url).streaming_content).decode()
    assert "2 table_points: came late" in content
    row = TeamDeduction.objects.get()
    back = reverse("director:take_back_deduction", args=[league.slug, row.pk])
    director_client.post(back)
    assert not TeamDeduction.objects.exists()
    assert director_client.post(back, follow=True).status_code == 200


def test_a_team_that_is_no_team_of_the_event_is_refused(league, director_client):
    address = reverse("director:teams", args=[league.slug])
    typed = {"team": "999", "points": "1", "measure": "score", "reason": "x"}
    assert director_client.post(address, typed).status_code == 422


def test_the_order_of_teams_is_chosen_in_the_settings(league, director_client):
    address = reverse("director:settings", args=[league.slug])
    page = director_client.get(address)
    assert page.context["forms"]["order"]["team_tie_breaks"].value() == LEAGUE
