"""No page is kept by a cache that several people share: pages say who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

View = Callable[[HttpRequest], HttpResponseBase]


def never_shared(get_response: View) -> View:
    """Middleware: whatever a view says, its answer is private and depends on cookies.
    A browser may keep it, and asks again before it shows it unless the view says more.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        patch_cache_control(response, private=True)
        patch_vary_headers(response, ("Cookie",))
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            # Django's is that of an empty body; a cache takes it for the page's.
            del response["Content-Length"]
        return response

    return middleware
