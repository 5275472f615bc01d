"""Accounts and roles: the first director, helpers, and who loses a role."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.access import first_visit, throttle
from tournaments.models import Role


class FirstAccountForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password twice, checked by the installation's validators."""

    class Meta(UserCreationForm.Meta):
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Sentences in place of Django's list, which cannot stand in a paragraph.
        hints = map(str, password_validators_help_texts())
        self.fields["password1"].help_text = " ".join(hints)


class CodeForm(forms.Form):
    """The code of the first visit. `address`: whose wrong guesses are counted."""

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

    def __init__(self, *args: Any, address: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = address

    def clean_code(self) -> str:
        if throttle.is_used_up(first_visit.CODES, self._address):
            words = _("Too many wrong codes came from here: wait %(minutes)s minutes.")
            minutes = first_visit.CODES.seconds // 60
            raise ValidationError(words, "too_many", {"minutes": minutes})
        code: str = self.cleaned_data["code"]
        if not first_visit.is_code(code):
            throttle.count(first_visit.CODES, self._address)
            raise ValidationError(_("This is not the code."))
        return code


def username_field(**kwargs: Any) -> forms.CharField:
    """A name as accounts have them, with the model's own validators."""
    field = User._meta.get_field("username")
    return forms.CharField(
        label=_("Username"),
        max_length=field.max_length,
        validators=field.validators,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
        **kwargs,
    )


class HelperForm(forms.Form):
    """A new account for somebody who helps."""

    username = username_field()
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "new-password"}
        ),
        help_text=_("Leave it empty and a good one is made and shown once."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.REFEREE)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password:
            user = User(username=self.cleaned_data.get("username", ""))
            validate_password(password, user)
        return password


class RoleForm(forms.Form):
    """A role for an account that exists."""

    username = username_field()
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.REFEREE)


class RemoveForm(forms.Form):
    """Whose role is taken away."""

    username = username_field()
