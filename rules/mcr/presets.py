"""Presets of MCR: the Chinese convention (1998 rules as Chinese tournaments and
platforms apply them) and the World Mahjong Organization's Green Book of 2006."""

from __future__ import annotations

from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

PRESETS = {
    "chinese": Preset(
        _("Chinese convention"),
        source=cited("1998 rules as applied at Chinese events"),
    ),
    "wmo2006": Preset(
        _("Green Book (WMO 2006), for EMA tournaments"),
        {
            "two_concealed_kongs": 8,
            "mixed_kongs": 6,
            "fully_concealed_on_concealed_hands": True,
            "false_win_not_ready": 10,
            "substitute_last": True,
        },
        source=cited("WMO, Mahjong Competition Rules, 2006"),
    ),
}
ALIASES = {"mil": "chinese", "green_book": "wmo2006"}
