"""Hong Kong Old Style: faan make base points, and options say who pays them.

`HongKong` is the ruleset, `HongKongOptions` what an event may choose, `Win` a won hand
as it is entered; the rest is for this folder.
"""

from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.ruleset_and_value_of_wins import HongKong

__all__ = ["HongKong", "HongKongOptions", "Win"]
