"""Entries at a riichi table, and properties of every ledger."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.ledger_replay import follow
from rules.riichi import Riichi
from rules.riichi.options import RiichiOptions
from rules.ruleset_and_table_state import TableState
from rules.winds import WINDS
from tests.rules.riichi.ledgers import (
    THREE_DRAGONS,
    abortive,
    chombo,
    draw,
    played,
    refusals,
    riichi,
    win,
    wins,
)

HAND = "[CCC]234m567p34sSS"
LAST = HAND + "+5s last_tile"
OTHER = "[PPP]234m567p34sNN"
CLOSED = "234m567p34sCCCSS"


def refused(entry: dict, preset: str = "ema_2025", **options: object) -> list:
    return refusals(riichi(preset, **options).read_entry, entry)


def refused_at_table(*entries: dict, **options: object) -> list:
    return refusals(lambda: played(*entries, **options))


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (win("S", "S"), [("winner_is_discarder", "from")]),
        (win("S", "W", 1, 20), [("only_pinfu_has_20_fu", "fu")]),
        (win("S", None, 1, 20), [("only_pinfu_has_20_fu", "fu")]),
        (win("S", "W", 3, 20), [("only_pinfu_has_20_fu", "fu")]),
        (win("S", "W", 1, 25), [("only_seven_pairs_have_25_fu", "fu")]),
        (win("S", None, 2, 25), [("only_seven_pairs_have_25_fu", "fu")]),
        (win("S", "W", 2, 35), [("no_such_fu", "fu")]),
        (win("S", "W", 2, 130), [("too_many_fu", "fu")]),
        (win("S", "W", 0, 30), [("out_of_range", "han")]),
        ({"kind": "win", "winner": "S", "han": 4}, [("missing_fu", "fu")]),
        ({"kind": "win", "winner": "S", "fu": 40}, [("missing_han", "han")]),
        ({"kind": "win", "winner": "S"}, [("no_value", "han")]),
        (win("S", "W", 3, "40"), [("not_a_number", "fu")]),
        (win("S", None, 2.5, 25), [("not_a_number", "han")]),
        (win("S", "W", yakuman=1) | {"fu": 30}, [("fu_without_han", "fu")]),
        (
            win("S", "W", limit="mangan") | {"han": 5},
            [("several_values", "limit")],
        ),
        (win("S", "W", limit="tiny"), [("not_a_choice", "limit")]),
        (win("S", "W", yakuman=2), [("one_yakuman", "yakuman")]),
        (win("S", "W", hand=HAND + "*5s"), [("drawn_or_claimed", "hand")]),
        (win("S", None, hand=HAND + "+5s"), [("drawn_or_claimed", "hand")]),
        (win("S", "W", yakuman=1, pao="S"), [("winner_liable", "pao")]),
        (win("S", "W", 3, 40, pao="N"), [("liable_below_yakuman", "pao")]),
        (win("S", "W", limit="baiman", pao="N"), [("liable_below_yakuman", "pao")]),
        (win("S", "W", yakuman=1, pao_yakuman=1), [("nobody_liable", "pao")]),
        (
            win("S", "W", yakuman=1, pao="N", pao_yakuman=2),
            [("liable_for_too_many", "pao_yakuman")],
        ),
        (win("S", "W", riichi=["E", "E"]), [("named_twice", "riichi")]),
        (win("S", "W", riichi="E"), [("not_a_list", "riichi")]),
        (
            win("S", "W", hand=CLOSED + "+5s riichi"),
            [("winner_without_deposit", "riichi")],
        ),
        (
            win("S", "W", hand=CLOSED + "+5s", riichi=["S"]),
            [("winner_with_deposit", "hand")],
        ),
        (win("S", "W", colour="red"), [("unknown", "colour")]),
        (wins("W"), [("missing", "winners")]),
        (
            wins("W", win("S"), win("S")),
            [("named_twice", "winners")],
        ),
        (
            wins("W", win("S"), win("W", han=1, fu=20)),
            [
                ("only_pinfu_has_20_fu", "winners[1].fu"),
                ("winner_is_discarder", "from"),
            ],
        ),
        (
            {"kind": "win", "winners": wins("W", win("S"), win("N"))["winners"]},
            [("several_draw", "from")],
        ),
        (
            wins("W", win("E", hand=HAND + "+5s"), win("N", hand=OTHER + "+2s")),
            [("different_winning_tiles", "winners[1].hand")],
        ),
        (
            wins("W", win("E", hand=HAND + "+5s"), win("N", hand=OTHER + "+5s dora:E")),
            [("different_indicators", "winners[1].hand")],
        ),
        (
            wins("W", win("E", hand=LAST), win("N", hand=OTHER + "+5s")),
            [("different_moments", "winners[1].hand")],
        ),
        (
            wins("W", win("E", hand=HAND + "+5s"), win("N", hand=HAND + "+5s")),
            [("too_many_copies", "winners")],
        ),
        (draw("E", nagashi="S"), [("no_nagashi", "nagashi")]),
        (abortive(), [("no_abortive_draws", "reason")]),
        ({"kind": "chombo"}, [("missing", "seat")]),
        ({"kind": "nap"}, [("unknown_kind", "kind")]),
        ({"kind": ["win"]}, [("unknown_kind", "kind")]),
        (
            {"kind": "totals", "scores": {"E": 1}},
            [("unbalanced", "scores")],
        ),
    ],
)
def test_what_cannot_be_is_refused(entry, expected):
    assert refused(entry) == expected


def test_all_faults_at_once():
    entry = win("S", "S", 1, 25, pao="S", riichi=["N", "N"], colour="red")
    assert [code for code, _ in refused(entry)] == [
        "named_twice",
        "only_seven_pairs_have_25_fu",
        "winner_liable",
        "liable_below_yakuman",
        "winner_is_discarder",
        "unknown",
    ]


def test_what_only_some_rules_refuse():
    three = wins("W", win("E"), win("S"), win("N"))
    assert refused(three) == []
    assert refused(three, "tenhou") == [("three_winners", "winners")]
    assert refused(abortive("three_ron"), "tenhou") == []
    only_two = {"multi_ron": "two_max"}
    assert refused(abortive("three_ron"), **only_two) == []
    assert refused(abortive("four_winds"), **only_two) == [
        ("no_abortive_draws", "reason")
    ]
    both = {"abortive": True}
    assert refused(abortive("three_ron"), **both) == [("three_may_win", "reason")]
    assert refused(abortive("four_riichi", "ESW"), **both) == [
        ("not_four_riichi", "riichi")
    ]
    assert refused(abortive("four_riichi", "ESWN"), **both) == []
    for entry in (win("S", riichi=[*"ESWN"]), draw("ESWN", riichi="ESWN")):
        assert refused(entry) == []
        assert refused(entry, "tenhou") == [("four_riichi", "riichi")]
    assert refused(win("S", "W", yakuman=1, pao="N"), pao=[]) == [
        ("no_liability", "pao")
    ]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (win("S", "W", points=7700), "no_such_points"),
        (win("E", "W", points=5200), "no_such_points"),
        (win("E", None, points=5200), "no_such_points"),
        (win("S", None, points=7700), "no_such_points"),
        (win("S", "W", points=1234), "no_such_points"),
    ],
)
def test_points_that_are_in_no_table(entry, code):
    assert refused_at_table(entry) == [(code, "points")]


def test_points_of_one_of_several_winners():
    entry = wins("W", win("S", points=5200), win("N", points=7700))
    assert refused_at_table(entry) == [("no_such_points", "winners[1].points")]


def test_tiles_that_do_not_win_or_carry_no_liability():
    no_yaku = win("S", "W", hand="[123m]567p23488sNN+N")
    assert refused_at_table(no_yaku)[0][1].startswith("hand")
    cheap = win("S", "W", hand=HAND + "+5s", pao="N")
    assert refused_at_table(cheap) == [("nothing_to_be_liable_for", "pao")]
    dragons = win("S", "W", hand=THREE_DRAGONS + "+5p", pao="N", pao_yakuman=2)
    assert refused_at_table(dragons) == [("liable_for_too_many", "pao_yakuman")]
    points = win("S", "W", points=8000, pao="N")
    assert refused_at_table(points) == [("nothing_to_be_liable_for", "pao")]


def test_winds_that_are_not_the_tables():
    entry = win("S", "W", hand=HAND + "+5s W/E")
    assert refused_at_table(entry) == [("wrong_winds", "hand")]


def test_a_deposit_needs_a_thousand_points_where_nobody_may_fall_below_zero():
    a_thousand = [win("E", "S", points=24_000)]
    nothing = [win("W", "S", 1, 30), win("W", "S", limit="sanbaiman")]
    for entry in (draw("S", riichi="S"), win("S", None, riichi=["S"])):
        assert refused_at_table(*a_thousand, entry, preset="tenhou") == []
        assert refused_at_table(*nothing, entry, preset="tenhou") == [
            ("no_points_for_riichi", "riichi")
        ]
        borrowed = [win("E", "S", limit="yakuman"), entry]
        assert refused_at_table(*borrowed) == []


def test_totals_are_the_points_on_the_table():
    scores = {"E": 40_000, "S": 35_000, "W": 25_000, "N": 20_000}
    assert played({"kind": "totals", "scores": scores}).scores == scores
    lost = {"kind": "totals", "scores": scores | {"N": 18_000}, "penalties": -2000}
    assert refused(lost) == []


def test_a_false_win_is_a_chombo():
    rules = riichi()
    false_win = rules.read_entry({"kind": "false_win", "seat": "W", "ready": False})
    assert false_win == rules.read_entry(chombo("W"))
    assert false_win.settles_hand
    assert not riichi("ema_2016").read_entry(chombo("W")).settles_hand


seats = st.sampled_from("ESWN")
some_seats = st.lists(seats, unique=True, max_size=4).map(sorted)
declared = st.lists(seats, unique=True, max_size=3).map(sorted)
fu = st.sampled_from([30, 40, 50, 60, 70])
values = st.one_of(
    st.builds(lambda han, fu: {"han": han, "fu": fu}, st.integers(1, 13), fu),
    st.sampled_from([{"limit": "mangan"}, {"limit": "yakuman"}, {"yakuman": 1}]),
)
liable = st.builds(lambda seat: {"yakuman": 1, "pao": seat}, seats)


@st.composite
def some_wins(draw_) -> dict:
    source = draw_(st.one_of(st.none(), seats))
    most = 1 if source is None else 2
    others = [seat for seat in "ESWN" if seat != source]
    chosen = draw_(
        st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=most)
    )
    winners = []
    for seat in chosen:
        value = draw_(st.one_of(values, liable))
        if value.get("pao") == seat:
            value = {"yakuman": 1}
        winners.append({"winner": seat, **value})
    entry = {"kind": "win", "from": source, "riichi": draw_(declared)}
    return entry | (winners[0] if len(winners) == 1 else {"winners": winners})


draws = st.builds(
    lambda tenpai, riichi: {
        "kind": "exhaustive_draw",
        "tenpai": sorted({*tenpai, *riichi}),
        "riichi": riichi,
    },
    some_seats,
    declared,
)
chombos = st.builds(chombo, seats)
ledgers = st.lists(st.one_of(some_wins(), draws, chombos), max_size=16)
presets = st.sampled_from(sorted(RiichiOptions.PRESETS))


def followed(rules: Riichi, entries: list[dict]) -> TableState:
    """Return the state after the entries up to the end of play.

    Skips entries that are refused because a player lacks the points for riichi.
    """
    state = TableState(rules.opening(), rules.opening_scores())
    for entry in entries:
        if state.over:
            break
        try:
            state = follow(rules, state, rules.read_entry(entry))
        except RuleError as error:
            if {fault.code for fault in error.faults} != {"no_points_for_riichi"}:
                raise
    return state


@given(presets, ledgers)
def test_points_are_neither_made_nor_lost(preset, entries):
    rules = riichi(preset)
    state = followed(rules, entries)
    start = 4 * rules.options.start
    for line, after in zip(state.lines, _positions_after(state), strict=True):
        assert sum(line.scores.values()) + 1000 * after.sticks == start
        assert all(payment.amount > 0 for payment in line.settlement.payments)


@given(presets, ledgers)
def test_final_points_sum_to_what_is_lost(preset, entries):
    rules = riichi(preset)
    state = followed(rules, entries)
    options = rules.options
    fines = sum(line.entry.kind == "chombo" for line in state.lines)
    expected = -fines * (options.chombo_after_uma or 0)
    if options.leftover == "lost":
        expected -= 1000 * state.position.sticks
    total = 1000 * sum(each.table_points for each in rules.rank(state).values())
    assert expected - 2 <= total <= expected


@given(presets, ledgers)
def test_places_follow_the_scores(preset, entries):
    rules = riichi(preset)
    placings = rules.rank(followed(rules, entries)).values()
    for one in placings:
        assert one.place == 1 + sum(other.place < one.place for other in placings)
        for other in placings:
            assert one.score <= other.score or one.place < other.place


@given(presets, ledgers)
def test_a_single_winner_gets_the_points_the_counters_and_the_deposits(preset, entries):
    for line in followed(riichi(preset), entries).lines:
        if line.entry.kind != "win" or len(line.entry.winners) > 1:
            continue
        winner, before = line.entry.winners[0].seat, line.before
        own = winner in line.entry.riichi
        deposits = 1000 * (before.sticks + len(line.entry.riichi) - own)
        paid = sum(
            payment.amount
            for payment in line.settlement.payments
            if payment.reason in ("discard", "self_drawn", "pao")
        )
        gained = line.settlement.changes[winner]
        assert gained == paid + 300 * before.repeats + deposits
        assert paid % 100 == 0


@given(presets, ledgers)
def test_hands_follow_each_other_without_a_gap(preset, entries):
    state = followed(riichi(preset), entries)
    for line, after in zip(state.lines, _positions_after(state), strict=True):
        before = line.before
        index = 4 * WINDS.index(before.prevailing) + before.deal
        following = 4 * WINDS.index(after.prevailing) + after.deal
        assert following - index in (0, 1)
        assert after.hand - before.hand == line.settlement.ends_hand
        assert (after.dealer is before.dealer) == (following == index)


def _positions_after(state: TableState) -> list:
    return [*(line.before for line in state.lines[1:]), state.position][
        : len(state.lines)
    ]


@given(presets, ledgers)
def test_entries_written_and_read_again_are_the_same(preset, entries):
    rules = riichi(preset)
    for raw in entries:
        entry = rules.read_entry(raw)
        written = json.loads(json.dumps({"kind": entry.kind, **entry.as_data()}))
        assert rules.read_entry(written) == entry


anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.text(max_size=4),
        st.sampled_from(["E", "S", "W", "N", "mangan", "yakuman", THREE_DRAGONS]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(seats, inner, max_size=3)
    ),
    max_leaves=6,
)
kinds = ["win", "exhaustive_draw", "abortive_draw", "chombo", "false_win", "totals"]
NAMES = [
    *("winner", "from", "winners", "han", "fu", "limit", "yakuman", "points", "hand"),
    *("pao", "pao_yakuman", "riichi", "tenpai", "nagashi", "reason", "seat", "ready"),
    *("scores", "penalties", "dealer", "honba", "riichi_sticks", "prevailing_wind"),
]
any_values = st.dictionaries(
    st.sampled_from(NAMES), st.one_of(anything, seats), max_size=6
)


@given(presets, st.sampled_from(kinds), any_values)
def test_any_values_give_an_entry_or_faults(preset, kind, raw):
    rules = riichi(preset)
    refusals(settle_row, rules, raw | {"kind": kind})
    refusals(rules.read_entry, raw | {"kind": kind})


@given(some_wins(), st.sampled_from(NAMES), anything)
def test_a_spoiled_win_gives_an_entry_or_faults(entry, name, value):
    refusals(settle_row, riichi(), entry | {name: value})
