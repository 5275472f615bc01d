"""What a new tournament by MCR is asked, and what it may start from."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.mcr import Mcr
from rules.mcr.options import McrOptions
from tournaments.events.rulesets import Preset
from tournaments.events.setup.ruleset_forms import TournamentForm
from tournaments.models import EndPolicy
from tournaments.web.form_fields import whole_number


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
    def initial_options(cls, options: Mapping[str, object]) -> dict[str, object]:
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


PRESETS: Mapping[str, Preset] = {
    "mcr-championship": Preset(
        name=_("MCR championship"),
        words=_("16 hands in 115 minutes; the hand being played is finished."),
        ruleset=Mcr.id,
        planned_rounds=7,
        minutes=115,
        options={"hands_limit": 16},
    ),
    "mcr-club-night": Preset(
        name=_("MCR club night"),
        words=_("8 hands in 60 minutes; the hand being played is finished."),
        ruleset=Mcr.id,
        planned_rounds=3,
        minutes=60,
        options={"hands_limit": 8},
    ),
    "mcr-gong": Preset(
        name=_("MCR, stopping at the gong"),
        words=_(
            "16 hands in 120 minutes; when time is up, the hand being played does "
            "not count."
        ),
        ruleset=Mcr.id,
        planned_rounds=5,
        minutes=120,
        end_policy=EndPolicy.STOP_AT_ONCE,
        options={"hands_limit": 16},
    ),
}
