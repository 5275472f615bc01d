"""Forms for a tournament's description, its logo, and its copy."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.files.upload_limits import LOGO_BYTES
from tournaments.models import Tournament
from tournaments.people.countries_and_ema_numbers import standard_country
from tournaments.tournament_setup.description_and_logo import IN_WORDS, description_of
from tournaments.web.form_fields_and_types import checked_link
from tournaments.web.local_time_field import date_field, which_of_two

LONGEST_TEXT = 8000


class WhenAndWhereForm(forms.Form):
    """Form for dates, venue and organiser of a tournament. All fields are optional."""

    starts_on = date_field(_("First day"), required=False)
    ends_on = date_field(
        _("Last day"), required=False, help_text=_("Leave empty for one day.")
    )
    venue = forms.CharField(label=_("Venue"), max_length=200, required=False)
    organiser = forms.CharField(label=_("Organiser"), max_length=200, required=False)
    city = forms.CharField(label=_("City"), max_length=100, required=False)
    country = forms.CharField(label=_("Country"), max_length=60, required=False)

    def clean_country(self) -> str:
        """Return the standard name of the country, or the typed text if the country is
        unknown."""
        return standard_country(self.cleaned_data["country"])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        starts, ends = data.get("starts_on"), data.get("ends_on")
        if ends and not starts and "starts_on" not in self.errors:
            self.add_error("starts_on", _("Enter the first day."))
        elif ends and starts and ends < starts:
            self.add_error("ends_on", _("The last day cannot be before the first day."))
        return data

    def values(self) -> dict[str, object]:
        """Return the values of a valid form by the names of `EventDescription`."""
        return {name: self.cleaned_data[name] for name in IN_WORDS if name in self}

    def __contains__(self, name: str) -> bool:
        return name in self.fields


class DescriptionForm(WhenAndWhereForm):
    """Form for the title and the complete description."""

    title = forms.CharField(label=_("Title"), max_length=200)
    text = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Shown publicly. Plain text."),
    )
    link = forms.CharField(
        label=_("Link"),
        max_length=500,
        required=False,
        widget=forms.URLInput(),
        help_text=_("A page with more information."),
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("Shown publicly."),
    )

    field_order = ("title",)

    @classmethod
    def of(cls, tournament: Tournament) -> DescriptionForm:
        """Return the form filled with the tournament's description."""
        description = description_of(tournament)
        values = {name: getattr(description, name) for name in IN_WORDS}
        return cls(initial={"title": tournament.title, **values})

    def clean_link(self) -> str:
        return checked_link(self.cleaned_data["link"])


class LogoForm(forms.Form):
    """Form for the upload of an image as the tournament's logo."""

    logo = forms.FileField(
        label=_("Logo"),
        widget=forms.FileInput(
            attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}
        ),
        help_text=_("PNG, JPEG, WebP or GIF, at most 5 MB."),
    )

    @property
    def picture(self) -> bytes:
        """Return the first bytes of the uploaded file, at most one byte more than
        allowed. One byte more is enough to refuse the file."""
        file: UploadedFile[bytes] = self.cleaned_data["logo"]
        content: bytes = file.read(LOGO_BYTES + 1)
        return content


class CopyForm(forms.Form):
    """Form for the title and dates of a copy of the tournament, and for the choice to
    copy players."""

    title = forms.CharField(label=_("Title"), max_length=200)
    starts_on = date_field(
        _("First day"),
        required=False,
        help_text=_(
            "The copied schedule starts on this day. Leave empty to copy no schedule."
        ),
    )
    which = which_of_two()
    with_players = forms.BooleanField(
        label=_("Copy the players"),
        required=False,
        help_text=_(
            "House players and substitutes are not copied. Player numbers "
            "stay the same."
        ),
    )
    with_withdrawn = forms.BooleanField(
        label=_("Also copy players who withdrew"), required=False
    )
