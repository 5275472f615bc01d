"""Riichi (Japanese mahjong): han and fu, counters and deposits, final points with uma.

`Riichi` is the ruleset, `RiichiOptions` what an event may choose, `Win` a won hand as
it is entered; the rest is for this folder.
"""

from rules.riichi.entries import Win
from rules.riichi.options import RiichiOptions
from rules.riichi.ruleset_and_value_of_wins import Riichi

__all__ = ["Riichi", "RiichiOptions", "Win"]
