"""Answers of the pages are compressed for who takes that.

Pages of signed-in people hold what nobody else may read, beside what others can have
put there: how long such a page is when compressed could tell of it (BREACH). Django's
middleware, which this is, makes each of them longer by a number of bytes that chance
gives. What is compressed already, or would not get shorter, stays as it is.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tournaments.web.compressing import gets_shorter, takes_gzip


class WordsCompressed(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not _has_words(response):
            return response
        accepted = request.headers.get("Accept-Encoding", "")
        if "gzip" in accepted and not takes_gzip(accepted):
            # Django's takes the refusal, "gzip;q=0", for a wish.
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


def _has_words(response: HttpResponseBase) -> bool:
    return gets_shorter(response.headers.get("Content-Type", ""))
