"""Hong Kong Old Style: faan, base points, and who pays them."""

from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions
from rules.hong_kong.ruleset import HongKong

__all__ = ["HongKong", "HongKongOptions", "Win"]
