"""Forms of a new tournament, one for each ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import rules
from rules.faults import RuleError
from rules.options import Options
from tournaments.events.rulesets import SERVED, Preset
from tournaments.events.setup.event_form import EventForm
from tournaments.events.setup.tournament_setup import Plan
from tournaments.refusals import sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

AS_IN_THE_RULES = ("", _("As these rules have it"))


def asked(
    options: type[Options],
    name: str,
    label: _StrPromise,
    help_text: _StrPromise = AS_IN_THE_RULES[1],
    **words: _StrPromise,
) -> forms.Field:
    """The field of an option as it is declared: left empty, it is as in the rules. Of
    an option with choices those that have `words` are offered."""
    kind = dict(options.declared())[name]
    if not words:
        return forms.IntegerField(label=label, help_text=help_text, required=False)
    offered = [(choice, words[choice]) for choice in kind.choices if choice in words]
    choices = [AS_IN_THE_RULES, *offered]
    return forms.ChoiceField(label=label, choices=choices, required=False)


class TournamentForm(EventForm):
    """What every ruleset asks. The options of a ruleset are those of its
    `rules_preset`, but for what its own form asks besides."""

    ruleset_id: ClassVar[str]
    #: What decides places, unless the settings change it.
    tie_breaks: ClassVar[tuple[str, ...]] = ("table_points", "score")
    #: The fields about the rules, in rows.
    option_rows: ClassVar[tuple[tuple[str, ...], ...]] = (("hands_limit",),)

    ruleset = forms.ChoiceField(label=_("Rules"))
    rules_preset = forms.ChoiceField(label=_("Played as by"), required=False)

    #: The rules' names of what a form calls otherwise.
    RULES_FIELDS: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        served = [(key, _(rules.RULESETS[key][0])) for key in SERVED]
        names = {key: _(kind.name) for key, kind in _presets(self.ruleset_id).items()}
        self._offer("ruleset", served)
        self._offer(
            "rules_preset",
            [(key, self.preset_name(key, name)) for key, name in names.items()],
        )

    @classmethod
    def from_preset(cls, preset: Preset) -> TournamentForm:
        """An empty form with the preset's values filled in."""
        form: type[TournamentForm] = SERVED[preset.ruleset].settings_form
        first = next(iter(_presets(preset.ruleset)))
        return form(
            initial={
                "ruleset": preset.ruleset,
                "rules_preset": preset.options.get("preset", first),
                "planned_rounds": preset.planned_rounds,
                "minutes": preset.minutes,
                "end_policy": preset.end_policy,
                **form.initial_options(preset.options),
            }
        )

    @classmethod
    def initial_options(cls, options: Mapping[str, object]) -> dict[str, Any]:
        """The values of the fields about the rules."""
        return {}

    @classmethod
    def preset_name(cls, key: str, name: Promise | str) -> Promise | str:
        """What a preset of the rules is called in the list."""
        return name

    @property
    def ruleset_name(self) -> str:
        return str(_(rules.RULESETS[self.ruleset_id][0]))

    @property
    def options_in_rows(self) -> list[list[forms.BoundField]]:
        return [[self[name] for name in row] for row in self.option_rows]

    def options(self) -> dict[str, object]:
        """What a valid form says about the rules besides their preset."""
        names = (name for row in self.option_rows for name in row)
        given = {name: self.cleaned_data[name] for name in names}
        return {name: value for name, value in given.items() if value not in (None, "")}

    def plan(self) -> Plan:
        """The plan of a valid form; the rules still have to accept its options."""
        data = self.cleaned_data
        preset = {"preset": data["rules_preset"]} if data["rules_preset"] else {}
        return Plan(
            **self.of_event(),
            ruleset=data["ruleset"],
            options=preset | self.options(),
            tie_breaks=list(self.tie_breaks),
        )

    def add_faults(self, error: RuleError) -> None:
        """Put every fault beside its field: what the form does not ask is in the
        preset."""
        for fault in error.faults:
            name = self.RULES_FIELDS.get(fault.field, fault.field)
            self.add_error(
                name if name in self.fields else "rules_preset", sentence(fault)
            )

    def _offer(self, name: str, choices: Sequence[tuple[str, Promise | str]]) -> None:
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        field.choices = list(choices)


def form_of(ruleset: str) -> type[TournamentForm]:
    """The form of a ruleset that was sent; of an unknown one, the first, which
    refuses it."""
    served = SERVED.get(ruleset) or next(iter(SERVED.values()))
    form: type[TournamentForm] = served.settings_form
    return form


def _presets(ruleset: str) -> Mapping[str, Any]:
    """The presets of a ruleset's options, by their keys."""
    options: type[Options] = type(rules.ruleset(ruleset).options)
    return options.PRESETS
