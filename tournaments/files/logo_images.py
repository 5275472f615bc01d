"""Make a logo from an uploaded image. Only its pixels are kept."""

from __future__ import annotations

import io

from django.utils.translation import gettext_noop as _
from PIL import ExifTags, Image

from tournaments.files.upload_limits import LOGO_BYTES, LOGO_PIXELS, MB
from tournaments.refusals import Refused, refusal

#: Accepted formats. SVG is excluded because it can contain scripts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
#: Longest side of a logo, in pixels.
SIDE = 512

#: Pixel modes that can be reduced directly; other modes are converted first.
_SHRINKS_WELL = ("L", "LA", "RGB", "RGBA", "CMYK")

#: Transposition for each EXIF orientation.
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
    """Return the uploaded image as a PNG, with no side longer than `SIDE` pixels.

    The PNG is made from the pixels only, without other data of the file. Applied to its
    own result, the function changes nothing. Raises Refused for files that are not
    images or are too large.
    """
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
    # Image readers raise any kind of error for broken files.
    except Exception as error:
        raise refusal(
            "no_picture",
            _("The logo cannot be read. Choose a PNG, JPEG, WebP or GIF file."),
            "logo",
        ) from error
    # Copy only the pixels: saving would also write the image's other data.
    pixels = Image.frombytes("RGBA", small.size, small.tobytes())
    written = io.BytesIO()
    pixels.save(written, "PNG", optimize=True)
    return written.getvalue()


def _small(picture: Image.Image) -> Image.Image:
    """Return the image, reduced and then turned upright. Turning it in full size would
    need twice its memory."""
    turned = _turn(picture)
    if picture.mode not in _SHRINKS_WELL or "transparency" in picture.info:
        picture = picture.convert("RGBA")
    picture.thumbnail((SIDE, SIDE))
    small = picture.convert("RGBA")
    return small.transpose(turned) if turned is not None else small


def _turn(picture: Image.Image) -> Image.Transpose | None:
    """Return the transposition that makes the image upright; None if it is upright or
    its orientation cannot be read.
    """
    try:
        orientation = picture.getexif().get(ExifTags.Base.Orientation)
        return _TURNS.get(orientation) if isinstance(orientation, int) else None
    except Exception:
        return None


def _too_many_pixels() -> Refused:
    return refusal(
        "too_many_pixels",
        _("The logo has more than %(most)s million pixels. Choose a smaller one."),
        "logo",
        most=LOGO_PIXELS // 1_000_000,
    )
