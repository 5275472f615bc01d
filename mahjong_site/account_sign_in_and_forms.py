"""Accounts: sign-in, limits for wrong passwords, and allauth's forms.

There is no sign-up, because directors create accounts. Fields have labels, which remain
visible during typing, instead of placeholders. After an error, the first wrong field
gets the focus.
"""

from __future__ import annotations

from contextlib import suppress

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter

# Flows and stages import each other and load only in this order.
from allauth.account.internal import flows as _flows  # noqa: F401
from allauth.account.stages import LoginStage
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from mahjong_site import known_computers
from mahjong_site.malformed_addresses import is_address
from tournaments.access import (
    account_email,
    account_language,
    deactivate_and_sign_out,
    second_factor_and_totp,
    wrong_password_limit,
)
from tournaments.access.staff_account_forms import password_hints
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.director import second_factor_pages
from tournaments.web.request_types_and_form_faults import focus_first_fault


class AccountForm(BaseForm):
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def is_valid(self) -> bool:
        valid = super().is_valid()
        focus_first_fault(self)
        return valid


class LoginForm(AccountForm, forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        # allauth's link to the password reset; the page has its own.
        self.fields["password"].help_text = ""


class ChangePasswordForm(AccountForm, forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = password_hints()
        self.fields["password2"].label = _("New password again")


class ReauthenticateForm(AccountForm, forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class ResetPasswordForm(AccountForm, forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        self.fields["email"].label = _("Email address")

    def clean_email(self) -> str:
        """Return the address that was entered, and store in `users` the accounts that
        have verified it."""
        address: str = self.cleaned_data["email"]
        self.users = list(account_email.accounts_with(address))
        return address


class CodeForm(AccountForm, forms.ConfirmPasswordResetCodeForm):  # type: ignore[misc]
    pass


class NewPasswordForm(AccountForm, forms.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = password_hints()
        self.fields["password2"].label = _("New password again")

    def save(self) -> None:
        """Set the password, end all sessions of the account, log the change, and reset
        the account's count of wrong passwords."""
        with transaction.atomic():
            super().save()
            deactivate_and_sign_out.end_sessions(self.user)
            account_email.note_password_reset(self.user)
        with suppress(OSError):
            wrong_password_limit.forget(self.user.get_username())


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("Wrong name or password."),
        "enter_current_password": gettext_lazy("Wrong password."),
        "incorrect_password": gettext_lazy("Wrong password."),
        "incorrect_code": gettext_lazy("Wrong code."),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong codes. Ask for a new one."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(
        self, template_prefix: str, email: str, context: dict[str, object]
    ) -> None:
        """Queue a mail with a code. It is sent later."""
        mail = self.render_mail(template_prefix, email, context)
        valid = account_email.code_lifetime()
        queue_mail(email, subject=mail.subject, body=mail.body, valid=valid)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("director:home")

    def is_safe_url(self, url: str) -> bool:
        """Return whether a page may redirect to `url` (from `next`); false for
        malformed addresses."""
        return is_address(url) and super().is_safe_url(url)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address. If a proxy in PROXY_IPS forwarded the request,
        the server has already replaced the proxy's address with the client's."""
        return wrong_password_limit.address_of(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Raise ValidationError after too many wrong passwords for this account from
        this address, even if the account does not exist."""
        account = str(credentials.get("username", ""))
        if wrong_password_limit.is_locked_out(account, _guesser_key(request, account)):
            message = gettext(
                "Too many failed attempts from your network. Wait "
                "%(minutes)s minutes, or sign in from another network."
            )
            minutes = wrong_password_limit.PASSWORDS.seconds // 60
            raise ValidationError(message % {"minutes": minutes}, code="locked_out")

    def authentication_failed(
        self, request: HttpRequest, **credentials: object
    ) -> None:
        account = str(credentials.get("username", ""))
        wrong_password_limit.note_wrong_password(
            account, _guesser_key(request, account)
        )

    def get_login_stages(self) -> list[str]:
        return [
            *super().get_login_stages(),
            "mahjong_site.account_sign_in_and_forms.SecondFactorStage",
        ]

    def post_login(
        self, request: HttpRequest, user: User, **more: object
    ) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **more)
        known_computers.remember(request, response, user.get_username())
        if language := account_language.language_of(user):
            account_language.keep_in_browser(response, language)
        return response


class SecondFactorStage(LoginStage):  # type: ignore[misc]
    """Sign-in stage that requires a code after the password, if the account has a
    second factor."""

    key = second_factor_pages.STAGE
    urlname = "account_second_factor"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        is_needed = second_factor_and_totp.has_one(self.login.user)
        return (redirect(self.urlname) if is_needed else None), True


def _guesser_key(request: HttpRequest, account: str) -> str:
    """Return the key for counting wrong passwords: the mark of a browser that has
    signed in to the account before, otherwise the network address."""
    known = known_computers.mark_of(request, account)
    return known or wrong_password_limit.address_of(request)
