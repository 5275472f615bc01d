"""The forms of one's account: every field says what it is in its label alone, which
stays where it is while somebody types, and what is wrong has the focus."""

from __future__ import annotations

from allauth.account import forms
from django.forms import BaseForm
from django.utils.translation import gettext_lazy as _

from tournaments.access.staff_account_forms import password_hints
from tournaments.web.request_types_and_form_faults import focus_first_fault


class AccountForm(BaseForm):
    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def is_valid(self) -> bool:
        valid = super().is_valid()
        focus_first_fault(self)
        return valid


class LoginForm(AccountForm, forms.LoginForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(AccountForm, forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = password_hints()
        self.fields["password2"].label = _("New password again")


class ReauthenticateForm(AccountForm, forms.ReauthenticateForm):  # type: ignore[misc]
    pass
