"""Store the language that a person chooses while signed in. It applies in each browser
where the person signs in."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponseBase

from tournaments.languages.page_language import offered
from tournaments.models import AccountLanguage


def keep_for_account(user: User, language: str) -> None:
    """Store the account's language."""
    AccountLanguage.objects.update_or_create(
        account=user, defaults={"language": language}
    )


def language_of(user: User) -> str:
    """Return the account's language; "" if no language was chosen, or if this
    installation no longer has the language."""
    row = AccountLanguage.objects.filter(account=user).first()
    return offered(row.language) if row else ""


def keep_in_browser(response: HttpResponseBase, language: str) -> None:
    """Set the cookie with the chosen language, which all pages read."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
