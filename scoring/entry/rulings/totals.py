"""The final scores of a table that kept paper."""

from __future__ import annotations

from typing import Unpack

from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Raw, Totals
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from scoring.entry.rulings.common import FourNumbers, points_field
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import AtTableArguments
from scoring.rulesets.shared.ruling_form import reason_field
from tournaments.people.player_and_seating_files import SEATS
from tournaments.web.form_fields_and_types import Sent

#: The highest score of a table; a ruleset may refuse lower ones.
MOST_TOTAL = 1_000_000


class TotalsForm(FourNumbers):
    """The final scores, and what they sum to: what the four started with, unless
    penalties or deposits took something from the table."""

    key = Totals.kind
    title = _("Paper totals")
    button = _("Save totals")
    help = _("The final scores. They replace all entries so far.")
    required_numbers = True
    most = MOST_TOTAL
    reason = reason_field()
    fields_of_faults = {
        "scores": "penalties",
        **{f"scores.{seat}": column for seat, column in SEATS.items()},
    }

    def __init__(
        self, data: Sent | None = None, **given: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **given)
        start = sum(self.rules.opening_scores().values())
        self.fields["penalties"] = points_field(
            MOST_TOTAL,
            label=_("Sum of the scores"),
            required=False,
            initial=start,
            help_text=presenter_of(self.rules.id).sum_words(self.rules, start),
        )
        self.order_fields(["device_key", *self.columns.values(), "penalties", "reason"])

    def raw(self) -> Raw:
        given = self.cleaned_data["penalties"]
        if given is None:
            given = sum(self.rules.opening_scores().values())
        penalties = given - _expected_anyway(self.rules)
        return {"kind": Totals.kind, "scores": self.numbers(), "penalties": penalties}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        scores = {SEATS[seat]: raw["scores"][seat] for seat in seats_by(rules)}
        return {**scores, "penalties": raw["penalties"] + _expected_anyway(rules)}


def _expected_anyway(rules: Ruleset) -> int:
    """What four scores sum to whose entry names no penalties."""
    if not presenter_of(rules.id).sum_is_known:
        return 0
    return sum(rules.opening_scores().values())
