"""Single sign-on against a provider in the test process."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount import providers
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.openid_connect.provider import (
    OpenIDConnectProvider,
)
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from mahjong_site import single_sign_on
from tests.tournaments.pages import says
from tournaments.access import second_factor_and_totp
from tournaments.models import SecondFactor

START = reverse("openid_connect_login", args=["oidc"])
BACK = reverse("openid_connect_callback", args=["oidc"])


@dataclass
class Provider:
    """A running provider.

    `claims`: its response about the person; `asked`: the last request for a token;
    `fails`: whether it refuses codes.
    """

    issuer: str = ""
    claims: dict[str, object] = field(default_factory=dict)
    userinfo: dict[str, object] = field(default_factory=dict)
    asked: dict[str, list[str]] = field(default_factory=dict)
    fails: bool = False


@pytest.fixture
def provider(settings, monkeypatch) -> Iterator[Provider]:
    about = Provider(claims={"email": "ada@example.org", "email_verified": True})

    class Visit(BaseHTTPRequestHandler):
        def log_message(self, *_said: object) -> None:
            pass

        def say(self, answer: object, status: int = 200) -> None:
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self) -> None:
            if self.path.endswith("openid-configuration"):
                at = about.issuer
                self.say(
                    {
                        "issuer": at,
                        "authorization_endpoint": f"{at}/authorize",
                        "token_endpoint": f"{at}/token",
                        "userinfo_endpoint": f"{at}/userinfo",
                        "jwks_uri": f"{at}/keys",
                    }
                )
            else:
                self.say({"sub": "42", **about.userinfo})

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            about.asked = parse_qs(self.rfile.read(length).decode())
            if about.fails:
                self.say({"error": "invalid_grant"}, 400)
                return
            now = int(time.time())
            times = {"iat": now, "exp": now + 300}
            who = {"iss": about.issuer, "aud": "wind", "sub": "42"}
            token = jwt.encode(who | times | about.claims, "k" * 32, "HS256")
            self.say({"access_token": "x", "token_type": "Bearer", "id_token": token})

    with ThreadingHTTPServer(("127.0.0.1", 0), Visit) as server:
        about.issuer = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.OIDC_ISSUER, settings.OIDC_NAME = about.issuer, "Club"
        settings.SOCIALACCOUNT_PROVIDERS = {
            "openid_connect": {
                "OAUTH_PKCE_ENABLED": True,
                "APPS": [
                    {
                        "provider_id": "oidc",
                        "name": "Club",
                        "client_id": "wind",
                        "secret": "s3cret",
                        "settings": {"server_url": about.issuer},
                    }
                ],
            }
        }
        providers.registry.load()
        known = providers.registry.provider_map
        monkeypatch.setitem(known, "openid_connect", OpenIDConnectProvider)
        yield about
        server.shutdown()


@pytest.fixture
def ada(db) -> User:
    account = User.objects.create_user("ada", password="first-pass-9931")
    EmailAddress.objects.create(
        user=account, email="ada@example.org", verified=True, primary=True
    )
    return account


def signed_in(page: Client | None = None, query: str = "", **answer):
    """Press the sign-in button and come back with the provider's response.

    Return the client, the request to the provider, and the last response.
    """
    page = page or Client()
    sent = page.post(START + query)
    asked = dict(parse_qsl(urlsplit(sent["Location"]).query))
    came = page.get(BACK, {"code": "abc", "state": asked["state"], **answer})
    return page, asked, came


def who(page: Client) -> str | None:
    return page.session.get("_auth_user_id")


def test_a_verified_known_address_signs_in(provider, ada):
    page = Client()
    assert says(page.get(reverse("account_login")), "Sign in with Club")
    page, asked, came = signed_in(page)
    assert came["Location"] == reverse("director:home")
    assert who(page) == str(ada.pk)
    assert asked["code_challenge_method"] == "S256"
    assert provider.asked["code_verifier"]
    assert asked["redirect_uri"].endswith("/account/sso/oidc/callback/")
    # Nothing of the provider's answer is stored.
    assert not SocialAccount.objects.exists()
    ada.refresh_from_db()
    assert ada.check_password("first-pass-9931")


def test_letters_of_an_address_may_differ_in_case(provider, ada):
    provider.claims["email"] = "Ada@Example.ORG"
    assert who(signed_in()[0]) == str(ada.pk)
    ada.refresh_from_db()
    assert ada.check_password("first-pass-9931")


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "eve@example.org", "email_verified": True},
        {"email": "ada@example.org", "email_verified": False},
        {"email": "ada@example.org", "email_verified": "false"},
        {"email": "ada@example.org"},
        {},
    ],
)
def test_others_are_not_let_in_and_get_no_account(provider, ada, claims):
    provider.claims = claims
    page, _asked, came = signed_in()
    assert who(page) is None
    assert says(page.get(came["Location"]), "No account has this email address")
    assert list(User.objects.all()) == [ada]


def test_an_address_that_is_not_verified_here_signs_nobody_in(provider, ada):
    EmailAddress.objects.update(verified=False)
    User.objects.update(email="ada@example.org")
    assert who(signed_in()[0]) is None
    ada.refresh_from_db()
    assert ada.check_password("first-pass-9931")


def test_a_deactivated_account_stays_out(provider, ada):
    User.objects.update(is_active=False)
    assert who(signed_in()[0]) is None


def test_the_second_factor_is_still_required(provider, ada):
    secret = second_factor_and_totp.seal(second_factor_and_totp.new_secret())
    SecondFactor.objects.create(account=ada, secret=secret, last_step=0)
    page, _asked, came = signed_in()
    assert came["Location"] == reverse("account_second_factor")
    assert says(page.get(came["Location"]), "Enter your code")
    assert who(page) is None


def test_no_account_is_connected_to_a_person_of_the_provider(provider, ada, director):
    """No account is connected to a person of the provider.

    An attacker could otherwise connect their own identity to the account of a signed-in
    director.
    """
    page = Client()
    page.force_login(director)
    signed_in(page, "?process=connect")
    assert not SocialAccount.objects.exists()


def test_a_callback_that_nobody_asked_for_is_refused(provider, ada):
    page = Client()
    came = page.get(BACK, {"code": "abc", "state": "unknown"})
    assert who(page) is None
    assert says(page.get(came["Location"]), "Signing in with Club failed.")


def test_a_cancelled_or_failed_sign_in_leads_back(provider, ada, caplog):
    page, _asked, came = signed_in(code="", error="access_denied")
    assert says(page.get(came["Location"]), "Signing in with Club failed.")
    provider.fails = True
    page, _asked, came = signed_in()
    assert says(page.get(came["Location"]), "Signing in with Club failed.")
    assert "abc" not in caplog.text


def test_a_provider_that_is_away(provider, ada, settings):
    providers_app = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"][0]
    providers_app["settings"]["server_url"] = "http://127.0.0.1:9"
    page = Client()
    sent = page.post(START)
    assert says(page.get(sent["Location"]), "Signing in with Club failed.")


@pytest.mark.django_db
def test_without_a_provider_there_is_no_button_and_no_page():
    page = Client()
    assert START not in page.get(reverse("account_login")).content.decode()
    assert page.post(START).status_code == 404
    assert page.get(BACK).status_code == 404


@pytest.mark.parametrize(
    ("data", "address"),
    [
        ({"id_token": {"email": "a@b.c", "email_verified": True}}, "a@b.c"),
        ({"id_token": {"email": "a@b.c", "email_verified": "true"}}, "a@b.c"),
        ({"userinfo": {"email": "a@b.c", "email_verified": True}}, "a@b.c"),
        # Microsoft's claim.
        ({"id_token": {"email": "a@b.c", "xms_edov": "1"}}, "a@b.c"),
        ({"id_token": {"email": "a@b.c", "xms_edov": False}}, ""),
        (
            {
                "id_token": {"email_verified": True},
                "userinfo": {"email": "a@b.c", "email_verified": False},
            },
            "",
        ),
        ({"id_token": "text"}, ""),
    ],
)
def test_what_counts_as_a_verified_address(data, address):
    assert single_sign_on.verified_address(data) == address
