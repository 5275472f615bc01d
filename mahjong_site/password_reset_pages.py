"""Pages to reset a password with a code sent by mail: allauth's pages, if this
installation sends mail.

An unknown address gives the same pages, but receives no mail.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.account import views as account
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from tournaments.deliveries import mail_server

View = Callable[..., HttpResponseBase]


def _with_mail(view: View) -> View:
    """Return the page as a view that raises Http404 if there is no mail server."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponseBase:
        if not mail_server.is_configured():
            raise Http404
        return view(request)

    return wrapped


ask = _with_mail(account.password_reset)
enter_code = _with_mail(account.confirm_password_reset_code)
set_password = _with_mail(account.complete_password_reset)
done = _with_mail(RedirectView.as_view(pattern_name="account_login"))
