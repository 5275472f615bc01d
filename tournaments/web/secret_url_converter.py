"""Parts of addresses that open something for anyone who has the link.

A route marks them with the converter `<secret:…>`. `mahjong_site/log_redaction.py`
removes exactly these parts from every log.
"""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class SecretConverter(StringConverter):
    """A key, a token, a code or a signed value in an address."""


def register() -> None:
    """Let routes use the converter; before any of them is read."""
    register_converter(SecretConverter, "secret")
