"""QR codes for screens and paper."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def svg_of(address: str) -> SafeString:
    """The address as a QR code: an SVG without styles or size, to stand in a page.

    It brings its own white edge, which cameras need, whatever the page's colours.
    """
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(
        border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 (only squares: the address is not in it)
