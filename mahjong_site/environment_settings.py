"""Declare the settings that environment variables can change, each with name, default
and meaning.

`manage.py print_settings` makes docs/settings.md from this module. This module does not
import Django, because processes read some settings before Django is set up.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Value = TypeVar("Value")

#: Values of a switch.
ON, OFF = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")

#: An unknown variable counts as a misspelt setting from this similarity on (`difflib`,
#: 0 to 1). The setting must have at least this many letters, because short names such
#: as HOST are similar to variables of many systems.
SIMILAR, LONG = 0.85, 6

#: Prefixes that only settings of this program have.
OWN_PREFIXES = ("BACKUPS_", "CONTACTS_", "EMAIL_", "HSTS_", "OIDC_", "STREAMS_")


class SettingError(ValueError):
    """Error for a variable whose value the program cannot use. Its message is a
    sentence."""


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """One environment variable.

    `parse` converts text to a value, or raises ValueError with the end of a sentence,
    such as “enter a number”. `shown`: the default as shown in the document. `secret`:
    messages must not show the value.
    """

    name: str
    default: Value
    parse: Callable[[str], Value]
    shown: str
    meaning: str
    secret: bool = False

    def read(self) -> Value:
        """Return the value of the variable, or its default if it is unset or empty.
        Raises SettingError if the value is unusable.
        """
        text = os.environ.get(self.name, "").strip()
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError as error:
            value = "" if self.secret else f" is “{text}”"
            raise SettingError(f"{self.name}{value}: {error}.") from None


@dataclass(frozen=True)
class Section:
    """A section of docs/settings.md: a heading and its settings."""

    title: str
    settings: list[Setting[object]] = field(default_factory=list)


SECTIONS: list[Section] = []


def _declared(setting: Setting[Value]) -> Setting[Value]:
    SECTIONS[-1].settings.append(setting)  # type: ignore[arg-type]
    return setting


def _text(
    name: str, meaning: str, default: str = "", shown: str = "none"
) -> Setting[str]:
    return _declared(Setting(name, default, str, default or shown, meaning))


def _choice(name: str, choices: tuple[str, ...], meaning: str) -> Setting[str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"enter {' or '.join(choices)}")
        return text

    return _declared(Setting(name, choices[0], parse, choices[0], meaning))


def _number(
    name: str, default: int, meaning: str, low: int = 0, high: int = 10**9
) -> Setting[int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,10}", text) or not low <= int(text) <= high:
            limit = f"from {low} to {high}" if high < 10**9 else f"of {low} or more"
            raise ValueError(f"enter a whole number {limit}")
        return int(text)

    return _declared(Setting(name, default, parse, str(default), meaning))


def _on_or_off(text: str) -> bool:
    if text.lower() not in ON + OFF:
        raise ValueError("enter 1 for on or 0 for off")
    return text.lower() in ON


def _switch(name: str, meaning: str) -> Setting[bool]:
    return _declared(Setting(name, False, _on_or_off, "off", meaning))


def _optional_switch(name: str, meaning: str, shown: str) -> Setting[bool | None]:
    """Return a declared switch whose default is None, because its default depends on
    other settings."""
    return _declared(Setting[bool | None](name, None, _on_or_off, shown, meaning))


def _list(
    name: str, meaning: str, default: tuple[str, ...] = (), shown: str = "none"
) -> Setting[tuple[str, ...]]:
    def parse(text: str) -> tuple[str, ...]:
        return tuple(filter(None, (part.strip() for part in text.split(","))))

    return _declared(Setting(name, default, parse, shown, meaning))


def _database(name: str, meaning: str, shown: str) -> Setting[str]:
    def parse(text: str) -> str:
        if not re.match(r"(postgres(ql)?|sqlite)://", text):
            raise ValueError("enter a URL such as postgres://user:password@host/name")
        return text

    return _declared(Setting(name, "", parse, shown, meaning, secret=True))


def _redis(name: str, meaning: str, shown: str) -> Setting[str]:
    def parse(text: str) -> str:
        if not re.match(r"(rediss?|unix)://", text):
            raise ValueError("enter a URL such as redis://host:6379/0")
        return text

    return _declared(Setting(name, "", parse, shown, meaning, secret=True))


def _sub_path(name: str, meaning: str) -> Setting[str]:
    def parse(text: str) -> str:
        path = text.strip("/")
        if not re.fullmatch(r"[\w~.-]+(/[\w~.-]+)*", path, re.ASCII):
            raise ValueError("enter a path such as /mahjong")
        return f"/{path}"

    return _declared(Setting(name, "", parse, "none", meaning))


def _issuer(name: str, meaning: str) -> Setting[str]:
    def parse(text: str) -> str:
        # HTTPS proves who answers. On this computer there is none for tests.
        if not re.match(r"https://[^/]+|http://(127\.0\.0\.1|localhost)\b", text):
            raise ValueError("enter a URL that begins with https://")
        return text.rstrip("/")

    return _declared(Setting(name, "", parse, "none", meaning))


def _level(name: str, meaning: str) -> Setting[str]:
    def parse(text: str) -> str:
        levels = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
        if text.upper() not in levels:
            raise ValueError(f"enter one of {', '.join(levels)}")
        return text.upper()

    return _declared(Setting(name, "INFO", parse, "INFO", meaning))


def _languages(name: str, meaning: str) -> Setting[tuple[str, ...]]:
    """Return a declared setting with a list of languages.

    Unknown languages are ignored, because desktops also set a variable with this name,
    such as `de_AT:de:en`.
    """

    def parse(text: str) -> tuple[str, ...]:
        codes = [code.partition(".")[0].replace("_", "-") for code in text.split(":")]
        return tuple(code.strip().lower() for code in codes)

    return _declared(Setting(name, (), parse, "English", meaning))


def _zone(name: str, meaning: str) -> Setting[str]:
    def parse(text: str) -> str:
        from zoneinfo import ZoneInfo

        try:
            return ZoneInfo(text).key
        except (KeyError, OSError, ValueError):
            raise ValueError("enter a time zone such as Europe/Copenhagen") from None

    return _declared(Setting(name, "UTC", parse, "UTC", meaning))


SECTIONS.append(Section("Where it runs"))
PORT = _number("PORT", 8000, "port on which the web server listens", 1, 65535)
HOST = _text(
    "HOST",
    "IP address on which the web server listens; `0.0.0.0`: all of this computer",
    "0.0.0.0",  # noqa: S104 - for phones in the room
)
WEB_WORKERS = _number(
    "WEB_WORKERS",
    1,
    "web processes of `manage.py serve` on Linux (`make run-big`: 2); they share the "
    "port",
    1,
)
DATA_DIR = _text(
    "DATA_DIR",
    "folder of all data",
    shown="`var/`; package: the account's folder for data",
)
DATABASE_URL = _database(
    "DATABASE_URL",
    "for example `postgres://user:password@host/name`",
    "SQLite in `DATA_DIR`",
)
DATABASE_DIRECT_URL = _database(
    "DATABASE_DIRECT_URL",
    "the database in session mode, past the pooler in `DATABASE_URL`",
    "none",
)
REDIS_URL = _redis(
    "REDIS_URL",
    "message queue and data shared by web processes, for example `redis://host:6379/0`",
    "files in `DATA_DIR`",
)
DRAIN_SECONDS = _number(
    "DRAIN_SECONDS",
    0,
    "seconds during which a stopping web process still serves pages and reports at "
    "`/readyz` that it stops. A load balancer can then send visitors elsewhere",
)
PRACTICE_SITE = _text(
    "PRACTICE_SITE",
    "where the worker finds the web server for the bots of practice tournaments, for "
    "example `http://web:8000`",
    shown="this computer at `PORT`",
)

SECTIONS.append(Section("Addresses and security"))
SECRET_KEY = _text(
    "SECRET_KEY",
    "at least 50 characters; a key that can be guessed is rejected. Set it if several "
    "computers serve one installation",
    shown="created in `DATA_DIR`",
)
SECRET_KEY_FALLBACKS = _list(
    "SECRET_KEY_FALLBACKS",
    "earlier keys, separated by commas. Links, sessions and two-factor authentication "
    "made with them continue to work",
)
ALLOWED_HOSTS = _list(
    "ALLOWED_HOSTS", "host names of the site, separated by commas", ("*",), "any"
)
SUB_PATH = _sub_path(
    "SUB_PATH",
    "path of the site at its host: `/mahjong` for `https://club.example/mahjong/`. The "
    "proxy passes paths unchanged",
)
CSRF_TRUSTED_ORIGINS = _list(
    "CSRF_TRUSTED_ORIGINS",
    "for example `https://mahjong.example.org`, if a proxy ends HTTPS",
)
HTTPS = _switch("HTTPS", "secure cookies, redirect to HTTPS, HSTS")
HSTS_SECONDS = _number(
    "HSTS_SECONDS",
    31_536_000,
    "with `HTTPS`: how long browsers use only HTTPS for this site",
)
HSTS_SUBDOMAINS = _switch(
    "HSTS_SUBDOMAINS",
    "with `HTTPS`: the same for all subdomains. All of them need HTTPS",
)
HSTS_PRELOAD = _switch(
    "HSTS_PRELOAD",
    "with `HSTS_SUBDOMAINS`: permits the site on the browsers' built-in list, which is "
    "hard to leave",
)
PROXY_IPS = _text(
    "PROXY_IPS",
    "IP addresses of the reverse proxy whose forwarded headers are trusted, separated "
    "by commas",
)
SITE_ADDRESS = _text("SITE_ADDRESS", "`deploy/` only: host name of the site")
POSTGRES_PASSWORD = _text(
    "POSTGRES_PASSWORD", "`deploy/compose.yaml` only: password of its database"
)

SECTIONS.append(Section("Limits"))
STREAMS_PER_ADDRESS = _number(
    "STREAMS_PER_ADDRESS",
    1000,
    "live streams of viewers per web process and IP address (IPv6: /64 network). "
    "A venue can share one IP address. Further streams get a 503 and retry. Tables, "
    "staff, player links and screens each have the same number in addition",
)
STREAMS = _number(
    "STREAMS",
    4000,
    "live streams of viewers per web process, all IP addresses together",
)
BACKUPS_KEEP = _number(
    "BACKUPS_KEEP",
    20,
    "newest backups kept regardless of age; 0 turns automatic backups off",
)
CONTACTS_KEEP_DAYS = _number(
    "CONTACTS_KEEP_DAYS",
    0,
    "days after a tournament was finished or archived until its email addresses, "
    "messages to players, unused registrations, devices and lists that were never "
    "imported are deleted; 0: never. 90 leaves time for questions afterwards",
)


SECTIONS.append(Section("Messages and time"))
EMAIL_HOST = _text(
    "EMAIL_HOST",
    "mail server for all emails: confirmations and messages to players, invitations of "
    "staff, notifications, and codes for accounts; without it no email is sent",
)
EMAIL_PORT = _number("EMAIL_PORT", 587, "port of the mail server", 1, 65535)
EMAIL_HOST_USER = _text("EMAIL_HOST_USER", "user name at the mail server")
EMAIL_HOST_PASSWORD = _text("EMAIL_HOST_PASSWORD", "password at the mail server")
EMAIL_USE_SSL = _optional_switch(
    "EMAIL_USE_SSL",
    "encrypt the connection to the mail server from its start (implicit TLS)",
    "on with port 465",
)
EMAIL_USE_TLS = _optional_switch(
    "EMAIL_USE_TLS",
    "encrypt the connection to the mail server after its start (STARTTLS)",
    "on, unless `EMAIL_USE_SSL`",
)
EMAIL_FROM = _text("EMAIL_FROM", "sender", shown="`EMAIL_HOST_USER`")
PUSH_HOSTS = _list(
    "PUSH_HOSTS",
    "hosts of push services that may be used for notifications, separated by commas",
    (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    ),
    "Google, Mozilla, Apple, Microsoft",
)
LANGUAGE = _languages(
    "LANGUAGE",
    "language of new tournaments, and of pages for browsers that ask for a language "
    "this program does not have, for example `fr` or `zh_CN`. Of several languages, "
    "separated by colons, the first available one is used",
)
TIME_ZONE = _zone("TIME_ZONE", "zone of new tournaments and of the nightly backup")

SECTIONS.append(Section("Single sign-on"))
OIDC_ISSUER = _issuer(
    "OIDC_ISSUER",
    "URL of an OpenID Connect provider, for example "
    "`https://accounts.google.com`. Staff sign in with it to the account with the same "
    "verified email address. Needs the extra `sso`",
)
OIDC_CLIENT_ID = _text("OIDC_CLIENT_ID", "this site's id at the provider")
OIDC_CLIENT_SECRET = _text("OIDC_CLIENT_SECRET", "this site's secret at the provider")
OIDC_NAME = _text("OIDC_NAME", "name of the provider on the button", "single sign-on")

SECTIONS.append(Section("Observation"))
METRICS_TOKEN = _text(
    "METRICS_TOKEN",
    "token that opens `/metrics`; without it the URL does not exist",
)
LOG_LEVEL = _level("LOG_LEVEL", "least severe messages in the log")
LOG_FORMAT = _choice(
    "LOG_FORMAT",
    ("line", "json"),
    "`json`: one object per line, with request id (`X-Request-Id`), route, and ledger "
    "number of a save (`entry`)",
)
DEBUG = _switch(
    "DEBUG", "for development only: shows the details of errors to everyone"
)

SECTIONS.append(Section("Tests"))
TEST_DATABASE_URL = _database(
    "TEST_DATABASE_URL", "database for `make test`", "PostgreSQL on this computer"
)
TEST_REDIS_URL = _redis(
    "TEST_REDIS_URL", "Redis for `make test`", "Redis on this computer"
)


def faults(environment: Mapping[str, str]) -> list[str]:
    """Return one sentence for each fault of the environment: an unusable value, a
    variable that looks like a misspelt setting or, if there are none of these, settings
    that contradict each other."""
    known = {setting.name: setting for part in SECTIONS for setting in part.settings}
    sentences = []
    for setting in known.values():
        try:
            setting.read()
        except SettingError as error:
            sentences.append(str(error))
    sentences += [
        f"{name} is set, but there is no such setting. Did you mean {meant}?"
        for name in environment
        if name not in known and (meant := _misspelt(name, known, environment))
    ]
    return sentences or _contradictions()


def _contradictions() -> list[str]:
    sentences = []
    if HTTPS.read() and HSTS_PRELOAD.read() and not HSTS_SUBDOMAINS.read():
        sentences.append(
            "HSTS_PRELOAD is on: browsers accept it only with HSTS_SUBDOMAINS=1."
        )
    if EMAIL_USE_SSL.read() and EMAIL_USE_TLS.read():
        sentences.append("EMAIL_USE_SSL and EMAIL_USE_TLS are both on: choose one.")
    if OIDC_ISSUER.read():
        sentences += [
            f"OIDC_ISSUER is set, but not {setting.name}. Single sign-on needs both."
            for setting in (OIDC_CLIENT_ID, OIDC_CLIENT_SECRET)
            if not setting.read()
        ]
        if not all(map(importlib.util.find_spec, ("jwt", "oauthlib", "requests"))):
            sentences.append(
                "OIDC_ISSUER is set, but libraries for it are missing. Install "
                "prevailing-wind[sso]."
            )
    return sentences


def _misspelt(
    name: str, known: Mapping[str, object], environment: Mapping[str, str]
) -> str:
    """Return the setting whose name is most similar to the unknown variable `name`; ""
    if no name is similar enough."""
    own = name.startswith(OWN_PREFIXES)
    missing = [
        setting
        for setting in known
        if setting not in environment and len(setting) >= LONG
    ]
    similar = difflib.get_close_matches(name, missing, 1, 0.0 if own else SIMILAR)
    return similar[0] if similar else ""
