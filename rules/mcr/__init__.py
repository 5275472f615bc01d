"""MCR, Mahjong Competition Rules ("International", "Chinese Official"): fan of 81
patterns, a minimum of 8.

`Mcr` is the ruleset, `McrOptions` what an event may choose, `Win` a won hand as it is
entered; the rest is for this folder.
"""

from rules.mcr.entries import Win
from rules.mcr.options import McrOptions
from rules.mcr.ruleset_and_value_of_wins import Mcr

__all__ = ["Mcr", "McrOptions", "Win"]
