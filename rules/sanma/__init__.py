"""Sanma: riichi for three players. It shares most parts with riichi for four.

`Sanma` is the ruleset, `SanmaOptions` its rule options. Its entries are the entries of
riichi.
"""

from rules.sanma.options import SanmaOptions
from rules.sanma.ruleset_of_three import Sanma

__all__ = ["Sanma", "SanmaOptions"]
