"""Render the flags of all countries for static/flags/, small enough for phones.

    npm pack flag-icons && tar xf flag-icons-*.tgz
    python tools/draw_flags.py package/flags/4x3

The drawings are from flag-icons (MIT, docs/licences/). Rendered at three times the
displayed size they are smaller than the drawings.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tournaments.people.countries_and_ema_numbers import FLAGS

DRAWN = Path(__file__).resolve().parents[1] / "static" / "flags"
SIZE = {"width": 60, "height": 45}
PAGE = (
    '<body style="margin:0"><img style="display:block" width="60" height="45" src="{}">'
)


def main() -> None:
    drawings = Path(sys.argv[1])
    DRAWN.mkdir(exist_ok=True)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=SIZE)
        for flag in sorted(set(FLAGS.values())):
            draft = drawings / f"{flag}.html"
            draft.write_text(PAGE.format(f"{flag}.svg"))
            page.goto(draft.as_uri())
            page.screenshot(path=DRAWN / f"{flag}.png")
            draft.unlink()
        browser.close()


if __name__ == "__main__":
    main()
