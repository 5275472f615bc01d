"""Random ranking criteria.

Either the order is total, or tied players share places. The order does not depend on
the order of entries. Direct encounters only count among tied players. Opponents' points
are simple sums.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import PARTS, Result
from scoring.standings.compare_by_criteria import lots
from scoring.standings.criteria_and_tie_breaks import MEASURES
from scoring.standings.rank_players import in_words, ranking_in, standings, stored_mark
from scoring.standings.standings_records import Records
from scoring.standings.standings_rows import placed_by
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all
from tests.scoring.seated_rounds import win
from tests.scoring.sources_by_chance import sources
from tournaments.models import RoundState
from tournaments.refusals import Refused
from tournaments.tournament_setup.create_and_change_tournament import (
    Settings,
    change_settings,
)

chains = st.lists(
    st.sampled_from(sorted(MEASURES)), min_size=1, max_size=5, unique=True
)


@st.composite
def closed(draw: st.DrawFn) -> Records:
    """Return random records of closed rounds, with a random order of criteria."""
    records = draw(sources()).records
    for round_ in records.rounds.values():
        round_.state = RoundState.CLOSED
    records.tournament.tie_breaks = draw(chains)
    records.tournament.lot_seed = "7 3 5"
    return records


def rows(records):
    """Return (place, shared, player number) of each ranked player, best first."""
    ranking = ranking_in(records, frozenset(records.rounds))
    return [(row.place, row.shared, row.line.player.number) for row in ranking.placed]


def of_numbers(records):
    ranking = ranking_in(records, frozenset(records.rounds))
    return {row.line.player.number: row for row in ranking.placed}


@given(closed())
def test_everybody_has_a_place_and_equals_share_it(records):
    ranking = ranking_in(records, frozenset(records.rounds))
    chain = records.tournament.tie_breaks
    marks = [stored_mark(row.line, chain) for row in ranking.placed]
    assert marks == sorted(marks, reverse=True)
    assert len(marks) == len(records.players)
    for row, mark in zip(ranking.placed, marks, strict=True):
        assert row.place == 1 + sum(other > mark for other in marks)
        assert row.shared == (marks.count(mark) > 1)
    if "lot" in chain:
        assert [row.place for row in ranking.placed] == list(range(1, len(marks) + 1))


@given(closed(), st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(records, random):
    mixed = list(records.players)
    random.shuffle(mixed)
    pks = list(records.played)
    random.shuffle(pks)
    other = replace(
        records,
        players=tuple(mixed),
        played={pk: records.played[pk] for pk in pks},
    )
    assert sorted(rows(other)) == sorted(rows(records))


@given(closed())
def test_meetings_count_among_those_who_are_equal_only(records):
    records.tournament.tie_breaks = ["firsts", "head_to_head"]
    lines = of_numbers(records)
    groups = groupby(
        sorted(lines.values(), key=lambda row: row.line.firsts),
        key=lambda row: row.line.firsts,
    )
    for _firsts, group in groups:
        equal = [row.line for row in group]
        if len(equal) == 1:
            assert equal[0].value("head_to_head") is None
            continue
        for line in equal:
            lead = 0
            for other in equal:
                for mine in records.played[line.player.pk]:
                    for theirs in records.played[other.player.pk]:
                        met = (mine.round, mine.table) == (theirs.round, theirs.table)
                        if met and mine.counts and line is not other:
                            lead += mine.place < theirs.place
                            lead -= mine.place > theirs.place
            assert line.value("head_to_head") == lead


@given(closed())
def test_opponents_points_are_plain_sums(records):
    """Opponents' points are simple sums.

    All players play in every round here, and tables without a result count as ties.
    """
    records.tournament.tie_breaks = ["opponents_points", "opponents_score"]
    lines = of_numbers(records)
    opening = records.tournament.rules
    start = sum(opening.opening_scores().values()) // 4
    table_sum = {"mcr": 7, "classical": 7, "hong_kong": None, "riichi": 0}
    total = table_sum[records.tournament.ruleset]
    if total is None:
        shares = opening.options.table_points
        total = sum(shares)
    even = Fraction(total, 4)

    def reached(pk, amount, otherwise):
        return sum(
            amount(row) if row.counts else otherwise for row in records.played[pk]
        )

    for row in lines.values():
        points, score, rounds = Fraction(0), 0, len(records.rounds)
        for mine in records.played[row.line.player.pk]:
            others = [
                pk
                for pk, theirs in records.played.items()
                if pk != row.line.player.pk
                and any((t.round, t.table) == (mine.round, mine.table) for t in theirs)
            ]
            assert len(others) == 3
            if not mine.counts:
                points, score = points + 3 * rounds * even, score + 3 * rounds * start
                continue
            points += sum(
                reached(pk, lambda r: Fraction(r.parts, PARTS), even) for pk in others
            )
            score += sum(reached(pk, lambda r: r.score, start) for pk in others)
        assert row.line.value("opponents_points") == points
        assert row.line.value("opponents_score") == score


def test_lots_are_drawn_again_by_anybody():
    names = ["1", "2", "3", "4"]
    drawn = lots("7 3 5", names)
    assert sorted(drawn) == [1, 2, 3, 4]
    assert dict(zip(names[::-1], lots("7 3 5", names[::-1]), strict=True)) == dict(
        zip(names, drawn, strict=True)
    )
    assert any(lots(seed, names) != drawn for seed in "abcde")


def test_lots_are_told_with_their_seed_and_drawn_once_finished(tournament):
    tournament.tie_breaks, tournament.lot_seed = ["score", "lot"], "6 6 1"
    assert "then by random order (random seed “6 6 1”)" in in_words(tournament)
    tournament.finished_at = timezone.now()
    tournament.save()
    settings = Settings(5, 90, "finish_hand", ["score", "lot"], lot_seed="1 1 1")
    with pytest.raises(Refused):
        change_settings(tournament, settings, by="director")


def test_faults_count_false_wins_and_penalties_but_no_warnings(game):
    entries = (
        {"kind": "false_win", "seat": "S"},
        {"kind": "penalty", "seat": "S", "amount": -5},
        {"kind": "penalty", "seat": "E", "amount": 5},
    )
    lines = [(1, entry, NONE) for entry in entries]
    append_all(game, lines, by="referee")
    win(game, 1)
    found = Result.objects.filter(seat__game=game)
    assert dict(found.values_list("seat__wind", "faults")) == {
        "E": 0,
        "S": 2,
        "W": 0,
        "N": 0,
    }
    tournament = game.round.tournament
    tournament.tie_breaks = ["faults"]
    assert standings(tournament)[-1].line.player.number == 2


@given(
    st.lists(st.fractions(min_value=-9, max_value=9, max_denominator=60), min_size=1)
)
def test_whole_figures_and_parts_of_one_are_compared_by_what_they_are(figures):
    mixed = [value.numerator if value.denominator == 1 else value for value in figures]
    placed = placed_by(range(len(mixed)), lambda at: (mixed[at], at))
    assert [row.line for row in placed] == sorted(
        range(len(figures)), key=lambda at: (figures[at], at), reverse=True
    )
