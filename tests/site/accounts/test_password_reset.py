"""Email addresses of accounts, and password reset by a code."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages import says
from tournaments.access import second_factor_and_totp, wrong_password_limit
from tournaments.models import AccountAct, Delivery, SecondFactor

pytestmark = pytest.mark.django_db

PASSWORD, NEW = "first-pass-9931", "quite-new-7741"


@pytest.fixture(autouse=True)
def _mail(settings):
    """Set a mail server, and reset all limits."""
    settings.EMAIL_HOST = "mail.example"
    wrong_password_limit.forget_all()
    cache.clear()


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password=PASSWORD)


@pytest.fixture
def desk(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def verified(account: User, address: str = "ada@example.org") -> None:
    EmailAddress.objects.create(
        user=account, email=address, verified=True, primary=True
    )


def code_in_last_mail() -> str:
    body = Delivery.objects.latest("pk").body
    return re.search(r"code is ([\w-]+)\.", body)[1]


EMAIL = reverse("director:own_email")


def asked(desk: Client, address: str = "Ada@Example.org", password: str = PASSWORD):
    return desk.post(EMAIL, {"email": address, "password": password}, follow=True)


def test_an_account_adds_its_address_with_a_code(desk, ada):
    shown = asked(desk)
    assert says(shown, "A code was sent to")
    assert desk.post(EMAIL, {"code": "aaaa-bbbb"}).status_code == 422
    assert not EmailAddress.objects.exists()
    done = desk.post(EMAIL, {"code": code_in_last_mail().upper()}, follow=True)
    assert says(done, "Email address verified.")
    address = EmailAddress.objects.get(user=ada)
    assert (address.email, address.verified) == ("ada@example.org", True)
    assert AccountAct.objects.get().kind == "email_verified"


def test_a_changed_or_removed_address_gets_a_mail_about_it(desk, ada):
    verified(ada, "old@example.org")
    asked(desk)
    desk.post(EMAIL, {"code": code_in_last_mail()})
    delivery = Delivery.objects.latest("pk")
    assert (delivery.target, delivery.subject) == (
        "old@example.org",
        "Email address removed",
    )
    removed = desk.post(EMAIL, {"do": "remove"}, follow=True)
    assert says(removed, "Email address removed.")
    assert Delivery.objects.latest("pk").target == "ada@example.org"
    ada.refresh_from_db()
    assert (ada.email, EmailAddress.objects.count()) == ("", 0)


def test_a_signed_in_device_alone_adds_no_address(desk):
    answer = asked(desk, password="wrong")
    assert says(answer, "Wrong password.")
    assert not Delivery.objects.exists()


def test_a_code_is_valid_for_fifteen_minutes(desk, time_machine):
    asked(desk)
    code = code_in_last_mail()
    time_machine.move_to(timezone.now() + timedelta(minutes=16))
    assert desk.post(EMAIL, {"code": code}).status_code == 422
    assert not EmailAddress.objects.exists()


def test_an_address_belongs_to_one_account(desk, director):
    verified(director)
    # Only a person who reads its mail gets to know that.
    assert says(asked(desk), "A code was sent to")
    answer = desk.post(EMAIL, {"code": code_in_last_mail()})
    assert says(answer, "Another account already has this email address.")
    assert EmailAddress.objects.get().user == director


def test_no_one_can_flood_a_mailbox(desk):
    for _each in range(5):
        asked(desk)
        desk.post(EMAIL, {"do": "cancel"})
    assert says(asked(desk), "Too many codes were sent. Try again in an hour.")
    assert Delivery.objects.count() == 5


def test_codes_cannot_be_guessed(desk):
    asked(desk)
    for number in range(20):
        desk.post(EMAIL, {"code": f"wrong{number}"})
    answer = desk.post(EMAIL, {"code": code_in_last_mail()})
    assert says(answer, "Too many wrong codes. Try again in an hour.")


def test_without_mail_no_address_is_verified(desk, settings):
    settings.EMAIL_HOST = ""
    assert says(desk.get(EMAIL), "no address can be verified")
    assert asked(desk).status_code == 422
    assert not Delivery.objects.exists()


ASK = reverse("account_reset_password")
ENTER, SET = (
    reverse("account_confirm_password_reset_code"),
    reverse("account_complete_password_reset"),
)


def test_a_new_password_by_a_code(ada, desk):
    verified(ada)
    wrong_password_limit.note_wrong_password("ada", "127.0.0.1")
    page = Client()
    assert says(page.get(reverse("account_login")), "Forgotten your password?")
    shown = page.post(ASK, {"email": "ADA@example.org"}, follow=True)
    assert says(shown, "is the verified email address of an account")
    assert says(page.post(ENTER, {"code": "wrong"}), "Wrong code.")
    delivery = Delivery.objects.get()
    assert delivery.expires_at - timezone.now() <= timedelta(minutes=15)
    shown = page.post(ENTER, {"code": code_in_last_mail()}, follow=True)
    assert says(shown, "For the account <b>ada</b>.")
    different = {"password1": NEW, "password2": "other"}
    assert "error" in page.post(SET, different).content.decode()
    done = page.post(SET, {"password1": NEW, "password2": NEW}, follow=True)
    assert done.redirect_chain[-1][0] == reverse("account_login")
    assert says(done, "Password changed.")
    assert AccountAct.objects.get().kind == "password_reset"
    # Signed out everywhere.
    assert desk.get(EMAIL).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    # A code counts once.
    assert page.post(SET, {"password1": PASSWORD, "password2": PASSWORD}).url == ASK


def test_an_unknown_address_looks_the_same_and_gets_nothing(ada, director):
    verified(ada)
    director.email = "unverified@example.org"
    director.save()
    EmailAddress.objects.create(user=director, email="other@example.org")
    inactive = User.objects.create_user("ina", is_active=False)
    verified(inactive, "ina@example.org")

    def visible(address: str) -> list[str]:
        page = Client()
        answers = [
            page.post(ASK, {"email": address}, follow=True),
            page.post(ENTER, {"code": "wrong"}),
            page.post(ENTER, {"code": ""}),
            *(page.post(ENTER, {"code": "wrong"}, follow=True) for _each in "123"),
        ]
        texts = [answer.content.decode().replace(address, "X") for answer in answers]
        return [re.sub(r'value="\w{64}"', "", text) for text in texts]

    known = visible("ada@example.org")
    assert Delivery.objects.count() == 1
    for address in (
        "nobody@example.org",
        "unverified@example.org",
        "other@example.org",
        "ina@example.org",
    ):
        assert visible(address) == known
    assert Delivery.objects.count() == 1


def test_after_a_reset_the_second_factor_is_still_required(ada):
    verified(ada)
    secret = second_factor_and_totp.seal(second_factor_and_totp.new_secret())
    SecondFactor.objects.create(account=ada, secret=secret, last_step=0)
    page = Client()
    page.post(ASK, {"email": "ada@example.org"})
    page.post(ENTER, {"code": code_in_last_mail()})
    page.post(SET, {"password1": NEW, "password2": NEW})
    signed_in = page.post(
        reverse("account_login"), {"login": "ada", "password": NEW}, follow=True
    )
    assert says(signed_in, "Enter your code")
    assert "_auth_user_id" not in page.session


def test_too_many_requests_for_codes_are_refused(ada):
    verified(ada)
    codes = [Client().post(ASK, {"email": "ada@example.org"}) for _each in range(6)]
    assert [answer.status_code for answer in codes] == [302] * 5 + [429]
    assert Delivery.objects.count() == 5


def test_without_mail_there_is_no_reset(settings):
    settings.EMAIL_HOST = ""
    page = Client()
    assert ASK not in page.get(reverse("account_login")).content.decode()
    for address in (ASK, ENTER, SET, reverse("account_password_reset_completed")):
        assert page.get(address).status_code == 404
    assert outbox.outbox == []
