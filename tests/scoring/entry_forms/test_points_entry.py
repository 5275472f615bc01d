"""Hands by points, entered through the pages, in each ruleset."""

from __future__ import annotations

from fractions import Fraction
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from rules.ledger_replay import replay
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.models import Conflict, Result
from scoring.standings import rank_players
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import rows, there_and_back
from tests.scoring.table_device import HTMX, text
from tests.scoring.tables_of_rules import table_of

HONG_KONG = [
    (
        {"winner": "E", "source": "S", "faan": "4"},
        {"kind": "win", "winner": "E", "from": "S", "faan": 4},
    ),
    ({"winner": "washout"}, {"kind": "washout"}),
    (
        {"winner": "false_win", "offender": "W"},
        {"kind": "false_win", "seat": "W"},
    ),
    (
        {"winner": "N", "source": "self", "faan": "3", "guarantor": "E"},
        {
            "kind": "win",
            "winner": "N",
            "from": None,
            "faan": 3,
            "guarantor": "E",
            "guarantee": "ruling",
        },
    ),
    (
        {
            "winner": "several",
            "source": "W",
            "winners": ["S", "N"],
            "faan_S": "5",
            "faan_N": "13",
        },
        {
            "kind": "win",
            "from": "W",
            "winners": [{"winner": "S", "faan": 5}, {"winner": "N", "faan": 13}],
        },
    ),
]
CLASSICAL = [
    (
        {
            "winner": "S",
            "source": "W",
            "points_E": 4,
            "points_S": 20,
            "doubles_S": "1",
            "points_W": 0,
            "points_N": 16,
        },
        {
            "kind": "win",
            "winner": "S",
            "from": "W",
            "values": {"E": 4, "S": 40, "W": 0, "N": 16},
        },
    ),
    ({"winner": "washout"}, {"kind": "washout"}),
    (
        {
            "winner": "W",
            "source": "self",
            "points_E": 2,
            "points_S": 8,
            "doubles_W": "limit",
            "points_N": 0,
        },
        {
            "kind": "win",
            "winner": "W",
            "from": None,
            "values": {"E": 2, "S": 8, "W": 500, "N": 0},
        },
    ),
    ({"winner": "false_win", "offender": "N"}, {"kind": "false_win", "seat": "N"}),
    (
        {"winner": "N", "source": "E", "pays_for_all": "on", "points_N": 60},
        {
            "kind": "win",
            "winner": "N",
            "from": "E",
            "pay_for_all": "E",
            "values": {"N": 60},
        },
    ),
]
RIICHI = [
    (
        {"winner": "E", "source": "S", "value": "3-40", "riichi": ["E", "N"]},
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "han": 3,
            "fu": 40,
            "riichi": ["E", "N"],
        },
    ),
    (
        {"winner": "draw", "tenpai": ["S", "W"], "riichi": ["W"]},
        {"kind": "exhaustive_draw", "tenpai": ["S", "W"], "riichi": ["W"]},
    ),
    (
        {
            "winner": "several",
            "source": "N",
            "winners": ["W", "E"],
            "value_W": "mangan",
            "value_E": "2-25",
            "riichi": ["W"],
        },
        {
            "kind": "win",
            "from": "N",
            "winners": [
                {"winner": "W", "limit": "mangan"},
                {"winner": "E", "han": 2, "fu": 25},
            ],
            "riichi": ["W"],
        },
    ),
    (
        {"winner": "false_win", "offender": "S"},
        {"kind": "chombo", "seat": "S"},
    ),
    (
        {"winner": "N", "source": "W", "value": "yakuman", "pao": "S"},
        {"kind": "win", "winner": "N", "from": "W", "limit": "yakuman", "pao": "S"},
    ),
    (
        {"winner": "draw", "tenpai": ["E"], "riichi": ["E"]},
        {"kind": "exhaustive_draw", "tenpai": ["E"], "riichi": ["E"]},
    ),
]
MCR = [
    (
        {"winner": "E", "source": "S", "points": 12},
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
    ),
    ({"winner": "washout"}, {"kind": "washout"}),
    (
        {"winner": "N", "source": "self", "points": 20, "flowers": "4"},
        {"kind": "win", "winner": "N", "from": None, "points": 20, "flowers": 4},
    ),
    (
        {"winner": "W", "source": "S", "points": 8, "chicken": "on"},
        {"kind": "win", "winner": "W", "from": "S", "points": 8, "chicken": True},
    ),
]
ZUNG_JUNG = [
    (
        {"winner": "E", "source": "S", "points": 70},
        {"kind": "win", "winner": "E", "from": "S", "points": 70},
    ),
    (
        {"winner": "E", "source": "S", "points": 70, "responsible": "N"},
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "responsible": "N",
            "points": 70,
        },
    ),
    (
        {"winner": "W", "source": "S", "points": 30, "responsible": "none"},
        {
            "kind": "win",
            "winner": "W",
            "from": "S",
            "responsible": "none",
            "points": 30,
        },
    ),
    # No player is responsible for a self-draw, whatever was chosen before.
    (
        {"winner": "N", "source": "self", "points": 1, "responsible": "E"},
        {"kind": "win", "winner": "N", "from": None, "points": 1},
    ),
    ({"winner": "washout"}, {"kind": "washout"}),
]
GAMES = {
    "mcr": ({}, MCR),
    "hong_kong": ({"multiple_winners": "all", "goulash_carry": 8}, HONG_KONG),
    "classical": ({}, CLASSICAL),
    "riichi": ({"preset": "ema_2025", "rounds": 1}, RIICHI),
    "zung_jung": ({"preset": "world_series"}, ZUNG_JUNG),
}


@pytest.fixture(params=GAMES)
def game(request, director, noon):
    """Return a table of a ruleset, and its hands as fields and as entries."""
    options, hands = GAMES[request.param]
    return table_of(director, noon, request.param, **options), hands


@pytest.fixture
def riichi(director, noon):
    return table_of(director, noon, "riichi", preset="ema_2025", rounds=1)


# --- whole games ----------------------------------------------------------------


def test_a_game_entered_through_the_pages_is_the_game_the_rules_replay(game):
    table, hands = game
    tournament = table.game.round.tournament
    by = tournament.rules
    for number, (fields, _raw) in enumerate(hands, start=1):
        assert table.preview(**fields).status_code == 200
        page = text(table.enter(**fields))
        assert f"Hand {number} is saved" in page
    due = replay(by, [by.read_entry(raw) for _fields, raw in hands])
    assert table.ledger.state == due
    placings = by.rank(due)
    for result in Result.objects.select_related("seat"):
        placing = placings[result.seat.wind]
        assert result.table_points == placing.table_points
        assert result.place == placing.place
        scores = due.scores[result.seat.wind]
        assert result.score == (placing.score if due.over else scores)
    assert rebuild_results_from_ledgers.rebuild(tournament, check=True) == []
    for name in ("sheet", "entries"):
        assert table.client.get(table.at(name)).status_code == 200
    public = reverse("public:session", args=[tournament.slug, 1, 1])
    assert table.client.get(public).status_code == 200
    player = reverse("public:player", args=[tournament.slug, 1])
    assert table.client.get(player).status_code == 200


def test_every_hand_can_be_corrected_from_its_own_form(game):
    """The correction form contains the hand, so sending it unchanged is refused."""
    table, hands = game
    for hand, (_fields, raw) in enumerate(hands, start=1):
        given = {"device_key": f"key{hand}", "by": "director"}
        enter_hand.enter(table.game.pk, raw, hand=hand, **given)
    before = table.ledger.state.scores
    for line in table.ledger.live:
        page = table.client.get(table.at("correct", line.sequence))
        form = page.context["form"]
        values = {
            name: form[name].value()
            for name in form.fields
            if form[name].value() not in (None, "", [])
            and form[name].value() is not False
        }
        values |= {"reason": "looked again", "device_key": f"c{line.sequence}"}
        saved = table.client.post(
            table.at("correct", line.sequence),
            urlencode(values, doseq=True),
            content_type="application/x-www-form-urlencoded",
        )
        assert saved.status_code == 422
        assert "Nothing has changed." in text(saved)
    assert table.ledger.state.scores == before


@pytest.mark.parametrize("game", ["riichi"], indirect=True)
def test_a_hand_is_corrected_and_what_follows_is_replayed(game):
    table, hands = game
    by = table.game.round.tournament.rules
    for fields, _raw in hands[:2]:
        table.enter(**fields)
    first = table.ledger.live[0]
    fields, raw = hands[1]
    response = table.client.post(
        table.at("correct", first.sequence),
        table.fields(**fields, reason="misheard"),
        follow=True,
    )
    assert "Hand 1 corrected." in text(response)
    due = replay(by, [by.read_entry(raw), by.read_entry(hands[1][1])])
    assert table.ledger.state == due


@pytest.mark.parametrize("game", ["riichi"], indirect=True)
def test_the_offered_version_of_a_conflict_can_be_chosen(game):
    table, hands = game
    (first, _raw), (other, other_raw) = hands[0], hands[-1]
    table.enter(**first)
    response = table.client.post(
        table.at(), {**other, "hand": 1, "device_key": "other"}, **HTMX
    )
    assert response.status_code == 409
    [conflict] = Conflict.objects.all()
    choice = {"choice": "offered", "reason": "misheard"}
    table.client.post(table.at("settle_conflict", conflict.pk), choice)
    by = table.game.round.tournament.rules
    due = replay(by, [by.read_entry(other_raw)])
    assert table.ledger.state == due


# --- contents of the pages ------------------------------------------------------


def test_scores_start_where_the_rules_start_them(riichi):
    page = text(riichi.client.get(riichi.at()))
    assert page.count("30,000") >= 4
    assert "+30,000" not in page
    saved = text(riichi.enter(winner="S", source="W", value="2-30"))
    assert '<td class="number">30,000</td>' in saved
    assert "32,000" in saved
    assert "28,000" in saved


def test_counters_and_sticks_are_said_before_and_after_saving(riichi):
    fields = {"winner": "draw", "tenpai": ["E"], "riichi": ["E"]}
    then = (
        "Next: hand 2, East round, dealer Player 01. "
        "(1 counter (honba), 1 riichi stick on the table)"
    )
    shown = text(riichi.preview(**fields))
    assert then in shown
    assert "the table" in shown
    saved = text(riichi.enter(**fields))
    assert then in saved
    assert (
        "Hand 2 · East round · 1 counter (honba) · 1 riichi stick on the table" in saved
    )


def test_the_gap_to_the_first_is_said(riichi):
    riichi.enter(winner="S", source="W", value="mangan")
    page = text(riichi.client.get(riichi.at()))
    assert "leads by 8,000" in page
    assert "8,000 behind" in page
    assert "16,000 behind" in page


def test_flowers_do_not_count_towards_the_minimum_of_mcr(director, noon):
    table = table_of(director, noon, "mcr")
    page = text(table.client.get(table.at()))
    assert "At least 8, without flowers" in page
    won = {"winner": "E", "source": "S"}
    refused = table.enter(**won, points=9, flowers=2)
    assert refused.status_code == 422
    assert (
        "Without flowers, the hand has 7 fan. It needs 8, because flowers do not count "
        "towards the minimum."
    ) in text(refused)
    assert not table.ledger.lines
    assert table.enter(**won, points=10, flowers=2).status_code == 200
    assert table.ledger.lines[0].data["points"] == 10


def test_each_of_several_winners_needs_the_minimum_without_flowers(director, noon):
    table = table_of(director, noon, "mcr", multiple_winners="all")
    won = {"winner": "several", "source": "E", "winners": ["S", "N"]}
    fan = {"points_S": 8, "points_N": 8, "flowers_N": 1}
    refused = table.enter(**won, **fan)
    assert "Without flowers, the hand has 7 fan." in text(refused)
    assert table.enter(**won, **{**fan, "points_N": 9}).status_code == 200


def test_the_final_points_of_riichi_are_kept_exactly(riichi):
    for hand, (winner, source) in enumerate(("SE", "WS", "NW", "EN"), start=1):
        raw = {"kind": "win", "winner": winner, "from": source, "han": 1, "fu": 30}
        given = {"device_key": f"key{hand}", "by": "director"}
        enter_hand.enter(riichi.game.pk, raw, hand=hand, **given)
    assert riichi.ledger.state.over is Ending.ALL_HANDS
    points = {
        result.seat.wind: result.table_points
        for result in Result.objects.select_related("seat")
    }
    assert sum(points.values()) == 0
    assert points == dict.fromkeys("ESWN", Fraction(0))


def test_deposits_left_over_go_to_the_first_when_play_is_over(riichi):
    riichi.enter(winner="S", source="E", value="1-30")
    for deal in range(3):
        riichi.enter(winner="draw", tenpai=["SWN"[deal - 2], "E"], riichi=["E"])
    while riichi.ledger.state.over is None:
        riichi.enter(winner="draw")
    state = riichi.ledger.state
    assert state.position.sticks == 3
    stored = {r.seat.wind: r.score for r in Result.objects.select_related("seat")}
    assert sum(stored.values()) == 120_000
    assert sum(state.scores.values()) == 117_000
    page = text(riichi.client.get(riichi.at()))
    assert "Final settlement included" in page
    assert not Result.objects.exclude(penalties=0).exists()


def test_the_standings_of_riichi_go_by_final_points(riichi):
    riichi.enter(winner="S", source="W", value="mangan")
    tournament = riichi.game.round.tournament
    assert "final points" in rank_players.in_words(tournament)
    first = rank_players.standings(tournament)[0].line
    assert first.player.number == 2
    assert first.table_points == Fraction(23)
    page = text(riichi.client.get(reverse("public:tournament", args=[tournament.slug])))
    assert "Final points" in page
    assert "38,000" in page


@pytest.mark.parametrize(
    ("ruleset", "options", "then"),
    [
        ("hong_kong", {}, "(dealer stayed 1×)"),
        (
            "hong_kong",
            {"goulash_carry": 8},
            "(dealer stayed 1×, 8 carried over from draws)",
        ),
        (
            "hong_kong",
            {"kitty": 10},
            "(dealer stayed 1×, kitty: 10 from each player)",
        ),
        (
            "classical",
            {"goulash_deal": "charleston"},
            "(dealer stayed 1×, goulash: no chows)",
        ),
        ("classical", {}, "dealer Player 01. (dealer stayed 1×)"),
        ("mcr", {}, "Next: hand 2, East round, dealer Player 02."),
    ],
)
def test_a_washout_says_who_deals_next(director, noon, ruleset, options, then):
    table = table_of(director, noon, ruleset, **options)
    shown = text(table.preview(winner="washout"))
    assert "No payments." in shown
    assert then in shown


def test_a_hand_of_classical_is_broken_off_and_says_why(director, noon):
    table = table_of(director, noon, "classical", abortive_draws=["four_kongs"])
    page = text(table.client.get(table.at()))
    assert "Reason for the abortive draw" in page
    refused = table.enter(winner="abortive")
    assert refused.status_code == 422
    assert "Choose the reason for the abortive draw." in text(refused)
    assert table.enter(winner="abortive", abort="four_kongs").status_code == 200
    assert "Abortive draw: Four kongs." in text(table.client.get(table.at()))
    assert table.ledger.state.position.repeats == 1


@pytest.mark.parametrize(
    ("ruleset", "options", "value", "scores"),
    [
        ("hong_kong", {"multiple_winners": "all"}, {"faan": "3"}, [-36, 108, -36, -36]),
        (
            "classical",
            {"losers_settle": False, "initial_points": 0},
            {"points_S": 40},
            [-100, 220, -60, -60],
        ),
    ],
)
def test_the_kitty_is_taken_through_the_page_and_comes_back_from_a_folder(
    director, noon, ruleset, options, value, scores
):
    """A hand entered on the page wins the kitty, and the scores are the same after
    export and import. The kitty has 10 points from each player in two hands. 3 faan are
    16 points from each player; East pays 40 doubled.
    """
    table = table_of(director, noon, ruleset, kitty=10, **options)
    assert "No chow: the winner takes the kitty" in text(table.client.get(table.at()))
    assert table.enter(winner="washout").status_code == 200
    won = {"winner": "S", "source": "self", "no_chows": "on", **value}
    assert "the kitty" in text(table.preview(**won))
    assert table.enter(**won).status_code == 200
    assert [table.ledger.state.scores[seat] for seat in WINDS] == scores
    table.enter(winner="washout")
    assert table.ledger.state.position.kitty == 10
    files = there_and_back(table.game.round.tournament)
    cells = [row["no_chows"] for row in rows(files, "hands.csv")]
    assert cells == ["", "1", ""]
    copy = import_files(
        {name: each for name, each in files.items() if name != "ledger.jsonl"},
        director=None,
    )
    assert all(finding.agrees for finding in copy.findings)


def test_by_default_no_hand_of_classical_is_broken_off(director, noon):
    table = table_of(director, noon, "classical")
    assert "abortive draw" not in text(table.client.get(table.at()))
    assert table.enter(winner="abortive", abort="ruling").status_code == 422


def test_refusals_call_players_by_their_names(director, noon):
    table = table_of(director, noon, "riichi", preset="tenhou", start=900)
    response = table.enter(winner="draw", tenpai=["S"], riichi=["S"])
    assert response.status_code == 422
    assert "Player 02 has only 900 points, too few to declare riichi." in text(response)


def test_totals_sum_to_what_everybody_started_with(riichi, director, noon):
    page = text(riichi.client.get(riichi.at("ruling")))
    assert 'name="totals-penalties" value="120000"' in page
    fields = {"east": 40000, "south": 30000, "west": 30000, "north": 20000}
    sent = {f"totals-{name}": value for name, value in fields.items()}
    sent |= {
        "kind": "totals",
        "totals-penalties": 120000,
        "totals-reason": "paper",
        "totals-device_key": "t",
    }
    wrong = sent | {"totals-east": 50000}
    refused = riichi.client.post(riichi.at("ruling"), wrong)
    assert refused.status_code == 422
    assert "The 4 scores add up to 130000" in text(refused)
    assert riichi.client.post(riichi.at("ruling"), sent).status_code == 302
    assert riichi.ledger.state.over is Ending.TOTALS
    [line] = riichi.ledger.live
    form = riichi.client.get(riichi.at("correct", line.sequence)).context["form"]
    assert form["penalties"].value() == 120000


def test_a_false_win_that_ends_its_hand_is_no_ruling(director, noon):
    ending = table_of(director, noon, "hong_kong")
    assert "false_win-seat" not in text(ending.client.get(ending.at("ruling")))
    going_on = table_of(director, noon, "classical", preset="millington")
    assert "false_win-seat" in text(going_on.client.get(going_on.at("ruling")))
    sent = {"kind": "false_win", "false_win-seat": "E", "false_win-device_key": "f"}
    refused = ending.client.post(ending.at("ruling"), sent)
    assert refused.status_code == 422
    assert not ending.game.ledger.exists()


def test_a_chombo_dealt_again_is_a_ruling_and_can_be_corrected(director, noon):
    table = table_of(director, noon, "riichi", preset="ema_2016")
    sent = {"kind": "false_win", "false_win-seat": "E", "false_win-device_key": "f"}
    assert table.client.post(table.at("ruling"), sent).status_code == 302
    assert [line.kind for line in table.ledger.live] == ["chombo"]
    assert table.ledger.state.position.hand == 1
    response = table.client.post(
        table.at("correct", 1),
        {"seat": "W", "device_key": "c", "reason": "it was West"},
        follow=True,
    )
    assert "corrected" in text(response)
    page = text(table.client.get(table.at()))
    assert "Chombo by Player 03: −20 final points." in page
