"""The language that a person chose while signed in: each browser in which they sign in
gets it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponseBase

from tournaments.languages.page_language import offered
from tournaments.models import AccountLanguage


def keep_for_account(user: User, language: str) -> None:
    """Store the choice with the account."""
    AccountLanguage.objects.update_or_create(
        account=user, defaults={"language": language}
    )


def language_of(user: User) -> str:
    """Return the account's choice; "" without one, or if that language is gone."""
    row = AccountLanguage.objects.filter(account=user).first()
    return offered(row.language) if row else ""


def keep_in_browser(response: HttpResponseBase, language: str) -> None:
    """Set the cookie from which all pages read the choice."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
