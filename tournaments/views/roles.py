"""Who a page of the director's rooms is for, said once above each view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control

from tournaments.access import directed_tournament, refereed_tournament
from tournaments.models import Tournament
from tournaments.web import AccountRequest

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
    @login_required
    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(
        request: AccountRequest, slug: str, **named: int | str
    ) -> HttpResponseBase:
        return view(request, tournament_for(request, slug), **named)

    return wrapped
