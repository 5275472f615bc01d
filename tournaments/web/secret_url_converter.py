"""A URL converter for secret parts of addresses, such as keys that open a page.

Routes contain these parts as `<secret:…>`; `mahjong_site/log_redaction.py` removes them
from every log.
"""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class SecretConverter(StringConverter):
    """A converter for a key, token, code or signed value in an address."""


def register() -> None:
    """Register the converter under the name "secret". This must happen before any route
    is read."""
    register_converter(SecretConverter, "secret")
