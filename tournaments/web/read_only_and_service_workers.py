"""Read-only views, and the responses for service worker scripts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponseBase]


def only_read(view: View) -> View:
    """Return the view for GET and HEAD only.

    Other methods get 405, even without a CSRF token, because nothing is changed.
    """
    refusing: View = csrf_exempt(require_safe(view))
    return refusing


def service_worker(name: str) -> HttpResponse:
    """Return the script `static/<name>` from an address above the pages it serves,
    because browsers limit a service worker to addresses below its own.
    """
    response = HttpResponse(
        _script(name), content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _script(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text("utf-8")
