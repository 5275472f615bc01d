"""Render static/icon.svg as images for devices that do not accept SVG: `python
tools/draw_icons.py`.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parents[1] / "static"
SIZES = (192, 512)
#: Adds felt around the tile, since devices may round the corners.
PAGE = (
    '<body style="margin:0;background:#0b3d2f;display:grid;place-items:center;'
    'width:{0}px;height:{0}px"><img src="{1}" style="width:70%;height:70%">'
)


def main() -> None:
    drawing = (STATIC / "icon.svg").as_uri()
    draft = STATIC / "icon-draft.html"
    with sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            draft.write_text(PAGE.format(size, drawing))
            page.goto(draft.as_uri())
            image = Image.open(io.BytesIO(page.screenshot()))
            few = image.convert("RGB").quantize(colors=32)
            few.save(STATIC / f"icon-{size}.png", optimize=True)
        browser.close()
    draft.unlink()


if __name__ == "__main__":
    main()
