"""The forms of one's account: every field says what it is in its label alone, which
stays where it is while somebody types."""

from __future__ import annotations

from allauth.account import forms
from django.forms import BaseForm


class LabelsAlone(BaseForm):
    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(LabelsAlone, forms.LoginForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(LabelsAlone, forms.ChangePasswordForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(LabelsAlone, forms.ReauthenticateForm):  # type: ignore[misc]
    pass
