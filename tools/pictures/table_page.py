"""Take pictures of the table page in every state: `docs/images/table/STATE-light.png`
and `-dark.png`. The site has invented players, and the tool enters their hands.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.conftest import PASSWORD, ROOT, SHELL, SITE_SHELL, Site, Sites
from tools.pictures.table_phone import Phone
from tools.pictures.table_states import STATES

PICTURES = ROOT / "docs" / "images" / "table"
COLORS = "96"


@contextmanager
def studio() -> Iterator[tuple[Site, Browser]]:
    """Yield a site with one director, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        sites = Sites(lambda: Path(tempfile.mkdtemp(dir=folder)) / "var")
        site = sites.start(background=False)
        site.shell(f"from {SITE_SHELL} import direct; direct({PASSWORD!r})")
        browser = engine.chromium.launch(
            executable_path=SHELL, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield site, browser
        finally:
            browser.close()
            sites.stop()


def take(phone: Phone, name: str) -> None:
    """Save pictures of the phone's page in light and dark mode, in few colours."""
    page = phone.page
    page.mouse.move(0, 0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        target = PICTURES / f"{name}-{scheme}.png"
        page.screenshot(path=target)
        few = ["convert", target, "+dither", "-colors", COLORS, f"PNG8:{target}"]
        subprocess.run(few, check=True)


def take_all(names: list[str]) -> None:
    """Take the pictures of the named states, or of all states if `names` is empty.

    Exits with a message for an unknown name. If a state cannot be reached, prints the
    error and takes the picture of the last page.
    """
    if unknown := set(names) - STATES.keys():
        sys.exit(f"no such state: {', '.join(sorted(unknown))}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with studio() as (site, browser):
        for name in names or STATES:
            ruleset, do = STATES[name]
            phone = Phone(site, browser, ruleset)
            try:
                do(phone)
            except (AssertionError, Error) as fault:
                print(f"{name} as far as it went: {fault}", file=sys.stderr)
            take(phone, name)
            phone.context.close()
            print(name, flush=True)
