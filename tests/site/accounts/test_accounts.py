"""Sign-in, and password changes of an account."""

from __future__ import annotations

import logging
import shutil

import pytest
from django.conf import settings as installation
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core.cache.backends.locmem import LocMemCache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from mahjong_site.optional_cache import OptionalFileCache
from tournaments.access import wrong_password_limit

HALL, ELSEWHERE = "198.51.100.7", "203.0.113.9"
LOCKED = "Too many failed attempts from your network. Wait 5 minutes,"
WRONG = "Wrong name or password."


@pytest.fixture(autouse=True)
def _calm(monkeypatch):
    """Reset the record of wrong passwords and stop the clock, so that no time window
    ends during a test.
    """
    wrong_password_limit.forget_all()
    monkeypatch.setattr(wrong_password_limit.time, "time", lambda: 1_000_000_000)
    yield
    wrong_password_limit.forget_all()


def sign_in(
    password: str, *, login: str = "director", address: str = HALL, **headers: str
):
    sent = {"login": login, "password": password}
    return Client(REMOTE_ADDR=address).post(
        reverse("account_login"), sent, headers=headers or None
    )


def gets_in(response) -> bool:
    return response.status_code == 302


def wrong_passwords(count: int, **how: str):
    for _attempt in range(count):
        response = sign_in("wrong", **how)
    return response.content.decode()


def test_a_password_can_be_changed(director_client, director):
    response = director_client.post(
        reverse("account_change_password"),
        {
            "oldpassword": "director-pass-1",
            "password1": "seven-pairs-of-wind",
            "password2": "seven-pairs-of-wind",
        },
    )
    assert response.url == reverse("director:home")
    director.refresh_from_db()
    assert director.check_password("seven-pairs-of-wind")


def test_what_is_wrong_with_a_password_has_the_focus(director_client):
    assert 'tabindex="-1" autofocus' in sign_in("wrong").content.decode()
    address = reverse("account_change_password")
    sent = {"oldpassword": "wrong", "password1": "short", "password2": "other"}
    page = director_client.post(address, sent).content.decode()
    assert "Wrong password." in page
    assert page.count("autofocus") == 1


def test_what_was_done_with_an_account_is_said_in_the_words_of_the_others(director):
    here = Client()
    sent = {"login": "director", "password": "director-pass-1"}
    page = here.post(reverse("account_login"), sent, follow=True).content.decode()
    assert "Signed in as director." in page
    page = here.post(reverse("account_logout"), follow=True).content.decode()
    assert "Signed out." in page


def test_a_field_of_an_account_is_named_by_its_label_alone(client, director_client):
    names = ("account_login", "account_change_password", "account_reauthenticate")
    for who, name in zip(
        (client, director_client, director_client), names, strict=True
    ):
        page = who.get(reverse(name)).content.decode()
        assert "<label" in page
        assert "placeholder" not in page


def test_nobody_signs_up_unasked(client, director):
    page = client.get(reverse("account_signup"))
    assert "Directors create accounts" in page.content.decode()


def test_after_ten_wrong_passwords_the_address_waits(director):
    assert WRONG in wrong_passwords(10)
    refused = sign_in("director-pass-1")
    assert not gets_in(refused)
    assert LOCKED in refused.content.decode()


def test_the_wait_ends(director, monkeypatch):
    wrong_passwords(11)
    monkeypatch.setattr(wrong_password_limit.time, "time", lambda: 1_000_000_000 + 300)
    assert gets_in(sign_in("director-pass-1"))


def test_the_right_password_from_elsewhere_is_never_locked_out(director):
    wrong_passwords(12)
    assert gets_in(sign_in("director-pass-1", address=ELSEWHERE))


def test_other_accounts_sign_in_from_where_one_is_locked_out(director, stranger):
    wrong_passwords(12)
    assert gets_in(sign_in("stranger-pass-1", login="stranger"))


def test_another_spelling_of_an_account_is_no_other_account(director):
    for login in ("director", "DIRECTOR", " Director "):
        wrong_passwords(4, login=login)
    assert LOCKED in sign_in("director-pass-1").content.decode()


def test_a_hall_of_120_people_behind_one_address_can_sign_in(db):
    hashed = MD5PasswordHasher().encode("right-pass-1", "salt")
    names = [f"referee{number}" for number in range(120)]
    User.objects.bulk_create(User(username=name, password=hashed) for name in names)
    for name in names:
        wrong_passwords(2, login=name)
    assert all(gets_in(sign_in("right-pass-1", login=name)) for name in names)


def test_one_address_cannot_try_the_passwords_of_all_accounts(director, monkeypatch):
    few = wrong_password_limit.Limit("passwords-of-all", 20, 300)
    monkeypatch.setattr(wrong_password_limit, "PASSWORDS_OF_ALL", few)
    for number in range(20):
        wrong_passwords(1, login=f"name{number}")
    assert LOCKED in sign_in("director-pass-1").content.decode()
    assert gets_in(sign_in("director-pass-1", address=ELSEWHERE))


def test_addresses_of_one_ipv6_network_are_one(director):
    for number in range(11):
        wrong_passwords(1, address=f"2001:db8:1:2::{number}")
    assert not gets_in(sign_in("director-pass-1", address="2001:db8:1:2::ffff"))
    assert gets_in(sign_in("director-pass-1", address="2001:db8:1:3::1"))


def test_what_a_stranger_says_was_forwarded_is_not_believed(director):
    for number in range(11):
        header = {"x-forwarded-for": f"192.0.2.{number}"}
        sign_in("wrong", **header)
    assert LOCKED in sign_in("director-pass-1").content.decode()


def test_an_account_that_does_not_exist_is_answered_alike(director, monkeypatch):
    hashed = []
    encode = MD5PasswordHasher.encode

    def counting(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    pages = {}
    for login in ("director", "nobody"):
        hashed.clear()
        page = wrong_passwords(1, login=login)
        pages[login] = (WRONG in page, len(hashed))
        assert LOCKED in wrong_passwords(10, login=login)
    assert pages["director"] == pages["nobody"] == (True, 1)


def test_a_browser_that_signed_in_before_waits_for_no_stranger(director, stranger):
    browser = Client(REMOTE_ADDR=HALL)
    login, right = reverse("account_login"), {"password": "director-pass-1"}
    browser.post(login, right | {"login": "director"})
    browser.post(reverse("account_logout"))
    wrong_passwords(12)
    wrong_passwords(12, login="stranger")
    for name in ("stranger", "director"):
        response = browser.post(login, {"login": name, "password": f"{name}-pass-1"})
        assert gets_in(response) == (name == "director")


def test_such_a_browser_guesses_no_longer_than_others(director):
    browser = Client(REMOTE_ADDR=HALL)
    login, right = reverse("account_login"), {"login": "director"}
    browser.post(login, right | {"password": "director-pass-1"})
    browser.post(reverse("account_logout"))
    for _guess in range(10):
        browser.post(login, right | {"password": "wrong"})
    refused = browser.post(login, right | {"password": "director-pass-1"})
    assert LOCKED in refused.content.decode()
    browser.cookies["signed_in_before"] = "made.up"
    assert gets_in(browser.post(login, right | {"password": "director-pass-1"}))


def test_a_command_lets_one_account_sign_in_again(director, stranger, capsys):
    wrong_passwords(12)
    wrong_passwords(12, login="stranger")
    call_command("clear_lockout", "Director")
    assert gets_in(sign_in("director-pass-1"))
    assert not gets_in(sign_in("stranger-pass-1", login="stranger"))
    call_command("clear_lockout")
    assert gets_in(sign_in("stranger-pass-1", login="stranger"))


def test_machines_count_wrong_passwords_together(
    director, stranger, settings, monkeypatch, tmp_path
):
    """Machines count wrong passwords together.

    Each machine has its own data folder, and they share only Redis.
    """
    settings.REDIS_URL = "redis://shared"
    monkeypatch.setattr(
        wrong_password_limit, "cache", LocMemCache("of all machines", {})
    )
    for machine in ("one", "two", "one", "two", "one"):
        settings.DATA_DIR = tmp_path / machine
        wrong_passwords(2)
        wrong_passwords(2, login="stranger")
    settings.DATA_DIR = tmp_path / "three"
    assert not gets_in(sign_in("director-pass-1"))
    call_command("clear_lockout", "Director")
    assert gets_in(sign_in("director-pass-1"))
    assert not gets_in(sign_in("stranger-pass-1", login="stranger"))
    call_command("clear_lockout")
    assert gets_in(sign_in("stranger-pass-1", login="stranger"))


def test_counts_of_earlier_windows_are_thrown_away(director, monkeypatch):
    wrong_passwords(1)
    monkeypatch.setattr(wrong_password_limit.time, "time", lambda: 1_000_000_900)
    wrong_passwords(1)
    kept = (installation.DATA_DIR / "guesses" / "passwords").iterdir()
    assert [window.name for window in kept] == [str(1_000_000_900 // 300)]


def test_no_file_is_named_for_what_was_typed(director):
    wrong_passwords(1, login="oh-this-is-my-password")
    counted = list((installation.DATA_DIR / "guesses").rglob("*"))
    assert counted
    assert not [file for file in counted if "oh-this" in file.name]


@pytest.fixture
def without_folders(tmp_path, settings):
    """Set a data folder in which the program cannot write, because its path
    is a file.
    """
    settings.DATA_DIR = tmp_path / "gone"
    settings.DATA_DIR.touch()
    location = settings.DATA_DIR / "cache"
    settings.CACHES = {
        "default": {
            "BACKEND": "mahjong_site.optional_cache.OptionalFileCache",
            "LOCATION": location,
        }
    }


@pytest.mark.usefixtures("without_folders")
def test_signing_in_needs_no_folder_to_count_in(director, caplog):
    with caplog.at_level(logging.WARNING):
        wrong_passwords(12)
    assert "could not be counted" in caplog.text
    assert gets_in(sign_in("director-pass-1"))


@pytest.mark.usefixtures("without_folders")
def test_a_password_is_changed_without_a_cache(director_client):
    sent = dict.fromkeys(("password1", "password2"), "seven-pairs-of-wind")
    response = director_client.post(
        reverse("account_change_password"), sent | {"oldpassword": "director-pass-1"}
    )
    assert response.url == reverse("director:home")


def test_a_cache_whose_files_are_spoiled_is_empty(tmp_path):
    cache = OptionalFileCache(tmp_path, {})
    cache.set("name", 1)
    assert cache.get("name") == 1
    for file in tmp_path.iterdir():
        file.write_bytes(b"\x80")
    assert cache.get("name", "nothing") == "nothing"
    assert cache.add("name", 2)
    assert cache.get("name") == 2
    shutil.rmtree(tmp_path)
    assert cache.get("name") is None
