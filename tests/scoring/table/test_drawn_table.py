"""The table diagram: its wall, short names, and the grid of riichi hand values."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from rules.riichi.options import RiichiOptions
from rules.winds import WINDS, Wind
from scoring.all_pages.wall_of_tiles_drawing import IN_THE_MIDDLE, Wall
from scoring.entry_forms.form_by_ruleset import hand_form
from scoring.rulesets.riichi import han_and_fu_choices
from scoring.table.table_diagram import place_of, short_names, wall_at

MCR = rules.ruleset("mcr", {})
OPENING = MCR.opening()


@pytest.mark.parametrize(
    ("prevailing", "deal", "done"),
    [("E", 1, 0), ("E", 4, 3), ("S", 1, 4), ("N", 4, 15)],
)
def test_the_wall_has_a_brick_for_every_deal_before_this_one(prevailing, deal, done):
    now = replace(OPENING, prevailing=Wind(prevailing), deal=deal)
    assert bricks_of(wall_at(now, MCR.options)) == [done, 1, 15 - done]


def bricks_of(wall: Wall) -> list[int]:
    return [path.count("m") for path in (wall.done, wall.now, wall.todo)]


@pytest.mark.parametrize(
    ("players", "prevailing", "deal", "done"),
    [(3, "E", 1, 0), (3, "S", 1, 3), (3, "N", 3, 11), (2, "S", 2, 3), (2, "N", 2, 7)],
)
def test_the_wall_of_fewer_players_has_as_many_bricks_as_they_deal(
    players, prevailing, deal, done
):
    played = rules.ruleset("hong_kong", {"fewest_players": 2}).for_players(players)
    now = replace(played.opening(), prevailing=Wind(prevailing), deal=deal)
    wall = wall_at(now, played.options)
    assert bricks_of(wall) == [done, 1, 4 * players - 1 - done]
    assert bricks_of(IN_THE_MIDDLE.whole(players)) == [4 * players, 0, 0]


def test_the_wall_follows_the_order_of_the_winds():
    played = rules.ruleset("hong_kong", {"round_winds": "EWSN"})
    now = replace(played.opening(), prevailing=Wind.WEST, deal=2)
    assert bricks_of(wall_at(now, played.options)) == [5, 1, 10]


def test_people_stay_on_their_places_while_the_winds_move_on():
    winds = {seat: seat.after(-1) for seat in WINDS}
    second = replace(OPENING, deal=2, winds=winds)
    assert [place_of(second, seat) for seat in WINDS] == list(WINDS)


def seat(wind: Wind, first: str, last: str) -> Any:
    class Entry(SimpleNamespace):
        def __str__(self) -> str:
            return f"{first} {last}"

    player = SimpleNamespace(first_name=first, last_name=last)
    return SimpleNamespace(wind=wind.value, player=Entry(person=player))


def test_two_of_the_same_first_name_are_told_apart():
    people = [("Ada", "Lind"), ("Bo", "Park"), ("Ada", "Rossi"), ("Maria José", "Gil")]
    seats = [seat(wind, *name) for wind, name in zip(WINDS, people, strict=True)]
    assert list(short_names(seats).values()) == ["Ada Lind", "Bo", "Ada Rossi", "Maria"]


def keys_after(*entered: int) -> list[int]:
    names = {wind: wind.value for wind in WINDS}
    form = hand_form(rules.ruleset("mcr", {}), names=names)
    form.last_values = entered
    return form.often


def test_what_was_entered_at_the_table_has_a_key_in_the_place_of_the_rarest():
    usual = keys_after()
    assert keys_after(12, 88) == usual
    assert set(keys_after(37)) == set(usual) - {28} | {37}
    assert set(keys_after(28, 37, 25)) == set(usual) - {64, 20} | {37, 25}
    assert keys_after(99, 41, 37, 25, 7) == keys_after(99, 41, 37)
    assert len(keys_after(99, 41, 37, 25)) == len(usual) == 17


def grid(**options: object) -> dict[int, list[han_and_fu_choices.Cell]]:
    read = RiichiOptions.read(options)
    keys = [
        key for _label, group in han_and_fu_choices.groups(read) for key, _name in group
    ]
    return dict(han_and_fu_choices.rows({key: key for key in keys}, read))


@pytest.mark.parametrize(
    ("kiriage", "buttons", "span"), [(True, ["4-20", "4-25"], 5), (False, None, 4)]
)
def test_four_han_thirty_fu_is_a_mangan_where_it_is_rounded_up(kiriage, buttons, span):
    *below, mangan = grid(kiriage=kiriage)[4]
    assert [cell.button for cell in below] == (buttons or ["4-20", "4-25", "4-30"])
    assert (mangan.limit, mangan.span, mangan.first_gain) == ("mangan", span, "8,000")


def test_a_cell_says_what_each_kind_of_win_gives():
    cells = {cell.button: cell.gains for cell in grid()[3]}
    # Discard, discard to the dealer, self-draw, self-draw by the dealer.
    assert cells["3-40"] == (5200, 7700, 5200, 7800)


def test_a_row_has_seven_columns():
    for cells in grid().values():
        assert sum(cell.span for cell in cells) == len(han_and_fu_choices.FU)
