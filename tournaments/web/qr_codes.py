"""QR codes for screens and paper."""

from __future__ import annotations

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

#: Host names that only the computer itself can reach.
ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def svg_of(address: str) -> SafeString:
    """Return the QR code of an address as an SVG without styles or size, to be inserted
    into a page.

    The code has the white margin that cameras need on all backgrounds.
    """
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(
        border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 (only squares: the address is not in it)


def leads_nowhere(request: HttpRequest) -> bool:
    """Return whether the host of this request cannot be reached by phones. QR codes
    would contain this host."""
    return request.get_host().rpartition(":")[0] in ONLY_HERE or (
        request.get_host() in ONLY_HERE
    )
