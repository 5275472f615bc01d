"""The page of an invitation link, which adds an account to the staff."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from tournaments.access import staff_invitations
from tournaments.access.roles_and_permissions import TABLE, WORDS, Ability, may
from tournaments.access.staff_account_forms import FirstAccountForm
from tournaments.models import Invitation, Origin, Role, Tournament
from tournaments.models.change_origin import come_from
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import faults_in, focus_first_fault


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Render the invitation. POST accepts it with the current account, or with a new
    account from the name and password sent.

    A link that is no longer valid gives status 410. Raises Http404 for an unknown link.
    """
    invited = staff_invitations.invitation_of(token)
    if invited is None:
        raise Http404
    if not invited.is_open(timezone.now()):
        context = {"tournament": invited.tournament}
        return render(request, "director/invitation_over.html", context, status=410)
    if request.method != "POST":
        return _page(request, invited, FirstAccountForm())
    come_from(Origin.INVITATION)
    if isinstance(request.user, User):
        return _accept(request, invited, request.user)
    return _make_account(request, invited)


def _accept(request: HttpRequest, invited: Invitation, user: User) -> HttpResponse:
    try:
        role = staff_invitations.accept(invited, user)
    except RuleError as error:
        errors = [sentence(fault) for fault in error.faults]
        return _page(request, invited, FirstAccountForm(), errors=errors, status=422)
    return _welcomed(request, invited.tournament, role)


def _make_account(request: HttpRequest, invited: Invitation) -> HttpResponse:
    form = FirstAccountForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            user = staff_invitations.accept_as_new(
                invited,
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password1"],
            )
            login(request, user)
            return _welcomed(request, invited.tournament, Role(invited.role))
    focus_first_fault(form)
    return _page(request, invited, form, status=422)


def _welcomed(request: HttpRequest, tournament: Tournament, role: Role) -> HttpResponse:
    message = _("You joined %(tournament)s: %(role)s.")
    named = {"tournament": tournament, "role": role.label}
    messages.success(request, message % named)
    page = "director:hall" if may(role, Ability.LOOK) else "hall:seats"
    return redirect(page, tournament.slug)


def _page(
    request: HttpRequest,
    invited: Invitation,
    form: FirstAccountForm,
    *,
    errors: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    user = request.user
    context = {
        "is_refused": isinstance(user, User)
        and staff_invitations.is_refused(invited, user),
        "tournament": invited.tournament,
        "role": Role(invited.role),
        "deeds": [
            WORDS[deed] for deed, roles in TABLE.items() if invited.role in roles
        ],
        "form": form,
        "errors": errors,
    }
    return render(request, "director/invitation.html", context, status=status)
