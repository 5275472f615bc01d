"""The staff page: accounts, their roles, and invitations."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import staff_accounts, staff_invitations
from tournaments.access.page_access import role_in
from tournaments.access.roles_and_permissions import (
    TABLE,
    WORDS,
    Ability,
    helpers_of,
    may,
    may_give,
    may_take,
    removed_helpers,
)
from tournaments.access.staff_account_forms import (
    HelperForm,
    InvitationForm,
    RemoveForm,
    RoleForm,
)
from tournaments.clubs.tournaments_of_clubs import club_of
from tournaments.deliveries import mail_server
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Invitation, Role, Tournament
from tournaments.web.qr_codes import leads_nowhere, svg_of
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

#: Session key of a password until it has been shown once.
SHOWN_ONCE = "password_shown_once"


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def helpers(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the staff with their roles. POST creates an account."""
    if request.method != "POST":
        context = _context(request, tournament)
        context["shown_once"] = request.session.pop(SHOWN_ONCE, None)
        return render(request, "director/helpers.html", context)
    form = HelperForm(request.POST, giver=role_of(request))
    if form.is_valid():
        username = form.cleaned_data["username"]
        password = form.cleaned_data["password"] or staff_accounts.new_password()
        with faults_in(form):
            staff_accounts.create_account(
                tournament,
                username=username,
                password=password,
                role=Role(form.cleaned_data["role"]),
                by=request.user.get_username(),
                giver=role_of(request),
            )
            request.session[SHOWN_ONCE] = {"username": username, "password": password}
            return redirect("director:helpers", tournament.slug)
    context = _context(request, tournament, form=form)
    return refused(request, "director/helpers.html", context)


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def role(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Set the role of an existing account. GET redirects to the staff page."""
    if request.method != "POST":
        return redirect("director:helpers", tournament.slug)
    form = RoleForm(request.POST, giver=role_of(request), auto_id="role_%s")
    if form.is_valid():
        invited = staff_invitations.invitations_of(tournament).exists()
        with faults_in(form):
            user = staff_accounts.give_role(
                tournament,
                username=form.cleaned_data["username"],
                role=Role(form.cleaned_data["role"]),
                by=request.user.get_username(),
                giver=role_of(request),
            )
            _tell_of_role(request, tournament, user)
            if invited:
                _tell_of_invitations(request, tournament)
            return _back(request, tournament)
    context = _context(request, tournament, role_form=form)
    return refused(request, "director/helpers.html", context)


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Create an invitation. GET redirects to the staff page."""
    if request.method != "POST":
        return redirect("director:helpers", tournament.slug)
    form = InvitationForm(
        request.POST,
        giver=role_of(request),
        auto_id="invite_%s",
        by_mail=_invites_by_mail(request),
    )
    if form.is_valid():
        address = form.cleaned_data.get("email", "")
        with faults_in(form), transaction.atomic():
            invitation = staff_invitations.invite(
                tournament,
                Role(form.cleaned_data["role"]),
                most_uses=form.cleaned_data["most_uses"],
                expires_at=form.expires_at(),
                by=request.user.get_username(),
                giver=role_of(request),
            )
            if address:
                link = _link(request, invitation)
                staff_invitations.mail_link(invitation, address, link=link)
                messages.success(request, _("Invitation created and sent."))
            else:
                messages.success(
                    request, _("Invitation created. Send the link to the person.")
                )
            page = reverse("director:helpers", args=[tournament.slug])
            return redirect(f"{page}#invitation-{invitation.pk}")
    context = _context(request, tournament, invitation_form=form)
    return refused(request, "director/helpers.html", context)


@for_helpers(Ability.HELPERS)
@require_POST
def uninvite(request: AccountRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    invitation = get_object_or_404(tournament.invitations, pk=pk)
    staff_accounts.revoke(invitation, by=request.user.get_username())
    messages.success(request, _("Invitation revoked."))
    return redirect("director:helpers", tournament.slug)


@for_helpers(Ability.HELPERS)
@require_POST
def take_back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Restore the role that was removed from the account `username`. Raises BadRequest
    without a username.
    """
    form = RemoveForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    with faults_shown(request):
        user = staff_accounts.take_back(
            tournament,
            username=form.cleaned_data["username"],
            by=request.user.get_username(),
            giver=role_of(request),
        )
        _tell_of_role(request, tournament, user)
    return redirect("director:helpers", tournament.slug)


@for_helpers(Ability.HELPERS)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Remove the role of the account `username`. GET redirects to the staff page.
    Raises BadRequest without a username.
    """
    if request.method != "POST":
        return redirect("director:helpers", tournament.slug)
    form = RemoveForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    username = form.cleaned_data["username"]
    invited = staff_invitations.invitations_of(tournament).exists()
    with faults_shown(request):
        staff_accounts.remove(
            tournament,
            username=username,
            by=request.user.get_username(),
            giver=role_of(request),
        )
        message = _("%(name)s no longer has a role in %(tournament)s.")
        names = {"name": username, "tournament": tournament}
        messages.success(request, message % names)
        if invited:
            _tell_of_invitations(request, tournament)
    return _back(request, tournament)


def _tell_of_role(request: AccountRequest, tournament: Tournament, user: User) -> None:
    role = tournament.memberships.get(user=user).get_role_display()
    message = _("%(name)s now has the role %(role)s.")
    messages.success(request, message % {"name": user.get_username(), "role": role})


def _tell_of_invitations(request: AccountRequest, tournament: Tournament) -> None:
    """Show a warning if no invitation is left, because a change of roles revoked all
    invitations."""
    if not staff_invitations.invitations_of(tournament).exists():
        message = _(
            "All invitations were revoked because this account could see the links."
        )
        messages.warning(request, message)


def role_of(request: AccountRequest) -> Role:
    """Return the role that the account of a permitted request has in the tournament."""
    return request.can.role or Role.SCREEN


def _back(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the staff page; if the account may no longer see it, to the list of
    tournaments."""
    if may(role_in(tournament, request.user), Ability.HELPERS):
        return redirect("director:helpers", tournament.slug)
    return redirect("director:home")


@dataclass(frozen=True)
class InvitationCard:
    """An invitation with its address and QR code."""

    invitation: Invitation
    address: str
    is_open: bool

    @property
    def code(self) -> SafeString:
        return svg_of(self.address)


def _cards(request: AccountRequest, tournament: Tournament) -> list[InvitationCard]:
    now = timezone.now()
    return [
        InvitationCard(invitation, _link(request, invitation), invitation.is_open(now))
        for invitation in staff_invitations.invitations_of(tournament)
    ]


def _link(request: AccountRequest, invitation: Invitation) -> str:
    token = staff_invitations.token_of(invitation)
    path = reverse("director:invitation", args=[token])
    return request.build_absolute_uri(path)


def _invites_by_mail(request: AccountRequest) -> bool:
    """Return whether invitations can be sent by mail. This needs a mail server, and an
    address of the site that others can open."""
    return mail_server.is_configured() and not leads_nowhere(request)


def _table() -> list[tuple[Promise, list[tuple[Role, bool]]]]:
    """Return the permissions of roles: a row for each ability, with (role, whether
    permitted)."""
    return [
        (WORDS[ability], [(role, role in roles) for role in Role])
        for ability, roles in TABLE.items()
    ]


def _context(
    request: AccountRequest,
    tournament: Tournament,
    *,
    form: HelperForm | None = None,
    role_form: RoleForm | None = None,
    invitation_form: InvitationForm | None = None,
) -> dict[str, object]:
    giver = role_of(request)
    helpers = [
        (helper, helper.user == request.user or may_take(giver, Role(helper.role)))
        for helper in helpers_of(tournament)
    ]
    return {
        "tournament": tournament,
        "helpers": helpers,
        "roles": [role for role in Role if may_give(giver, role)],
        "removed": removed_helpers(tournament),
        "club": club_of(tournament),
        "owns": may(giver, Ability.OWN),
        "invitations": _cards(request, tournament),
        "leads_nowhere": leads_nowhere(request),
        "table": _table(),
        "all_roles": list(Role),
        "form": form or HelperForm(giver=giver),
        "role_form": role_form or RoleForm(giver=giver, auto_id="role_%s"),
        "invitation_form": invitation_form
        or InvitationForm(
            giver=giver, auto_id="invite_%s", by_mail=_invites_by_mail(request)
        ),
        "invites_by_mail": _invites_by_mail(request),
    }
