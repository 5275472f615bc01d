"""The superuser's page of all accounts, and every account's page of its sessions."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.access import deactivate_and_sign_out
from tournaments.director.backups_page import for_the_owner
from tournaments.models import AccountAct
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_shown

#: Number of latest log rows shown; the database keeps all.
ACTS_SHOWN = 100


class ReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason (required)"), max_length=200)


@for_the_owner
@require_safe
def accounts(request: AccountRequest) -> HttpResponse:
    """Render all accounts of the installation, and their latest changes."""
    counts = deactivate_and_sign_out.sign_ins()
    users = User.objects.annotate(events=Count("memberships")).order_by("username")
    context = {
        "accounts": [(account, counts[account.pk]) for account in users],
        "acts": AccountAct.objects.all()[:ACTS_SHOWN],
    }
    return render(request, "director/accounts.html", context)


@for_the_owner
@require_POST
def switch(request: AccountRequest, pk: int) -> HttpResponse:
    """Deactivate an account, or activate it if `active` is sent. Both need a reason."""
    account = get_object_or_404(User, pk=pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        message = _("Enter a reason of at most 200 characters.")
        messages.error(request, message)
        return redirect("director:accounts")
    active = "active" in request.POST
    change = (
        deactivate_and_sign_out.activate
        if active
        else deactivate_and_sign_out.deactivate
    )
    with faults_shown(request):
        change(
            account, reason=form.cleaned_data["reason"], by=request.user.get_username()
        )
        message = _("%(name)s activated.") if active else _("%(name)s deactivated.")
        messages.success(request, message % {"name": account.get_username()})
    return redirect("director:accounts")


@for_the_owner
@require_POST
def sign_out(request: AccountRequest, pk: int) -> HttpResponse:
    """End all sessions of an account, except the current session."""
    return _sign_out(request, get_object_or_404(User, pk=pk), "director:accounts")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_sessions(request: AccountRequest) -> HttpResponse:
    """Render the number of other devices on which the account is signed in. POST ends
    all other sessions."""
    if request.method == "POST":
        return _sign_out(request, request.user, "director:own_sessions")
    others = deactivate_and_sign_out.sign_ins()[request.user.pk] - 1
    return render(request, "director/own_sessions.html", {"others": others})


def _sign_out(request: AccountRequest, account: User, back: str) -> HttpResponse:
    current = request.session.session_key or ""
    by = request.user.get_username()
    ended = deactivate_and_sign_out.sign_out_everywhere(account, by=by, but=current)
    message = ngettext(
        "Signed out on %(n)s device.", "Signed out on %(n)s devices.", ended
    )
    messages.success(request, message % {"n": ended})
    return redirect(back)
