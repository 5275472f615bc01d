"""Classical Chinese: points for every set, doubles, a limit; all four hands are paid.

`Classical` is the ruleset, `ClassicalOptions` its rule options, `Win` a win as entered;
the rest is for this folder only.
"""

from rules.classical.entries import Win
from rules.classical.options import ClassicalOptions
from rules.classical.ruleset_and_value_of_wins import Classical

__all__ = ["Classical", "ClassicalOptions", "Win"]
