"""A save on a table page sends only the changes to a page that is one step behind."""

from __future__ import annotations

import re

import pytest

from tests.scoring.table_device import HTMX, win

WENT_ON = "data-went-on"


@pytest.fixture
def save(referee_client, at):
    def saved(hand: int, lines: object, **fields: object) -> str:
        sent = win(hand, f"key {hand}", lines=lines, **fields)
        return referee_client.post(at(), sent, **HTMX).content.decode()

    return saved


def parts_of(page: str) -> dict[str, str]:
    """Return the contents of each part that follows the table, by id."""
    found = re.findall(
        r'<(\w+)[^>]* id="([\w-]+)"[^>]*data-follows[^>]*>(.*?)</\1>', page
    )
    return {name: re.sub(r"\s+", " ", inside) for _tag, name, inside in found}


def test_each_hand_brings_what_is_new_the_first_one_too(save):
    first, answer = save(1, 0), save(2, 1)
    assert WENT_ON in first
    assert first.count('id="table-lines"') == 1
    assert "Correct an entry" in first
    assert WENT_ON in answer
    assert "Hand 2 is saved" in answer
    assert answer.count('title="Correct hand 2">2</a></th>') == 1
    assert 'name="winner"' not in answer


def test_what_is_new_is_what_a_new_page_shows(save, referee_client, at):
    save(1, 0)
    answer, page = save(2, 1), referee_client.get(at()).content.decode()
    new, whole = parts_of(answer), parts_of(page)
    shared = new.keys() & whole.keys()
    assert {"sits-winner-E", "standing-N", "hand-title", "round-wind"} <= shared
    assert {name: new[name] for name in shared} == {
        name: whole[name] for name in shared
    }


@pytest.mark.parametrize("lines", ["", "0", "2", "x"])
def test_a_page_that_shows_something_else_gets_the_whole(save, lines):
    save(1, 0)
    assert WENT_ON not in save(2, lines)


def test_what_is_sent_again_or_sent_anew_brings_the_whole(
    save, referee_client, at, game
):
    save(1, 0)
    assert WENT_ON in save(2, 1)
    assert WENT_ON not in save(2, 1)


def test_where_the_players_change_places_it_says_which(save, referee_client, at):
    answers = [save(hand, hand - 1) for hand in range(1, 6)]
    assert all(WENT_ON in answer for answer in answers)
    assert "South round" in answers[3]
    places = [
        dict(re.findall(r'id="sits-winner-(\w)"[^>]*data-place="(\w)"', answer))
        for answer in answers
    ]
    assert places[2] == {seat: seat for seat in "ESWN"}
    assert places[3] == places[4] == {"E": "S", "S": "E", "W": "N", "N": "W"}
    page = referee_client.get(at()).content.decode()
    shown = re.findall(r'class="place" data-at="(\w)" data-place="(\w)"', page)
    assert set(shown) == set(places[4].items())


def test_the_answer_is_as_long_at_the_end_as_at_the_beginning(save):
    long = {hand: len(save(hand, hand - 1)) for hand in range(1, 16)}
    assert long[15] < 1.1 * long[2]
    assert long[1] < 1.1 * long[2]
    assert long[4] < 1.2 * long[2], "with who changed places"
    assert long[5] < 1.1 * long[2]
