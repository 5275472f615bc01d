"""Comparison of the standings that a decision used with the current standings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.faults import RuleError
from tournaments.refusals import sentence
from tournaments.rounds.standings_changes import (
    MOST_SAID,
    changed,
    changes,
)
from tournaments.rounds.standings_used import (
    Basis,
    Line,
    choices_of,
    placed_among,
    read_basis,
    undecided,
    used_in_words,
)

NAMES = {1: "Ada", 2: "Ben", 3: "Cid", 4: "Dee"}


def lines(*points: tuple[int, int]) -> tuple[Line, ...]:
    """Return lines for (player number, points), best first."""
    return placed_among(
        [
            Line(number, 1 + [p for _n, p in points].index(own), str(own), "0")
            for number, own in points
        ]
    )


def basis(*points: tuple[int, int], rounds=(1, 2), open_=None, **given) -> Basis:
    return Basis(3, rounds, open_ or {}, lines(*points), **given)


USED = basis((1, 8), (2, 6), (3, 4), (4, 2))


def said(then: Basis, now: Basis) -> list[str]:
    return changes(then, now, NAMES, lambda line: f"{line.points} points")


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (USED, []),
        (
            basis((2, 9), (1, 8), (3, 4), (4, 2)),
            [
                "2 Ben moved from place 2 to 1: now 9 points, before 6 points.",
                "1 Ada moved from place 1 to 2.",
            ],
        ),
        (
            basis((1, 8), (2, 6), (3, 5), (4, 2)),
            ["3 Cid now has 5 points, before 4 points."],
        ),
        (
            basis((2, 6), (3, 4), (4, 2)),
            ["1 Ada no longer plays in round 3."],
        ),
        (
            basis((1, 8), (2, 6), (3, 4), (4, 2), (5, 0)),
            ["5 now plays in round 3."],
        ),
        (replace(USED, open={2: (1,)}), ["Round 2 was reopened."]),
    ],
)
def test_what_has_changed_is_said(now, words):
    assert said(USED, now) == words
    assert changed(USED, now) is bool(words)


def test_a_round_that_was_open_then_is_not_open_again():
    used = replace(USED, open={2: (1,)}, counts="finished")
    assert not changed(used, replace(USED, open={2: ()}))
    assert not changed(used, USED)


def test_many_changes_are_counted():
    many = [(number, 100 - number) for number in range(1, 41)]
    more = [(number, points + 1) for number, points in many]
    found = said(basis(*many), basis(*more))
    assert len(found) == MOST_SAID + 1
    assert found[-1] == "… and 28 more changes."


def test_repaired_seats_do_not_miss_whom_they_were_repaired_for():
    repaired = replace(USED, is_repaired=True)
    without_ada = basis((2, 6), (3, 4), (4, 2), (5, 1))
    assert not changed(repaired, without_ada)
    turned = basis((3, 7), (2, 6), (4, 2))
    assert said(repaired, turned)[0].startswith("3 Cid moved from place 2 to 1")


def test_a_fingerprint_changes_with_the_standing_and_back():
    seen = USED.fingerprint(USED)
    other = USED.fingerprint(basis((1, 8), (2, 6), (3, 4), (4, 3)))
    assert USED.fingerprint(replace(USED, counts="closed")) == seen != other
    assert USED.fingerprint(replace(USED, open={2: ()})) != seen


@pytest.mark.parametrize(
    ("given", "words", "choice"),
    [
        (
            basis(),
            "Standings after round 2.",
            "Use the standings after round 2, which is not closed",
        ),
        (
            basis(open_={2: (1, 5)}),
            "Standings after round 2. Results missing: tables 1, 5 of round 2.",
            "Use the standings after round 2 without tables 1, 5 of round 2",
        ),
        (
            basis(rounds=(1,), open_={2: (5,)}),
            "Standings after round 1. Round 2 is not closed and does not count.",
            "Use the standings after round 1 without round 2",
        ),
        (
            basis(rounds=(), open_={1: (1,)}),
            "No round counts yet, so players are in order of player number. Round 1 "
            "is not closed and does not count.",
            "Use the order of player numbers (round 1 does not count)",
        ),
        (
            basis(rounds=(), open_={1: (1,), 2: ()}),
            "No round counts yet, so players are in order of player number. Round 1 "
            "is not closed and does not count. Round 2 is not closed and does not "
            "count.",
            "Use the order of player numbers (rounds 1, 2 do not count)",
        ),
        (
            basis(rounds=(1,), open_={2: (5,), 3: ()}),
            "Standings after round 1. Round 2 is not closed and does not count. Round "
            "3 is not closed and does not count.",
            "Use the standings after round 1 without rounds 2, 3",
        ),
        (
            basis(rounds=(1,), open_={1: tuple(range(1, 20)), 2: (1,)}),
            "Standings after round 1. Round 2 is not closed and does not count. "
            "Results missing: tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … +7 of "
            "round 1.",
            "Use the standings after round 1 without round 2 and without tables 1, 2, "
            "3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … +7 of round 1",
        ),
    ],
)
def test_a_basis_names_its_round_and_what_is_missing(given, words, choice):
    assert given.in_words() == words
    assert used_in_words(given.as_logged()) == words
    assert given.choice_in_words() == choice


def test_open_rounds_are_counted_in_words():
    one, two = basis(open_={2: ()}), basis(rounds=(1,), open_={2: (), 3: ()})
    assert one.open_in_words() == "Round 2 is not closed. All results are entered."
    assert two.open_in_words() == "Rounds 2, 3 are not closed. All results are entered."
    [fault] = undecided(two).faults
    assert sentence(fault).startswith("Rounds 2, 3 are not closed. Close them first")


def test_a_basis_is_read_as_it_was_written():
    given = basis((1, 8), (2, 8), open_={2: (1, 5)}, counts="finished")
    assert read_basis(given.as_data()) == given
    assert [line.place for line in given.lines] == [1, 1]
    assert read_basis({}) is None


class Counted:
    """Standings in which round 2 has finished tables or none."""

    def __init__(self, *, finished: bool) -> None:
        self._finished = finished

    def basis(self, before, counts="", rounds=None):
        counted = (1, 2) if self._finished and counts == "finished" else (1,)
        return basis(rounds=counted, open_={2: (1,)}, counts=counts)


def test_finished_tables_are_offered_where_there_are_some():
    both = choices_of(Counted(finished=True), 3)
    assert [each.counts for each in both.values()] == ["closed", "finished"]
    only = choices_of(Counted(finished=False), 3)
    assert [each.counts for each in only.values()] == ["closed"]


def test_a_draw_that_waits_names_its_rounds():
    with pytest.raises(RuleError) as refused:
        raise undecided(basis(open_={1: (), 2: (1,)}))
    assert refused.value.faults[0].params == {"rounds": "1, 2"}
    assert refused.value.faults[0].field == "standing"
