"""Presets of sanma, as differences from the first preset, Tenhou's."""

from __future__ import annotations

from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

_MAHJONG_SOUL = {
    "uma": (15_000, 0, -15_000),
    "oka": 0,
    "counted_from": 35_000,
    "double_yakuman": True,
    "pao_composite": "part",
}
_THREE_RED = {
    "start": 30_000,
    "uma": (0, 0, 0),
    "oka": 30_000,
    "red_fives": False,
    "every_five_is_dora": True,
    "four_alike_are_two_pairs": True,
    "pao": (),
    "abortive": False,
    "nagashi": False,
    "table": "thousand",
    "honba_per_payer": 1000,
    "west_extension": False,
    "dealer_stop": "none",
}

PRESETS = {
    "tenhou_sanma": Preset(
        _("Tenhou"), source=cited("Tenhou; tested with its game records, 2009 to 2024")
    ),
    "mahjong_soul_sanma": Preset(
        _("Mahjong Soul"),
        _MAHJONG_SOUL,
        source=cited(
            "Mahjong Soul, announcement 46; tested with games recorded by another "
            "program"
        ),
    ),
    "three_red": Preset(
        _("Real tables, payments in thousands"),
        _THREE_RED,
        source=cited(
            "ThreeRed rules, played at the Koenji Sanma Cup 2018. The organiser sets "
            "the uma. The first rows of the payment table differ between clubs"
        ),
    ),
}
