"""Single sign-on with OpenID Connect, if a provider is set (`OIDC_ISSUER`).

The provider only shows who a person is. It creates no accounts, and its answer is not
stored. A person signs in to the account with the same verified address. The account's
second factor is still required. The libraries are the extra `sso`, which is imported
only when it is used.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import account_email

#: Name of the only provider in addresses.
PROVIDER = "oidc"
#: Claims that show whether a provider has verified an address. The second is
#: Microsoft's.
VERIFIED_CLAIMS = ("email_verified", "xms_edov")

log = logging.getLogger(__name__)


def is_configured() -> bool:
    """Return whether people can sign in with a provider."""
    return bool(settings.OIDC_ISSUER)


@never_cache
@require_POST
def start(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Redirect to the provider's sign-in page. If the provider does not answer, show
    that signing in failed. Raises Http404 for an unknown provider."""
    _refuse_unknown(provider_id)
    from allauth.socialaccount.providers.openid_connect.views import login
    from requests import RequestException

    try:
        response: HttpResponse = login(request, provider_id)
    except RequestException as error:
        return _failed(request, type(error).__name__)
    return response


@never_cache
@require_GET
def come_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Sign in a person who returns from the provider. Raises Http404 for an unknown
    provider."""
    _refuse_unknown(provider_id)
    from allauth.socialaccount.providers.openid_connect.views import callback

    response: HttpResponse = callback(request, provider_id)
    return response


def _refuse_unknown(provider_id: str) -> None:
    if not is_configured() or provider_id != PROVIDER:
        raise Http404


class KnownPeopleOnly(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Rules for people who return from the sign-on provider. Only people with an
    account may sign in."""

    def is_open_for_signup(self, request: HttpRequest, login: SocialLogin) -> bool:
        return False

    def authenticate_by_email(self, login: SocialLogin) -> tuple[User, str] | None:
        """Return the account whose address the provider has verified, and the address;
        None if there is no such account."""
        address = verified_address(login.account.extra_data)
        account = account_email.accounts_with(address).first() if address else None
        return (account, account_email.address_of(account)) if account else None

    def pre_social_login(self, request: HttpRequest, login: SocialLogin) -> None:
        """Refuse people who have no account, and any use of the provider except signing
        in, by raising ImmediateHttpResponse."""
        if login.is_existing and login.state.get("process") == "login":
            return
        messages.error(
            request,
            _(
                "No account has this email address, or the address is not verified. "
                "Sign in with your password and add the address to your account."
            ),
        )
        raise ImmediateHttpResponse(redirect("account_login"))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: object,
        error: object = None,
        exception: Exception | None = None,
        extra_context: object = None,
    ) -> NoReturn:
        """Raise ImmediateHttpResponse with a page that signing in failed. Only the type
        of the exception is logged, because its text may contain a code."""
        why = type(exception).__name__ if exception else str(error)
        raise ImmediateHttpResponse(_failed(request, why))


def _failed(request: HttpRequest, why: str) -> HttpResponse:
    log.warning("Single sign-on failed: %s", why)
    message = _("Signing in with %(name)s failed. Try again, or use your password.")
    messages.error(request, message % {"name": settings.OIDC_NAME})
    return redirect("account_login")


def verified_address(data: Mapping[str, object]) -> str:
    """Return the email address that the provider has verified; "" if there is none.

    `data` is the provider's answer.
    """
    for part in ("id_token", "userinfo"):
        claims = data.get(part)
        if not isinstance(claims, dict):
            continue
        address = claims.get("email")
        is_verified = any(
            claims.get(name) in (True, "true", "1") for name in VERIFIED_CLAIMS
        )
        if isinstance(address, str) and is_verified:
            return address
    return ""
