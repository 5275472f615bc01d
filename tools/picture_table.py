"""Take pictures of the table page in every state, in light and dark mode: `python -m
tools.picture_table [NAME …]`.

Starts a site with invented players, enters what a table would enter, and writes
`docs/images/table/STATE-light.png` and `-dark.png`; with names only those states. Needs
the tests' browser and ImageMagick's `convert`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.conftest import PASSWORD, ROOT, SHELL, SITE_SHELL, Site, Sites
from tools.table_phone import Phone
from tools.table_states import STATES

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
    """Save the page in light and dark mode, in few colours."""
    page = phone.page
    page.mouse.move(0, 0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        target = PICTURES / f"{name}-{scheme}.png"
        page.screenshot(path=target)
        few = ["convert", target, "+dither", "-colors", COLORS, f"PNG8:{target}"]
        subprocess.run(few, check=True)


def main(names: list[str]) -> None:
    if shutil.which("convert") is None:
        sys.exit("ImageMagick's convert is needed to make the pictures small")
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


if __name__ == "__main__":
    main(sys.argv[1:])
