"""Presets of Hong Kong Old Style.

Results of the default preset were compared with independent programs. The others are
printed rules from their sources.
"""

from __future__ import annotations

from rules.hong_kong.patterns import DEFAULT_VALUES, OFF
from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

#: Patterns that TVB plays; all others are off.
_TVB = {
    "all_chows": 1,
    "self_draw": 1,
    "prevailing_wind": 1,
    "seat_wind": 1,
    "last_tile": 1,
    "kong_replacement": 1,
    "dragon_triplet": 1,
    "all_triplets": 3,
    "mixed_one_suit": 3,
    "small_dragons": 4,
    "small_winds": 5,
    "all_one_suit": 7,
    "great_dragons": 8,
    "great_winds": 10,
    "all_honours": 10,
    "thirteen_orphans": 10,
}

PRESETS = {
    "hk_old_style": Preset(
        _("Hong Kong Old Style"),
        source=cited("minimum 3 faan, limit 13; tested against independent programs"),
    ),
    "hkmj_cheat_sheet": Preset(
        _("HKMJ Cheat Sheet"),
        {
            "patterns": {
                "all_terminals": 13,
                "nine_gates": 13,
                "seven_pairs": 4,
                "humanly": 13,
            },
            "nine_gates_wait": "pure",
        },
        source=cited("HKMJ Cheat Sheet 1.0; not tested against other programs"),
    ),
    "mahjonggame_hk": Preset(
        _("mahjonggame.hk"),
        {
            "bonus_counts_for_minimum": True,
            "patterns": {
                "small_winds": 8,
                "great_winds": 10,
                "mixed_terminals": OFF,
                "all_terminals": OFF,
                "nine_gates": OFF,
                "four_concealed": OFF,
                "all_kongs": "limit",
            },
            "concealed_mode": "discard",
            "set_replaces_own": False,
            "earthly": "first_draw",
            "payment": "single",
        },
        source=cited("mahjonggame.hk; not tested against other programs"),
    ),
    "hk_modern_13f": Preset(
        _("Modern, 13 faan"),
        {
            "bonus_counts_for_minimum": True,
            "patterns": {
                "small_winds": 8,
                "great_winds": 10,
                "mixed_terminals": OFF,
                "all_terminals": 10,
                "all_honours": 10,
                "nine_gates": 10,
                "four_concealed": 10,
                "all_kongs": "limit",
                "seven_pairs": 4,
                "flower_replacement": 1,
            },
            "all_chows_pair": "suited",
            "nine_gates_wait": "pure",
            "four_concealed_self_draw_only": True,
            "four_concealed_kongs": False,
        },
        source=cited(
            "hk-mahjong-coach, hk_modern_13f_v1; not tested against other programs"
        ),
    ),
    "hk_nyc_social": Preset(
        _("New York social"),
        {
            "limit_faan": 10,
            "patterns": {
                "small_dragons": 4,
                "all_one_suit": 6,
                "all_honours": "limit",
                "all_terminals": "limit",
                "great_dragons": "limit",
                "small_winds": "limit",
                "great_winds": "limit",
                "nine_gates": "limit",
                "four_concealed": "limit",
                "all_kongs": "limit",
                "jade_dragon": "limit",
                "ruby_dragon": "limit",
                "pearl_dragon": "limit",
            },
            "faan_table": "laak",
        },
        source=cited(
            "hk-mahjong-coach, hk_nyc_social_v1; not tested against other programs"
        ),
    ),
    "parlour_10": Preset(
        _("Parlours, 10 faan"), {"limit_faan": 10}, source=cited("十番爆棚")
    ),
    "tvb_2026": Preset(
        _("TVB tournament 2026"),
        {
            "min_faan": 1,
            "limit_faan": 10,
            "bonus_tiles": "none",
            "patterns": {**dict.fromkeys(DEFAULT_VALUES, OFF), **_TVB},
            "all_chows_pair": "suited",
            "concealed_mode": "off",
            "rob_concealed_kong": "any",
            "faan_table": "linear",
            "payment": "single",
            "single_self_draw_half": True,
            "responsibility": ("twelve_piece", "ruling"),
            "false_win_policy": "deduction",
            "false_win_points": 150,
            "false_win_then": "may_not_win",
            "deal_passes_on_dealer_win": True,
            "deal_passes_on_draw": True,
            "tie_break": "tvb",
        },
        source=cited(
            "TVB Mahjong tournament 2026, rules and appendices 1–3; not tested "
            "against other programs"
        ),
    ),
    "yahoo_hk": Preset(
        _("Yahoo! Knowledge table"),
        {
            "bonus_tiles": "none",
            "patterns": {
                "small_winds": 13,
                "great_winds": 13,
                "all_terminals": 13,
                "thirteen_orphans": 13,
                "all_kongs": 13,
                "great_dragons": 8,
            },
            "all_chows_pair": "suited",
            "faan_table": "half_spicy_in_tens",
            "payment": "full",
            "rob_kong_payment": "self_drawn",
        },
        source=cited(
            "Yahoo! Knowledge, which states only the points for 3 faan (80). The other "
            "points are half-spicy; not tested against other programs"
        ),
    ),
}

ALIASES = {"hong_kong": "hk_old_style", "tvb": "tvb_2026"}
