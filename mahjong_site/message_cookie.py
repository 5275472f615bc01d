"""Store messages for the next page in a cookie that only this site's pages receive.

Django sends its cookie to all pages of the host. Other sites on the same host may use
the same name.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage import cookie, fallback, session
from django.http import HttpResponseBase


class MessageCookie(cookie.CookieStorage):
    """Django's message cookie, with the path of the session cookie. If the site has a
    SUB_PATH, the cookie has a different name."""

    cookie_name = "wind_messages" if settings.SUB_PATH else "messages"

    def _update_cookie(self, encoded_data: str, response: HttpResponseBase) -> None:
        super()._update_cookie(encoded_data, response)  # type: ignore[misc]
        if changed := response.cookies.get(self.cookie_name):
            changed["path"] = settings.SESSION_COOKIE_PATH


class MessageStorage(fallback.FallbackStorage):
    """Django's storage for messages: the cookie of this module, and the session for
    messages that do not fit into the cookie."""

    storage_classes = (MessageCookie, session.SessionStorage)
