"""Responses with files.

A browser that has the file gets a 304 response; while another file is prepared, the
browser gets a waiting page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
)
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_sequence
from django.utils.translation import gettext as _

from tournaments.files.generated_file_cache import Busy, MadeFile
from tournaments.languages import page_language
from tournaments.web.etags_and_gzip import gets_shorter, is_known, takes_gzip

View = Callable[..., HttpResponseBase]

#: Seconds until retry; the largest files take about as long.
WAIT = 10
#: Block size for compression in bytes.
BLOCK = 64 * 1024


def sent(
    request: HttpRequest, made: MadeFile, *, content_type: str, filename: str
) -> HttpResponseBase:
    """Return the file as a download, or a 304 response if the browser has the file
    already.
    """
    if made.tag and is_known(request, made.tag):
        made.file.close()
        response: HttpResponseBase = HttpResponseNotModified()
    else:
        response = FileResponse(
            made.file,
            as_attachment=True,
            filename=filename,
            headers={"Content-Type": content_type},
        )
        if made.tag and gets_shorter(content_type):
            _pack(request, response, made)
    if made.tag:
        response["ETag"] = made.tag
    return response


def _pack(request: HttpRequest, response: FileResponse, made: MadeFile) -> None:
    """Compress the response if the client accepts gzip.

    Only public files are compressed, so the length reveals nothing.
    """
    patch_vary_headers(response, ("Accept-Encoding",))
    if takes_gzip(request.headers.get("Accept-Encoding", "")):
        del response["Content-Length"]
        response["Content-Encoding"] = "gzip"
        blocks = iter(partial(made.file.read, BLOCK), b"")
        response.streaming_content = compress_sequence(blocks)


def or_busy(view: View) -> View:
    """Decorate a view that may raise Busy: the view then returns a waiting page (503)
    that retries automatically.
    """

    @wraps(view)
    def wrapped(
        request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Busy:
            return _busy(request)

    return wrapped


def _busy(request: HttpRequest) -> HttpResponse:
    context = {
        "why": _("Another file is being prepared."),
        "what": _("Files are prepared one at a time."),
        "next": _("Your download starts automatically afterwards."),
        "path": page_language.full_path(request),
        "asks": True,
        "wait": WAIT,
    }
    response = render(request, "503.html", context, status=503)
    response["Retry-After"] = str(WAIT)
    response["Cache-Control"] = "no-store"
    # Expected, so it is not logged as an error.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
