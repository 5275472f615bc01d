"""Order of play in sanma: dealers, extension, early ends, final points."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.ledger_replay import placings, replay
from rules.ruleset_and_table_state import Ending, TableState
from rules.sanma import Sanma
from rules.winds import WINDS, Wind

E, S, W, N = WINDS

PASS: dict = {"kind": "exhaustive_draw", "tenpai": []}


def played(*raws: dict, **options: object) -> TableState:
    sanma = Sanma.from_options(options)
    return replay(sanma, map(sanma.read_entry, raws))


def win(winner: str, discarder: str | None, **value: object) -> dict:
    return {"kind": "win", "winner": winner, "from": discarder, **value}


def final(state: TableState, **options: object) -> list[float]:
    placed = placings(Sanma.from_options(options), state)
    assert list(placed) == [E, S, W]
    return [float(placed[seat].table_points) for seat in (E, S, W)]


def test_three_deals_make_a_round():
    dealers = [played(*[PASS] * hands).position for hands in range(4)]
    assert [position.dealer for position in dealers] == [E, S, W, E]
    assert [position.prevailing for position in dealers] == [E, E, E, S]
    assert [position.deal for position in dealers] == [1, 2, 3, 1]
    assert all(position.winds[N] is Wind.NORTH for position in dealers)


def test_without_the_target_the_west_round_follows_and_is_the_last():
    state = played(*[PASS] * 6)
    assert (state.position.prevailing, state.over) == (W, None)
    assert played(*[PASS] * 8).over is None
    assert played(*[PASS] * 9).over is Ending.EXTENSION_OVER


def test_the_extension_ends_with_the_target_even_if_the_dealer_stays():
    both = {
        "kind": "win",
        "from": "W",
        "winners": [
            {"winner": "E", "han": 1, "fu": 30},
            {"winner": "S", "limit": "mangan"},
        ],
    }
    state = played(*[PASS] * 6, both)
    assert state.scores[S] > 40000
    assert state.over is Ending.TARGET


def test_the_last_dealer_stops_the_game_when_leading_with_the_target():
    drawn = win("W", None, limit="mangan")
    assert played(*[PASS] * 5, drawn).over is Ending.DEALER_STOP
    tenpai = {"kind": "exhaustive_draw", "tenpai": ["W"]}
    rich = win("W", "S", limit="mangan")
    assert played(rich, *[PASS] * 4, tenpai).over is Ending.DEALER_STOP
    aborted = {"kind": "abortive_draw", "reason": "nine_terminals"}
    assert played(rich, *[PASS] * 4, aborted).over is None


def test_real_tables_end_after_the_last_hand():
    options = {"preset": "three_red"}
    assert played(*[PASS] * 6, **options).over is Ending.ALL_HANDS
    stays = played(*[PASS] * 5, win("W", None, han=8), **options)
    assert (stays.over, stays.position.dealer) == (None, W)


def test_a_score_below_zero_ends_the_game():
    state = played(win("S", "W", limit="sanbaiman"), win("S", "W", limit="haneman"))
    assert (state.scores[W], state.over) == (-7000, Ending.BANKRUPT)
    zero = played(win("S", "W", limit="sanbaiman"), win("E", "W", han=5, fu=30))
    assert zero.over is None


def test_riichi_needs_a_thousand_points():
    poor = win("S", "W", yakuman=1)
    more = win("S", "E", han=1, fu=30, riichi=["W"])
    with pytest.raises(RuleError):
        played(poor, win("S", "W", han=3, fu=70), more)


def test_three_riichi_do_not_end_the_hand():
    everyone = {**PASS, "tenpai": ["E", "S", "W"], "riichi": ["E", "S", "W"]}
    state = played(everyone)
    assert (state.position.sticks, state.position.dealer) == (3, E)


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("nine_terminals", None),
        ("four_kans", None),
        ("four_winds", "hand_continues"),
        ("four_riichi", "hand_continues"),
        ("three_ron", "three_may_win"),
    ],
)
def test_only_two_reasons_end_a_hand_early(reason, code):
    raw = {"kind": "abortive_draw", "reason": reason}
    if code is None:
        state = played(raw)
        assert (state.position.dealer, state.position.repeats) == (E, 1)
        return
    with pytest.raises(RuleError) as refused:
        played(raw)
    assert [fault.code for fault in refused.value.faults] == [code]


def test_no_entry_names_north():
    with pytest.raises(RuleError):
        played(win("N", "E", han=1, fu=30))


@pytest.mark.parametrize(
    ("scores", "preset", "points"),
    [
        ((75700, 22500, 6800), "tenhou_sanma", [70.7, -17.5, -53.2]),
        ((-4900, 21600, 88300), "tenhou_sanma", [-64.9, -18.4, 83.3]),
        ((75700, 22500, 6800), "mahjong_soul_sanma", [55.7, -12.5, -43.2]),
        ((35000, 35000, 35000), "tenhou_sanma", [30.0, -5.0, -25.0]),
    ],
)
def test_final_points(scores, preset, points):
    seats = dict(zip("ESW", scores, strict=True))
    state = played({"kind": "totals", "scores": seats}, preset=preset)
    assert final(state, preset=preset) == points


def test_shared_places_share_their_points():
    seats = {"E": 40000, "S": 40000, "W": 25000}
    state = played({"kind": "totals", "scores": seats}, tie="split")
    assert final(state, tie="split") == [17.5, 17.5, -35.0]


def test_totals_add_up_to_three_starting_scores():
    seats = {"E": 40000, "S": 40000, "W": 24000}
    with pytest.raises(RuleError) as refused:
        played({"kind": "totals", "scores": seats})
    assert "105000" in str(refused.value)
    assert played({"kind": "totals", "scores": seats}, tsumo="bank").over


def test_sticks_left_at_the_end_go_to_the_leader():
    riichi = {**PASS, "tenpai": ["W"], "riichi": ["W"]}
    state = played(*[PASS] * 8, riichi)
    assert state.over is None
    state = played(*[PASS] * 7, riichi, PASS)
    placed = placings(Sanma.from_options({}), state)
    assert sum(placing.score for placing in placed.values()) == 105000
