"""HTTPS headers and cookies, by environment variables."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks
from django.test import Client, override_settings

SETTINGS = Path(__file__).resolve().parents[3] / "mahjong_site/settings.py"
BOTH = {"HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}


@pytest.fixture
def read(monkeypatch, tmp_path):
    """Return a function that returns the security settings in an environment."""

    def settings_in(**environment: str) -> dict[str, object]:
        given = {"DATA_DIR": str(tmp_path), "SECRET_KEY": "0123456789" * 6}
        for name, value in (given | environment).items():
            monkeypatch.setenv(name, value)
        found = runpy.run_path(str(SETTINGS))
        kept = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "SILENCED_")
        return {name: found[name] for name in found if name.startswith(kept)}

    return settings_in


@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SECONDS": "60"}, "max-age=60"),
        ({"HSTS_SUBDOMAINS": "1"}, "max-age=31536000; includeSubDomains"),
        (BOTH, "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_other_sites_are_bound_only_by_choice(read, environment, header):
    found = read(HTTPS="1", **environment)
    with override_settings(**found, ALLOWED_HOSTS=["testserver"], DEBUG=False):
        answer = Client(headers={"X-Forwarded-Proto": "https"}).get("/robots.txt")
        assert answer["Strict-Transport-Security"] == header
        advice = run_checks(tags=[Tags.security], include_deployment_checks=True)
        loud = {each.id for each in advice if not each.is_silenced()}
    # The key of a test is too short for the check.
    assert loud <= {"security.W009"}
    quiet = {"security.W005", "security.W021"}
    chosen = ["HSTS_SUBDOMAINS" in environment, "HSTS_PRELOAD" in environment]
    assert len(set(found["SILENCED_SYSTEM_CHECKS"]) & quiet) == chosen.count(False)


def test_without_https_there_is_none(read):
    with override_settings(**read(**BOTH)):
        answer = Client().get("/robots.txt", secure=True)
    assert "Strict-Transport-Security" not in answer


def test_the_browsers_list_needs_the_sites_below(read):
    with pytest.raises(SystemExit, match="HSTS_SUBDOMAINS=1"):
        read(HTTPS="1", HSTS_PRELOAD="1")
