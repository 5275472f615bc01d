"""The chart of repeat opponents."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tournaments.director.seating_drafts.heat_map import heat_map
from tournaments.seating.constraints import SeatingPlayer

#: 1 and 2 meet in both rounds, and so do 3 and 4.
PLAN = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((2, 1, 5, 6), (3, 4, 7, 8)),
)
EIGHT = [SeatingPlayer(number, f"Player {number}") for number in range(1, 9)]


def picture(plan=PLAN, entrants=EIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(heat_map(plan, entrants, label="meetings"))


def titles(svg: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in svg.iter("title")]


def test_every_two_who_meet_have_a_square_on_both_sides():
    said = titles(picture())
    assert said.count("1 Player 1 and 2 Player 2: rounds 1, 2") == 1
    assert said.count("2 Player 2 and 1 Player 1: rounds 1, 2") == 1
    assert said.count("1 Player 1 and 3 Player 3: round 1") == 1
    # 2 rounds with 2 tables of 6 pairs; 1-2, 3-4, 5-6 and 7-8 meet twice.
    assert len(said) == 2 * (2 * 2 * 6 - 4)


def test_a_square_stands_in_the_row_and_column_of_the_two():
    [group] = [
        group
        for group in picture().iter("g")
        if group.findtext("title") == "2 Player 2 and 5 Player 5: round 2"
    ]
    assert group.find("path").get("d").startswith("M4 1h1")


def test_who_meets_again_is_darker_and_has_a_figure():
    again = [group for group in picture().iter("g") if group.get("class") == "met-2"]
    assert {group.findtext("text") for group in again} == {"2"}
    assert len(again) == 2 * 4


def test_team_mates_are_framed_and_wrong_where_they_meet():
    mates = [
        SeatingPlayer(n, f"Player {n}", team="Lyon" if n < 3 else "") for n in range(9)
    ]
    svg = picture(entrants=mates[1:])
    [frame] = [path for path in svg.iter("path") if path.get("class") == "mates"]
    assert frame.get("d") == "M1 0h1v1h-1zM0 1h1v1h-1z"
    wrong = [g.findtext("title") for g in svg.iter("g") if "wrong" in g.get("class")]
    assert wrong == [
        "1 Player 1 and 2 Player 2: rounds 1, 2",
        "2 Player 2 and 1 Player 1: rounds 1, 2",
    ]


def test_who_does_not_see_it_hears_what_it_shows():
    svg = picture()
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "meetings"
    assert svg.get("aria-describedby") == svg.find("desc").get("id")
    words = "16 pairs meet once. 4 pairs meet in 2 rounds."
    assert svg.findtext("desc") == words
    assert picture(PLAN[:1]).findtext("desc").endswith("No repeat opponents.")


def test_names_cannot_break_out_of_the_picture():
    bad = [SeatingPlayer(1, "</title><script>alert(1)</script>"), *EIGHT[1:]]
    assert "1 </title><script>alert(1)</script> and 2" in " ".join(
        titles(picture(entrants=bad))
    )


@pytest.mark.parametrize(("players", "labels"), [(40, 40), (120, 25), (1000, 21)])
def test_large_events_keep_numbers_that_can_be_read(players, labels):
    entrants = [SeatingPlayer(number) for number in range(1, players + 1)]
    svg = picture((), entrants)
    top = [text for text in svg.iter("text") if text.get("class") == "top"]
    assert len(top) == labels


def test_a_thousand_players_are_a_page_that_can_be_sent():
    entrants = [SeatingPlayer(number) for number in range(1, 1001)]
    plan = tuple(
        tuple(
            tuple(1 + (step * place + table) % 1000 for place in range(4))
            for table in range(0, 1000, 4)
        )
        for step in (1,)
    )
    markup = heat_map(plan, entrants, label="meetings")
    assert "<title>" not in markup
    # 6 pairs at each of 250 tables, on both sides of the diagonal.
    [once] = re.findall(r'class="met-1" d="([^"]*)"', markup)
    assert once.count("z") == 2 * 6 * 250
