"""Entering the outcome of a hand by points: one form for each ruleset.

A form turns what was tapped into an entry in the rules' notation (`raw`) and back
(`initial_of`). What it cannot say by itself, the rules refuse with a sentence.
"""

from __future__ import annotations

from rules.table import Ruleset
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import HandForm


def hand_form(rules: Ruleset, *args: object, **options: object) -> HandForm:
    """The form of a hand by these rules; what else is given goes to the form."""
    return presenter_of(rules.id).points_form(*args, rules=rules, **options)


__all__ = ["HandForm", "hand_form"]
