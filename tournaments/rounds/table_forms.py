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
        given = [data.get(wind) for wind in WINDS]
        if any(given) and not all(given) and not self.errors:
            raise ValidationError(_("A table has four players."))
        return data

    def row(self, round_number: int) -> TableRow | None:
        """The table; None if nobody is to sit there."""
        east, south, west, north = (self.cleaned_data[wind] for wind in WINDS)
        if not east:
            return None
        table = self.cleaned_data["table"]
        return TableRow(round_number, table, (east, south, west, north))


TablesFormSet = forms.formset_factory(TableForm, extra=0, max_num=500)
