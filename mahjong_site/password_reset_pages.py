"""Pages to reset a password by a code sent by mail. They are allauth's pages, if this
installation sends mail.

An unknown address gives the same pages, and nothing is sent to it.
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
    """Wrap a page that needs mail. Raises Http404 without a mail server."""

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
