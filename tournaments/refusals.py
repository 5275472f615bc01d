"""Refuse changes with faults in translatable sentences. The rules use the same
faults."""

from __future__ import annotations

from rules.faults import Fault, RuleError
from tournaments.rule_texts import filled_in


class Refused(RuleError):
    """Error for a change that is not possible in the current state. Nothing was
    changed."""


def refusal(code: str, message: str, field: str = "", **params: object) -> Refused:
    """Return a refusal with one fault. `message` is an English text marked with
    gettext_noop.
    """
    return Refused(Fault(code, message, field, params))


def sentence(fault: Fault, ruleset: str = "") -> str:
    """Return the fault's message in the active language, with the terms of the ruleset
    if one is given."""
    return filled_in(fault.message, fault.params, ruleset)
