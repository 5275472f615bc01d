"""Only the account that runs the program can read the data folder."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from mahjong_site.secret_key_and_private_files import secret_key

#: The paths of the open database's files are printed.
RUN = """
import django, pathlib
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "contenttypes", verbosity=0)
connection.cursor().execute("SELECT 1")
print(sorted(path.name for path in pathlib.Path({folder!r}).iterdir()))
"""
STRONG = "strong-enough-" * 4


def program(data_dir: Path, code: str, **environment: str):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    given = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"} | environment
    return subprocess.run(
        [sys.executable, "-c", f"import os; os.umask(0o022)\n{code}"],
        cwd=settings.BASE_DIR,
        env=kept | given | {"DATA_DIR": str(data_dir)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def open_to_others(*paths: Path) -> list[str]:
    return [path.name for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_what_an_installation_keeps_is_private_from_the_start(tmp_path):
    folder = tmp_path / "var"
    done = program(folder, RUN.format(folder=str(folder)))
    assert done.returncode == 0, done.stderr
    assert "'db.sqlite3', 'db.sqlite3-shm', 'db.sqlite3-wal'" in done.stdout
    made = list(folder.rglob("*"))
    assert {"db.sqlite3", "secret_key"} <= {path.name for path in made}
    assert open_to_others(folder, *made) == []


def test_an_installation_that_was_open_is_mended_at_the_start(tmp_path):
    folder, elsewhere = tmp_path / "var", tmp_path / "elsewhere"
    for place in (folder, elsewhere):
        place.mkdir()
        place.chmod(0o755)
    files = [folder / "db.sqlite3", folder / "db.sqlite3-wal", folder / "secret_key"]
    files += [elsewhere / "mahjong.db", elsewhere / "mahjong.db-shm"]
    for file in files:
        file.write_text(STRONG if file.name == "secret_key" else "")
        file.chmod(0o664)
    database = f"sqlite:///{elsewhere / 'mahjong.db'}"
    done = program(folder, "from mahjong_site import settings", DATABASE_URL=database)
    assert done.returncode == 0, done.stderr
    assert open_to_others(folder, *files) == []
    # Folders outside the installation are not changed.
    assert open_to_others(elsewhere) == ["elsewhere"]


@pytest.mark.parametrize(
    "weak", ["short", "k" * 60, "abcd" * 20, f"django-insecure-{'x1y2z3' * 10}"]
)
def test_a_weak_key_is_refused_in_a_sentence(tmp_path, weak):
    done = program(tmp_path, "from mahjong_site import settings", SECRET_KEY=weak)
    assert done.returncode == 1
    assert done.stderr.startswith("SECRET_KEY is too weak: ")
    assert "Traceback" not in done.stderr
    assert weak not in done.stderr


def test_a_weak_key_that_is_kept_is_refused_too(tmp_path):
    (tmp_path / "key").write_text("short\n")
    with pytest.raises(
        SystemExit, match=r"The key in .*key is too weak: it has 5 char"
    ):
        secret_key("", tmp_path / "key")


def test_a_strong_key_is_taken(tmp_path):
    assert secret_key(STRONG, tmp_path / "key") == STRONG
    assert not (tmp_path / "key").exists()
    made = secret_key("", tmp_path / "key")
    assert len(made) > 50
    assert secret_key("", tmp_path / "key") == made
