"""The program in the layout of its image: only files that deploy/Containerfile copies.

No container is started; a folder with the same files shows which ones a command would
miss.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import find_commands

from tests import prepared
from tests.process.programs import ROOT, SOON

pytestmark = pytest.mark.process

#: Arguments and input of each command in this order, in the folder `$OUT`. They share
#: one data folder.
CALLS: list[tuple[list[str], str]] = [
    (["make_owner", "owner"], "seven-pairs-of-wind\n"),
    (["import_event", "practice"], ""),
    (["let_in", "owner"], ""),
    (["clear_lockout"], ""),
    (["print_roles"], ""),
    (["rebuild_results", "--check"], ""),
    (["export_event", "practice-event", "$OUT/folder"], ""),
    (["export_file", "practice-event", "results"], ""),
    (["move_event", "take", "$OUT/moved.zip", "practice-event"], ""),
    (["move_event", "bring", "$OUT/moved.zip"], ""),
    (["backup"], ""),
    (["backup", "$OUT/backup.zip"], ""),
    (["restore", "$OUT/backup.zip", "--replace"], ""),
    (["check"], ""),
    (["migrate", "--no-input"], ""),
    (["collectstatic", "--no-input", "-v", "0"], ""),
    (["prepare"], ""),
]
#: Commands that run until they are stopped; `test_serve.py` starts them.
GO_ON = {"serve"}

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


def copied_by_the_image() -> list[str]:
    """Return the paths that the Containerfile copies from the repository."""
    text = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")
    copies = re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE)
    # The build stage of the libraries copies only the list of them.
    return [
        name for copy in copies for name in copy.split()[:-1] if "/tmp/" not in copy
    ]


@pytest.fixture(scope="module")
def layout(tmp_path_factory) -> Path:
    """Return a folder with the files of the image."""
    folder = tmp_path_factory.mktemp("image") / "prevailing-wind"
    folder.mkdir()
    for pattern in copied_by_the_image():
        for path in ROOT.glob(pattern):
            if path.is_dir():
                shutil.copytree(path, folder / path.name)
            else:
                shutil.copy(path, folder)
    return folder


def test_every_command_of_the_program_is_called():
    ours = {
        name
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(ROOT) and ".venv" not in app.path
        for name in find_commands(str(Path(app.path) / "management"))
    }
    assert ours - GO_ON == {words[0] for words, _read in CALLS} & ours


def test_every_command_works_with_what_the_image_has(layout, tmp_path):
    data, out = tmp_path / "data", tmp_path / "out"
    out.mkdir()
    prepared.copy_to(data)
    calls = tmp_path / "calls.json"
    calls.write_text(json.dumps(CALLS).replace("$OUT", str(out)))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", RUN, calls],
        cwd=layout,
        env=kept | {"DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        timeout=4 * SOON,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert not found["failed"], "\n".join(found["failed"].values())
    assert found["pages"]["ok"] is True
