"""The seats of a round, typed table by table."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.winds import WINDS
from tournaments.rounds.round_seats import TableRow
from tournaments.seating.files.sheets import MOST_TABLES
from tournaments.web.form_fields import start_number, whole_number


class TableForm(forms.Form):
    """The start numbers of one table, typed."""

    table = whole_number(1, MOST_TABLES, label=_("Table"))
    E = start_number(_("East"))
    S = start_number(_("South"))
    W = start_number(_("West"))
    N = start_number(_("North"))

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        given = [bool(data.get(wind)) for wind in WINDS]
        if given != sorted(given, reverse=True) and not self.errors:
            raise ValidationError(_("Fill the seats from East on, without gaps."))
        return data

    def row(self, round_number: int) -> TableRow | None:
        """The table; None if nobody is to sit there."""
        numbers = tuple(filter(None, (self.cleaned_data[wind] for wind in WINDS)))
        if not numbers:
            return None
        return TableRow(round_number, self.cleaned_data["table"], numbers)


TablesFormSet = forms.formset_factory(TableForm, extra=0, max_num=500)
