"""The sign-in page: allauth's page, with the ways to sign in that this installation
offers."""

from __future__ import annotations

from allauth.account.views import LoginView
from django.conf import settings

from mahjong_site import single_sign_on
from tournaments.deliveries import mail_server


class SignInPage(LoginView):  # type: ignore[misc]
    def get_context_data(self, **named: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**named)
        sso = settings.OIDC_NAME if single_sign_on.is_configured() else ""
        return context | {"sends_mail": mail_server.is_configured(), "sso": sso}


page = SignInPage.as_view()
