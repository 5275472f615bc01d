"""The people who help: accounts for referees and directors, their roles."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import accounts
from tournaments.access.abilities import Ability, may
from tournaments.access.account_forms import HelperForm, RemoveForm, RoleForm
from tournaments.access.memberships import helpers_of
from tournaments.access.roles import role_in
from tournaments.models import Role, Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: Where the session keeps a password until it has been shown, once.
SHOWN_ONCE = "password_shown_once"


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def helpers(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Everybody with a role, and a form for a new account."""
    if request.method != "POST":
        context = _context(tournament)
        context["shown_once"] = request.session.pop(SHOWN_ONCE, None)
        return render(request, "director/helpers.html", context)
    form = HelperForm(request.POST)
    if form.is_valid():
        username = form.cleaned_data["username"]
        password = form.cleaned_data["password"] or accounts.new_password()
        with faults_in(form):
            accounts.create_account(
                tournament,
                username=username,
                password=password,
                role=Role(form.cleaned_data["role"]),
                by=request.user.get_username(),
                giver=role_of(request),
            )
            request.session[SHOWN_ONCE] = {"username": username, "password": password}
            return redirect("director:helpers", tournament.slug)
    context = _context(tournament, form=form)
    return refused(request, "director/helpers.html", context)


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def role(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Give an account that exists a role. Opened as a page, it shows all roles."""
    if request.method != "POST":
        return redirect("director:helpers", tournament.slug)
    form = RoleForm(request.POST, auto_id="role_%s")
    if form.is_valid():
        with faults_in(form):
            user = accounts.give_role(
                tournament,
                username=form.cleaned_data["username"],
                role=Role(form.cleaned_data["role"]),
                by=request.user.get_username(),
                giver=role_of(request),
            )
            messages.success(
                request, _("%(name)s has the role now.") % {"name": user.get_username()}
            )
            return _back(request, tournament)
    context = _context(tournament, role_form=form)
    return refused(request, "director/helpers.html", context)


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Take away the role of the account named by `username`. Opened as a page, it
    shows all roles."""
    if request.method != "POST":
        return redirect("director:helpers", tournament.slug)
    form = RemoveForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    username = form.cleaned_data["username"]
    with faults_shown(request):
        accounts.remove(
            tournament,
            username=username,
            by=request.user.get_username(),
            giver=role_of(request),
        )
        words = _("%(name)s has no role in %(tournament)s any more.")
        names = {"name": username, "tournament": tournament}
        messages.success(request, words % names)
    return _back(request, tournament)


def role_of(request: AccountRequest) -> Role:
    """The role by which the request was let in."""
    return request.can.role or Role.SCREEN


def _back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """To the list of helpers, or home for somebody who may not see it any more."""
    if may(role_in(tournament, request.user), Ability.HELPERS):
        return redirect("director:helpers", tournament.slug)
    return redirect("director:home")


def _context(
    tournament: Tournament,
    *,
    form: HelperForm | None = None,
    role_form: RoleForm | None = None,
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "helpers": helpers_of(tournament),
        "form": form or HelperForm(),
        "role_form": role_form or RoleForm(auto_id="role_%s"),
    }
