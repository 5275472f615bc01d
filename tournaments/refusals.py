"""Refusals of a change, as faults with sentences, like those of the rules."""

from __future__ import annotations

from django.utils.translation import gettext

from rules.faults import Fault, RuleError


class Refused(RuleError):
    """A change that cannot be made as things are. Nothing was changed."""


def refusal(code: str, message: str, field: str = "", **params: object) -> Refused:
    """A refusal for one reason; `message` is marked with gettext_noop."""
    return Refused(Fault(code, message, field, params))


def sentence(fault: Fault) -> str:
    """What the fault says, in the reader's language."""
    message = gettext(fault.message)
    return message % fault.params if fault.params else message
