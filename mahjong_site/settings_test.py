"""Settings for tests: a separate data folder, fast password hashes, and tasks that run
immediately."""

import os
import tempfile

# Before the settings are read: tests never touch an installation's data.
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="prevailing-wind-test-")

from mahjong_site.settings import *  # noqa: F403
from mahjong_site.settings import DATA_DIR, DATABASES, STATIC_ROOT

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in production, since a database in memory locks differently.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    # Test data need not survive a power failure: waiting for the disk took 7 ms a save.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # PostgreSQL need not wait for the disk either.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
    # A migrated database to copy, if there is one (tests/run.py).
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ.get("TEST_TEMPLATE")}
#: English, independent of the language of the desktop.
DEFAULT_LANGUAGE = "en"
# The static file server warns if the folder is missing.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
# No backups at round starts; tests of backups make their own.
BACKUPS_KEEP = 0
CELERY_TASK_EAGER_PROPAGATES = True
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "live": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
