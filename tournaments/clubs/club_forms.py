"""The forms of a club: a new club, its public page, and roles."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access.roles_and_permissions import may_give
from tournaments.models import CLUB_ROLES, Club, Role
from tournaments.people.countries_and_ema_numbers import standard_country
from tournaments.people.player_forms import checked_ema_number
from tournaments.web.form_fields_and_types import (
    FormArguments,
    Sent,
    Words,
    checked_link,
    offer,
)
from tournaments.web.local_time_field import date_field

LONGEST_TEXT = 5000


def _line(label: Words, longest: int, help_text: Words = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=longest, required=False, help_text=help_text
    )


class NewClubForm(forms.Form):
    """Form for a new club and its first owner."""

    title = forms.CharField(label=_("Club"), max_length=100)
    owner = forms.CharField(
        label=_("Owner"),
        max_length=150,
        help_text=_("Username of an account. The owner adds the other staff."),
    )


class ClubForm(forms.Form):
    """Form to change the public page of a club."""

    title = forms.CharField(label=_("Club"), max_length=100)
    city = _line(_("City"), 100)
    country = _line(_("Country"), 60)
    meets = _line(
        _("Playing times"), 200, _("For example, “Thursdays, 19:00 to 22:30”.")
    )
    venue = _line(_("Venue"), 200)
    text = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Shown publicly. Plain text."),
    )
    first_visit = _line(_("First visit"), 300, _("Advice for first-time visitors."))
    joining = _line(_("Membership"), 300, _("How to join, and the cost."))
    contact = _line(
        _("Contact"), 200, _("Shown publicly. An email address becomes a link.")
    )
    link = forms.CharField(
        label=_("Website"), max_length=500, required=False, widget=forms.URLInput()
    )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Return the form filled with the current page."""
        return cls(initial={name: getattr(club, name) for name in cls.base_fields})

    def clean_country(self) -> str:
        """Return the country's standard name; an unknown country as typed."""
        return standard_country(self.cleaned_data["country"])

    def clean_link(self) -> str:
        return checked_link(self.cleaned_data["link"])


class NewMembersForm(forms.Form):
    """Form for new members: their first day, and the EMA number of a person who has not
    played in the club's tournaments."""

    since = date_field(_("Member since"))
    ema_number = _line(
        _("EMA number"),
        20,
        _("Use this only for players who are not in the list below."),
    )

    def clean_ema_number(self) -> str:
        """Return the eight digits of the EMA number; "" if empty."""
        return checked_ema_number(self.cleaned_data["ema_number"])


class MembershipForm(forms.Form):
    """Form for the first and the last day of a membership."""

    since = date_field(_("Member since"))
    until = date_field(_("Last day"), required=False)


class ClubRoleForm(forms.Form):
    """Form for the role of an account in the club.

    `giver`: the role of the account that gives the role, which limits the choices.
    """

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(label=_("Role"))

    def __init__(
        self,
        data: Sent | None = None,
        *,
        giver: Role,
        **arguments: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **arguments)
        roles = [role for role in reversed(CLUB_ROLES) if may_give(giver, role)]
        offer(self, "role", [(role.value, role.label) for role in roles])
