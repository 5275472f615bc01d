"""Images for tests of logos."""

from __future__ import annotations

import io

from PIL import Image


def picture(
    width: int = 40, height: int = 30, kind: str = "PNG", **more: object
) -> bytes:
    """Return the content of an image file with a different colour in each column.

    `more`: options for saving.
    """
    image = Image.new("RGB", (width, height))
    for x in range(width):
        image.paste((x * 6 % 256, 90, 60), (x, 0, x + 1, height))
    written = io.BytesIO()
    image.save(written, kind, **more)
    return written.getvalue()


def blank(width: int, height: int) -> bytes:
    """Return the content of a blank PNG image. A large one is created quickly."""
    written = io.BytesIO()
    Image.new("1", (width, height)).save(written, "PNG")
    return written.getvalue()
