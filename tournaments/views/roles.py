"""Who a page of the director's rooms is for, said once above each view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.roles import directed_tournament, refereed_tournament
from tournaments.models import Tournament
from tournaments.web.requests import AccountRequest

View = Callable[..., HttpResponseBase]


def for_directors(view: View) -> View:
    """A page for the directors of a tournament, which the view gets in place of
    its slug. Others sign in, or get a 404 (strangers) or a 403 (referees)."""
    return _guarded(view, directed_tournament)


def for_referees(view: View) -> View:
    """A page for the referees of a tournament, and for its directors."""
    return _guarded(view, refereed_tournament)


def _guarded(
    view: View, tournament_for: Callable[[HttpRequest, str], Tournament]
) -> View:
    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, **named: int | str
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(request)
        return view(request, tournament_for(request, slug), **named)

    return wrapped


def _to_login(request: AccountRequest) -> HttpResponseBase:
    """The login page, and back. A fragment takes the whole page there."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    page = request.htmx.current_url_abs_path or reverse("director:home")
    return HttpResponseClientRedirect(redirect_to_login(page).url)
