"""The rules of mahjong as plain Python: no Django, no I/O, no clock, no chance."""

from rules.registry import RULESETS, ruleset

__all__ = ["RULESETS", "ruleset"]
