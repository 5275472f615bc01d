"""Form fields for a tournament's special hands: one row of fields for each hand,
and empty rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.own_hand_tiles import MOST_CHARACTERS
from rules.own_hands import LONGEST_NAME, MOST_OWN_HANDS, UNIT_WORDS, OwnHands
from rules.rule_option_types import Kind
from tournaments.rule_texts import translated
from tournaments.web.form_fields_and_types import Cleaned, whole_number

#: Empty rows after the last hand.
_MORE_ROWS = 2
_PARTS = (
    "name",
    "value",
    "unit",
    "alone",
    "open_allowed",
    "self_draw_only",
    "over_limit",
    "tiles",
    "key",
)
#: A row without any of these is empty.
_TYPED = ("name", "value", "tiles")


def own_hand_rows(name: str, hands: OwnHands, sent: Mapping[str, object]) -> int:
    """Return the number of rows for special hands: at least the number of rows in the
    submitted form `sent`, and a few more than the number of hands."""
    shown = sum(f"{name}-{place}-unit" in sent for place in range(MOST_OWN_HANDS))
    return min(max(len(hands) + _MORE_ROWS, shown), MOST_OWN_HANDS)


def own_hand_fields(name: str, kind: Kind, rows: int) -> dict[str, forms.Field]:
    """Return the form fields of all rows, by field name."""
    fields: dict[str, forms.Field] = {}
    for place in range(rows):
        row = _fields_of_row(kind)
        fields |= {f"{name}-{place}-{part}": row[part] for part in _PARTS}
    return fields


def _fields_of_row(kind: Kind) -> dict[str, forms.Field]:
    units = [(unit, translated(UNIT_WORDS[unit])) for unit in kind.choices]
    tiles = forms.TextInput(
        attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
    )
    return {
        "name": forms.CharField(
            label=_("Name of the hand"), max_length=LONGEST_NAME, required=False
        ),
        "value": whole_number(1, kind.high, label=_("Value"), required=False),
        "unit": forms.ChoiceField(label=_("Unit"), choices=units, required=False),
        "alone": forms.BooleanField(label=_("Counts alone"), required=False),
        "open_allowed": forms.BooleanField(label=_("May be exposed"), required=False),
        "self_draw_only": forms.BooleanField(label=_("Self-draw only"), required=False),
        "over_limit": forms.BooleanField(
            label=_("May exceed the limit"), required=False
        ),
        "tiles": forms.CharField(
            label=_("Tiles (optional)"),
            max_length=MOST_CHARACTERS,
            required=False,
            widget=tiles,
        ),
        "key": forms.CharField(required=False, widget=forms.HiddenInput),
    }


def initial_own_hands(name: str, kind: Kind, hands: OwnHands) -> dict[str, object]:
    """Return the initial values of all possible rows, by field name."""
    empty = {"unit": kind.choices[0], "alone": True, "open_allowed": True}
    rows = [hand.as_data() for hand in hands]
    rows += [empty] * (MOST_OWN_HANDS - len(rows))
    usual = {"value": None, "self_draw_only": False, "over_limit": False}
    return {
        f"{name}-{place}-{part}": row.get(part, usual.get(part, ""))
        for place, row in enumerate(rows)
        for part in _PARTS
    }


def own_hands_in(
    data: Cleaned, name: str, kind: Kind, fields: Sequence[str]
) -> list[dict[str, object] | None]:
    """Return the hands of a valid form as JSON. None is an empty row between hands."""
    rows = list(_rows_in(data, name, kind, len(fields) // len(_PARTS)))
    while rows and rows[-1] is None:
        rows.pop()
    return rows


def _rows_in(
    data: Cleaned, name: str, kind: Kind, count: int
) -> Iterator[dict[str, object] | None]:
    for place in range(count):
        row = {part: data.get(f"{name}-{place}-{part}") for part in _PARTS}
        filled = any(row[part] not in (None, "") for part in _TYPED)
        unit = row["unit"] or kind.choices[0]
        yield row | {"unit": unit} if filled else None
