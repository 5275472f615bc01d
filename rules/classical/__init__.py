"""Classical Chinese: points for every set, doubles, a limit; every hand is settled."""

from rules.classical.entries import Win
from rules.classical.options import ClassicalOptions
from rules.classical.ruleset import Classical

__all__ = ["Classical", "ClassicalOptions", "Win"]
