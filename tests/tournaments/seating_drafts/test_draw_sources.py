"""Sources of seating plans, in texts that can be translated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.director.seating_drafts import draft_verdicts_and_origin
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.generate_seating import draw
from tournaments.seating.meetings.algebraic_constructions import most_rounds, perfect
from tournaments.seating.meetings.starters_and_small_plans import small, stored
from tournaments.seating.seating_request import RANKED, Method, Request


def unknown(source: str) -> set[str]:
    return {*map(draft_verdicts_and_origin.phrase_of, source.split(", "))} - {
        *draft_verdicts_and_origin.PHRASES
    }


def asked(method: Method = Method.PLAN, players: int = 16, **values) -> Request:
    entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
    usual = {"rounds": 1, "seed": "s", "demands": Constraints(moves=500)}
    return Request(entrants, method=method, **(usual | values))


def test_every_structure_has_words():
    sizes = range(4, 260, 4)
    found = [
        structure.source
        for players in sizes
        for rounds in {1, 2, most_rounds(players) // 2, most_rounds(players)}
        if rounds and (structure := perfect(players, rounds))
    ]
    found += [small(*size).source for size in stored()]
    assert len(set(found)) > 5
    assert not set().union(*map(unknown, found))


@pytest.mark.parametrize(
    "request_",
    [
        asked(),
        asked(rounds=8),
        asked(rounds=7, players=24),
        asked(played=draw(asked()).plan),
        asked(Method.RANDOM),
        asked(players=17, demands=Constraints(uneven=Uneven.BYES, moves=500)),
        asked(players=17, demands=Constraints(uneven=Uneven.THREES, moves=500)),
        asked(Method.REPAIR, draft=draw(asked()).plan),
        asked(draft=draw(asked()).plan, locked=((1, 1),)),
        *(asked(method, standing=tuple(range(1, 17))) for method in RANKED),
    ],
    ids=str,
)
def test_every_draw_has_words(request_):
    assert not unknown(draw(request_).source)


def test_players_who_come_and_go_have_words():
    request = asked(rounds=3)
    late = replace(request.entrants[0], first=2)
    drawn = draw(replace(request, entrants=(late, *request.entrants[1:])))
    assert not unknown(drawn.source)


def test_a_source_is_said_with_its_numbers():
    source = "stored plan: 12 repeats, the fewest known"
    said = "stored plan: 12 repeats, the fewest repeats known"
    assert draft_verdicts_and_origin.in_words(source) == said
    assert draft_verdicts_and_origin.in_words("") == ""


def test_a_source_of_another_version_is_said_as_it_is():
    source = "magic: 100 % sure, 2 of 3"
    assert draft_verdicts_and_origin.in_words(source) == source


def test_a_source_is_said_in_the_readers_language(monkeypatch):
    translated = {"repeats avoided": "Wiederholungen vermieden", "random": "Zufall"}
    monkeypatch.setattr(draft_verdicts_and_origin, "gettext", translated.__getitem__)
    assert (
        draft_verdicts_and_origin.in_words("lots, repeats avoided")
        == "Zufall, Wiederholungen vermieden"
    )
