"""A picture somebody sent becomes a logo: looked at as pixels, never passed on as it
came."""

from __future__ import annotations

import io

from django.utils.translation import gettext_noop as _
from PIL import Image, ImageOps

from tournaments.refusals import Refused, refusal

#: What may be sent. SVG is not among them: it can hold scripts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 40_000_000
#: No side of a logo is longer.
SIDE = 512


def logo_of(content: bytes) -> bytes:
    """The picture as a PNG with no side longer than `SIDE`, made anew from its pixels:
    whatever else was in the file is left behind. A logo that was made so comes out as
    it went in. Raises Refused for what is no picture, or too large."""
    if len(content) > MOST_BYTES:
        raise refusal(
            "logo_too_large",
            _("The picture has more than %(most)s MB: send a smaller one."),
            "logo",
            most=MOST_BYTES // 1024**2,
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise _too_many_pixels()
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise refusal(
            "no_picture",
            _("This is no picture that can be read: send a PNG, JPEG, WebP or GIF."),
            "logo",
        ) from error
    upright.thumbnail((SIDE, SIDE))
    # Only the pixels: what else a picture carries would be written with it.
    pixels = Image.frombytes("RGBA", upright.size, upright.tobytes())
    written = io.BytesIO()
    pixels.save(written, "PNG", optimize=True)
    return written.getvalue()


def _too_many_pixels() -> Refused:
    return refusal(
        "too_many_pixels",
        _("The picture has more than %(most)s million pixels: send a smaller one."),
        "logo",
        most=MOST_PIXELS // 1_000_000,
    )
