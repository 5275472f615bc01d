"""Presets of riichi, as differences from the first preset, EMA 2025."""

from __future__ import annotations

from collections.abc import Mapping

from rules.riichi.floating_uma import FloatingUma
from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

_ALL_LIABLE = ("daisangen", "daisuushii", "suukantsu")

#: Only EMA's rule book sets the result of a round that a substitute played.
_AS_PLAYED = {
    "missed_score": 0,
    "missed_points": 0,
    "substitute_score": None,
    "substitute_points": None,
    "substitute_last": False,
}
_EMA_2016 = {
    "double_wind_pair_fu": 4,
    "kiriage": False,
    "chombo_last_hand": "again",
}
_WRC_2015 = {
    **_AS_PLAYED,
    "renhou": "mangan_or_hand",
    "multi_ron": "head_bump",
    "leftover": "lost",
    "time_policy": "finish_hand",
    "time_minutes": 90,
}
_WRC_2022 = {
    **_WRC_2015,
    "yakuman_stack": True,
    "pao": _ALL_LIABLE,
    "chombo_after_uma": 30_000,
}
_M_LEAGUE = {
    **_AS_PLAYED,
    "pao_honba": "liable",
    "start": 25_000,
    "uma": (30_000, 10_000, -10_000, -30_000),
    "oka": 20_000,
    "red_fives": True,
    "yakuman_stack": True,
    "renhou": "none",
    "multi_ron": "head_bump",
    "pao": _ALL_LIABLE,
    "time_policy": "none",
}
_JPML_A = {
    **_AS_PLAYED,
    "uma": (8_000, 4_000, -4_000, -8_000),
    "uma_by_floating": FloatingUma(
        one=(12_000, -1_000, -3_000, -8_000),
        three=(8_000, 3_000, 1_000, -12_000),
    ),
    "ippatsu": False,
    "ura": False,
    "kan_dora": False,
    "kiriage": False,
    "yakuman_stack": True,
    "renhou": "mangan_or_hand",
    "multi_ron": "head_bump",
    "pao": _ALL_LIABLE,
    "leftover": "lost",
    "time_policy": "none",
}
_TENHOU = {
    **_AS_PLAYED,
    "start": 25_000,
    "uma": (20_000, 10_000, -10_000, -20_000),
    "oka": 20_000,
    "tie": "seat_order",
    "point_rounding": "half_away",
    "red_fives": True,
    "kan_dora_immediate": False,
    "double_wind_pair_fu": 4,
    "kiriage": False,
    "kazoe": "yakuman",
    "yakuman_stack": True,
    "renhou": "none",
    "multi_ron": "two_max",
    "multi_ron_honba": "first",
    "multi_ron_sticks": "first",
    "pao_composite": "whole",
    "pao_honba": "liable",
    "abortive": True,
    "nagashi": True,
    "bankrupt_below": 0,
    "west_extension": True,
    "dealer_stop": "win_or_tenpai",
    "leftover": "winner",
    "chombo_after_uma": None,
    "time_policy": "none",
}
_TENHOU_ONE_ROUND = {
    **_TENHOU,
    "rounds": 1,
    "uma": (10_000, 5_000, -5_000, -10_000),
}

PRESETS = {
    "ema_2025": Preset(
        _("EMA 2025"),
        source=cited(
            "European Mahjong Association, Riichi: Rules for Japanese Mahjong, 2025"
        ),
    ),
    "ema_2016": Preset(
        _("EMA 2016"),
        _EMA_2016,
        source=cited("European Mahjong Association, Riichi Competition Rules, 2016"),
    ),
    "wrc_2022": Preset(
        _("World Riichi Championship 2022"),
        _WRC_2022,
        source=cited(
            "World Riichi Championship, optional rules of June 2022. Other sources "
            "give 20,000 points for a chombo. The rules do not say who pays the "
            "counters when a liable player and the discarder share; here, the "
            "discarder does"
        ),
    ),
    "wrc_2015": Preset(
        _("World Riichi Championship 2015"),
        _WRC_2015,
        source=cited("World Riichi Championship Rules, 2015"),
    ),
    "m_league": Preset(
        _("M-League"),
        _M_LEAGUE,
        source=cited("M-League official rules; the chombo rule is uncertain"),
    ),
    "jpml_a": Preset(
        _("Japan Professional Mahjong League, official rules"),
        _JPML_A,
        source=cited("Japan Professional Mahjong League, official rules (A)"),
    ),
    "tenhou": Preset(
        _("Tenhou, 2 rounds"),
        _TENHOU,
        source=cited("Tenhou; tested with its game records"),
    ),
    "tenhou_tonpuu": Preset(
        _("Tenhou, 1 round"),
        _TENHOU_ONE_ROUND,
        source=cited("Tenhou; tested with a game record"),
    ),
}

_LIABLE_AS_BEFORE = {"pao_composite": "part", "pao_honba": "discarder"}

#: Liability as in these presets up to version 1.6.0. Tournaments started with them keep
#: it, as do files of that time, which never name `pao_composite`.
LIABILITY_BEFORE: Mapping[str, Mapping[str, object]] = {
    "m_league": _LIABLE_AS_BEFORE,
    "tenhou": {"pao": list(_ALL_LIABLE), **_LIABLE_AS_BEFORE},
    "tenhou_tonpuu": {"pao": list(_ALL_LIABLE), **_LIABLE_AS_BEFORE},
}

ALIASES = {
    "tenhou_hanchan": "tenhou",
    "ema": "ema_2025",
    "wrc": "wrc_2022",
    "jpml": "jpml_a",
}
