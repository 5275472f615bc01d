"""Events with stages, played whole: what they come to is told by a few lines of plain
arithmetic, and the event folder brings them back as they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from scoring.standings.ranking import ranking_of
from scoring.standings.stages.cutting import make_cut, proposed_cut
from tests.scoring.folders import rows, there_and_back
from tests.scoring.played_events import Table, draw, event, play, scores_by_chance
from tournaments.refusals import Refused
from tournaments.rounds.stages import deciding
from tournaments.rounds.stages.stage_list import StagePlan, set_stages, stages_of
from tournaments.seating.requests import Method

pytestmark = pytest.mark.django_db

Points = dict[int, Fraction]
UMA = (20_000, 10_000, -10_000, -20_000)


def riichi_points(tables: list[Table]) -> tuple[Points, Points]:
    """Final points in thousands, and scores, of one round."""
    points, scores = {}, {}
    for people, brought in tables:
        best_first = sorted(brought, reverse=True)
        for who, score in zip(people, brought, strict=True):
            uma = UMA[best_first.index(score)]
            points[who] = Fraction(score - 30_000 + uma, 1000)
            scores[who] = Fraction(score)
    return points, scores


def mcr_points(tables: list[Table]) -> tuple[Points, Points]:
    """Table points 4-2-1-0, and scores, of one round."""
    points, scores = {}, {}
    for people, brought in tables:
        best_first = sorted(brought, reverse=True)
        for who, score in zip(people, brought, strict=True):
            points[who] = Fraction((4, 2, 1, 0)[best_first.index(score)])
            scores[who] = Fraction(score)
    return points, scores


def summed(rounds: list[Points]) -> Points:
    found: Points = defaultdict(Fraction)
    for each in rounds:
        for who, value in each.items():
            found[who] += value
    return found


def in_order(points: Points, scores: Points, people) -> list[int]:
    return sorted(people, key=lambda who: (points[who], scores[who]), reverse=True)


def shown(tournament) -> list[tuple[int, Fraction, Fraction]]:
    return [
        (row.line.entry.number, row.line.table_points, Fraction(row.line.score))
        for row in ranking_of(tournament).placed
    ]


class TestRiichiLeague:
    """Sixteen players, three rounds Swiss, cut to eight, halved points and scores into
    a final of two rounds, uma of the league's own."""

    @pytest.fixture
    def league(self, director):
        tournament = event(
            "riichi",
            16,
            director,
            options={"preset": "wrc_2022", "uma": list(UMA)},
            tie_breaks=["table_points", "score"],
        )
        set_stages(
            tournament,
            [
                StagePlan("qualifying", 3, method="swiss"),
                StagePlan(
                    "final",
                    2,
                    minutes=60,
                    method="ranks",
                    cut="top",
                    cut_size=8,
                    carry="fraction",
                    carry_numerator=1,
                    carry_denominator=2,
                ),
            ],
            by="director",
        )
        return tournament

    def test_played_whole(self, league):
        scores = scores_by_chance("league", 30_000, 100)
        rounds = []
        for number in (1, 2, 3):
            method = Method.RANDOM if number == 1 else Method.SWISS
            rounds.append(riichi_points(play(league, number, method, scores)))
        points = summed([each for each, _scores in rounds])
        total = summed([each for _points, each in rounds])
        order = in_order(points, total, range(1, 17))
        assert [who for who, *_rest in shown(league)] == order

        with pytest.raises(Refused):
            draw(league, 4, Method.RANKS)
        make_cut(league, 2, by="director")
        for number in (4, 5):
            tables = play(league, number, Method.RANKS, scores)
            assert sorted(who for people, _s in tables for who in people) == sorted(
                order[:8]
            )
            rounds.append(riichi_points(tables))

        final = {
            who: points[who] / 2 + rounds[3][0][who] + rounds[4][0][who]
            for who in order[:8]
        }
        final_scores = {
            who: total[who] / 2 + rounds[3][1][who] + rounds[4][1][who]
            for who in order[:8]
        }
        expected = [
            (who, final[who], final_scores[who])
            for who in in_order(final, final_scores, order[:8])
        ] + [(who, points[who], total[who]) for who in order[8:]]
        assert shown(league) == expected
        assert league.rounds.get(number=4).minutes == 60
        assert league.rounds.get(number=3).minutes == 90
        files = there_and_back(league)
        assert len(rows(files, "stages.csv")) == 8


class TestChampionship:
    """Two days of MCR: sixteen players in two groups by strength, club mates apart; the
    first three of each group and the two best of the rest play the final from nothing
    but table points, all others a consolation."""

    @pytest.fixture
    def championship(self, director):
        tournament = event("mcr", 16, director)
        set_stages(
            tournament,
            [
                StagePlan("groups", 3, groups=2, apart="club", method="random"),
                StagePlan(
                    "final",
                    2,
                    cut="per_group",
                    cut_size=3,
                    cut_rest=2,
                    carry="table_points",
                    bonuses=("2", "1"),
                    seats="rank",
                    method="ranks",
                ),
                StagePlan("consolation", 2, cut="rest", carry="nothing"),
            ],
            by="director",
        )
        return tournament

    def test_played_whole(self, championship):
        scores = scores_by_chance("championship", 0, 1)
        with pytest.raises(Refused):
            draw(championship, 1, Method.RANDOM)
        make_cut(championship, 1, seed="groups", by="director")
        groups = stages_of(championship)[0]
        group_of = {
            place.entry.number: place.group
            for place in groups.places.select_related("entry")
        }
        assert Counter(group_of.values()) == {1: 8, 2: 8}
        clubs = Counter((group, who % 4) for who, group in group_of.items())
        assert set(clubs.values()) == {2}

        rounds = []
        for number in (1, 2, 3):
            tables = play(championship, number, Method.RANDOM, scores)
            for people, _scores in tables:
                assert len({group_of[who] for who in people}) == 1
            rounds.append(mcr_points(tables))
        points = summed([each for each, _scores in rounds])
        total = summed([each for _points, each in rounds])
        of_group = {
            group: in_order(
                points, total, [w for w in group_of if group_of[w] == group]
            )
            for group in (1, 2)
        }
        through = [who for own in of_group.values() for who in own[:3]]
        rest = in_order(points, total, set(group_of) - set(through))
        through += rest[:2]

        stage = stages_of(championship)[1]
        assert set(proposed_cut(championship, stage).found.through) == set(through)
        make_cut(championship, 2, by="director")
        bonus = {of_group[g][place]: 2 - place for g in (1, 2) for place in (0, 1)}
        start = {who: points[who] + bonus.get(who, 0) for who in through}
        assert {who: p for who, p, _s in shown(championship)[:8]} == start

        for number in (4, 5):
            ranks = [who for who, *_figures in shown(championship)]
            tables = play(championship, number, Method.RANKS, scores)
            finals = [people for people, _s in tables if set(people) <= set(through)]
            assert len(finals) == 2
            # The first sits East, the second South …
            assert [who for people in finals for who in people] == ranks[:8]
            assert {who for people, _s in tables for who in people} == set(group_of)
            rounds.append(mcr_points(tables))

        added = summed([rounds[3][0], rounds[4][0]])
        scored = summed([rounds[3][1], rounds[4][1]])
        end = {who: start[who] + added[who] for who in through}
        expected = [
            (who, end[who], scored[who]) for who in in_order(end, scored, through)
        ] + [
            (who, added[who], scored[who])
            for who in in_order(added, scored, set(group_of) - set(through))
        ]
        assert shown(championship) == expected
        files = there_and_back(championship)
        assert len(rows(files, "stages.csv")) == 32


def test_a_tie_at_the_line_is_for_the_director_to_decide(director):
    tournament = event("mcr", 8, director)
    set_stages(
        tournament,
        [
            StagePlan("qualifying", 1),
            StagePlan("final", 1, cut="top", cut_size=4, carry="nothing"),
        ],
        by="director",
    )
    play(tournament, 1, Method.RANDOM, lambda number, table: [40, 10, -10, -40])
    order = [row.line.entry.number for row in ranking_of(tournament).placed]
    final = stages_of(tournament)[1]
    assert not proposed_cut(tournament, final).ties
    set_stages(
        tournament,
        [
            StagePlan("qualifying", 1),
            StagePlan("final", 1, cut="top", cut_size=5, carry="nothing"),
        ],
        by="director",
    )
    final = stages_of(tournament)[1]
    [tie] = proposed_cut(tournament, final).ties
    assert (set(tie.numbers), tie.seats) == (set(order[4:6]), 1)
    with pytest.raises(Refused, match="Equal by every measure"):
        make_cut(tournament, 2, by="director")
    with pytest.raises(Refused, match="why"):
        make_cut(tournament, 2, decided=[order[5]], by="director")
    with pytest.raises(Refused, match="not equal at the line"):
        make_cut(
            tournament, 2, decided=[order[5], order[0]], by="director", reason="lots"
        )
    make_cut(tournament, 2, decided=[order[5]], by="director", reason="drew East")
    out = tournament.entries.get(number=order[4])
    assert (out.cut_after, out.plays(1), out.plays(2)) == (1, True, False)
    deciding.take_back(final, by="director", reason="a wrong score")
    out.refresh_from_db()
    assert out.plays(2)
    assert tournament.log.first().kind == "stage_taken_back"
