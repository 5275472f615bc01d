"""Forms for accounts and roles: the first account, staff, removal of roles."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.access import first_account, wrong_password_limit
from tournaments.access.roles_and_permissions import may_give
from tournaments.models import Role


def password_hints() -> str:
    """Return the password requirements as sentences.

    Django's list cannot be inside a paragraph.
    """
    return " ".join(map(str, password_validators_help_texts()))


class FirstAccountForm(UserCreationForm):  # type: ignore[type-arg]
    """Form for a username and a password, which is entered twice and checked by the
    installation's validators."""

    class Meta(UserCreationForm.Meta):
        fields = ("username",)

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data)
        self.fields["username"].help_text = _("Letters, digits and @ . + - _")
        self.fields["password1"].help_text = password_hints()
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""


class CodeForm(forms.Form):
    """Form for the code of the first account. Wrong codes are counted by `address`."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        address: str = "",
    ) -> None:
        super().__init__(data)
        self._address = address

    def clean_code(self) -> str:
        if wrong_password_limit.is_used_up(first_account.CODES, self._address):
            message = _(
                "Too many wrong codes from your network. Wait %(minutes)s minutes."
            )
            minutes = first_account.CODES.seconds // 60
            raise ValidationError(message, "too_many", {"minutes": minutes})
        code: str = self.cleaned_data["code"]
        if not first_account.is_code(code):
            wrong_password_limit.count(first_account.CODES, self._address)
            raise ValidationError(_("Wrong code."))
        return code


def username_field() -> forms.CharField:
    """Return a field for usernames with the validators of the account model."""
    field = User._meta.get_field("username")
    return forms.CharField(
        label=_("Username"),
        max_length=field.max_length,
        validators=field.validators,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class GivingForm(forms.Form):
    """Base form for giving a role to an account.

    `giver`: the role of the account that gives the role, which limits the choices.
    """

    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.REFEREE)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        giver: Role,
        auto_id: str = "id_%s",
    ) -> None:
        super().__init__(data, auto_id=auto_id)
        role = self.fields["role"]
        if isinstance(role, forms.ChoiceField):
            role.choices = [(r.value, r.label) for r in Role if may_give(giver, r)]


class HelperForm(GivingForm):
    """Form for a new staff account."""

    field_order = ("username", "password", "role")
    username = username_field()
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "new-password"}
        ),
        help_text=_("Leave empty to create a password automatically."),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password:
            user = User(username=self.cleaned_data.get("username", ""))
            validate_password(password, user)
        return password


class RoleForm(GivingForm):
    """Form for the role of an existing account."""

    field_order = ("username", "role")
    username = username_field()


class InvitationForm(GivingForm):
    """Form for an invitation: its role, number of uses and validity.

    `by_mail`: the form also has a field for an email address.
    """

    field_order = ("email", "role", "most_uses", "days")
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        max_length=200,
        help_text=_("Leave empty to send the link yourself."),
    )
    most_uses = forms.IntegerField(
        label=_("Maximum number of uses"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Leave empty for no limit."),
    )
    days = forms.TypedChoiceField(
        label=_("Validity"),
        coerce=int,
        choices=[(1, _("1 day")), (7, _("1 week")), (0, _("Until revoked"))],
        initial=7,
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        giver: Role,
        auto_id: str = "id_%s",
        by_mail: bool,
    ) -> None:
        super().__init__(data, giver=giver, auto_id=auto_id)
        if not by_mail:
            del self.fields["email"]

    def clean(self) -> None:
        """Set the limit of a mailed invitation to one use, unless a number was
        entered.
        """
        super().clean()
        data = self.cleaned_data
        if data.get("email") and "most_uses" in data:
            data["most_uses"] = data["most_uses"] or 1

    def expires_at(self) -> datetime | None:
        """Return the time when the invitation expires, or None if the invitation does
        not expire."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


class RemoveForm(forms.Form):
    """Form for the account whose role is removed or restored."""

    username = username_field()
