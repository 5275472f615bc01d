"""Qualification by a cut, compared with an enumeration of every result."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.reachable_cut_line import Line, enough_to_be_in, is_out_of_reach, is_sure
from rules.reachable_places import ComingRound, Race
from tests.rules.test_reach import EIGHT, SHARES, TWO_TABLES, all_ends, standing

#: Two groups, each with one table and one player who sits out.
GROUPS = ((0, 1, 2, 3, 8), (4, 5, 6, 7, 9))
PEOPLE = (*EIGHT, 8, 9)


def is_in(end: dict[int, int], me: int, size: int, rest: int, tied: int) -> bool:
    """Return whether player `me` is among the first of the group, or among the best of
    all others. `tied`: 1 to rank the player before tied players, -1 to rank the player
    after them.
    """

    def place(name: int) -> tuple[int, int]:
        return end[name], tied if name == me else 0

    through, others = set[int](), list[int]()
    for group in GROUPS:
        ordered = sorted(group, key=place, reverse=True)
        through.update(ordered[:size])
        others += ordered[size:]
    through.update(sorted(others, key=place, reverse=True)[:rest])
    return me in through


@settings(max_examples=40, deadline=None)
@given(
    standing,
    st.lists(st.integers(0, 72), min_size=2, max_size=2),
    st.integers(1, 3),
    st.integers(0, 3),
    st.sampled_from([0, 8]),
)
def test_the_best_of_the_others_are_counted_exactly(
    here: list[int], away: list[int], size: int, rest: int, me: int
) -> None:
    points = dict(zip(PEOPLE, (*here, *away), strict=True))
    own, other = (
        Race({n: points[n] for n in group}, (ComingRound((table,)),), SHARES)
        for group, table in zip(GROUPS, TWO_TABLES, strict=True)
    )
    line = Line(own, size, rest, (other,))
    at_best, at_worst = False, dict[int, bool]()
    for end in all_ends(points, [[TWO_TABLES]]):
        gained = end[me] - points[me]
        at_best = at_best or is_in(end, me, size, rest, 1)
        safe = at_worst.get(gained, True)
        at_worst[gained] = safe and is_in(end, me, size, rest, -1)
    assert is_out_of_reach(line, me) is not at_best
    assert is_sure(line, me) is all(at_worst.values())
    shares = SHARES if me in TWO_TABLES[0] else (0,)
    enough = [
        share
        for share in sorted(shares)
        if all(safe for gained, safe in at_worst.items() if gained >= share)
    ]
    assert enough_to_be_in(line, me) == (enough[0] if enough else None)


def test_who_are_no_more_than_are_let_in_are_sure_of_it() -> None:
    race = Race(dict.fromkeys(range(4), 0), (ComingRound(TWO_TABLES[:1]),), SHARES)
    assert is_sure(Line(race, 4), 0)
    assert not is_out_of_reach(Line(race, 4), 0)
