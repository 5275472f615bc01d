"""Deployment files. Every name in them exists, and linters and Caddy accept them, where
installed.

No test builds an image or starts a container.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import django
import pytest
from babel import Locale
from django.core.management import get_commands
from django.utils.translation import to_locale

from deploy.remove_unused_languages import unused
from mahjong_site.languages import LANGUAGES
from mahjong_site.serve.child_process import PROGRAMS
from tournaments.upkeep import healthz_and_readyz

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
COMPOSE = (DEPLOY / "compose.yaml").read_text()
UNIT = DEPLOY / "systemd" / "prevailing-wind.service"


def test_what_the_image_copies_is_there_and_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text().split()
    ours = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    for name in " ".join(ours).split():
        assert list(ROOT.glob(name)), name
        assert f"!{name}" in ignored, name


def test_the_image_can_back_up_the_database_of_compose():
    """The image can back up the database of the compose file.

    The pg_dump of an older version would refuse a newer server.
    """
    [client] = re.findall(r"postgresql-client-(\d+)", CONTAINERFILE)
    [server] = re.findall(r"image: \S+/postgres:(\d+)", COMPOSE)
    assert int(client) >= int(server)


def test_the_image_keeps_the_languages_of_the_program():
    """The image keeps the libraries' files for the program's languages, including
    regional ones such as `de_AT`, and removes others.
    """
    site_packages = Path(django.__file__).parents[1]
    removed = set(unused(site_packages.parent))
    kept = {path.stem for path in site_packages.glob("babel/locale-data/*.dat")}
    kept -= {path.stem for path in removed if path.suffix == ".dat"}
    for code in LANGUAGES:
        locale = Locale.parse(to_locale(code))
        assert {str(locale), locale.language} <= kept
    assert {"root", "en_GB", "de_AT"} <= kept
    assert len(removed) > 600
    texts = {path.name for path in removed if path.is_dir()}
    assert "sv" in texts
    assert not texts & {to_locale(code) for code in LANGUAGES}


def test_nothing_runs_as_root():
    assert re.search(r"^USER (?!0)\d+$", CONTAINERFILE, re.MULTILINE)
    assert "\nUser=wind\n" in UNIT.read_text()


def test_every_part_of_the_program_has_a_service():
    started = set(re.findall(r"mahjong_site\.serve\.child_process, (\w+)\]", COMPOSE))
    assert started == set(PROGRAMS) - {"background"}


def test_services_need_no_order():
    """podman-compose of Debian waits neither for the end of a service nor for its
    health. It cannot start containers that depend on a finished one.
    """
    assert "depends_on" not in COMPOSE
    assert "condition:" not in COMPOSE
    waits = "prevailing-wind, wait_until_prepared, python, -m, mahjong_site"
    assert COMPOSE.count(waits) == COMPOSE.count("mahjong_site.serve.child_process")
    backup = COMPOSE.partition("\n  backup:\n")[2].partition("\n\n")[0]
    assert "- wait_until_prepared\n" in backup
    assert "wait_until_prepared" in get_commands()


def test_backups_are_on_another_volume_than_the_data():
    backup = COMPOSE.partition("\n  backup:\n")[2].partition("\n\n")[0]
    assert "volumes: [data:/data, backups:/backups]" in backup
    assert 'prevailing-wind backup "/backups/' in backup


def test_an_outage_stops_the_unit_for_no_time():
    text = UNIT.read_text()
    for line in ("Restart=always", "RestartSec=2", "StartLimitIntervalSec=0"):
        assert f"\n{line}\n" in text
    assert "Requires=" not in text
    assert re.search(r"^After=.* postgresql\.service ", text, re.MULTILINE)


def test_every_setting_is_one_that_is_documented():
    documented = (ROOT / "docs/settings.md").read_text()
    example = (DEPLOY / "prevailing-wind.env.example").read_text()
    program = COMPOSE.split("services:")[0]
    named = set(re.findall(r"^ {4}([A-Z_]+): ", program, re.MULTILINE))
    named |= set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    named |= {"SITE_ADDRESS", "POSTGRES_PASSWORD", "DRAIN_SECONDS"}
    assert len(named) > 8
    assert not [name for name in named if f"`{name}" not in documented]


def test_the_proxy_asks_for_what_the_web_processes_answer():
    assert (
        f"health_uri {healthz_and_readyz.READY}" in (DEPLOY / "Caddyfile").read_text()
    )
    assert "prevailing-wind, healthy" in COMPOSE
    assert '"prevailing-wind", "healthy"' in CONTAINERFILE


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_reads_its_file(tmp_path):
    words = ["validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    own = {"SITE_ADDRESS": "localhost", "WEB": "127.0.0.1:1", "HOME": str(tmp_path)}
    done = subprocess.run(
        ["caddy", *words], env=os.environ | own, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("hadolint"), reason="hadolint is not installed")
def test_a_linter_finds_nothing_in_the_containerfile():
    done = subprocess.run(
        ["hadolint", DEPLOY / "Containerfile"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd is not installed"
)
def test_systemd_reads_the_unit(tmp_path):
    # The program's folder does not exist on this machine.
    program = "/opt/prevailing-wind/bin/prevailing-wind"
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace(program, "/bin/sh"))
    done = subprocess.run(
        ["systemd-analyze", "verify", unit],
        capture_output=True,
        text=True,
    )
    said = done.stdout + done.stderr
    assert not [line for line in said.splitlines() if "prevailing-wind" in line], said
