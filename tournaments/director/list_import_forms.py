"""The forms of player list imports: upload, columns, sheet or encoding, one row."""

from __future__ import annotations

from itertools import islice
from typing import Unpack

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.files.text_encodings import ENCODINGS
from tournaments.list_import.import_preview_new_or_known import JudgedRow
from tournaments.list_import.list_columns import (
    FIELDS,
    NAME_FIELDS,
    ROWS_WITH_A_HEADING,
)
from tournaments.list_import.list_rows import LONGEST, MENDABLE
from tournaments.list_import.name_splitting import NameOrder
from tournaments.models import PlayerList
from tournaments.web.form_fields_and_types import FormArguments, Sent, TextOrFileForm
from tournaments.web.list_wording import joined_with_commas

#: Sample cells shown for each column.
SAMPLES = 3
#: Fields shown for editing every row; others are shown if the list has them.
ALWAYS_MENDED = ("first_name", "last_name", "country", "ema_number", "club", "team")


class SendForm(TextOrFileForm):
    """Form for a player list, as pasted text or as a file."""

    file = forms.FileField(
        label=gettext_lazy("File (spreadsheet, web page, CSV, JSON or text)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(
            attrs={
                "accept": ".xlsx,.xls,.ods,.csv,.tsv,.txt,.md,.html,.htm,.json,text/*"
            }
        ),
    )
    field_order = ("file", "text")

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self.fields["text"].label = _("Pasted cells or lines")

    @property
    def source(self) -> str:
        """Return the file name in a valid form; "" for pasted text."""
        file = self.cleaned_data["file"]
        return str(file.name or "") if file else ""


class ColumnsForm(forms.Form):
    """Form for the meaning of each column, the line with headings, and the order of
    full names."""

    heading = forms.TypedChoiceField(label=gettext_lazy("Headings"), coerce=int)
    name_order = forms.ChoiceField(
        label=gettext_lazy("Full names"), choices=NameOrder.choices, required=False
    )

    def __init__(self, player_list: PlayerList, data: Sent | None = None) -> None:
        super().__init__(
            data,
            initial={
                "heading": player_list.heading,
                "name_order": player_list.name_order,
            },
        )
        self._list = player_list
        heading = self.fields["heading"]
        assert isinstance(heading, forms.TypedChoiceField)
        heading.choices = self._headings()
        for place, field in enumerate(player_list.fields):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=self._called(place),
                help_text=self._sample(place),
                choices=[("", _("not used")), *FIELDS.items()],
                initial=field,
                required=False,
            )

    def clean_name_order(self) -> str:
        """Return the chosen order of full names; the stored order if none was
        chosen."""
        return self.cleaned_data["name_order"] or self._list.name_order

    @property
    def columns(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith("column-")]

    @property
    def column_fields(self) -> list[str]:
        """Return the meaning of each column in a valid form."""
        return [
            self.cleaned_data[f"column-{place}"]
            for place in range(len(self._list.fields))
        ]

    @property
    def is_guessed(self) -> bool:
        return not self._list.heading

    @property
    def has_names(self) -> bool:
        return bool({"name", "last_name"} & set(self._list.fields))

    @property
    def in_words(self) -> str:
        """Return a phrase that names the recognised columns and the number of unused
        columns."""
        used = [str(FIELDS[field]) for field in self._list.fields if field]
        unused = len(self._list.fields) - len(used)
        text = joined_with_commas(used) or _("none recognised")
        if not unused:
            return text
        message = ngettext(
            "%(columns)s; %(count)s not used",
            "%(columns)s; %(count)s not used",
            unused,
        )
        return message % {"columns": text, "count": unused}

    @property
    def order_in_words(self) -> str:
        """Return the label of the order of full names; "" if the list has no full
        names."""
        if not self.takes_names_apart:
            return ""
        return str(NameOrder(self._list.name_order).label)

    @property
    def takes_names_apart(self) -> bool:
        return NAME_FIELDS[0] in self._list.fields

    def _headings(self) -> list[tuple[int, str]]:
        lines = [
            (
                line,
                _("Line %(line)s: %(cells)s") % {"line": line, "cells": _short(cells)},
            )
            for line, cells in self._list.rows[:ROWS_WITH_A_HEADING]
        ]
        return [(0, _("No headings")), *lines]

    def _called(self, place: int) -> str:
        for line, cells in self._list.rows:
            if line == self._list.heading and cells[place]:
                return Truncator(cells[place]).chars(40)
        return _("Column %(number)s") % {"number": place + 1}

    def _sample(self, place: int) -> str:
        below = (
            cells[place]
            for line, cells in self._list.rows
            if line > self._list.heading and cells[place]
        )
        # Cells may contain commas.
        return Truncator(" · ".join(islice(below, SAMPLES))).chars(60)


class SourceForm(forms.Form):
    """Form for the sheet of a workbook, or for the encoding of a text."""

    chosen = forms.ChoiceField()

    def __init__(self, player_list: PlayerList, data: Sent | None = None) -> None:
        super().__init__(data)
        self._choices = (
            list(ENCODINGS.items())
            if player_list.is_text
            else [(name, name) for name in player_list.sheets]
        )
        choice = self.fields["chosen"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = self._choices
        choice.label = pgettext("workbook", "Sheet")
        if player_list.is_text:
            choice.label = _("Encoding")
            choice.help_text = _(
                "Change the encoding if letters such as ä or ł look wrong."
            )
        keys = {label: key for key, label in self._choices}
        choice.initial = keys.get(player_list.read_as, "")

    @property
    def is_useful(self) -> bool:
        """Return whether the form offers a choice: several sheets or encodings."""
        return len(self._choices) > 1


class RowForm(forms.Form):
    """Form to edit the fields of a row."""

    def __init__(
        self, player_list: PlayerList, row: JudgedRow, data: Sent | None = None
    ) -> None:
        values = row.checked.row.values
        super().__init__(data, initial=dict(values), auto_id=f"row-{row.line}-%s")
        for name in MENDABLE:
            if name in ALWAYS_MENDED or name in player_list.fields or name in values:
                self.fields[name] = forms.CharField(
                    label=FIELDS[name],
                    required=False,
                    max_length=max(LONGEST.get(name, 40), len(values.get(name, ""))),
                    widget=forms.TextInput(attrs=_attributes(name)),
                )


def _attributes(name: str) -> dict[str, str]:
    attributes = {"autocomplete": "off"}
    if name == "country":
        attributes["list"] = "countries"
    return attributes


def _short(cells: list[str]) -> str:
    return Truncator(joined_with_commas(filter(None, cells))).chars(60)
