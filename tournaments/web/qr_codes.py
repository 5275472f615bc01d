"""QR codes for screens and paper, and whether phones find where they lead."""

from __future__ import annotations

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

#: Names of the computer that only the computer itself understands.
ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def svg_of(address: str) -> SafeString:
    """The address as a QR code: an SVG without styles or size, to stand in a page.

    It brings its own white edge, which cameras need, whatever the page's colours.
    """
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(
        border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 (only squares: the address is not in it)


def leads_nowhere(request: HttpRequest) -> bool:
    """Whether the codes would name a computer that phones cannot find."""
    return request.get_host().rpartition(":")[0] in ONLY_HERE or (
        request.get_host() in ONLY_HERE
    )
