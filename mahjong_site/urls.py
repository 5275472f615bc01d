"""All addresses of the site."""

from typing import NoReturn

from allauth.account import views as account
from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver, include, path

from mahjong_site import (
    choose_language_page,
    password_reset_pages,
    sign_in_page,
    single_sign_on,
)
from scoring.api import mirror_requests
from scoring.api.api_addresses import api, unknown
from scoring.clubs import urls as clubs
from scoring.director import urls as scoring_director
from scoring.hall import urls as hall
from scoring.over_tournaments import urls as over_tournaments
from scoring.public import player_urls
from scoring.public import urls as public
from scoring.table import urls as table
from tournaments.director import second_factor_pages
from tournaments.director import urls as tournaments_director

#: Handles errors that no view handles: faults of the program, and outages.
handler500 = "mahjong_site.outage_and_wrong_method_pages.server_error"


def answered_by_asgi(request: HttpRequest, token: str = "") -> NoReturn:
    """Raise Http404 for the addresses of streams and of the server's time.

    `mahjong_site/asgi.py` answers these addresses. A server that passes them to Django
    has no streams.
    """
    raise Http404


director: list[URLPattern | URLResolver] = [
    *tournaments_director.urlpatterns,
    *scoring_director.urlpatterns,
]

# Only the used pages of allauth.
accounts: list[URLPattern | URLResolver] = [
    path("login/", sign_in_page.page, name="account_login"),
    path("login/code/", second_factor_pages.code_page, name="account_second_factor"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("signup/", account.signup, name="account_signup"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("password/", account.password_change, name="account_change_password"),
    path("sso/<slug:provider_id>/", single_sign_on.start, name="openid_connect_login"),
    path(
        "sso/<slug:provider_id>/callback/",
        single_sign_on.come_back,
        name="openid_connect_callback",
    ),
    path("password/reset/", password_reset_pages.ask, name="account_reset_password"),
    path(
        "password/reset/code/",
        password_reset_pages.enter_code,
        name="account_confirm_password_reset_code",
    ),
    path(
        "password/reset/new/",
        password_reset_pages.set_password,
        name="account_complete_password_reset",
    ),
    path(
        "password/reset/done/",
        password_reset_pages.done,
        name="account_password_reset_completed",
    ),
]

site: list[URLPattern | URLResolver] = [
    # First, because most requests go to it. Patterns without a fixed prefix come last,
    # because each of their addresses is tried.
    path("table/", include((table.urlpatterns, "table"))),
    path("hall/", include((hall.urlpatterns, "hall"))),
    path("me/", include((player_urls.urlpatterns, "me"))),
    path("account/", include(accounts)),
    path("language/", choose_language_page.page, name="choose_language"),
    path("live/<secret:token>/", answered_by_asgi, name="stream"),
    path("clock/now", answered_by_asgi, name="server_time"),
    path("mirror/", include((mirror_requests.urlpatterns, "mirror"))),
    path("api/v1/", api.urls),
    path("api/<path:rest>", unknown, name="api_unknown"),
    path("persons/", include((over_tournaments.urlpatterns, "persons"))),
    path("", include((director, "director"))),
    path("clubs/", include((clubs.urlpatterns, "clubs"))),
    path("", include((public.urlpatterns, "public"))),
]


def below(sub_path: str) -> list[URLPattern | URLResolver]:
    """Return the addresses of the site below a path such as "/mahjong"; unchanged for
    ""."""
    return [path(f"{sub_path[1:]}/", include(site))] if sub_path else site


urlpatterns = below(settings.SUB_PATH)
