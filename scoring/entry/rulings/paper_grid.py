"""A table's row in the grid of a round's totals from paper."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.entry.rulings.totals import MOST_TOTAL, TotalsForm
from scoring.rulesets.shared.entry_forms import AtTableArguments
from tournaments.web.form_fields_and_types import Sent


class WrittenScore(forms.IntegerField):
    """A score as people write it: with the minus of print, and spaces in between."""

    widget = forms.TextInput

    def to_python(self, value: object) -> int | None:
        if isinstance(value, str):
            value = "".join(value.replace("−", "-").split())
        number: int | None = super().to_python(value)
        return number


class PaperRowForm(TotalsForm):
    """As the form of one table's totals, without a reason; empty where nothing is typed
    yet. `expected` is what the four scores sum to, with what penalties took."""

    def __init__(
        self,
        data: Sent | None = None,
        *,
        expected: int,
        table: int,
        **given: Unpack[AtTableArguments],
    ) -> None:
        given["prefix"] = f"t{table}"
        given["empty_permitted"] = True
        given["use_required_attribute"] = False
        given["initial"] = {"penalties": expected, **(given.get("initial") or {})}
        super().__init__(data, **given)
        self.table = table
        self.expected = expected
        del self.fields["reason"]
        for name in (*self.columns.values(), "penalties"):
            self.fields[name] = WrittenScore(
                min_value=-MOST_TOTAL,
                max_value=MOST_TOTAL,
                label=self.fields[name].label,
                required=name != "penalties",
                initial=expected if name == "penalties" else None,
                error_messages={"required": _("Enter this player's score.")},
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "size": 7, "data-cell": name}
                ),
            )

    @property
    def is_begun(self) -> bool:
        return any(str(field.value() or "").strip() for field in self.score_fields)

    def has_changed(self) -> bool:
        """Whether any score is typed: a row without one is left for later."""
        return self.is_begun

    @property
    def score_fields(self) -> list[forms.BoundField]:
        """In the order E S W N."""
        return [self[name] for name in self.columns.values()]

    @property
    def faults(self) -> list[str]:
        """What is wrong with the row, each sentence once."""
        said = [str(text) for texts in self.errors.values() for text in texts]
        return list(dict.fromkeys(said))
