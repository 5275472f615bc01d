"""A table's page opened before an update of the program works after it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import prepared
from tests.browser.conftest import SITE_SHELL, Site
from tests.browser.site_shell import Shell
from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import (
    SENT,
    come_to,
    count,
    enter,
    in_ledger,
    phone_beside,
)
from tests.process.programs import ROOT, SOON, Program

#: The next version collects every script and style of this one, slightly changed.
NEXT_VERSION = """
import sys
import django
django.setup()
from django.conf import settings
from mahjong_site import static_files_of_releases as static_files
settings.STATICFILES_DIRS = [sys.argv[1]]
static_files.collect()
"""
PARTS = """() => [...document.querySelectorAll("script[src], link[href*=static]")]
    .map((part) => part.src || part.href)"""
SETTINGS = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
WEB = ("-m", "mahjong_site.serve.child_process", "web")


@pytest.fixture
def program(tmp_path) -> Iterator[Program]:
    program = Program(tmp_path / "var")
    prepared.copy_to(program.data_dir)
    program.start(*WEB)
    yield program
    program.end()


@pytest.fixture
def own_site(program) -> Iterator[Site]:
    shell = Shell(ROOT, program.environment | SETTINGS)
    url = f"http://127.0.0.1:{program.port}"
    yield Site(url, program.data_dir, program.environment, shell)
    shell.close()


def update(program: Program, folder: Path) -> None:
    """Stop the program and start the next version of it."""
    program.process.send_signal(signal.SIGINT)
    program.process.wait(timeout=SOON)
    shutil.copytree(ROOT / "static", folder)
    for file in [*folder.rglob("*.js"), *folder.rglob("*.css")]:
        file.write_text(file.read_text() + "\n/* the next version */\n")
    subprocess.run(
        [sys.executable, "-c", NEXT_VERSION, str(folder)],
        cwd=ROOT,
        env=program.environment | SETTINGS,
        check=True,
    )
    program.start(*WEB)


def test_hands_that_wait_over_an_update_are_saved(browser, program, own_site, tmp_path):
    own_site.shell(f"from {SITE_SHELL} import direct; direct('seven-pairs-of-wind')")
    slug = own_site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    with phone_beside(browser, own_site, {"service_workers": "allow"}) as switch_on:
        page = switch_on()
        come_to(page, own_site, slug)
        before = set(page.evaluate(PARTS))
        page.context.set_offline(True)
        enter(page, 12)
        enter(page, 13)
        count(page, "Hands waiting to be sent: 2")

        update(program, tmp_path / "next")
        page.context.set_offline(False)
        expect(page.get_by_text("Hand 2 is saved")).to_be_visible(timeout=SENT)
        assert in_ledger(own_site, slug) == "[(1, 12), (2, 13)]"
        enter(page, 14)
        expect(page.get_by_text("Hand 3 is saved")).to_be_visible(timeout=SENT)

        for part in before:
            assert page.request.get(part).status == 200, part
        page.reload()
        assert len(before - set(page.evaluate(PARTS))) > 20, "the next version's"
        enter(page, 15)
        expect(page.get_by_text("Hand 4 is saved")).to_be_visible(timeout=SENT)
