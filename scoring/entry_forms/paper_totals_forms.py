"""Forms for paper totals: of one table, and as a row for each table of a round."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Raw, Totals
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from scoring.entry_forms.reason_and_undo_forms import FourNumbers
from scoring.entry_forms.written_totals import WrittenTotal
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    AtTableArguments,
    reason_field,
)
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.rounds.seating_files import SEATS
from tournaments.web.form_fields_and_types import Sent

#: Highest total in points; rulesets may have a lower limit.
MOST_TOTAL = 1_000_000


class TotalsForm(FourNumbers):
    """Form for the final scores and their sum.

    The sum equals the sum of the starting scores, except for penalties and for riichi
    sticks left on the table.
    """

    key = Totals.kind
    title = _("Paper totals")
    button = _("Save totals")
    help = _("Enter the final scores. They replace all entries so far.")
    required_numbers = True
    most = MOST_TOTAL
    reason = reason_field()
    number_field = WrittenTotal
    fields_of_faults = {
        "scores": "penalties",
        **{f"scores.{seat}": column for seat, column in SEATS.items()},
    }

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        start = sum(self.rules.opening_scores().values())
        self.fields["penalties"] = WrittenTotal(
            min_value=-MOST_TOTAL,
            max_value=MOST_TOTAL,
            label=_("Sum of the scores"),
            required=False,
            initial=start,
            help_text=presenter_of(self.rules.id).sum_words(self.rules, start),
        )
        self.order_fields(["device_key", *self.columns.values(), "penalties", "reason"])

    def raw(self) -> Raw:
        total = self.cleaned_data["penalties"]
        if total is None:
            total = sum(self.rules.opening_scores().values())
        penalties = total - _expected_anyway(self.rules)
        return {"kind": Totals.kind, "scores": self.numbers(), "penalties": penalties}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        scores = {SEATS[seat]: raw["scores"][seat] for seat in seats_by(rules)}
        return {**scores, "penalties": raw["penalties"] + _expected_anyway(rules)}


def _expected_anyway(rules: Ruleset) -> int:
    """Return the expected sum of the scores without penalties; 0 if the rules do not
    fix the sum.
    """
    if not presenter_of(rules.id).sum_is_known:
        return 0
    return sum(rules.opening_scores().values())


class PaperRowForm(TotalsForm):
    """A table's row of scores.

    Unlike the form of one table, the row is optional and has no reason. `expected`: sum
    of the scores after penalties.
    """

    def __init__(
        self,
        data: Sent | None = None,
        *,
        expected: int,
        table: int,
        **arguments: Unpack[AtTableArguments],
    ) -> None:
        arguments["prefix"] = f"t{table}"
        arguments["empty_permitted"] = True
        arguments["use_required_attribute"] = False
        arguments["initial"] = {
            "penalties": expected,
            **(arguments.get("initial") or {}),
        }
        super().__init__(data, **arguments)
        self.table = table
        self.expected = expected
        del self.fields["reason"]
        for name in (*self.columns.values(), "penalties"):
            self.fields[name] = WrittenTotal(
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
        """Return whether any score is entered; rows without scores are skipped."""
        return self.is_begun

    @property
    def score_fields(self) -> list[forms.BoundField]:
        """Return the score fields in the order E S W N."""
        return [self[name] for name in self.columns.values()]

    @property
    def faults(self) -> list[str]:
        """Return the error messages of the row without duplicates."""
        messages = [str(text) for texts in self.errors.values() for text in texts]
        return list(dict.fromkeys(messages))
