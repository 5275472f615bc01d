"""Pages that are only looked at."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponseBase]


def only_read(view: View) -> View:
    """A page that takes nothing: whatever is sent to it is refused by its method (405),
    also without the token of a form, which nobody needs where nothing is changed."""
    refusing: View = csrf_exempt(require_safe(view))
    return refusing
