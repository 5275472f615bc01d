"""Entering the outcome of a hand by points: one form for each ruleset.

A form turns what was tapped into an entry in the rules' notation (`raw`) and back
(`initial_of`). What it cannot say by itself, the rules refuse with a sentence.
"""

from __future__ import annotations

from typing import Unpack

from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import HandForm, OfPlayers
from tournaments.web.form_fields_and_types import Sent


def hand_form(
    rules: Ruleset, data: Sent | None = None, **given: Unpack[OfPlayers]
) -> HandForm:
    """The form of a hand by these rules; what else is given goes to the form."""
    return presenter_of(rules.id).points_form(data, rules=rules, **given)


__all__ = ["HandForm", "hand_form"]
