"""The page of a club's members, for its owners and directors. It is never public."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.director.club_settings_pages import for_club_directors
from tournaments.clubs import club_members
from tournaments.clubs.club_forms import MembershipForm, NewMembersForm
from tournaments.models import Club, ClubMember, Role
from tournaments.web.form_fields_and_types import Context, key_of
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    refused,
)

TEMPLATE = "director/club_members.html"


@for_club_directors
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: AccountRequest, club: Club, _role: Role) -> HttpResponse:
    """Render a club's members.

    POST adds, changes or removes members, or chooses whether only their results count.
    """
    action = ACTIONS.get(request.POST.get("do", ""))
    if request.method != "POST" or action is None:
        return render(request, TEMPLATE, _page(request, club))
    return action(request, club)


def _add(request: AccountRequest, club: Club) -> HttpResponse:
    form = NewMembersForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            count = club_members.add_members(
                club,
                set(filter(None, map(key_of, request.POST.getlist("person")))),
                ema_number=form.cleaned_data["ema_number"],
                since=form.cleaned_data["since"],
                by=request.user.get_username(),
            )
            message = ngettext(
                "%(count)s member added.", "%(count)s members added.", count
            )
            messages.success(request, message % {"count": count})
            return _back(club)
    return refused(request, TEMPLATE, _page(request, club, form))


def _change(request: AccountRequest, club: Club) -> HttpResponse:
    form = MembershipForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            club_members.change_member(
                club,
                key_of(request.POST.get("key", "")),
                since=form.cleaned_data["since"],
                until=form.cleaned_data["until"],
                by=request.user.get_username(),
            )
            messages.success(request, _("Membership saved."))
            return _back(club)
    return refused(request, TEMPLATE, _page(request, club, changed=form))


def _remove(request: AccountRequest, club: Club) -> HttpResponse:
    by = request.user.get_username()
    with faults_shown(request):
        club_members.remove_member(club, key_of(request.POST.get("key", "")), by=by)
        messages.success(request, _("Membership removed."))
    return _back(club)


def _only_members(request: AccountRequest, club: Club) -> HttpResponse:
    by = request.user.get_username()
    club_members.count_members_only(club, True, by=by)
    message = _(
        "Only results of members count in the club's series, records and statistics."
    )
    messages.success(request, message)
    return _back(club)


def _everyone(request: AccountRequest, club: Club) -> HttpResponse:
    by = request.user.get_username()
    club_members.count_members_only(club, False, by=by)
    message = _(
        "Results of all players count in the club's series, records and statistics."
    )
    messages.success(request, message)
    return _back(club)


ACTIONS: Mapping[str, Callable[[AccountRequest, Club], HttpResponse]] = {
    "add": _add,
    "change": _change,
    "remove": _remove,
    "only_members": _only_members,
    "everyone": _everyone,
}


def _back(club: Club) -> HttpResponse:
    return redirect("director:club_members", club.slug)


def _page(
    request: AccountRequest,
    club: Club,
    form: NewMembersForm | None = None,
    changed: MembershipForm | None = None,
) -> Context:
    """Return the content of the page.

    `form`: a rejected form of new members; `changed`: a rejected form of a membership.
    """
    search = request.GET.get("q", "")[:100]
    sent = request.POST.get("key", "") if changed else ""
    return {
        "club": club,
        "form": form or NewMembersForm(initial={"since": timezone.localdate()}),
        "changed": changed,
        "rows": [
            (row, changed if sent == str(row.pk) and changed else _form_of(row))
            for row in club.members.select_related("person")
        ],
        "offered": club_members.offered_to(club, search),
        "chosen": set(map(key_of, request.POST.getlist("person"))),
        "most": club_members.MOST_OFFERED,
        "search": search,
    }


def _form_of(row: ClubMember) -> MembershipForm:
    return MembershipForm(
        initial={"since": row.since, "until": row.until},
        auto_id=f"member_{row.pk}_%s",
    )
