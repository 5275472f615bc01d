"""MCR, Mahjong Competition Rules ("International", "Chinese Official"): 81 fans, and a
minimum of 8 points to win.

`Mcr` is the ruleset, `McrOptions` its rule options, `Win` a win as entered. Other
modules are for this folder only.
"""

from rules.mcr.entries import Win
from rules.mcr.options import McrOptions
from rules.mcr.ruleset_and_value_of_wins import Mcr

__all__ = ["Mcr", "McrOptions", "Win"]
