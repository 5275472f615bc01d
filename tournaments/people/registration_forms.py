"""Forms of the registration pages."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import ShownAs, SignUp, SignUpPage
from tournaments.models.names_without_accents import plain
from tournaments.people.countries_and_ema_numbers import standard_country
from tournaments.people.player_forms import checked_ema_number
from tournaments.people.registration_open_and_spots import (
    LONGEST,
    MOST_PLACES,
    REGISTRATION_FIELDS,
)
from tournaments.people.self_registration import OF_PERSON, PersonDetails
from tournaments.web.form_fields_and_types import Words, whole_number
from tournaments.web.local_time_field import LocalTimeField


class SignUpForm(forms.Form):
    """Form for the personal data of a player who registers."""

    first_name = forms.CharField(
        label=_("First name"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    country = forms.CharField(
        label=_("Country"),
        max_length=60,
        required=False,
        widget=forms.TextInput(
            attrs={"list": "countries", "autocomplete": "country-name"}
        ),
    )
    club = forms.CharField(label=_("Club"), max_length=100, required=False)
    ema_number = forms.CharField(
        label=_("EMA number"),
        max_length=20,
        required=False,
        help_text=_("8 digits. Leave empty if you have none."),
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    shown_as = forms.ChoiceField(
        label=_("Public name"),
        choices=ShownAs,
        initial=ShownAs.FULL,
        required=False,
        help_text=_("Shown publicly."),
    )
    email = forms.EmailField(
        label=_("Email"),
        max_length=200,
        required=False,
        help_text=_("For the organisers only."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    #: Key of this form: it registers only once, however often it is sent.
    device_key = forms.CharField(
        max_length=64, required=False, widget=forms.HiddenInput
    )

    @classmethod
    def of(cls, sign_up: SignUp) -> SignUpForm:
        """Return the form filled with a registration's data."""
        names = (*OF_PERSON, "email")
        return cls(initial={name: getattr(sign_up, name) for name in names})

    def clean_last_name(self) -> str:
        name: str = self.cleaned_data["last_name"]
        if not plain(name):
            raise ValidationError(_("The last name contains no letters."))
        return name

    def clean_country(self) -> str:
        return standard_country(self.cleaned_data["country"])

    def clean_shown_as(self) -> str:
        return self.cleaned_data["shown_as"] or ShownAs.FULL.value

    def clean_ema_number(self) -> str:
        return checked_ema_number(self.cleaned_data["ema_number"])

    def person(self) -> PersonDetails:
        """Return the personal data in the valid form."""
        names = (*OF_PERSON, "email")
        return PersonDetails(**{name: self.cleaned_data[name] for name in names})


def _long_text(name: str, label: Words, help_text: Words) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=LONGEST[name],
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class SignUpPageForm(forms.Form):
    """Form for the settings of the registration page."""

    is_on = forms.BooleanField(label=_("Public registration"), required=False)
    opens_at = LocalTimeField(
        label=pgettext_lazy("registration", "Opens"),
        help_text=_("Leave empty to open now."),
        required=False,
    )
    closes_at = LocalTimeField(
        label=pgettext_lazy("registration", "Closes"),
        help_text=_("Leave empty to keep it open."),
        required=False,
    )
    places = whole_number(
        1,
        MOST_PLACES,
        label=_("Spots"),
        required=False,
        help_text=_(
            "When all spots are taken, players join the waiting list. Leave empty "
            "for no limit."
        ),
    )
    fee = forms.CharField(
        label=_("Fee"),
        max_length=LONGEST["fee"],
        required=False,
        help_text=_("For example: 40 €, at the door. Leave empty for none."),
    )
    text = _long_text("text", _("Text above the form"), _("For example, how to pay."))
    privacy = _long_text(
        "privacy", _("Privacy"), _("Leave empty for the standard text.")
    )

    @classmethod
    def of(cls, page: SignUpPage) -> SignUpPageForm:
        return cls(initial={name: getattr(page, name) for name in REGISTRATION_FIELDS})

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error(
                "closes_at", _("The closing time must be after the opening time.")
            )
        return data
