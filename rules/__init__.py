"""Rules of mahjong in plain Python: no Django, no I/O, no clock, no randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.ruleset_registry import RULESETS, ruleset, shared_ruleset

__all__ = ["RULESETS", "ruleset", "shared_ruleset"]


def __getattr__(name: str) -> object:
    """Return a name of the ruleset registry, imported on first use.

    The seating engine therefore starts without the rulesets and their libraries.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rules import ruleset_registry

    return getattr(ruleset_registry, name)
