"""Settings from environment variables: accepted values, refused values, and the
document about them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from mahjong_site import environment_settings as declared
from mahjong_site.languages import first_of
from mahjong_site.management.commands.print_settings import settings_document
from tournaments.languages.page_language import first_offered

ROOT = Path(__file__).resolve().parents[3]
NAMES = {s.name for section in declared.SECTIONS for s in section.settings}


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def faults(monkeypatch, **variables: str) -> list[str]:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return declared.faults(os.environ)


def test_the_document_is_made_from_the_declarations():
    """The document is generated from the declarations.

    To change it: python manage.py print_settings > docs/settings.md
    """
    assert (ROOT / "docs/settings.md").read_text() == settings_document()


def test_no_other_module_reads_a_setting():
    """No other module of the program reads a setting.

    Child processes read variables that their parent process has set.
    """
    reads = re.compile(r'environ(?:\.get\(|\[)\s*"([A-Z_]+)"')
    for folder in ("mahjong_site", "tournaments", "scoring", "rules"):
        for file in (ROOT / folder).rglob("*.py"):
            names = NAMES.intersection(reads.findall(file.read_text()))
            names -= {"DATA_DIR"} if file.name == "settings_test.py" else set()
            names -= {"HOST", "PORT"} if file.name == "bot_worker.py" else set()
            assert not names, file


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [
        (declared.PORT, "8001", 8001),
        (declared.PORT, "", 8000),
        (declared.HTTPS, "1", True),
        (declared.HTTPS, "on", True),
        (declared.HTTPS, "0", False),
        (declared.HTTPS, "", False),
        (declared.EMAIL_USE_SSL, "", None),
        (declared.ALLOWED_HOSTS, "a.example, b.example,", ("a.example", "b.example")),
        (declared.ALLOWED_HOSTS, "", ("*",)),
        (declared.LOG_LEVEL, "warning", "WARNING"),
        (declared.TIME_ZONE, "Europe/Copenhagen", "Europe/Copenhagen"),
        (declared.LANGUAGE, "de_AT.UTF-8:de:en", ("de-at", "de", "en")),
        (declared.LANGUAGE, "", ()),
        (declared.DATABASE_URL, "postgres://wind@db/wind", "postgres://wind@db/wind"),
        (declared.REDIS_URL, "redis://host:6379/0", "redis://host:6379/0"),
    ],
)
def test_a_text_is_read(monkeypatch, setting, text, value):
    monkeypatch.setenv(setting.name, text)
    assert setting.read() == value


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("zh_CN", "zh-hans"),
        ("zh_TW.UTF-8", "zh-hant"),
        ("zh_HK", "zh-hant"),
        ("zh-Hant-TW", "zh-hant"),
        ("zh", "zh-hans"),
        ("pt_PT", "pt-br"),
        ("pt", "pt-br"),
        ("de_AT:fr", "de"),
        ("xx:FR", "fr"),
        ("C.UTF-8", ""),
        ("", ""),
        ("p:z", ""),
    ],
)
def test_a_language_is_found_as_for_browsers(monkeypatch, languages, text, language):
    monkeypatch.setenv("LANGUAGE", text)
    wanted = declared.LANGUAGE.read()
    assert first_of(wanted, dict(settings.LANGUAGES)) == (language or "en")
    assert first_offered(wanted) == language


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("PORT", "0", "PORT is “0”: enter a whole number from 1 to 65535."),
        ("WEB_WORKERS", "many", "“many”: enter a whole number of 1 or more."),
        ("STREAMS", "-1", "STREAMS is “-1”: enter a whole number of 0 or more."),
        ("HTTPS", "yes please", "“yes please”: enter 1 for on or 0 for off."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is “xml”: enter line or json."),
        ("LOG_LEVEL", "loud", "enter one of DEBUG, INFO, WARNING, ERROR, CRITICAL."),
        ("TIME_ZONE", "Copenhagen", "enter a time zone such as Europe/Copenhagen."),
        ("DATABASE_URL", "mysql://root:hush@db", "DATABASE_URL: enter a URL such"),
        ("REDIS_URL", "host:6379", "REDIS_URL: enter a URL such as redis://"),
    ],
)
def test_a_malformed_value_is_refused_by_name(monkeypatch, name, text, sentence):
    [fault] = faults(monkeypatch, **{name: text})
    assert fault.startswith(name)
    assert sentence in fault
    assert "hush" not in fault


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("TIMEZONE", "TIME_ZONE"),
        ("CSRF_TRUSTED_ORIGIN", "CSRF_TRUSTED_ORIGINS"),
        ("EMAIL_PASSWORD", "EMAIL_HOST_PASSWORD"),
        ("BACKUPS_KEPT", "BACKUPS_KEEP"),
    ],
)
def test_a_misspelt_setting_is_refused_by_name(monkeypatch, name, meant):
    [fault] = faults(monkeypatch, **{name: "x"})
    assert fault.startswith(f"{name} is set, but there is no such setting.")
    assert fault.endswith(f"Did you mean {meant}?")


def test_variables_of_other_programs_are_ignored(monkeypatch):
    others = ("HOSTNAME", "LANG", "PGHOST", "MAIL", "DEBUGINFOD_URLS", "TZ", "USER")
    assert faults(monkeypatch, **dict.fromkeys(others, "x")) == []


def test_a_similar_variable_beside_the_setting_is_ignored(monkeypatch):
    assert faults(monkeypatch, REDIS_URI="x", REDIS_URL="redis://h:1/0") == []


def test_settings_that_exclude_each_other_are_refused(monkeypatch):
    assert faults(monkeypatch, EMAIL_USE_SSL="1", EMAIL_USE_TLS="1")
    assert faults(monkeypatch, HTTPS="1", HSTS_PRELOAD="1")


@pytest.mark.parametrize(
    ("variables", "ssl", "tls"),
    [
        ({}, False, True),
        ({"EMAIL_PORT": "465"}, True, False),
        ({"EMAIL_PORT": "465", "EMAIL_USE_TLS": "1"}, False, True),
        ({"EMAIL_USE_SSL": "1"}, True, False),
        ({"EMAIL_PORT": "25", "EMAIL_USE_TLS": "0"}, False, False),
    ],
)
def test_the_connection_to_the_mail_server(tmp_path, variables, ssl, tls):
    code = (
        "from mahjong_site import settings as s;print(s.EMAIL_USE_SSL, s.EMAIL_USE_TLS)"
    )
    environment = {"DATA_DIR": str(tmp_path), "PATH": os.environ["PATH"], **variables}
    printed = subprocess.check_output(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, text=True
    )
    assert printed.split() == [str(ssl), str(tls)]


def test_single_sign_on_needs_all_its_settings_and_libraries(monkeypatch):
    assert faults(monkeypatch, OIDC_ISSUER="http://club.example")
    missing = "OIDC_ISSUER is set, but not OIDC_CLIENT_SECRET."
    issuer = "https://club.example/"
    [fault] = faults(monkeypatch, OIDC_ISSUER=issuer, OIDC_CLIENT_ID="wind")
    assert fault.startswith(missing)
    assert faults(monkeypatch, OIDC_CLIENT_SECRET="secret") == []
    assert declared.OIDC_ISSUER.read() == "https://club.example"
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    [fault] = faults(monkeypatch)
    assert "Install prevailing-wind[sso]." in fault


def test_forms_may_lead_to_the_provider_of_single_sign_on_only(tmp_path):
    code = (
        "from mahjong_site import settings as s;"
        "print(*s.CONTENT_SECURITY_POLICY['DIRECTIVES']['form-action'])"
    )
    variables = {
        "OIDC_ISSUER": "https://club.example:8443/realms/one",
        "OIDC_CLIENT_ID": "wind",
        "OIDC_CLIENT_SECRET": "secret",
    }
    environment = {"DATA_DIR": str(tmp_path), "PATH": os.environ["PATH"], **variables}
    printed = subprocess.check_output(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, text=True
    )
    assert printed.split() == ["'self'", "https://club.example:8443"]


def test_every_fault_is_printed_at_the_start(tmp_path):
    environment = {"DATA_DIR": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment | {"PORT": "no", "ALLOWED_HOST": "example.org"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 2
    assert "PORT is “no”" in done.stderr
    assert "ALLOWED_HOST is set" in done.stderr
    assert not list(tmp_path.iterdir())
