"""Forms for players: their data, their presence, and pairs to keep apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.models import Person, Player, PlayerContact, ShownAs
from tournaments.people.categories import LONGEST_TOGETHER, categories_in
from tournaments.people.countries_and_ema_numbers import ema_number, standard_country
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused, sentence
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
)
from tournaments.web.form_fields_and_types import (
    FieldArguments,
    ReasonForm,
    whole_number,
)

#: Fields that matter for availability and seating; few players have any.
SPECIAL = ("group", "fixed_table", "first_round", "last_round", "is_substitute")


class PrivateDataForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form for a player's data that only directors see."""

    class Meta:
        model = PlayerContact
        fields = ("email", "phone", "remarks")
        labels = {"email": _("Email"), "phone": _("Phone"), "remarks": _("Remarks")}
        widgets = {
            "email": forms.EmailInput({"autocomplete": "off"}),
            "phone": forms.TextInput({"type": "tel", "autocomplete": "off"}),
        }


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form for a player's personal data, team, and data for seating."""

    team = forms.CharField(label=_("Team"), max_length=100, required=False)
    categories = forms.CharField(
        label=_("Categories"),
        max_length=LONGEST_TOGETHER,
        required=False,
        help_text=_(
            "For example: Newcomer, Junior. Each category has its own public ranking."
        ),
    )
    group = forms.CharField(
        label=_("Group"),
        max_length=Player._meta.get_field("group").max_length,
        required=False,
        help_text=_("Each table has one player of each group."),
    )
    fixed_table = whole_number(
        1,
        MOST_TABLES,
        label=_("Fixed table"),
        required=False,
    )
    first_round = whole_number(
        1,
        MOST_ROUNDS,
        label=_("First round"),
        required=False,
        help_text=_("Leave empty for round 1."),
    )
    last_round = whole_number(
        0,
        MOST_ROUNDS,
        label=_("Last round"),
        required=False,
        help_text=_("Leave empty to play to the end."),
    )
    is_substitute = forms.BooleanField(
        label=_("Substitute, not ranked"), required=False
    )

    shown_as = forms.ChoiceField(
        label=_("Public name"),
        choices=ShownAs,
        initial=ShownAs.FULL,
        required=False,
        help_text=_("Directors always see the full name. You can change this later."),
    )
    # The hidden first value shows whether the director has changed the box, so that
    # saving other data keeps a fee that was marked since the page was opened.
    fee_paid = forms.BooleanField(
        label=_("Fee paid"), required=False, show_hidden_initial=True
    )

    class Meta:
        model = Person
        fields = ("first_name", "last_name", "country", "club", "ema_number")
        labels = {
            "first_name": _("First name"),
            "last_name": _("Last name"),
            "country": _("Country"),
            "club": _("Club"),
            "ema_number": _("EMA number"),
        }

    def clean_country(self) -> str:
        """Return the country's standard name; an unknown country as typed."""
        country: str = self.cleaned_data["country"]
        if country == self.instance.country:
            return country
        return standard_country(country)

    def clean_ema_number(self) -> str:
        """Return the eight digits of the EMA number. The stored number is accepted even
        if it is invalid."""
        written: str = self.cleaned_data["ema_number"]
        return checked_ema_number(written, known=self.instance.ema_number)

    def clean_categories(self) -> str:
        return checked_categories(self.cleaned_data["categories"])

    def clean_shown_as(self) -> str:
        return self.cleaned_data["shown_as"] or ShownAs.FULL.value

    @classmethod
    def of(cls, player: Player) -> PersonForm:
        """Return the form filled with the player's data."""
        team = player.team.name if player.team else ""
        names = (*SPECIAL, "categories", "shown_as", "fee_paid")
        values = {name: getattr(player, name) for name in names}
        if player.first_round == 1:
            values["first_round"] = None
        return cls(instance=player.person, initial={"team": team, **values})

    def row(self) -> PlayerRow:
        return PlayerRow(**self.cleaned_data)

    @property
    def usual(self) -> list[BoundField]:
        """Return the fields that a director fills in for every player."""
        return [field for field in self if field.name not in SPECIAL]

    @property
    def special(self) -> list[BoundField]:
        return [field for field in self if field.name in SPECIAL]

    @property
    def special_is_given(self) -> bool:
        """Return whether a field that most players do not need is filled in or has
        errors."""
        nothing = (None, "", False)
        return any(
            field.errors or field.value() not in nothing for field in self.special
        )


class PlayerForm(PersonForm):
    """Form for a new player."""

    number = whole_number(
        1,
        MOST_START_NUMBER,
        label=_("Player number"),
        required=False,
        help_text=_("Leave empty for the next free number."),
    )
    # A fee has a separate log entry, so it is marked after registration.
    fee_paid = None  # type: ignore[assignment]

    @classmethod
    def empty(cls, first_round: int) -> PlayerForm:
        """Return an empty form for a player who starts in this round."""
        initial = {"first_round": first_round} if first_round > 1 else {}
        return cls(initial=initial)


class HousePlayerForm(PersonForm):
    """Form for the name of a house player."""

    team = categories = group = fixed_table = None  # type: ignore[assignment]
    first_round = last_round = None  # type: ignore[assignment]
    is_substitute = shown_as = fee_paid = None  # type: ignore[assignment]

    class Meta(PersonForm.Meta):
        fields = ("first_name", "last_name")  # type: ignore[assignment]


class WithdrawForm(ReasonForm):
    """Form for the last round of a player to withdraw."""

    last_round = whole_number(
        0,
        MOST_ROUNDS,
        label=_("Last round played"),
        help_text=_("Enter 0 if no round was played."),
    )
    field_order = ("last_round", "reason")


def checked_categories(written: str) -> str:
    """Return the categories in a text in their stored form. Raises ValidationError for
    too many categories or a name that is too long."""
    try:
        return categories_in(written)
    except Refused as refused:
        raise ValidationError([sentence(one) for one in refused.faults]) from None


def checked_ema_number(written: str, *, known: str = "") -> str:
    """Return the eight digits of an EMA number; "" if empty. The stored number `known`
    is accepted unchanged. Raises ValidationError for invalid text."""
    if written == known:
        return written
    parsed = ema_number(written)
    if parsed.fault:
        raise ValidationError(parsed.fault)
    return parsed.number


def player_field(**arguments: Unpack[FieldArguments]) -> forms.CharField:
    """Return a field for entering a registered player by number or name. All names are
    suggested."""
    widget = forms.TextInput(attrs={"list": "players", "autocomplete": "off"})
    return forms.CharField(max_length=250, widget=widget, **arguments)


class ApartForm(forms.Form):
    """Form for two players to keep apart."""

    one = player_field(label=_("One player"), help_text=_("Player number or name."))
    other = player_field(
        label=_("The other player"), help_text=_("Player number or name.")
    )
    reason = forms.CharField(
        label=_("Reason (optional)"),
        max_length=500,
        required=False,
        help_text=_("Only directors can see this."),
    )


class MeetForm(forms.Form):
    """Form for the player numbers of a pair that may meet again."""

    one = whole_number(1, MOST_START_NUMBER)
    other = whole_number(1, MOST_START_NUMBER)


class ReplacedForm(forms.Form):
    """Form for the player to replace."""

    player = player_field(label=_("Player"), help_text=_("Player number or name."))


class SubstituteForm(forms.Form):
    """Form for a substitute, registered or new, and the substitute's first round."""

    first_round = whole_number(1, MOST_ROUNDS, label=_("From round"))
    who = player_field(
        label=_("Registered player"),
        required=False,
        help_text=_("Player number or name."),
    )
    first_name = forms.CharField(label=_("First name"), max_length=100, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=100, required=False)
    country = forms.CharField(label=_("Country"), max_length=60, required=False)
    club = forms.CharField(label=_("Club"), max_length=100, required=False)
    team = forms.CharField(label=_("Team"), max_length=100, required=False)
    ema_number = forms.CharField(label=_("EMA number"), max_length=20, required=False)

    ranked = forms.BooleanField(
        label=_("Ranked in the standings"),
        required=False,
        help_text=_("Players who have already played stay ranked."),
    )

    NEW = ("first_name", "last_name", "country", "club", "team", "ema_number")

    def clean_country(self) -> str:
        return standard_country(self.cleaned_data["country"])

    def clean_ema_number(self) -> str:
        return checked_ema_number(self.cleaned_data["ema_number"])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if self.errors:
            return data
        is_new = bool(data["first_name"] or data["last_name"])
        if is_new and data["who"]:
            raise ValidationError(_("Choose a registered player or enter a new one."))
        if is_new and not data["last_name"]:
            self.add_error("last_name", _("Enter the last name."))
        elif not is_new and not data["who"]:
            self.add_error("who", _("Choose a substitute."))
        return data

    def newcomer(self) -> PlayerRow | None:
        """Return the data of the new person in the valid form, or None if the form
        names a registered player."""
        data = self.cleaned_data
        if data["who"]:
            return None
        names = {name: data[name] for name in self.NEW}
        return PlayerRow(first_round=data["first_round"], **names)

    @property
    def new_fields(self) -> Iterable[BoundField]:
        return [self[name] for name in self.NEW]
