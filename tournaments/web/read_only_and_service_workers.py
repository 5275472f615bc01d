"""Pages that are only looked at.

The scripts that a browser keeps running for a page that has lost its network.
"""

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
    """A page that takes nothing: whatever is sent to it is refused by its method (405),
    also without the token of a form, which nobody needs where nothing is changed."""
    refusing: View = csrf_exempt(require_safe(view))
    return refusing


def service_worker(name: str) -> HttpResponse:
    """The script `static/<name>`. It has an address of its own above the pages that it
    serves, because a browser lets it serve nothing else."""
    response = HttpResponse(
        _script(name), content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _script(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text("utf-8")
