"""Hands in files and in the API: winners, values, patterns, tiles and versions."""

from __future__ import annotations

import pytest

from rules.hand_as_json import hand_as_row
from rules.hand_notation import parse_hand
from scoring.corrections import correct_and_undo
from scoring.exports.export_columns_and_values import Audience, Selection, plain
from scoring.exports.hands_export import HANDS
from scoring.ledger import enter_hand
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.django_db


def rows_of(tournament, audience=Audience.DIRECTORS):
    keys = [column.key for column in HANDS.shown_columns(tournament, audience)]
    selection = Selection(tournament, audience)
    return [
        dict(zip(keys, map(plain, values), strict=True))
        for values in HANDS.values(selection)
    ]


def enter(game, number, /, key="device", **entry):
    return enter_hand.enter(game.pk, entry, hand=number, device_key=key, by="referee")


def by_tiles(text):
    row = hand_as_row(parse_hand(text))
    del row["seat_wind"], row["prevailing_wind"]
    return row


def test_a_win_by_points_from_a_discard(game, tournament):
    enter(game, 1, kind="win", winner="S", **{"from": "W"}, points=24)
    [row] = rows_of(tournament)
    assert (row["winners"], row["discarder"], row["self_draw"]) == ("2", 3, False)
    assert (row["value"], row["patterns"], row["tiles"]) == ("24 fan", "", "")
    assert (row["dealer"], row["prevailing"], row["entry"]) == (1, "E", 1)
    assert (row["corrects"], row["penalised"]) == ("", None)


def test_a_win_by_tiles_has_its_patterns(game, tournament):
    hand = by_tiles("111222333m4445p*5p")
    enter(game, 1, kind="win", winner="E", hand=hand)
    [row] = rows_of(tournament)
    assert (row["winners"], row["discarder"], row["self_draw"]) == ("1", None, True)
    patterns = dict(part.rsplit(" ", 1) for part in row["patterns"].split("; "))
    total = sum(int(value) for value in patterns.values())
    assert row["value"].startswith(f"{total} ")
    assert parse_hand(row["tiles"]).winning_tile is not None
    assert row["tiles"].endswith("E/E")


def test_flowers_of_a_win_are_told_as_entered_or_by_its_tiles(game, tournament):
    claim = {"kind": "win", "winner": "S", "points": 24}
    enter(game, 1, key="a", **claim, flowers=3)
    hand = parse_hand("[123m]456p789sEE23p*4p f1")
    row = hand_as_row(hand)
    del row["seat_wind"], row["prevailing_wind"]
    enter(game, 2, key="b", kind="win", winner="S", hand=row)
    enter(game, 3, key="c", **claim)
    rows = rows_of(tournament)
    assert [row["flowers"] for row in rows] == ["3", "1", ""]
    assert rows[0]["value"] == "24 fan"
    assert "24 fan (21, flowers 3)" in rows[0]["what"]


def test_draws_and_false_wins(game, tournament):
    enter(game, 1, key="a", kind="false_win", seat="N")
    enter(game, 1, key="b", kind="washout")
    first, second = rows_of(tournament)
    assert (first["penalised"], first["winners"]) == (4, "")
    assert (second["penalised"], second["self_draw"]) == (None, None)


def test_a_corrected_hand_names_its_earlier_versions(game, tournament):
    enter(game, 1, kind="win", winner="S", **{"from": "W"}, points=24)
    for points in (32, 48):
        line = game.ledger.latest("sequence")
        correct_and_undo.correct(
            line.pk,
            {"kind": "win", "winner": "S", "from": "W", "points": points},
            by="director",
            reason="Counted again",
            device_key=f"correction:{points}",
        )
    [row] = rows_of(tournament)
    assert row["value"] == "48 fan"
    assert (row["entry"], row["corrects"]) == (3, "1 2")
    assert (row["by"], row["first_by"]) == ("director", "referee")


def test_the_public_does_not_see_who_entered_a_hand(game, tournament):
    enter(game, 1, kind="washout")
    [row] = rows_of(tournament, Audience.EVERYBODY)
    assert not {"by", "first_by"} & set(row)


def test_several_winners_stand_in_the_order_of_seats(tournament, game):
    Tournament.objects.update(ruleset="riichi", options={})
    again = Game.objects.select_related("round__tournament").get(pk=game.pk)
    claims = [
        {"winner": "S", "han": 3, "fu": 40},
        {"winner": "N", "han": 1, "fu": 30},
    ]
    enter(again, 1, kind="win", **{"from": "E"}, winners=claims, riichi=["S"])
    [row] = rows_of(again.round.tournament)
    assert (row["winners"], row["discarder"], row["deposits"]) == ("2 4", 1, "2")
    assert row["value"].count(" | ") == 1
