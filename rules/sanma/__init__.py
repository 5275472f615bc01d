"""Sanma, riichi for three players, with the parts it shares with riichi for four.

`Sanma` is the ruleset, `SanmaOptions` its rule options. Wins, draws and false wins are
entries of riichi.
"""

from rules.sanma.options import SanmaOptions
from rules.sanma.ruleset_of_three import Sanma

__all__ = ["Sanma", "SanmaOptions"]
