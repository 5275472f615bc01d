"""Hong Kong Old Style: faan determine base points, and options decide who pays them.

`HongKong` is the ruleset, `HongKongOptions` its rule options, `Win` a win as entered.
Other modules are for this folder only.
"""

from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.ruleset_and_value_of_wins import HongKong

__all__ = ["HongKong", "HongKongOptions", "Win"]
