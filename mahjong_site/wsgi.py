"""The pages as a WSGI application."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

log = logging.getLogger(__name__)

SORRY = "The server failed. Check whether your change was saved, then try again.\n"


def with_last_error_page(pages: WSGIApplication) -> WSGIApplication:
    """Return the pages as a WSGI application that shows a message if an error occurs
    outside all middleware."""

    def application(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        try:
            return pages(environ, start_response)
        except Exception:
            log.exception("A request failed outside the pages")
        kind = ("Content-Type", "text/plain; charset=utf-8")
        start_response("503 Service Unavailable", [kind, ("Retry-After", "5")])
        return [SORRY.encode()]

    return application


application = with_last_error_page(get_wsgi_application())
