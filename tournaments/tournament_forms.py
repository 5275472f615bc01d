"""What a new tournament is to be, one form for each ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from rules.classical import Classical
from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.mcr import Mcr
from rules.mcr.options import McrOptions
from rules.options import Options
from rules.riichi import Riichi
from rules.riichi.options import RiichiOptions
from tournaments import presets
from tournaments.event_form import EventForm
from tournaments.forms import whole_number
from tournaments.refusals import sentence
from tournaments.setup import SERVED, Plan

AS_IN_THE_RULES = ("", _("As these rules have it"))


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
    def from_preset(cls, preset: presets.Preset) -> TournamentForm:
        """An empty form with the preset's values filled in."""
        form = FORMS[preset.ruleset]
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


class McrTournamentForm(TournamentForm):
    ruleset_id = Mcr.id
    option_rows = (
        ("hands_limit", "minimum"),
        ("false_win_cost", "false_win_others"),
        ("seat_change",),
    )
    RULES_FIELDS = {
        "false_win.offender": "false_win_cost",
        "false_win.others": "false_win_others",
    }

    hands_limit = forms.IntegerField(
        label=_("Hands per round at most"), help_text=_("A full game has 16.")
    )
    minimum = forms.IntegerField(
        label=_("Fan a win needs"), help_text=_("Flowers do not count.")
    )
    false_win_cost = whole_number(0, 1000, label=_("Points a false win costs"))
    false_win_others = whole_number(0, 1000, label=_("Points each of the others gets"))
    seat_change = forms.BooleanField(
        label=_("Players change seats between the rounds of winds"), required=False
    )

    @classmethod
    def initial_options(cls, options: Mapping[str, object]) -> dict[str, Any]:
        read = McrOptions.read(options)
        return {
            "hands_limit": read.hands_limit,
            "minimum": read.minimum,
            "seat_change": read.seat_change,
            "false_win_cost": -read.false_win_offender,
            "false_win_others": read.false_win_others,
        }

    def options(self) -> dict[str, object]:
        data = self.cleaned_data
        return {
            "hands_limit": data["hands_limit"],
            "minimum": data["minimum"],
            "seat_change": data["seat_change"],
            "false_win": {
                "offender": -data["false_win_cost"],
                "others": data["false_win_others"],
            },
        }


class HongKongTournamentForm(TournamentForm):
    ruleset_id = HongKong.id
    tie_breaks = ("score", "firsts")
    option_rows = (
        ("min_faan", "limit_faan"),
        ("payment", "multiple_winners"),
        ("goulash_carry", "hands_limit"),
    )

    min_faan = forms.IntegerField(
        label=_("Faan a win needs"), help_text=AS_IN_THE_RULES[1], required=False
    )
    limit_faan = forms.IntegerField(
        label=_("Faan of the limit"), help_text=AS_IN_THE_RULES[1], required=False
    )
    payment = forms.ChoiceField(
        label=_("Who pays for a win"),
        choices=[
            AS_IN_THE_RULES,
            ("shared", _("Everybody, the discarder twice")),
            ("half", _("Everybody, half of that")),
            ("full", _("The discarder alone, twice")),
            ("single", _("The discarder alone, once")),
        ],
        required=False,
    )
    multiple_winners = forms.ChoiceField(
        label=_("Several win on one discard"),
        choices=[
            AS_IN_THE_RULES,
            ("nearest", _("The next in turn wins")),
            ("all", _("All of them win")),
        ],
        required=False,
    )
    goulash_carry = forms.IntegerField(
        label=_("Points that each draw adds for the next winner"),
        help_text=_("From each of the others."),
        required=False,
    )


class ClassicalTournamentForm(TournamentForm):
    ruleset_id = Classical.id
    tie_breaks = ("score", "firsts")


class RiichiTournamentForm(TournamentForm):
    ruleset_id = Riichi.id
    option_rows = (("hands_limit", "chombo_last_hand"),)
    #: What the rules of a preset say of time. What the form asks counts: the list
    #: tells what people who play by them are used to.
    TIME = {
        "none": _("no end by time"),
        "finish_hand": _("when time is up, finish the hand"),
        "hand_plus_one": _("when time is up, finish the hand and play one more"),
    }

    chombo_last_hand = forms.ChoiceField(
        label=_("A chombo in the last hand"),
        choices=[
            AS_IN_THE_RULES,
            ("ends", _("Ends the game")),
            ("again", _("The hand is dealt again")),
        ],
        required=False,
    )

    @classmethod
    def preset_name(cls, key: str, name: Promise | str) -> Promise | str:
        options = RiichiOptions.of(key)
        parts = [name, cls.TIME[options.time_policy]]
        if options.time_minutes:
            minutes = gettext("%(minutes)s minutes")
            parts.insert(1, minutes % {"minutes": options.time_minutes})
        return " · ".join(map(str, parts))


FORMS: Mapping[str, type[TournamentForm]] = {
    form.ruleset_id: form
    for form in (
        McrTournamentForm,
        HongKongTournamentForm,
        ClassicalTournamentForm,
        RiichiTournamentForm,
    )
}


def form_of(ruleset: str) -> type[TournamentForm]:
    """The form of a ruleset that was sent; of an unknown one, the first, which
    refuses it."""
    return FORMS.get(ruleset, McrTournamentForm)


def _presets(ruleset: str) -> Mapping[str, Any]:
    """The presets of a ruleset's options, by their keys."""
    options: type[Options] = type(rules.ruleset(ruleset).options)
    return options.PRESETS
