"""Serve static files, also those of a release that is newer than this process.

While web processes are restarted one after the other, a page of a new one may ask an
old one for its files, and WhiteNoise knows only the files that were there at its start.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase
from whitenoise.base import MissingFileError
from whitenoise.middleware import WhiteNoiseMiddleware

#: A name with the hash of what the file says.
HASHED = re.compile(r"[\w./-]+\.[0-9a-f]{12}\.\w+")


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url.startswith(self.static_prefix) and url not in self.files:
            self._look_for(url)
        response: HttpResponseBase = super().__call__(request)
        return response

    def _look_for(self, url: str) -> None:
        if HASHED.fullmatch(url) and self.url_is_canonical(url):
            path = Path(self.static_root) / url.removeprefix(self.static_prefix)
            with contextlib.suppress(MissingFileError):
                self.files[url] = self.find_file_at_path(str(path), url)
