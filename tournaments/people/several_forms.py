"""Forms to change several players at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.countries import country_named
from tournaments.seating.files.sheets import MOST_START_NUMBER
from tournaments.web.form_fields import ReasonForm


class SeveralTeamForm(forms.Form):
    value = forms.CharField(
        label=_("Team"),
        max_length=100,
        required=False,
        help_text=_("Leave empty for no team."),
    )


class SeveralClubForm(forms.Form):
    value = forms.CharField(
        label=_("Club"),
        max_length=100,
        required=False,
        help_text=_("Leave empty for no club."),
    )


class SeveralCountryForm(forms.Form):
    value = forms.CharField(
        label=_("Country"),
        max_length=60,
        required=False,
        help_text=_("Leave empty for no country."),
        widget=forms.TextInput(attrs={"list": "countries", "autocomplete": "off"}),
    )

    def clean_value(self) -> str:
        value: str = self.cleaned_data["value"]
        return country_named(value) or value


#: The form of each change, by its word in a request.
FORMS: Final[Mapping[str, type[forms.Form]]] = {
    "withdraw": ReasonForm,
    "remove": ReasonForm,
    "team": SeveralTeamForm,
    "club": SeveralClubForm,
    "country": SeveralCountryForm,
}


def numbers_in(texts: list[str]) -> set[int]:
    """The start numbers that a request names; what is none is left out."""
    return {
        int(text)
        for text in texts
        if text.isascii()
        and text.isdecimal()
        and len(text) <= len(str(MOST_START_NUMBER))
    }
