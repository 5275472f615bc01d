"""QR codes for screens and paper."""

from __future__ import annotations

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

#: Host names that only the computer itself can reach.
ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")


def svg_of(address: str) -> SafeString:
    """Return the address as a QR code: an SVG without styles or size, for use inside a
    page.

    It includes the white margin that cameras need on any background.
    """
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(
        border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 (only squares: the address is not in it)


def leads_nowhere(request: HttpRequest) -> bool:
    """Return whether the QR codes of this request would contain a host that phones
    cannot reach.
    """
    return request.get_host().rpartition(":")[0] in ONLY_HERE or (
        request.get_host() in ONLY_HERE
    )
