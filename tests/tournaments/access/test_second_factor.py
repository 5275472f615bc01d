"""Second factor at sign-in: codes of RFC 6238, pages, and no lockout."""

from __future__ import annotations

import base64
import time

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tournaments.pages import says
from tournaments.access import (
    deactivate_and_sign_out,
    second_factor_and_totp,
    wrong_password_limit,
)
from tournaments.models import AccountAct, SecondFactor
from tournaments.refusals import Refused

RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
NOON = 1_000_000_000
LOGIN, OWN = "/account/login/", "/signed-in/codes/"
ASKED = "/account/login/code/"
WRONG = "This code is wrong or was already used."


@pytest.fixture(autouse=True)
def _calm():
    wrong_password_limit.forget_all()
    with time_machine.travel(NOON, tick=False):
        yield
    wrong_password_limit.forget_all()


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_are_those_of_the_rfc(seconds, code):
    """Codes are the same as in RFC 6238, appendix B, for SHA-1."""
    assert (
        second_factor_and_totp.code(
            RFC_SECRET, seconds // second_factor_and_totp.SECONDS, digits=8
        )
        == code
    )


def test_a_code_counts_a_step_early_or_late_and_never_twice():
    step = NOON // second_factor_and_totp.SECONDS
    for drift, counts in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        given = second_factor_and_totp.code(RFC_SECRET, step + drift)
        found = second_factor_and_totp.step_of(RFC_SECRET, given, NOON)
        assert found == (step + drift if counts else None)
        assert (
            second_factor_and_totp.step_of(RFC_SECRET, given, NOON, after=step + drift)
            is None
        )
    assert second_factor_and_totp.step_of(RFC_SECRET, "", NOON) is None
    assert second_factor_and_totp.step_of(RFC_SECRET, "１２３４５６", NOON) is None


def code_now(secret: str) -> str:
    return second_factor_and_totp.code(
        secret, int(time.time()) // second_factor_and_totp.SECONDS
    )


def later(seconds: int = 120):
    return time_machine.travel(NOON + seconds, tick=False)


def enrolled(account: User) -> tuple[str, list[str]]:
    """Set up a second factor with the code at noon.

    Return the secret and the recovery codes.
    """
    secret = second_factor_and_totp.new_secret()
    return secret, second_factor_and_totp.set_up(
        account, secret=secret, typed=code_now(secret)
    )


def password_given(name: str = "owner") -> Client:
    client = Client()
    sent = {"login": name, "password": f"{name}-pass-1"}
    assert client.post(LOGIN, sent)["Location"] == ASKED
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("director:home")).status_code == 200


def test_it_is_set_up_with_a_code_and_asked_for_from_then_on(owner_client, owner):
    shown = owner_client.get(OWN)
    secret = shown.context["secret"].replace(" ", "")
    assert says(shown, shown.context["secret"])
    assert "<svg" in shown.context["qr"]
    refused = owner_client.post(OWN, {"code": "000000"})
    assert refused.status_code == 422
    assert says(refused, WRONG)
    assert refused.context["secret"] == shown.context["secret"]

    now = code_now(secret)
    response = owner_client.post(OWN, {"code": f"{now[:3]} {now[3:]}"})
    codes = response.context["codes"]
    assert all(says(response, code) for code in codes)
    assert not says(owner_client.get(OWN), codes[0])
    kept = str(SecondFactor.objects.values_list("recovery", flat=True).get())
    assert not any(code in kept for code in codes)

    half = password_given()
    assert not is_in(half)
    assert says(half.post(ASKED, {"code": now}), WRONG)
    with later():
        assert half.post(ASKED, {"code": code_now(secret)}).status_code == 302
        assert is_in(half)
        again = password_given()
        assert says(again.post(ASKED, {"code": code_now(secret)}), WRONG)
        assert not is_in(again)
        # A recovery code works once, in upper or lower case.
        assert again.post(ASKED, {"code": codes[0].upper()}).status_code == 302
        assert is_in(again)
        assert says(password_given().post(ASKED, {"code": codes[0]}), WRONG)
    kinds = list(AccountAct.objects.values_list("kind", flat=True))
    assert kinds == ["recovery_used", "factor_set_up"]


def test_without_the_password_there_is_no_question(owner, director):
    enrolled(owner)
    assert Client().get(ASKED).status_code == 302
    wrong = Client()
    assert wrong.post(LOGIN, {"login": "owner", "password": "x"}).status_code == 200
    assert wrong.get(ASKED).status_code == 302
    sent = {"login": "director", "password": "director-pass-1"}
    client = Client()
    assert client.post(LOGIN, sent)["Location"] != ASKED
    assert is_in(client)


def test_guessed_codes_wait_and_lock_nobody_out(owner, monkeypatch):
    secret, codes = enrolled(owner)
    with later():
        client = password_given()
        for _guess in range(wrong_password_limit.SECOND_FACTORS.most):
            assert says(client.post(ASKED, {"code": "000000"}), WRONG)
        late = client.post(ASKED, {"code": code_now(secret)})
        assert says(late, "Too many wrong codes")
        assert client.post(ASKED, {"code": codes[1]}).status_code == 302
        assert is_in(client)
        wrong_password_limit.forget("owner")
        other = password_given()
        assert other.post(ASKED, {"code": code_now(secret)}).status_code == 302


def test_it_is_removed_with_password_and_code_or_on_the_machine(owner_client, owner):
    secret, _codes = enrolled(owner)
    with later():
        for sent, sentence in (
            ({"password": "x", "code": code_now(secret)}, "Wrong password."),
            ({"password": "owner-pass-1", "code": "000000"}, WRONG),
            ({"code": code_now(secret)}, "This field is required."),
        ):
            answer = owner_client.post(OWN, sent)
            assert answer.status_code == 422
            assert says(answer, sentence)
            assert second_factor_and_totp.has_one(owner)
        sent = {"password": "owner-pass-1", "code": code_now(secret)}
        assert owner_client.post(OWN, sent).status_code == 302
        assert not second_factor_and_totp.has_one(owner)

    enrolled(owner)
    call_command("let_in", "owner")
    assert second_factor_and_totp.has_one(owner)
    call_command("let_in", "owner", "--without-second-factor")
    assert not second_factor_and_totp.has_one(owner)
    assert AccountAct.objects.filter(kind="factor_removed").count() == 2


def test_who_is_deactivated_between_password_and_code_stays_out(owner, director):
    secret, _codes = enrolled(director)
    with later():
        half = password_given("director")
        deactivate_and_sign_out.deactivate(director, reason="Left", by="owner")
        half.post(ASKED, {"code": code_now(secret)})
        assert not is_in(half)


def kept_secret() -> str:
    return SecondFactor.objects.values_list("secret", flat=True).get()


def test_the_database_does_not_tell_the_secret_and_a_new_key_loses_nobody(
    owner, settings
):
    secret, _recovery = enrolled(owner)
    assert secret not in kept_secret()
    assert second_factor_and_totp.unseal(kept_secret()) == secret
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 6
    with later(), pytest.raises(Refused):
        second_factor_and_totp.prove(owner, code_now(secret))
    settings.SECRET_KEY_FALLBACKS = [former]
    with later():
        second_factor_and_totp.prove(owner, code_now(secret))
    settings.SECRET_KEY_FALLBACKS = []
    with later(240):
        second_factor_and_totp.prove(owner, code_now(secret))
