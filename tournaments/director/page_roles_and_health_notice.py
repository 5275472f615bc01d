"""Decorators that restrict staff pages and hall screens, the notice about background
processes that do not respond, and the response to wrong keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.page_access import (
    only_shows_screens,
    tournament_for,
    tournament_of_hall,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.access.wrong_password_limit import WINDOW, guesses_too_much
from tournaments.models import Tournament
from tournaments.rounds.start_checks import refuse_read_only
from tournaments.upkeep import clock_and_worker_heartbeats, machine_clock
from tournaments.web.read_only_and_service_workers import only_read
from tournaments.web.request_types_and_form_faults import AccountRequest, faults_shown

View = Callable[..., HttpResponseBase]

#: HTTP methods that do not send data.
SAFE = ("GET", "HEAD")


def for_helpers(
    ability: Ability, *, archived_too: bool = False, mirror_too: bool = False
) -> Callable[[View], View]:
    """Return a decorator for pages of a tournament that need the ability.

    The view receives the tournament instead of its slug. Visitors are redirected to
    the sign-in page. Accounts get a 404 response without a role, or a 403 without the
    ability. Archived tournaments and mirrors reject changes, unless the page accepts
    them (`archived_too`, `mirror_too`).
    """
    return partial(_guarded, ability, archived_too=archived_too, mirror_too=mirror_too)


def for_beginners_of_events(view: View) -> View:
    """Wrap a view that creates tournaments. Accounts that are only for hall screens get
    a 403 response."""

    @wraps(view)
    @login_required
    def wrapped(request: AccountRequest, **named: int | str) -> HttpResponseBase:
        if only_shows_screens(request.user):
            raise PermissionDenied
        return view(request, **named)

    return wrapped


def for_owners_of_binned(view: View) -> View:
    """Wrap a view of a tournament in the bin, for the tournament's owners."""
    return _guarded(Ability.OWN, view, archived_too=True, binned=True)


def for_screens(view: View) -> View:
    """Wrap a view of a hall screen, which needs the key of the hall link.

    The view receives the tournament instead of its slug and the key.
    """

    @only_read
    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(
        request: HttpRequest, slug: str, key: str, **named: str
    ) -> HttpResponseBase:
        return view(request, tournament_of_hall(request, slug, key), **named)

    return wrapped


def _guarded(
    ability: Ability,
    view: View,
    *,
    archived_too: bool = False,
    mirror_too: bool = False,
    binned: bool = False,
) -> View:
    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, **named: int | str
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(request)
        tournament = tournament_for(request, slug, ability, binned=binned)
        writes = request.method not in SAFE
        is_kept = (tournament.archived_at and not archived_too) or (
            tournament.mirrored_at and not mirror_too
        )
        if writes and is_kept:
            return _to_read_only_notice(request, tournament)
        return view(request, tournament, **named)

    return wrapped


def _to_read_only_notice(
    request: AccountRequest, tournament: Tournament
) -> HttpResponseBase:
    """Redirect to the control room, with a message that explains why the tournament is
    read-only."""
    with faults_shown(request):
        refuse_read_only(tournament)
    address = reverse("director:hall", args=[tournament.slug])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _to_login(request: AccountRequest) -> HttpResponseBase:
    """Redirect to the login page, and from there back to the requested page or to the
    page with the submitted form. For htmx, the whole page is redirected."""
    if request.htmx:
        page = request.htmx.current_url_abs_path or reverse("director:home")
        return HttpResponseClientRedirect(redirect_to_login(page).url)
    if request.method in SAFE:
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(_page_with_the_form(request))


def _page_with_the_form(request: HttpRequest) -> str:
    """Return the page that submitted the form, from the Referer header; the list of
    tournaments if the header does not name a page of this site."""
    page = request.headers.get("Referer", "")
    secure = request.is_secure()
    if not url_has_allowed_host_and_scheme(page, request.get_host(), secure):
        return reverse("director:home")
    return urlsplit(page)._replace(scheme="", netloc="").geturl()


@for_helpers(Ability.LOOK)
@require_safe
def silent_parts(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render a notice that names the background processes that have not responded for
    too long."""
    context = {
        "tournament": tournament,
        "away": clock_and_worker_heartbeats.away(machine_clock.read()),
    }
    return render(request, "director/_silent_parts.html", context)


def wrong_key(request: HttpRequest) -> HttpResponse:
    """Return status 429 if the client has tried too many wrong keys; otherwise raise
    Http404."""
    if not guesses_too_much(request):
        raise Http404
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(WINDOW)
    return response
