"""A director's first pages: creating the first account, and the list of tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.faults import RuleError
from tournaments.access import first_account, wrong_password_limit
from tournaments.access.page_access import only_shows_screens
from tournaments.access.roles_and_permissions import Ability
from tournaments.access.staff_account_forms import CodeForm, FirstAccountForm
from tournaments.clubs.who_sees_clubs import clubs_with
from tournaments.deliveries import queue_and_retry
from tournaments.models import Club
from tournaments.tournament_setup.my_tournaments import own_events
from tournaments.tournament_setup.tournament_states import EventState
from tournaments.upkeep import nightly_and_kept_backups
from tournaments.web.request_types_and_form_faults import AccountRequest, refused

#: Session key of the code until the first account exists.
CODE = "first_visit_code"


def while_unclaimed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a view for new installations. It raises Http404 if an account exists."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, **named: str) -> HttpResponse:
        if not first_account.is_unclaimed():
            raise Http404
        return view(request, **named)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
@while_unclaimed
def welcome(request: HttpRequest) -> HttpResponse:
    """Render the form for the first account of a new installation. POST creates the
    account.

    Requires the code first, unless the request comes from the server's machine.
    """
    if not _may_claim(request):
        return _take_code(request, request.POST or None)
    form = FirstAccountForm(request.POST or None)
    if request.method != "POST":
        return render(request, "director/welcome.html", {"form": form})
    if not form.is_valid():
        return refused(request, "director/welcome.html", {"form": form})
    data = form.cleaned_data
    try:
        user = first_account.make_first_account(
            username=data["username"], password=data["password1"]
        )
    except RuleError as error:
        raise Http404 from error
    request.session.pop(CODE, None)
    login(request, user)
    messages.success(request, _("Welcome! This account can manage every tournament."))
    return redirect("director:home")


@require_safe
@while_unclaimed
def welcome_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Check the code in the link that the program shows at its start."""
    return _take_code(request, {"code": code})


def _take_code(
    request: HttpRequest, typed: Mapping[str, object] | None
) -> HttpResponse:
    form = CodeForm(typed, address=wrong_password_limit.address_of(request))
    if typed is not None and form.is_valid():
        request.session[CODE] = form.cleaned_data["code"]
        return redirect("director:welcome")
    context = {
        "form": form,
        "has_code": bool(first_account.code()),
        "command": settings.COMMAND,
    }
    status = 200 if typed is None else 422
    return render(request, "director/welcome_code.html", context, status=status)


def _may_claim(request: HttpRequest) -> bool:
    return first_account.is_at_the_machine(request) or first_account.is_code(
        request.session.get(CODE, "")
    )


@login_required
@require_safe
def home(request: AccountRequest) -> HttpResponse:
    """Render the account's tournaments, filtered by words (?q=) and state (?state=),
    and links to create a tournament."""
    state = request.GET.get("state", "")
    listed = own_events(
        request.user,
        search=request.GET.get("q", ""),
        state=EventState(state) if state in EventState.values else None,
        page=request.GET.get("page", "1"),
    )
    is_owner = request.user.is_superuser
    failed = is_owner and nightly_and_kept_backups.last_failure() is not None
    context = {
        "listed": listed,
        "backup_failed": failed,
        "mail_failed": is_owner and queue_and_retry.any_mail_failed(timezone.now()),
        "clubs": (
            Club.objects.filter(staff__user=request.user)
            if is_owner
            else clubs_with(request.user, Ability.SETUP)
        ),
        "may_begin": not only_shows_screens(request.user),
    }
    return render(request, "director/home.html", context)
