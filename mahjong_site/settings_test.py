"""The settings of the test run: its own data folder, fast passwords, eager tasks."""

import os
import tempfile

# Before the settings are read: a test run never touches an installation's data.
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="prevailing-wind-test-")

from mahjong_site.settings import *  # noqa: F403
from mahjong_site.settings import DATA_DIR, DATABASES, STATIC_ROOT

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in real life: a database in memory locks differently.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    # What a test wrote need not outlive a power cut.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
    # One that is migrated, if there is one (tests/run.py).
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ.get("TEST_TEMPLATE")}
# What serves static files says it if there is no such folder.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
# No backup at every start of a round; the tests of backups ask for them.
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
