"""Zung Jung, the rules of the World Series of Mahjong. A hand scores the sum of its
patterns; there are 44 patterns.

`ZungJung` is the ruleset, `ZungJungOptions` its rule options, `Win` a win as entered.
Other modules are for this folder only.
"""

from rules.zung_jung.entries import Win
from rules.zung_jung.options import ZungJungOptions
from rules.zung_jung.ruleset_and_value_of_wins import ZungJung

__all__ = ["Win", "ZungJung", "ZungJungOptions"]
