"""The account's page for its email address: add the address with a code, change or
remove it."""

from __future__ import annotations

import time

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import account_email, wrong_password_limit
from tournaments.access.account_email import SentCode
from tournaments.deliveries import mail_server
from tournaments.director.second_factor_pages import CodeForm
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    refused,
)

#: Session key of the code sent last: address, code, and the end of its validity.
SENT = "email_code"


class AddressForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("Email address"), max_length=200)
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AccountRequest) -> HttpResponse:
    """Render the account's address.

    POST sends a code (with `email` and `password`), confirms the address (`code`),
    cancels the confirmation (`do`: "cancel"), or removes the address (`do`: "remove").
    """
    if request.method != "POST":
        return _page(request)
    if request.POST.get("do") == "remove":
        account_email.remove(request.user)
        messages.success(request, _("Email address removed."))
        return redirect("director:own_email")
    if request.POST.get("do") == "cancel":
        request.session.pop(SENT, None)
        return redirect("director:own_email")
    if "code" in request.POST and (sent := _sent(request)):
        return _confirm(request, sent)
    return _send(request)


def _send(request: AccountRequest) -> HttpResponse:
    form = AddressForm(request.POST)
    if not mail_server.is_configured():
        return _page(request, form)
    if form.is_valid() and _knows_password(request, form):
        with faults_in(form):
            sent = account_email.send_code(request.user, form.cleaned_data["email"])
            until = time.time() + account_email.code_lifetime().total_seconds()
            request.session[SENT] = [sent.address, sent.code, until]
            return redirect("director:own_email")
    return _page(request, form)


def _knows_password(request: AccountRequest, form: forms.Form) -> bool:
    """Return whether the typed password is right; if not, add an error to the form.

    An address can be used to reset the password, so being signed in must not be enough
    to add an address.
    """
    name = request.user.get_username()
    address = wrong_password_limit.address_of(request)
    if wrong_password_limit.is_locked_out(name, address):
        form.add_error("password", _("Too many wrong passwords. Try again later."))
    elif not request.user.check_password(form.cleaned_data["password"]):
        wrong_password_limit.note_wrong_password(name, address)
        form.add_error("password", _("Wrong password."))
    return form.is_valid()


def _confirm(request: AccountRequest, sent: SentCode) -> HttpResponse:
    form = CodeForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            account_email.confirm(request.user, sent, form.cleaned_data["code"])
            del request.session[SENT]
            messages.success(request, _("Email address verified."))
            return redirect("director:own_email")
    return _page(request, form)


def _sent(request: AccountRequest) -> SentCode | None:
    """Return the latest code that was sent; None if there is none or it has expired."""
    address, code, until = request.session.get(SENT, ("", "", 0))
    return SentCode(address, code) if until > time.time() else None


def _page(request: AccountRequest, form: forms.Form | None = None) -> HttpResponse:
    sent = _sent(request)
    context = {
        "form": form or (CodeForm() if sent else AddressForm()),
        "sent_to": sent.address if sent else "",
        "address": account_email.address_of(request.user),
        "is_configured": mail_server.is_configured(),
        "sso": bool(settings.OIDC_ISSUER),
    }
    if form is not None:
        return refused(request, "director/own_email.html", context)
    return render(request, "director/own_email.html", context)
