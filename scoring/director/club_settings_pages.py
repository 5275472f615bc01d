"""Pages for the staff of a club: its public page, tournaments, series and roles. The
owner of the installation creates clubs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from scoring.models import Series
from scoring.series import change_series, who_sees_series
from tournaments.access.roles_and_permissions import (
    Ability,
    may,
    may_take,
)
from tournaments.clubs import change_clubs, staff_of_clubs, who_sees_clubs
from tournaments.clubs.club_forms import ClubForm, ClubRoleForm, NewClubForm
from tournaments.clubs.club_log_in_words import lines_of
from tournaments.clubs.tournaments_of_clubs import (
    all_offered_to,
    offered_to,
    public_tournaments_of,
    tournaments_of,
)
from tournaments.director.backups_page import for_the_owner
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.models import Club, ClubTournament, Role, Tournament
from tournaments.persons import pages_over_tournaments, players_who_agreed
from tournaments.refusals import refusal
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    posted_key,
    refused,
)

TEMPLATE = "director/club.html"
Page = Callable[..., HttpResponse]
LOG_LINES = 30
#: Most tournaments added by one button.
MOST_AT_ONCE = 200


@for_the_owner
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: AccountRequest) -> HttpResponse:
    """Render all clubs and the form for a new club. POST creates the club."""
    if request.method != "POST":
        form = NewClubForm(initial={"owner": request.user.get_username()})
        return render(request, "director/clubs.html", _clubs(form))
    form = NewClubForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            club = change_clubs.create_club(
                form.cleaned_data["title"],
                owner=_account(form.cleaned_data["owner"]),
                by=request.user.get_username(),
            )
            messages.success(request, _("Club created. Describe it, then publish it."))
            return _back(club)
    return refused(request, "director/clubs.html", _clubs(form))


def for_club_directors(page: Page) -> Page:
    """Wrap a page of a club, for its owners and directors.

    Other staff of the club get a 403 response, other accounts a 404. The view receives
    the club instead of the slug, and the account's role.
    """

    @cache_control(private=True, no_cache=True)
    @login_required
    @wraps(page)
    def wrapped(request: AccountRequest, club: str) -> HttpResponse:
        found = get_object_or_404(Club, slug=club)
        role = who_sees_clubs.role_in_club(found, request.user)
        if role is None:
            raise Http404
        if not may(role, Ability.SETUP):
            raise PermissionDenied
        return page(request, found, role)

    return wrapped


@for_club_directors
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: AccountRequest, club: Club, role: Role) -> HttpResponse:
    """Render the settings of a club; POST saves its public page."""
    if request.method != "POST":
        return render(request, TEMPLATE, _page(request, club, role))
    form = ClubForm(request.POST)
    if form.is_valid():
        by = request.user.get_username()
        change_clubs.describe_club(club, form.cleaned_data, by=by)
        messages.success(request, _("Page saved."))
        return _back(club)
    return refused(request, TEMPLATE, _page(request, club, role, form=form))


@for_club_directors
@require_POST
def act(request: AccountRequest, club: Club, role: Role) -> HttpResponse:
    """Carry out the action of the button `do` and redirect. Errors become messages.

    Actions: publish or hide the page; turn on pages across tournaments; add or remove
    tournaments or a series; remove a role; delete the club.
    """
    action = ACTIONS.get(request.POST.get("do", ""))
    if action is not None:
        with faults_shown(request):
            return action(request, club, role)
    return _back(club)


@for_club_directors
@require_POST
def give_role(request: AccountRequest, club: Club, role: Role) -> HttpResponse:
    """Set the role of an account in the club and redirect.

    If the form is invalid, render the settings again with the errors.
    """
    form = ClubRoleForm(request.POST, giver=role, auto_id="role_%s")
    if form.is_valid():
        with faults_in(form):
            staff_of_clubs.give_club_role(
                club,
                form.cleaned_data["username"],
                Role(form.cleaned_data["role"]),
                by=request.user.get_username(),
                giver=role,
            )
            messages.success(request, _("Role assigned."))
            return _after_roles(request, club)
    return refused(request, TEMPLATE, _page(request, club, role, role_form=form))


@for_helpers(Ability.OWN, archived_too=True, mirror_too=True)
@require_POST
def leave(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Remove a tournament from its club, for the tournament's owners.

    Redirect to the list of tournaments.
    """
    row = ClubTournament.objects.filter(tournament=tournament).first()
    if row is not None:
        with faults_shown(request):
            change_clubs.remove_tournament(row.club, row.pk, by=request.user)
            messages.success(request, _("Tournament removed from the club."))
    return redirect("director:home")


def _show(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    change_clubs.show_club(club, True, by=request.user.get_username())
    sentences = [_("Page published.")]
    if not pages_over_tournaments.setting().is_on:
        sentences += [
            _("The page does not show winners, standings or records yet."),
            _("Turn them on under “Visibility”.")
            if request.user.is_superuser
            else _("Only the owner of this installation can turn them on."),
        ]
    messages.success(request, " ".join(sentences))
    return _back(club)


def _hide(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    change_clubs.show_club(club, False, by=request.user.get_username())
    messages.success(request, _("Page hidden from the public."))
    return _back(club)


def _turn_on_pages(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    """Turn on pages across tournaments, for the owner of the installation."""
    if not request.user.is_superuser:
        raise PermissionDenied
    pages_over_tournaments.switch(
        is_on=True,
        needs_consent="needs_consent" in request.POST,
        by=request.user.get_username(),
    )
    tournaments = public_tournaments_of(club)
    effect = players_who_agreed.effect_in_words(tournaments)
    sentences = [
        _("Winners and standings are shown."),
        effect,
        _("You can turn them off on the page “Persons”."),
    ]
    messages.success(request, " ".join(filter(None, sentences)))
    return _back(club)


def _add(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    offered = offered_to(request.user, key=posted_key(request))
    if not offered:
        raise Http404
    change_clubs.add_tournament(club, offered[0], by=request.user)
    messages.success(request, _("Tournament added."))
    return _back(club)


def _add_all(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    """Add the tournaments found by the search, the newest first, at most
    `MOST_AT_ONCE`. Redirect to the settings.
    """
    search = request.POST.get("q", "")[:100]
    offered = list(all_offered_to(request.user, search)[:MOST_AT_ONCE])
    with transaction.atomic():
        for tournament in offered:
            change_clubs.add_tournament(club, tournament, by=request.user)
    message = ngettext(
        "%(count)s tournament added.", "%(count)s tournaments added.", len(offered)
    )
    messages.success(request, message % {"count": len(offered)})
    return _back(club)


def _remove(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    change_clubs.remove_tournament(club, posted_key(request), by=request.user)
    messages.success(request, _("Tournament removed from the club."))
    return _back(club)


def _add_series(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    series = (
        who_sees_series.edited_by(request.user)
        .filter(club=None, pk=posted_key(request))
        .first()
    )
    if series is None:
        raise Http404
    change_series.assign_club(series, club, by=request.user.get_username())
    messages.success(request, _("Series added."))
    return _back(club)


def _remove_series(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    series = get_object_or_404(Series, club=club, pk=posted_key(request))
    change_series.assign_club(series, None, by=request.user.get_username())
    messages.success(request, _("Series removed from the club."))
    return _back(club)


def _remove_role(request: AccountRequest, club: Club, role: Role) -> HttpResponse:
    by = request.user.get_username()
    staff_of_clubs.remove_club_role(club, posted_key(request), by=by, giver=role)
    messages.success(request, _("Role removed."))
    return _after_roles(request, club)


def _delete(request: AccountRequest, club: Club, role: Role) -> HttpResponse:
    if not may(role, Ability.OWN):
        raise PermissionDenied
    title = request.POST.get("title", "")
    change_clubs.delete_club(club, title=title, by=request.user.get_username())
    messages.success(request, _("Club deleted. Its tournaments and series remain."))
    return redirect("director:home")


ACTIONS: Mapping[str, Callable[[AccountRequest, Club, Role], HttpResponse]] = {
    "show": _show,
    "hide": _hide,
    "turn_on_pages": _turn_on_pages,
    "add": _add,
    "add_all": _add_all,
    "remove": _remove,
    "add_series": _add_series,
    "remove_series": _remove_series,
    "remove_role": _remove_role,
    "delete": _delete,
}


def _account(username: str) -> User:
    """Return the active account with this name. Raises Refused if there is none."""
    name = username.strip()
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        message = gettext_noop("No account has the user name “%(name)s”.")
        raise refusal("no_such_account", message, "owner", name=name)
    return user


def _back(club: Club) -> HttpResponse:
    return redirect("director:club", club.slug)


def _after_roles(request: AccountRequest, club: Club) -> HttpResponse:
    """Redirect to the settings, or home if the account may no longer see them."""
    role = who_sees_clubs.role_in_club(club, request.user)
    return _back(club) if may(role, Ability.SETUP) else redirect("director:home")


def _clubs(form: NewClubForm) -> Context:
    return {"form": form, "listed": Club.objects.prefetch_related("staff__user")}


def _page(
    request: AccountRequest,
    club: Club,
    role: Role,
    form: ClubForm | None = None,
    role_form: ClubRoleForm | None = None,
) -> Context:
    search = request.GET.get("q", "")[:100]
    user = request.user
    shown = public_tournaments_of(club)
    pages = pages_over_tournaments.setting()
    return {
        "club": club,
        "form": form or ClubForm.of(club),
        "role_form": role_form or ClubRoleForm(giver=role, auto_id="role_%s"),
        "staff": [
            (row, row.user == user or may_take(role, Role(row.role)))
            for row in staff_of_clubs.staff_of(club)
        ],
        "chosen": tournaments_of(club).select_related("description"),
        "may_remove": may(role, Ability.OWN),
        "offered": offered_to(user, search),
        "offered_in_all": min(all_offered_to(user, search).count(), MOST_AT_ONCE),
        "search": search,
        "series": Series.objects.filter(club=club),
        "other_series": who_sees_series.edited_by(user).filter(club=None),
        "pages": pages,
        "agreement": None if pages.is_on else players_who_agreed.agreement_in(shown),
        "hidden_names": players_who_agreed.hiding_names_in(shown),
        "is_owner": may(role, Ability.OWN),
        "log": lines_of(list(club.log.all()[:LOG_LINES])),
    }
