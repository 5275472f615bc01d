"""Presets of Zung Jung: version 3.3, and the World Series of Mahjong."""

from __future__ import annotations

from rules.rule_option_types import Preset
from rules.translation_marks import _, cited

#: Points of the older list that differ from version 3.3.
_OLDER_POINTS = {
    "all_triplets": 40,
    "three_concealed_triplets": 25,
    "four_concealed_triplets": 115,
    "small_three_winds": 25,
    "small_three_similar_triplets": 25,
    "win_on_kong": 15,
    "robbing_a_kong": 15,
    "blessing_of_heaven": 320,
    "blessing_of_earth": 320,
    "thirteen_terminals": 320,
    "seven_pairs": 25,
}

PRESETS = {
    "zung_jung": Preset(_("Zung Jung 3.3"), source=cited("Zung Jung, version 3.3")),
    "world_series": Preset(
        _("World Series of Mahjong, from 2010"),
        {"hands_limit": 16, "match_points": "square_root"},
        source=cited("World Series of Mahjong, format of 2010, 2015 and 2018"),
    ),
    "world_series_2008": Preset(
        _("World Series of Mahjong 2008"),
        {"hands_limit": 8, "minimum": 5},
        source=cited("World Series of Mahjong 2008"),
    ),
    "wsom_2007": Preset(
        _("World Series of Mahjong 2007, older points"),
        {"hands_limit": 8, "values": _OLDER_POINTS},
        source=cited("World Series of Mahjong 2007; from one public table"),
    ),
}
