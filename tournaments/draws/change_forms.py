"""The forms with which a draft is changed by hand."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.seating.files.sheets import MOST_ROUNDS, MOST_START_NUMBER, MOST_TABLES
from tournaments.web.form_arguments import Words
from tournaments.web.form_fields import ReasonForm, whole_number


def start_number(label: Words) -> forms.IntegerField:
    """Somebody's number, with the names as suggestions."""
    field = whole_number(1, MOST_START_NUMBER, label=label)
    field.widget.attrs["list"] = "players"
    return field


class SwapForm(forms.Form):
    """Two players who change places in a round."""

    round = whole_number(1, MOST_ROUNDS, label=_("Round"))
    one = start_number(_("First player"))
    other = start_number(_("Second player"))


class ReplaceForm(forms.Form):
    """One who takes another's place."""

    old = start_number(_("Player to replace"))
    new = start_number(_("Replacement"))
    round = whole_number(
        1,
        MOST_ROUNDS,
        label=_("Round (leave empty for all rounds)"),
        required=False,
    )


class VersionForm(forms.Form):
    """`version` names the draft that was looked at."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class ChangeForm(VersionForm, ReasonForm):
    """Why a draft is changed by hand."""


class LockForm(VersionForm):
    """The tables of one round that stay when the rest is drawn again."""

    round = whole_number(1, MOST_ROUNDS)
    table = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(table, table) for table in range(1, MOST_TABLES + 1)],
        required=False,
    )
