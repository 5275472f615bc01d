"""Every option changes a result: the tests ask each question with and
without the option."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules import absence_score_options
from rules.absence_score_options import Absence
from rules.claim_types import Barred, Call, Claim
from rules.claims_on_discard import award
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_notation import parse_hand, parse_tiles
from rules.hong_kong import HongKong, HongKongOptions
from rules.ledger_replay import replay
from rules.rule_sheet import option_rows
from rules.tiles import codes
from rules.winds import WINDS

Question = Callable[[HongKong], object]


class Case(NamedTuple):
    """A question with a result that depends on an option.

    `with_it`: the result with the option at `value`; `without`: the result without it;
    `besides`: other options in both cases.
    """

    value: object
    question: Question
    without: object
    with_it: object
    besides: dict = {}


def counted(text: str) -> Question:
    def ask(rules: HongKong) -> object:
        patterns = rules.score(parse_hand(text)).patterns
        return {pattern.pattern.id: pattern.total for pattern in patterns}

    return ask


def counts(name: str, text: str) -> Question:
    return lambda rules: name in counted(text)(rules)


def counted_for(why: Absence) -> Question:
    def ask(rules: HongKong) -> object:
        found = absence_score_options.counted(rules.options, why)
        return found.score, found.points

    return ask


def may_win(text: str) -> Question:
    return lambda rules: rules.score(parse_hand(text)).meets_minimum


def codes_of(ask: Callable[[], object]) -> list[str]:
    try:
        ask()
    except RuleError as error:
        return [fault.code for fault in error.faults]
    return []


def refused(text: str) -> Question:
    return lambda rules: codes_of(lambda: rules.score(parse_hand(text)))


def refused_row(**row: object) -> Question:
    return lambda rules: codes_of(lambda: rules.score(read_hand(row)))


def refused_entry(**entry: object) -> Question:
    def ask(rules: HongKong) -> object:
        return codes_of(lambda: replay(rules, [rules.read_entry(entry)]))

    return ask


def net(**row: object) -> Question:
    """Return a question for the points that E, S, W and N win or lose."""
    return lambda rules: [settle_row(rules, row).changes[seat] for seat in WINDS]


def scores(*entries: dict) -> Question:
    def ask(rules: HongKong) -> object:
        state = replay(rules, map(rules.read_entry, entries))
        return [state.scores[seat] for seat in WINDS]

    return ask


def dealer_after(*entries: dict) -> Question:
    def ask(rules: HongKong) -> object:
        return replay(rules, map(rules.read_entry, entries)).position.dealer

    return ask


def is_over(*entries: dict) -> Question:
    def ask(rules: HongKong) -> object:
        return bool(replay(rules, map(rules.read_entry, entries)).over)

    return ask


def places(*entries: dict) -> Question:
    def ask(rules: HongKong) -> object:
        placed = rules.rank(replay(rules, map(rules.read_entry, entries)))
        return [(placed[seat].place, placed[seat].table_points) for seat in WINDS]

    return ask


def on_the_sheet(option: str) -> Question:
    """Return a question for the option's value on the rule sheet."""

    def ask(rules: HongKong) -> object:
        rows = option_rows(rules.options)
        return next(row[2] for row in rows if row[0].startswith(f"`{option}`"))

    return ask


def refused_claim(**more: str) -> Question:
    """Return a question for the reasons why South may not win on East's discard."""
    given = {name: Barred(value) for name, value in more.items()}
    claim = Claim(WINDS[1], Call.WIN, **given)
    return lambda rules: codes_of(lambda: award(WINDS[0], [claim], rules.claim_rules))


def price_of(offence: str) -> Question:
    def ask(rules: HongKong) -> object:
        found = rules.catalogue.offence(offence)
        return found and found.costs(1)

    return ask


def drawn(winner: str, faan: int = 3) -> dict:
    return {"kind": "win", "winner": winner, "from": None, "faan": faan}


def won(winner: str, source: str, faan: int = 3) -> dict:
    return {"kind": "win", "winner": winner, "from": source, "faan": faan}


def several(source: str, **faan: int) -> dict:
    winners = [{"winner": seat, "faan": count} for seat, count in faan.items()]
    return {"kind": "win", "from": source, "winners": winners}


CHOWS = "[123m][456p]789s23m55p+1m S/E f3"
TRIPLETS = "[CCC][222m]333p55s44m+4m S/E f3"
QUAD = "1133m2222p6688sE+E S/E f3"
ROBS_A_CONCEALED_KONG = {
    "concealed": codes(parse_tiles("123m456p789s23pFF")),
    "winning_tile": "1p",
    "flags": ["robbing_kong", "robbing_concealed_kong"],
}
CLAIMED_FROM_WEST = {
    "concealed": codes(parse_tiles("123p456p78sFF")),
    "melds": [{"type": "chow", "tiles": ["1m", "2m", "3m"], "from": "W"}],
    "winning_tile": "9s",
}
ORPHANS_WITH_A_JOKER = "19m19p19sESWNCFJ+1m S/W f3"
MISSED, SACRED = "missed_discard", "sacred_discard"
WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win", "seat": "E"}
CUSTOM = {"payment": "custom"}
ALL_WIN = {"multiple_winners": "all"}
DRAWN = net(winner_seat="S", faan=3)
DISCARDED = net(winner_seat="S", discarder="W", faan=3)
TIES = (won("S", "E", 4), won("N", "W"), won("N", "W"))

#: All pungs, a dragon, self-draw, no flowers: 6 faan, 32 base points.
ALL_PUNGS = {
    "kind": "win",
    "winner": "S",
    "from": None,
    "hand": "[111m][444p][777s]EECC*C",
}
CASES = {
    "hands_limit": Case(2, is_over(drawn("E"), drawn("E")), False, True),
    "claim_window": Case(3, on_the_sheet("claim_window"), "0", "3"),
    "min_faan": Case(5, may_win(TRIPLETS), True, False),
    "bonus_counts_for_minimum": Case(
        True, may_win("123456m789p23s55p+1s S/E"), False, True
    ),
    "limit_faan": Case(
        10,
        counted("19m19p19sESWNCFP+1m S/E f3"),
        {"thirteen_orphans": 13},
        {"thirteen_orphans": 10},
    ),
    "patterns": Case(
        {"all_chows": 2}, counted(CHOWS), {"all_chows": 1}, {"all_chows": 2}
    ),
    "bonus_tiles": Case("none", refused(CHOWS), [], ["no_bonus_tiles"]),
    "all_chows_pair": Case(
        "suited", counts("all_chows", "[123m][456p]789s23mEE+1m S/E"), True, False
    ),
    "mixed_terminals_with_chows": Case(
        True,
        counts("mixed_terminals", "[123m][999p]111s78sCC+9s S/E"),
        False,
        True,
    ),
    "dragon_triplets_added": Case(
        True,
        counted("[CCC][FFF]12m456pPP+3m S/W f3"),
        {"small_dragons": 5},
        {"small_dragons": 5, "dragon_triplet": 2},
    ),
    "nine_gates_wait": Case(
        "pure", counts("nine_gates", "1112345678899m+9m S/E"), True, False
    ),
    "four_concealed_self_draw_only": Case(
        True, counts("four_concealed", "222m888m333p555sE+E S/W"), True, False
    ),
    "four_concealed_kongs": Case(
        False, counts("four_concealed", "(2222m)888m333p555sE+E S/W"), True, False
    ),
    "four_concealed_extras": Case(
        "none",
        counted("222m888m333p555sE*E S/W f3"),
        {"four_concealed": 8, "self_draw": 1, "concealed_hand": 1},
        {"four_concealed": 8},
    ),
    "seven_pairs_quad_as_two": Case(
        True, refused(QUAD), ["not_a_win"], [], {"patterns": {"seven_pairs": 4}}
    ),
    "faan_per_kong": Case(
        1, counted("[2222m][456p]789s23s55p+1s S/E f3"), {}, {"kong": 1}
    ),
    "concealed_mode": Case(
        "discard",
        counts("concealed_hand", "123m456p789s23s55p*1s S/E"),
        True,
        False,
    ),
    "concealed_hand_kongs": Case(
        False, counts("concealed_hand", "(2222m)456p789s23s55p+1s S/E"), True, False
    ),
    "robbing": Case(
        False,
        refused("[456p][CCC]789s23m55p+1m S/E robbing_kong"),
        [],
        ["robbing_not_played"],
    ),
    "rob_concealed_kong": Case(
        "any",
        refused_row(**ROBS_A_CONCEALED_KONG),
        ["robbing_concealed_kong"],
        [],
    ),
    "earthly": Case(
        "first_draw",
        refused("123m456p55p789s12s+3s S/E earthly"),
        [],
        ["earthly_claimed"],
    ),
    "set_replaces_own": Case(
        False,
        counted("[123m][444p]789s23m55p+1m S/E f1f2f3f4"),
        {"all_flowers": 2},
        {"all_flowers": 2, "own_flower": 1},
    ),
    "seven_flower_win": Case(
        False,
        refused("159m159p159sESWN S/E f1f2f3f4y1y2y3 flower_win"),
        [],
        ["flower_win_not_played"],
    ),
    "big_hands_alone": Case(
        "no_extras",
        counted("[EEE][SSS]WWW12mNN*3m S/E f3"),
        {"small_winds": 6, "mixed_one_suit": 3, "self_draw": 1},
        {"small_winds": 6},
    ),
    "chow_from": Case(
        "anybody", refused_row(**CLAIMED_FROM_WEST), ["impossible_claim"], []
    ),
    "pair_claim_to_win": Case(
        False, refused("[CCC][222m]333p444s5m+5m S/E f3"), [], ["pair_claimed"]
    ),
    "missed_discard": Case("any_tile", refused_claim(missed="any_tile"), [], [MISSED]),
    "sacred_discard": Case(
        "same_tile", refused_claim(own_discard="same_tile"), [], [SACRED]
    ),
    "jokers": Case(4, refused("123m456p789s55sEJ+E S/E f3"), ["no_jokers"], []),
    "copies_with_jokers": Case(
        5,
        refused("[5555m]46m123p789s5sJ+5s S/W f3"),
        ["not_a_win"],
        [],
        {"jokers": 4},
    ),
    "limit_hands_with_jokers": Case(
        False, refused(ORPHANS_WITH_A_JOKER), [], ["not_a_win"], {"jokers": 4}
    ),
    "patterns_without_jokers": Case(
        ["thirteen_orphans"],
        refused(ORPHANS_WITH_A_JOKER),
        [],
        ["not_a_win"],
        {"jokers": 4},
    ),
    "max_chows": Case(3, refused(CHOWS), [], ["too_many_chows"]),
    "no_mixed_suits": Case(True, may_win(TRIPLETS), True, False),
    "require_limit_hand": Case(True, may_win(TRIPLETS), True, False),
    "own_hands": Case(
        [{"name": "Club", "value": 5}],
        refused_entry(kind="win", winner="E", own_hand="club", **{"from": "S"}),
        ["own_hand_unknown"],
        [],
    ),
    "faan_table": Case(
        "full_spicy",
        net(winner_seat="S", faan=5),
        [-48, 144, -48, -48],
        [-64, 192, -64, -64],
    ),
    "custom_table": Case(
        [0, 0, 0, 5, *range(6, 16)],
        DRAWN,
        [-16, 48, -16, -16],
        [-10, 30, -10, -10],
        {"faan_table": "custom"},
    ),
    "base_unit": Case(2, DRAWN, [-16, 48, -16, -16], [-32, 96, -32, -32]),
    "rounding": Case("10", DRAWN, [-16, 48, -16, -16], [-20, 60, -20, -20]),
    "payment": Case("full", DISCARDED, [-8, 32, -16, -8], [0, 16, -16, 0]),
    "self_draw_multiplier": Case(
        1.5, DRAWN, [-16, 48, -16, -16], [-12, 36, -12, -12], CUSTOM
    ),
    "discarder_multiplier": Case(
        3, DISCARDED, [-8, 32, -16, -8], [-8, 40, -24, -8], CUSTOM
    ),
    "other_multiplier": Case(0, DISCARDED, [-8, 32, -16, -8], [0, 16, -16, 0], CUSTOM),
    "payment_matrix": Case(
        [4, 4, 2, 2, 2, 4, 1, 3, 2, 1],
        DISCARDED,
        [-8, 32, -16, -8],
        [-16, 48, -24, -8],
        {"payment": "matrix"},
    ),
    "single_self_draw_half": Case(
        True, DRAWN, [-8, 24, -8, -8], [-4, 12, -4, -4], {"payment": "single"}
    ),
    "dealer_doubles": Case(True, DISCARDED, [-8, 32, -16, -8], [-16, 40, -16, -8]),
    "loser_pays_at_least": Case(10, DISCARDED, [-8, 32, -16, -8], [-10, 36, -16, -10]),
    "multiple_winners": Case(
        "highest",
        scores(several("W", N=3, S=4)),
        [-8, -8, -16, 32],
        [-16, 64, -32, -16],
    ),
    "winners_settle": Case(
        True,
        scores(several("W", N=3, S=4)),
        [-24, 48, -48, 24],
        [-24, 56, -48, 16],
        ALL_WIN,
    ),
    "triple_win_is_draw": Case(
        True, scores(several("W", E=3, S=3, N=3)), [-8, -8, -16, 32], [0, 0, 0, 0]
    ),
    "responsibility": Case(
        [],
        refused_entry(**drawn("S"), guarantor="W"),
        [],
        ["guarantee_not_played"],
    ),
    "twelve_piece_hands": Case(
        "any",
        refused_entry(
            kind="win",
            winner="S",
            hand="[CCC][222m][333m][EEE]5m*5m",
            guarantor="W",
            guarantee="twelve_piece",
        ),
        ["guarantee_not_due"],
        [],
        {"responsibility": ["twelve_piece"]},
    ),
    "rob_kong_payment": Case(
        "self_drawn",
        net(winner_seat="S", discarder="W", faan=3, robbed_kong=True),
        [-8, 32, -16, -8],
        [0, 48, -48, 0],
    ),
    "false_win_policy": Case(
        "deduction",
        scores(FALSE_WIN),
        [-3456, 1152, 1152, 1152],
        [-128, 0, 0, 0],
    ),
    "false_win_points": Case(
        50,
        scores(FALSE_WIN),
        [-384, 128, 128, 128],
        [-150, 50, 50, 50],
        {"false_win_policy": "points_to_each"},
    ),
    "false_win_dealer_doubles": Case(
        True,
        scores({"kind": "false_win", "seat": "S"}),
        [1152, -3456, 1152, 1152],
        [2304, -4608, 1152, 1152],
    ),
    "false_win_at_end": Case(
        True, scores(FALSE_WIN), [-3456, 1152, 1152, 1152], [0, 0, 0, 0]
    ),
    "false_win_then": Case("passes", dealer_after(FALSE_WIN), "E", "S"),
    "goulash_carry": Case(
        8,
        scores(WASHOUT, WASHOUT, drawn("S")),
        [-16, 48, -16, -16],
        [-32, 96, -32, -32],
    ),
    "goulash_carry_as": Case(
        "faan",
        scores(WASHOUT, WASHOUT, drawn("S")),
        [-18, 54, -18, -18],
        [-48, 144, -48, -48],
        {"goulash_carry": 1},
    ),
    "deal_passes_on_dealer_win": Case(True, dealer_after(drawn("E")), "E", "S"),
    "deal_passes_on_draw": Case(True, dealer_after(WASHOUT), "E", "S"),
    "max_dealer_wins": Case(2, dealer_after(drawn("E"), drawn("E")), "E", "S"),
    "extra_hand_bonus": Case(
        5,
        scores(*[drawn("E")] * 3),
        [144, -48, -48, -48],
        [189, -63, -63, -63],
    ),
    "kitty": Case(
        10,
        scores(WASHOUT, ALL_PUNGS),
        [-64, 192, -64, -64],
        [-84, 252, -84, -84],
    ),
    "goulash_deal": Case("charleston", dealer_after(WASHOUT, drawn("E")), "E", "S"),
    "goulash_stake": Case(
        5,
        scores(WASHOUT, drawn("S")),
        [-16, 48, -16, -16],
        [-21, 63, -21, -21],
        {"goulash_deal": "charleston"},
    ),
    "wrong_tile_count_points": Case(10, price_of("too_few_tiles"), None, 10),
    "round_winds": Case("SWNE", lambda rules: rules.opening().prevailing, "E", "S"),
    "rounds": Case(1, is_over(*map(drawn, "SWNE")), False, True),
    "fewest_players": Case(2, lambda rules: rules.fewest_players, 4, 2),
    "initial_points": Case(1000, scores(), [0] * 4, [1000] * 4),
    "table_points": Case(
        [9, 3, 2, 1],
        places(won("S", "W"), won("N", "W", 4)),
        [(3, 1), (2, 2), (4, 0), (1, 4)],
        [(3, 2), (2, 3), (4, 1), (1, 9)],
        {"payment": "single"},
    ),
    "tie_break": Case(
        "tvb",
        places(*TIES),
        [(3, 0.5), (1, 3), (3, 0.5), (1, 3)],
        [(3, 1), (2, 2), (4, 0), (1, 4)],
        {"payment": "single"},
    ),
    "missed_score": Case(-90, counted_for(Absence.MISSED), (0, 0), (-90, 0)),
    "missed_points": Case(-2, counted_for(Absence.MISSED), (0, 0), (0, -2)),
    "sit_out_score": Case(7, counted_for(Absence.SIT_OUT), (0, 0), (7, 0)),
    "sit_out_points": Case(2, counted_for(Absence.SIT_OUT), (0, 0), (0, 2)),
    "substitute_score": Case(
        0, counted_for(Absence.SUBSTITUTE), (None, None), (0, None)
    ),
    "substitute_points": Case(
        0, counted_for(Absence.SUBSTITUTE), (None, None), (None, 0)
    ),
}


@pytest.mark.parametrize("option", CASES)
def test_it_changes_the_answer(option):
    case = CASES[option]
    assert case.question(HongKong.from_options(case.besides)) == case.without
    changed = HongKong.from_options({**case.besides, option: case.value})
    assert case.question(changed) == case.with_it


def test_no_option_is_without_a_question():
    assert list(CASES) == [name for name, _kind in HongKongOptions.declared()]


@pytest.mark.parametrize(
    ("options", "question", "answer"),
    [
        (
            {"bonus_tiles": "flowers"},
            refused(CHOWS.replace("f3", "y3")),
            ["no_seasons"],
        ),
        (
            {"bonus_tiles": "none"},
            counts("no_flowers", CHOWS.replace(" f3", "")),
            False,
        ),
        (
            {"all_chows_pair": "not_scoring"},
            counts("all_chows", "[123m][456p]789s23mEE+1m S/E"),
            False,
        ),
        (
            {"all_chows_pair": "not_scoring"},
            counts("all_chows", "[123m][456p]789s23mNN+1m S/E"),
            True,
        ),
        (
            {"four_concealed_extras": "self_draw"},
            counted("222m888m333p555sE*E S/W f3"),
            {"four_concealed": 8, "self_draw": 1},
        ),
        (
            {"concealed_mode": "off"},
            counts("concealed_hand", "123m456p789s23s55p+1s S/E"),
            False,
        ),
        (
            {"earthly": "either"},
            counted("123m456p55p789s12s*3s S/E earthly"),
            {"earthly": 13},
        ),
        (
            {"earthly": "either"},
            counted("123m456p55p789s12s+3s S/E earthly"),
            {"earthly": 13},
        ),
        (
            {"big_hands_alone": "limit"},
            counted("[EEE][SSS]WWW12mNN*3m S/E f3"),
            {"small_winds": 13},
        ),
        (
            {"big_hands_alone": "limit", "patterns": {"small_winds": "off"}},
            counts("seat_wind", "[EEE][SSS]WWW12mNN*3m S/E f3"),
            True,
        ),
        (
            {"patterns": {"great_dragons": "limit"}},
            counted("[CCC][FFF]123m55pPP+P S/W f3"),
            {"great_dragons": 13},
        ),
        (
            {"patterns": {"heavenly": 0}},
            counts("self_draw", "123m456p55p789s123s E/E heavenly"),
            True,
        ),
        (
            {"multiple_winners": "limit_first"},
            scores(several("W", N=12, S=13)),
            [-384, 1536, -768, -384],
        ),
        (
            {"multiple_winners": "limit_first"},
            scores(several("W", N=3, S=12)),
            [-8, -8, -16, 32],
        ),
        (
            {"multiple_winners": "nearest_to_east"},
            scores(several("W", N=4, S=3)),
            [-8, 32, -16, -8],
        ),
        (
            {"multiple_winners": "highest"},
            scores(several("W", N=3, S=3)),
            [-8, -8, -16, 32],
        ),
        (
            {"multiple_winners": "all"},
            scores(several("W", E=3, S=3, N=3)),
            [16, 16, -48, 16],
        ),
        ({"false_win_then": "passes_if_dealer"}, dealer_after(FALSE_WIN), "S"),
        (
            {"false_win_then": "passes_if_dealer"},
            dealer_after({"kind": "false_win", "seat": "W"}),
            "E",
        ),
        (
            {"false_win_then": "stays", "deal_passes_on_draw": True},
            dealer_after(FALSE_WIN),
            "E",
        ),
        ({"deal_passes_on_draw": True}, dealer_after(FALSE_WIN), "S"),
        (
            {"false_win_policy": "half_max_self_draw_to_each"},
            scores(FALSE_WIN),
            [-1728, 576, 576, 576],
        ),
        (
            {"rob_concealed_kong": "thirteen_orphans"},
            refused_row(**ROBS_A_CONCEALED_KONG),
            ["robbing_concealed_kong"],
        ),
    ],
)
def test_further_choices(options, question, answer):
    assert question(HongKong.from_options(options)) == answer
