"""The form to choose between the totals from paper and the hands copied later."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.corrections.paper_sheets import Stands
from scoring.rulesets.shared.entry_forms import EntryForm
from scoring.rulesets.shared.ruling_form import reason_field


class SettleForm(EntryForm):
    """The hands or the totals, and why."""

    stands = forms.ChoiceField(
        label=_("Which counts?"),
        choices=[
            (Stands.TOTALS.value, _("The totals count")),
            (Stands.HANDS.value, _("The hands count; undo the totals")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose which counts.")},
    )
    reason = reason_field()
