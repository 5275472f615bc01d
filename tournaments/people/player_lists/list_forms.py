"""Forms about a list of players: the list itself, its columns, one of its rows."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import PlayerList
from tournaments.people.player_lists.columns import FIELDS, NAMES, ROWS_WITH_A_HEADING
from tournaments.people.player_lists.list_rows import LONGEST, MENDABLE
from tournaments.people.player_lists.name_splitting import NameOrder
from tournaments.people.player_lists.row_states import JudgedRow
from tournaments.web.form_arguments import FormArguments, Sent
from tournaments.web.form_fields import TextOrFileForm

#: So many cells show what a column holds.
SAMPLES = 3
#: Fields that every row shows when it is mended; the others if the list has them.
ALWAYS_MENDED = ("first_name", "last_name", "country", "ema_number", "club", "team")


class SendForm(TextOrFileForm):
    """A list pasted, or a file that holds it."""

    file = forms.FileField(
        label=gettext_lazy("File (Excel, CSV, JSON or text)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(
            attrs={"accept": ".xlsx,.csv,.tsv,.txt,.json,text/*"}
        ),
    )
    field_order = ("file", "text")

    def __init__(
        self, data: Sent | None = None, **given: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **given)
        self.fields["text"].label = _("or pasted cells or lines")

    @property
    def source(self) -> str:
        """The name of a valid form's file; "" for what was pasted."""
        file = self.cleaned_data["file"]
        return str(file.name or "") if file else ""


class ColumnsForm(forms.Form):
    """What each column of a list is, which line names them, how names are taken
    apart."""

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
        """As it was where nobody was asked: the list has no whole names."""
        return self.cleaned_data["name_order"] or self._list.name_order

    @property
    def columns(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith("column-")]

    @property
    def column_fields(self) -> list[str]:
        """What a valid form says of each column."""
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
        """What the list says of players."""
        used = [str(FIELDS[field]) for field in self._list.fields if field]
        unused = len(self._list.fields) - len(used)
        said = ", ".join(used) or _("none recognised")
        if not unused:
            return said
        words = ngettext(
            "%(said)s; %(count)s not used",
            "%(said)s; %(count)s not used",
            unused,
        )
        return words % {"said": said, "count": unused}

    @property
    def order_in_words(self) -> str:
        """How whole names are taken apart; "" if the list has none."""
        if not self.takes_names_apart:
            return ""
        return str(NameOrder(self._list.name_order).label)

    @property
    def takes_names_apart(self) -> bool:
        return NAMES[0] in self._list.fields

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
        return _short([cell for cell, _n in zip(below, range(SAMPLES), strict=False)])


class RowForm(forms.Form):
    """The fields of one row, written anew."""

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
    return Truncator(", ".join(filter(None, cells))).chars(60)
