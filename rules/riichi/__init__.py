"""Riichi (Japanese mahjong): han and fu, counters, riichi sticks and uma.

`Riichi` is the ruleset, `RiichiOptions` its rule options, `Win` a win as entered. Other
modules are for this folder only.
"""

from rules.riichi.entries import Win
from rules.riichi.options import RiichiOptions
from rules.riichi.ruleset_and_value_of_wins import Riichi

__all__ = ["Riichi", "RiichiOptions", "Win"]
