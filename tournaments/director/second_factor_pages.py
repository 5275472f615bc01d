"""Pages for two-factor authentication: turn it on or off, and enter a code at
sign-in."""

from __future__ import annotations

from allauth.account.internal.decorators import login_stage_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import second_factor_and_totp, wrong_password_limit
from tournaments.web.qr_codes import svg_of
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    form_page,
)

#: Session key of a new secret until a code of it was entered.
SECRET = "second_factor_secret"  # noqa: S105 (the name of a place)
ISSUER = "Prevailing Wind"
#: Name of the sign-in stage in allauth and in mahjong_site.account_sign_in_and_forms.
STAGE = "second_factor"


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )


class RemovalForm(CodeForm):
    field_order = ("password", "code")
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: AccountRequest) -> HttpResponse:
    """Render the page to turn two-factor authentication on or off. POST turns it on or
    off."""
    if second_factor_and_totp.has_one(request.user):
        return _removal(request)
    secret = request.session.setdefault(SECRET, second_factor_and_totp.new_secret())
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            codes = second_factor_and_totp.set_up(
                request.user, secret=secret, typed=form.cleaned_data["code"]
            )
            del request.session[SECRET]
            # Shown only in this response; only their hashes are stored.
            shown = {"codes": codes}
            return render(request, "director/second_factor_codes.html", shown)
    address = second_factor_and_totp.address_of(
        secret, request.user.get_username(), ISSUER
    )
    context = {
        "form": form,
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "address": address,
        "qr": svg_of(address),
    }
    return form_page(request, "director/second_factor.html", context)


def _removal(request: AccountRequest) -> HttpResponse:
    form = RemovalForm(request.POST or None)
    name, address = (
        request.user.get_username(),
        wrong_password_limit.address_of(request),
    )
    if request.method == "POST" and form.is_valid():
        if wrong_password_limit.is_locked_out(name, address):
            form.add_error("password", _("Too many wrong passwords. Try again later."))
        elif not request.user.check_password(form.cleaned_data["password"]):
            wrong_password_limit.note_wrong_password(name, address)
            form.add_error("password", _("Wrong password."))
        else:
            with faults_in(form):
                second_factor_and_totp.prove(request.user, form.cleaned_data["code"])
                second_factor_and_totp.remove(request.user, by=name)
                messages.success(request, _("Two-factor authentication turned off."))
                return redirect("director:second_factor")
    return form_page(request, "director/second_factor_remove.html", {"form": form})


@login_stage_required(stage=STAGE, redirect_urlname="account_login")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def code_page(request: HttpRequest) -> HttpResponse:
    """Render the form for the code after a correct password. POST checks the code and
    signs in."""
    stage = vars(request)["_login_stage"]
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            second_factor_and_totp.prove(stage.login.user, form.cleaned_data["code"])
            answer: HttpResponse = stage.exit()
            return answer
    return form_page(request, "account/second_factor.html", {"form": form})
