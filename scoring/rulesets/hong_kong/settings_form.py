"""What a new tournament by Hong Kong Old Style is asked."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.hong_kong import HongKong
from tournaments.setup.ruleset_forms import AS_IN_THE_RULES, TournamentForm


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
