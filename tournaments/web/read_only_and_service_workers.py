"""Views that only read, and the responses with service worker scripts."""

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
    """Return the view, limited to GET and HEAD.

    Other methods get the status 405, even without a CSRF token, because nothing is
    changed.
    """
    refusing: View = csrf_exempt(require_safe(view))
    return refusing


def service_worker(name: str) -> HttpResponse:
    """Return a response with the script `static/<name>`.

    A service worker can only serve pages below its own address. Therefore the address
    of this response must be above these pages.
    """
    response = HttpResponse(
        _script(name), content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _script(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text("utf-8")
