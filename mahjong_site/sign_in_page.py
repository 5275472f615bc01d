"""The sign-in page: allauth's, with the ways to sign in that are set up."""

from __future__ import annotations

from allauth.account.views import LoginView

from tournaments.deliveries import mail_server


class SignInPage(LoginView):  # type: ignore[misc]
    def get_context_data(self, **named: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**named)
        return context | {"sends_mail": mail_server.is_configured()}


page = SignInPage.as_view()
