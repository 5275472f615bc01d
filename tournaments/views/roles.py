"""Who a page of the director's rooms is for, said once above each view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.abilities import Ability
from tournaments.access.roles import tournament_for
from tournaments.web.requests import AccountRequest

View = Callable[..., HttpResponseBase]


def for_helpers(ability: Ability) -> Callable[[View], View]:
    """A page of a tournament, which the view gets in place of its slug, for the helpers
    whose role has the ability. Others sign in, or get a 404 (strangers) or a 403."""
    return partial(_guarded, ability)


def for_directors(view: View) -> View:
    """A page about the event as a whole, for those who may set it up."""
    return _guarded(Ability.SETUP, view)


def _guarded(ability: Ability, view: View) -> View:
    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, **named: int | str
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(request)
        return view(request, tournament_for(request, slug, ability), **named)

    return wrapped


def _to_login(request: AccountRequest) -> HttpResponseBase:
    """The login page, and back. A fragment takes the whole page there."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    page = request.htmx.current_url_abs_path or reverse("director:home")
    return HttpResponseClientRedirect(redirect_to_login(page).url)
