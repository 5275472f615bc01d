"""Settings: defaults for one laptop; environment variables for large tournaments.

`environment_settings.py` declares the variables; docs/settings.md lists them.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from environ import Env

from mahjong_site import environment_settings as declared
from mahjong_site.languages import first_of, offered
from mahjong_site.secret_key_and_private_files import (
    database_files,
    keep_private,
    secret_key,
)
from mahjong_site.version import VERSION

if _faults := declared.faults(os.environ):
    sys.exit("\n".join(_faults))

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(declared.DATA_DIR.read() or BASE_DIR / "var").resolve()
keep_private(DATA_DIR)

#: For the apps, which do not import `mahjong_site`.
PROGRAM_VERSION = VERSION
#: How a person starts a command of the program. The package has no manage.py.
COMMAND = "python manage.py" if (BASE_DIR / "manage.py").exists() else "prevailing-wind"

DEBUG = declared.DEBUG.read()
SECRET_KEY = secret_key(declared.SECRET_KEY.read(), DATA_DIR / "secret_key")
#: Previous keys. Signatures and encrypted data made with them stay valid.
SECRET_KEY_FALLBACKS = list(declared.SECRET_KEY_FALLBACKS.read())
#: File of the key, unless the environment sets it.
SECRET_KEY_FILE = None if declared.SECRET_KEY.read() else DATA_DIR / "secret_key"

#: Path below which the site has its addresses: "/mahjong", or "" for the whole host.
SUB_PATH = declared.SUB_PATH.read()
#: Network address on which the web server listens.
HOST = declared.HOST.read()
ALLOWED_HOSTS = list(declared.ALLOWED_HOSTS.read())
CSRF_TRUSTED_ORIGINS = list(declared.CSRF_TRUSTED_ORIGINS.read())

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "mahjong_site",  # Its command `collectstatic` takes precedence over the next app's.
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",  # Always, so that all databases have the same tables.
    "csp",
    "django_htmx",
    "tournaments",
    "scoring",
]

MIDDLEWARE = [
    "mahjong_site.log_format_and_request_log.with_id",
    "mahjong_site.request_metrics.counted",
    "mahjong_site.outage_and_wrong_method_pages.follow_saving",
    "django.middleware.security.SecurityMiddleware",
    "mahjong_site.refuse_non_utf8_requests.only_utf8",
    "mahjong_site.malformed_addresses.left_out",
    "mahjong_site.compression_and_page_headers.respect_refused_gzip",
    "mahjong_site.static_files_of_releases.StaticFiles",
    "tournaments.languages.page_language.in_page_language",
    "mahjong_site.compression_and_page_headers.TextCompression",
    "mahjong_site.compression_and_page_headers.mark_as_private",
    "mahjong_site.compression_and_page_headers.deny_device_features",
    "csp.middleware.CSPMiddleware",
    "mahjong_site.outage_and_wrong_method_pages.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.tournament_time.time_zone_and_years.only_for_this_request",
    "mahjong_site.outage_and_wrong_method_pages.fill_empty_405",
    "mahjong_site.mirrors_are_read_only.MirrorsAreReadOnly",
]

ROOT_URLCONF = "mahjong_site.urls"
WSGI_APPLICATION = "mahjong_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "tournaments.templatetags.names_beside_text",
                "tournaments.templatetags.formats_by_language",
            ],
        },
    },
]

# The database
#: "" for SQLite in DATA_DIR.
DATABASE_URL = declared.DATABASE_URL.read()
DATABASES = {"default": Env.db_url_config(DATABASE_URL or "sqlite://")}
if not DATABASE_URL:
    # Not as part of a URL, in which characters of a folder's name have a meaning.
    DATABASES["default"]["NAME"] = str(DATA_DIR / "db.sqlite3")
#: Database address without the pooler of DATABASE_URL, used to listen for changes,
#: since a listener keeps its connection.
DATABASE_DIRECT_URL = declared.DATABASE_DIRECT_URL.read()
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    keep_private(DATA_DIR, database_files(Path(_database["NAME"])))
    # Some builds of SQLite keep deleted data in free pages, which backups would copy:
    # erased names, too.
    # IMMEDIATE takes the write lock at the start. With Django's default, transactions
    # that read before they write fail with "database is locked" instead of waiting.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "PRAGMA secure_delete=ON;",
    }
else:
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
    # Cursors and prepared statements belong to one server connection, which a pooler
    # may change.
    _database["DISABLE_SERVER_SIDE_CURSORS"] = bool(DATABASE_DIRECT_URL)
    # In this order: executions of a query before it is prepared; seconds, then
    # milliseconds, until a silent server counts as down.
    _database["OPTIONS"] = {
        "server_side_binding": True,
        "prepare_threshold": None if DATABASE_DIRECT_URL else 5,
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 10,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        **_database.get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis for cache and broker, optional: without it both use files.
REDIS_URL = declared.REDIS_URL.read()
# Shared by all machines with Redis, otherwise by the processes of one machine.
CACHES: dict[str, dict[str, object]] = {
    "default": {
        "BACKEND": "mahjong_site.optional_cache.OptionalRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "wind",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    if REDIS_URL
    else {
        "BACKEND": "mahjong_site.optional_cache.OptionalFileCache",
        "LOCATION": DATA_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Renderings that web processes share (tournaments/live/shared_renders.py). Each
    # version has its own, because processes of two versions may run during an update.
    "live": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"wind-live-{VERSION}",
        "OPTIONS": {"socket_connect_timeout": 0.1, "socket_timeout": 0.1},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    # Limits how long a page waits for a broker that does not respond.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "socket_connect_timeout": 2,
        "socket_timeout": 3,
    }
else:
    CELERY_BROKER_URL = "sqlite://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "file": str(DATA_DIR / "broker.sqlite3"),
        "polling_interval": 0.2,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Ticks of the clock have their own worker, so that they never wait behind seating or
# imports.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"clock": {}, "work": {}}
CELERY_TASK_DEFAULT_QUEUE = "work"
CELERY_TASK_ROUTES = {"scoring.tasks.tick": {"queue": "clock"}}
# Remote control is not used, and listening for it costs messages.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"
# Beat needs no state between starts. A kill can damage the state file of Celery's
# scheduler, and then beat never starts again.
CELERY_BEAT_SCHEDULER = "mahjong_site.celery:Intervals"
CELERY_BEAT_SCHEDULE = {
    "clock": {
        "task": "scoring.tasks.tick",
        "schedule": 1.0,
        # A returning worker must not process a backlog of ticks.
        "options": {"expires": 5},
    },
    "worker": {
        "task": "tournaments.tasks.note_worker",
        "schedule": 20.0,
        "options": {"expires": 15},
    },
    # A correction reaches the statistics within a minute.
    "figures": {
        "task": "scoring.tasks.renew_figures",
        "schedule": 20.0,
        "options": {"expires": 15},
    },
    "deliveries": {
        "task": "tournaments.tasks.send_due_deliveries",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    # Checks whether last night's backup exists: a machine may be off at night.
    "backups": {
        "task": "tournaments.tasks.back_up_at_night",
        "schedule": 600.0,
        "options": {"expires": 300},
    },
    "player lists": {
        "task": "tournaments.tasks.delete_stale_lists",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "past results": {
        "task": "scoring.tasks.delete_stale_results",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "bin": {
        "task": "tournaments.tasks.empty_bin",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "contacts": {
        "task": "tournaments.tasks.forget_contacts",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
}

#: Address at which the worker's bots of practice tournaments reach the web server;
#: leave empty for this machine, at PORT.
PRACTICE_SITE = declared.PRACTICE_SITE.read()

#: Days after a tournament until contact data is deleted; 0: never.
CONTACTS_KEEP_DAYS = declared.CONTACTS_KEEP_DAYS.read()

#: Number of newest backups kept whatever their age. With 0 there are no automatic
#: backups.
BACKUPS_KEEP = declared.BACKUPS_KEEP.read()

# People
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "director:home"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "mahjong_site.account_sign_in_and_forms.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "mahjong_site.account_sign_in_and_forms.LoginForm",
    "change_password": "mahjong_site.account_sign_in_and_forms.ChangePasswordForm",
    "reauthenticate": "mahjong_site.account_sign_in_and_forms.ReauthenticateForm",
    "reset_password": "mahjong_site.account_sign_in_and_forms.ResetPasswordForm",
    "confirm_password_reset_code": "mahjong_site.account_sign_in_and_forms.CodeForm",
    "reset_password_from_key": "mahjong_site.account_sign_in_and_forms.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# By code: a link would contain the host of the request, which its sender chooses.
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
#: Seconds for which codes sent by mail are valid.
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# tournaments/access/wrong_password_limit.py counts wrong passwords; allauth would count
# those for an account from all addresses, and every sign-in of a hall behind one
# address.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "",
    "signup": "",
    "reset_password": "20/m/ip,5/h/key",
}
ACCOUNT_LOGOUT_REDIRECT_URL = "public:home"
ACCOUNT_SESSION_REMEMBER = True
# Single sign-on: the provider shows who a person is, and creates no accounts.
OIDC_ISSUER = declared.OIDC_ISSUER.read()
OIDC_NAME = declared.OIDC_NAME.read()
SOCIALACCOUNT_ADAPTER = "mahjong_site.single_sign_on.KnownPeopleOnly"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = False
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
if OIDC_ISSUER:
    INSTALLED_APPS.append("allauth.socialaccount.providers.openid_connect")
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": OIDC_NAME,
                "client_id": declared.OIDC_CLIENT_ID.read(),
                "secret": declared.OIDC_CLIENT_SECRET.read(),
                "settings": {"server_url": OIDC_ISSUER},
            }
        ],
    }
# Mail is sent only if a mail server is set.
#: Port on which mail servers expect an encrypted connection.
IMPLICIT_TLS = 465
EMAIL_HOST = declared.EMAIL_HOST.read()
EMAIL_PORT = declared.EMAIL_PORT.read()
EMAIL_HOST_USER = declared.EMAIL_HOST_USER.read()
EMAIL_HOST_PASSWORD = declared.EMAIL_HOST_PASSWORD.read()
EMAIL_USE_SSL = declared.EMAIL_USE_SSL.read()
EMAIL_USE_TLS = declared.EMAIL_USE_TLS.read()
if EMAIL_USE_SSL is None:
    EMAIL_USE_SSL = EMAIL_PORT == IMPLICIT_TLS and not EMAIL_USE_TLS
if EMAIL_USE_TLS is None:
    EMAIL_USE_TLS = not EMAIL_USE_SSL
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = declared.EMAIL_FROM.read() or EMAIL_HOST_USER
EMAIL_BACKEND = "django.core.mail.backends." + (
    "smtp.EmailBackend" if EMAIL_HOST else "console.EmailBackend"
)

#: Code for creating the first account from another machine.
FIRST_VISIT_CODE = DATA_DIR / "first_visit_code"

# Security
BEHIND_PROXY = bool(declared.PROXY_IPS.read())
HTTPS = declared.HTTPS.read()
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = f"{SUB_PATH}/"
MESSAGE_STORAGE = "mahjong_site.message_cookie.MessageStorage"
if SUB_PATH:
    # A Django site at the root of the host has cookies with the usual names, and
    # browsers send them here too.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "wind_session", "wind_csrf"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = declared.HSTS_SECONDS.read() if HTTPS else 0
# Both also affect the owner's other sites for that time, so they are off by default.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and declared.HSTS_SUBDOMAINS.read()
SECURE_HSTS_PRELOAD = HTTPS and declared.HSTS_PRELOAD.read()
# `check --deploy` recommends both; leaving them off is not a fault.
SILENCED_SYSTEM_CHECKS = [
    check
    for check, chosen in (
        ("security.W005", SECURE_HSTS_INCLUDE_SUBDOMAINS),
        ("security.W021", SECURE_HSTS_PRELOAD),
    )
    if not chosen
]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        # Browsers also apply it to the redirect after the button of single sign-on.
        "form-action": [SELF, *re.findall("^https?://[^/]+", OIDC_ISSUER)],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
#: A list of players with all of them selected.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6000

#: Live streams for viewers that a web process keeps open: in total, and per address,
#: behind which a whole hall may be. Each table, staff member, player and screen also
#: has the limit of an address.
STREAMS = declared.STREAMS.read()
STREAMS_PER_ADDRESS = declared.STREAMS_PER_ADDRESS.read()

#: Seconds for which a stopping web process still serves, so that a load balancer can
#: stop sending visitors to it.
DRAIN_SECONDS = declared.DRAIN_SECONDS.read()

#: Push services that may be used for messages to players' browsers.
PUSH_HOSTS = list(declared.PUSH_HOSTS.read())

#: Token that opens `/metrics`; without it there is no such address.
METRICS_TOKEN = declared.METRICS_TOKEN.read()
if METRICS_TOKEN:
    # prometheus_client reads it when first imported.
    _metrics = DATA_DIR / "metrics"
    _metrics.mkdir(exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(_metrics))

# Language, time, files
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = offered(LOCALE_PATHS[0])
#: Language of new tournaments, and of pages for which neither browser nor tournament
#: has one. LANGUAGE_CODE is the language of texts without a translation.
DEFAULT_LANGUAGE = first_of(declared.LANGUAGE.read(), dict(LANGUAGES))
#: Cookie with the language chosen in this browser.
LANGUAGE_COOKIE_NAME = "wind_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_PATH = f"{SUB_PATH}/"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = declared.TIME_ZONE.read()

STATIC_URL = f"{SUB_PATH}/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

#: Format of the log: "line" for people, "json" for programs.
LOG_FORMAT = declared.LOG_FORMAT.read()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "mahjong_site.log_format_and_request_log.WithoutSecrets",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {
            "()": "mahjong_site.log_format_and_request_log.AsJson",
            "format": "{message}",
            "style": "{",
        },
    },
    "filters": {"broker": {"()": "mahjong_site.broker_outage_log.OnceAMinute"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["broker"],
        }
    },
    "loggers": {
        # The SQLite broker has no host and logs that at every start.
        "kombu.connection": {"level": "ERROR"},
        # Web servers add handlers that would show whole addresses.
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": True},
    },
    "root": {"handlers": ["console"], "level": declared.LOG_LEVEL.read()},
}
