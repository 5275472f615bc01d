"""A picture somebody sent becomes a logo: looked at as pixels, never passed on as it
came."""

from __future__ import annotations

import io

from django.utils.translation import gettext_noop as _
from PIL import ExifTags, Image

from tournaments.files.upload_limits import LOGO_BYTES, LOGO_PIXELS, MB
from tournaments.refusals import Refused, refusal

#: What may be sent. SVG is not among them: it can hold scripts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
#: No side of a logo is longer.
SIDE = 512

#: Kinds of pixels that are made small as they are; of others the whole is made new.
_SHRINKS_WELL = ("L", "LA", "RGB", "RGBA", "CMYK")

#: What makes a picture stand, by what cameras write of how they were held.
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def logo_of(content: bytes) -> bytes:
    """The picture as a PNG with no side longer than `SIDE`, made anew from its pixels:
    whatever else was in the file is left behind. A logo that was made so comes out as
    it went in. Raises Refused for what is no picture, or too large."""
    if len(content) > LOGO_BYTES:
        raise refusal(
            "logo_too_large",
            _("The logo is larger than %(most)s MB. Choose a smaller file."),
            "logo",
            most=LOGO_BYTES // MB,
        )
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as picture:
            if picture.width * picture.height > LOGO_PIXELS:
                raise _too_many_pixels()
            small = _small(picture)
    except MemoryError:
        raise
    except (Refused, Image.DecompressionBombError) as error:
        raise _too_many_pixels() from error
    # A broken file fails in its reader in whatever way it likes.
    except Exception as error:
        raise refusal(
            "no_picture",
            _("The logo cannot be read. Choose a PNG, JPEG, WebP or GIF file."),
            "logo",
        ) from error
    # Only the pixels: what else a picture carries would be written with it.
    pixels = Image.frombytes("RGBA", small.size, small.tobytes())
    written = io.BytesIO()
    pixels.save(written, "PNG", optimize=True)
    return written.getvalue()


def _small(picture: Image.Image) -> Image.Image:
    """The picture made small first, and then turned as its camera says: each step on
    the whole of it would take its memory again."""
    turned = _turn(picture)
    if picture.mode not in _SHRINKS_WELL or "transparency" in picture.info:
        picture = picture.convert("RGBA")
    picture.thumbnail((SIDE, SIDE))
    small = picture.convert("RGBA")
    return small.transpose(turned) if turned is not None else small


def _turn(picture: Image.Image) -> Image.Transpose | None:
    """How to turn it so that it stands; None for one that stands, or whose camera
    cannot be understood."""
    try:
        said = picture.getexif().get(ExifTags.Base.Orientation)
        return _TURNS.get(said) if isinstance(said, int) else None
    except Exception:
        return None


def _too_many_pixels() -> Refused:
    return refusal(
        "too_many_pixels",
        _("The logo has more than %(most)s million pixels. Choose a smaller one."),
        "logo",
        most=LOGO_PIXELS // 1_000_000,
    )
