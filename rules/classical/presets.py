"""Presets of Classical Chinese.

Results of the first two were compared with independent programs. The others are house
rules from books.
"""

from __future__ import annotations

from rules.classical.patterns import LIMIT_VALUES
from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

PRESETS = {
    "dmjl": Preset(
        _("Classical Chinese (Deutsche Mah-Jongg-Liga)"),
        source=cited("Deutsche Mah-Jongg-Liga; tested against independent programs"),
    ),
    "bmja": Preset(
        _("British Mah-Jong Association"),
        {
            "limit": 1000,
            "max_chows": 1,
            "scholars_without_chow": True,
            "points": {
                "minor_pair_completed": 0,
                "major_pair_completed": 0,
                "only_possible_tile": 0,
            },
            "doubles": {
                "own_flower_and_season": 0,
                "own_flower": 1,
                "own_season": 1,
                "all_flowers": 2,
                "all_seasons": 2,
                "three_concealed_pungs": 0,
                "little_three_dragons": 0,
                "big_three_dragons": 0,
                "little_four_joys": 0,
                "big_four_joys": 0,
                "zero_points": 0,
                "false_colour": 0,
                "true_colour": 0,
                "purity": 3,
                "calling_purity": 3,
                "dead_wall_tile": 0,
            },
            "limit_hands": {
                "concealed_true_colour": 0,
                "hidden_treasure": 0,
                "squirming_snake": 0,
                "nine_gates": 0,
                "buried_treasure": 100,
                "wriggling_snake": 100,
                "gates_of_heaven": 100,
                "triple_knitting": 50,
                "knitting": 50,
                "all_pair_honours": 50,
                "calling_limit_hand": 40,
                "calling_half_limit_hand": 20,
            },
            "east_wins_in_a_row": None,
            "false_win_scale": "half_limit",
            "penalties": {"misnamed_for_pung_or_kong": 50, "misnamed_for_win": 0},
        },
        source=cited(
            "British Mah-Jong Association; tested against independent programs"
        ),
    ),
    "millington": Preset(
        _("Millington"),
        {
            "limit": 1000,
            "points": {"mahjong": 10},
            "count_visible_tiles": True,
            "short_hand_zero": True,
            "false_win_points": 0,
            "false_win_then": "continue",
            "east_wins_in_a_row": 13,
        },
        source=cited(
            "Millington, The Complete Book of Mah-Jongg, chapter 3; not tested "
            "against other programs"
        ),
    ),
    "babcock": Preset(
        _("Babcock 1922"),
        {
            "limit": 300,
            "only_possible_tile_when": "drawn",
            "points": {
                "pair_round_wind": 0,
                "minor_pair_completed": 0,
                "major_pair_completed": 0,
            },
            "doubles": {
                "round_wind_set": 0,
                "three_concealed_pungs": 0,
                "zero_points": 0,
            },
            "limit_hands": dict.fromkeys(LIMIT_VALUES, 0),
            "east_wins_in_a_row": None,
            "false_win_scale": "half_limit",
            "false_win_east_double": True,
        },
        source=cited(
            "Babcock, Rules for Mah-Jongg, 2nd edition, chapters 5-7; not tested "
            "against other programs"
        ),
    ),
    "four_winds": Preset(
        _("Four Winds, Chinese Classical"),
        {"points": {"mahjong": 10}},
        source=cited(
            "Four Winds Mah Jong, Chinese Classical; not tested against other programs"
        ),
    ),
    "wikidot": Preset(
        _("Mahjong wiki, Chinese Classical"),
        {
            "only_possible_tile_when": "shape",
            "discarder_pays": "discarder_alone",
            "points": {
                "concealed_hand": 10,
                "minor_pair_completed": 0,
                "major_pair_completed": 0,
            },
            "doubles": {"zero_points": 0, "false_colour": 0, "true_colour": 0},
        },
        source=cited(
            "mahjong.wikidot.com, Chinese Classical scoring; not tested against other "
            "programs"
        ),
    ),
}

ALIASES = {"classical": "dmjl"}
