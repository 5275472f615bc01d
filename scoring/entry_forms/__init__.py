"""Entering the outcome of a hand by points: one form for each ruleset.

A form turns what was tapped into an entry in the rules' notation (`raw`) and back
(`initial_of`). What it cannot say by itself, the rules refuse with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.classical import Classical
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.riichi import Riichi
from rules.table import Ruleset
from scoring.entry_forms.classical import ClassicalForm
from scoring.entry_forms.common import HandForm
from scoring.entry_forms.hong_kong import HongKongForm
from scoring.entry_forms.mcr import McrForm
from scoring.entry_forms.riichi import RiichiForm

FORMS: Mapping[str, type[HandForm]] = {
    Mcr.id: McrForm,
    HongKong.id: HongKongForm,
    Classical.id: ClassicalForm,
    Riichi.id: RiichiForm,
}


def hand_form(rules: Ruleset, *args: Any, **options: Any) -> HandForm:
    """The form of a hand by these rules; what else is given goes to the form."""
    return FORMS[rules.id](*args, rules=rules, **options)


__all__ = ["FORMS", "HandForm", "hand_form"]
