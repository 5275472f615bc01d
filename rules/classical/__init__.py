"""Classical Chinese: sets score points, and patterns double them up to a limit. The
values of all four hands decide the payments.

`Classical` is the ruleset, `ClassicalOptions` its rule options, `Win` a win as entered.
Other modules are for this folder only.
"""

from rules.classical.entries import Win
from rules.classical.options import ClassicalOptions
from rules.classical.ruleset_and_value_of_wins import Classical

__all__ = ["Classical", "ClassicalOptions", "Win"]
