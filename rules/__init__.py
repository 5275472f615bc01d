"""Rules of mahjong in plain Python: no Django, no I/O, no clock, no randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.ruleset_registry import RULESETS, ruleset, shared_ruleset

__all__ = ["RULESETS", "ruleset", "shared_ruleset"]


def __getattr__(name: str) -> object:
    """Import a name from the ruleset registry on first use, and return its value.

    The seating engine therefore starts without the rulesets and their libraries. Raises
    AttributeError for a name that is not in `__all__`.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rules import ruleset_registry

    return getattr(ruleset_registry, name)
