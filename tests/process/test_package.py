"""The package: a built wheel starts and runs every command without the repository.

The container image installs the same wheel.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import find_commands

from tests import prepared
from tests.process.programs import ROOT, SOON, Program, wait_for

pytestmark = pytest.mark.process

#: Arguments and input of each command in this order, in the folder `$OUT`. They share
#: one data folder.
CALLS: list[tuple[list[str], str]] = [
    (["make_owner", "owner"], "seven-pairs-of-wind\n"),
    (["import_event", "practice"], ""),
    (["let_in", "owner"], ""),
    (["clear_lockout"], ""),
    (["print_roles"], ""),
    (["print_settings"], ""),
    (["rebuild_results", "--check"], ""),
    (["export_event", "practice-event", "$OUT/folder"], ""),
    (["export_file", "practice-event", "results"], ""),
    (["move_event", "take", "$OUT/moved.zip", "practice-event"], ""),
    (["move_event", "bring", "$OUT/moved.zip"], ""),
    (["mirror", "offer", "owner", "A mirror"], ""),
    (["backup"], ""),
    (["backup", "$OUT/backup.zip"], ""),
    (["restore", "$OUT/backup.zip", "--replace"], ""),
    (["check"], ""),
    (["migrate", "--no-input"], ""),
    (["collectstatic", "--no-input", "-v", "0"], ""),
    (["prepare"], ""),
    (["wait_until_prepared", "--seconds", "0"], ""),
]
#: Commands that run until they are stopped; `test_serve.py` starts them.
GO_ON = {"serve"}
#: Commands that need a running program; `test_it_starts_in_an_empty_folder` runs them.
ASKS = {"healthy"}

#: Runs all calls in one process and prints failures. Starting Python and Django for
#: each would take half a minute.
RUN = """
import io, json, os, sys, traceback
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings"
import django
django.setup()
import mahjong_site
assert mahjong_site.__file__.startswith(os.getcwd()), mahjong_site.__file__
from django.core.management import call_command
failed = {}
for words, read in json.load(open(sys.argv[1])):
    sys.stdin = io.StringIO(read)
    try:
        call_command(*words, stdout=io.StringIO())
    except BaseException:
        failed[" ".join(words)] = traceback.format_exc()
from tournaments.upkeep import healthz_and_readyz as readiness
print(json.dumps({"failed": failed, "pages": readiness.pages()}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Return a folder with the content of a new wheel, as pip installs it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"]
    subprocess.run([sys.executable, *build], cwd=ROOT, check=True, capture_output=True)
    [wheel] = (folder / "dist").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "libraries")
    return folder / "libraries"


def test_translations_are_in_the_package_compiled(installed):
    folder = installed / "prevailing_wind" / "program" / "locale"
    packed = {file.relative_to(folder) for file in folder.rglob("django.*")}
    sources = ROOT / "locale"
    assert packed == {
        file.relative_to(sources).with_suffix(".mo") for file in sources.rglob("*.po")
    }


class Installed(Program):
    """`prevailing-wind` of the package, started in an empty folder."""

    def __init__(self, data_dir: Path, libraries: Path) -> None:
        super().__init__(data_dir)
        self.folder = data_dir.parent / "empty"
        self.folder.mkdir()
        self.environment["PYTHONPATH"] = str(libraries)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "prevailing_wind", *command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SOON,
        )


def test_every_command_of_the_program_is_called():
    ours = {
        name
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(ROOT) and ".venv" not in app.path
        for name in find_commands(str(Path(app.path) / "management"))
    }
    assert ours - GO_ON - ASKS == {words[0] for words, _read in CALLS} & ours


def test_every_command_works_with_what_the_package_has(installed, tmp_path):
    data, out = tmp_path / "data", tmp_path / "out"
    out.mkdir()
    prepared.copy_to(data)
    calls = tmp_path / "calls.json"
    calls.write_text(json.dumps(CALLS).replace("$OUT", str(out)))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", RUN, calls],
        cwd=installed / "prevailing_wind" / "program",
        env=kept | {"DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        timeout=4 * SOON,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert not found["failed"], "\n".join(found["failed"].values())
    assert found["pages"]["ok"] is True


def test_it_starts_in_an_empty_folder(installed, tmp_path):
    data = tmp_path / "data"
    prepared.copy_to(data)
    program = Installed(data, installed)
    assert "No answer" in program.run("healthy").stderr
    program.start("-m", "prevailing_wind")
    try:
        wait_for(lambda: program.run("healthy").returncode == 0, SOON, "healthy")
        page = program.welcome()
        [style] = re.findall(r'href="(/static/css/[^"]+)"', page)[:1]
        site = f"http://127.0.0.1:{program.port}"
        with urllib.request.urlopen(site + style, timeout=SOON) as response:
            assert response.status == 200
        assert f"Data folder: {data}" in program.log.read_text()
        assert "Backup: " in program.run("backup").stdout
    finally:
        program.ctrl_c()
        program.process.wait(timeout=SOON)
    assert not list(program.folder.iterdir())


def test_without_a_data_folder_it_uses_that_of_the_account(installed, tmp_path):
    code = "from prevailing_wind.__main__ import data_folder; print(data_folder())"
    home = {"HOME": str(tmp_path), "PYTHONPATH": str(installed)}
    for own, expected in (
        ({}, tmp_path / ".local/share/prevailing-wind"),
        ({"XDG_DATA_HOME": "/srv/data"}, Path("/srv/data/prevailing-wind")),
    ):
        output = subprocess.check_output(
            [sys.executable, "-c", code], env=home | own, text=True
        )
        if sys.platform == "linux":
            assert output.strip() == str(expected)
