"""The form for a new tournament, without the form for its rules (`rules_form`)."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from tournaments.models.tournament import default_language
from tournaments.refusals import sentence
from tournaments.rule_texts import ruleset_name, ruleset_names
from tournaments.tournament_setup.create_and_change_tournament import Plan
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED, Preset
from tournaments.tournament_setup.tournament_fields import EventForm
from tournaments.web.form_fields_and_types import FormArguments, Sent, offer


class TournamentForm(EventForm):
    """Form for the fields of a new tournament."""

    ruleset = forms.ChoiceField(label=_("Rules"))

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        offer(self, "ruleset", ruleset_names(SERVED))

    @classmethod
    def from_preset(cls, preset: Preset) -> TournamentForm:
        """Return a form with the values of the preset as initial values."""
        return cls(
            initial={
                "ruleset": preset.ruleset,
                "planned_rounds": preset.planned_rounds,
                "minutes": preset.minutes,
                "end_policy": preset.end_policy,
            }
        )

    @property
    def ruleset_id(self) -> str:
        """Return the ruleset chosen in the form. If it is unknown, return the first
        ruleset; the form is then not valid."""
        chosen = str(self["ruleset"].value())
        return chosen if chosen in SERVED else next(iter(SERVED))

    @property
    def ruleset_name(self) -> str:
        return ruleset_name(self.ruleset_id)

    def plan(self, options: dict[str, object]) -> Plan:
        """Return the data of a valid form, with these `options` of its ruleset. The
        language is the language of the page."""
        ruleset = self.cleaned_data["ruleset"]
        return Plan(
            **self.of_event(),
            ruleset=ruleset,
            options=options,
            tie_breaks=list(SERVED[ruleset].tie_breaks),
            language=get_language() or default_language(),
        )

    def add_faults(self, error: RuleError) -> None:
        """Add every fault to its field, or to the form if there is no such field."""
        for fault in error.faults:
            name = fault.field if fault.field in self.fields else None
            self.add_error(name, sentence(fault))
