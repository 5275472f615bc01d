"""Signing in, and what an account can do with its password."""

from __future__ import annotations

from django.core.cache import cache
from django.urls import reverse


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


def test_nobody_signs_up_unasked(client, director):
    page = client.get(reverse("account_signup"))
    assert "Accounts are made by directors" in page.content.decode()


def test_guessing_passwords_is_slowed_down(client, director):
    cache.clear()
    wrong = {"login": "director", "password": "wrong"}
    for _attempt in range(12):
        page = client.post(reverse("account_login"), wrong).content.decode()
    assert "Too many failed login attempts" in page
    cache.clear()
