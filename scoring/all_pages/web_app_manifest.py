"""The web app manifest, which lets a browser add pages to a phone's home screen."""

from __future__ import annotations

from django.http import JsonResponse
from django.templatetags.static import static

#: Widths of the program's icons in pixels (tools/draw_icons.py). Screens may round
#: their corners.
ICONS = (192, 512)


def manifest(
    *, name: str, short_name: str, start_url: str, scope: str, display: str
) -> JsonResponse:
    """Return the web app manifest for pages below `scope`.

    The installed app opens at `start_url`.
    """
    drawn = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    content = {
        "name": name,
        "short_name": short_name,
        "start_url": start_url,
        "scope": scope,
        "display": display,
        "background_color": "#f4f0e7",
        "theme_color": "#0b3d2f",
        "icons": [drawn, *map(_icon, ICONS)],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(size: int) -> dict[str, str]:
    return {
        "src": static(f"icon-{size}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": "any maskable",
    }
