"""What the forms of all rulings are."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.rulesets.shared.entry_forms import AtTable


class Ruling(AtTable):
    """Something besides the outcomes of hands. `key` names the form; the ledger may
    have several kinds of ruling under one of its own. `button` says what it saves."""

    key: ClassVar[str]
    title: ClassVar[Promise | str]
    button: ClassVar[Promise | str]
    help: ClassVar[Promise | str] = ""


def reason_field() -> forms.CharField:
    """The reason that a ruling needs."""
    return forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason.")},
    )


def remark_field() -> forms.CharField:
    """An optional remark."""
    return forms.CharField(label=_("Remark"), max_length=500, required=False)
