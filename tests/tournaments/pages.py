"""Helpers for tests of the director's pages."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.plain_names import plain_names

#: A password every validator accepts.
STRONG = "east-wind-16-hands"


def page(name: str, *args, **query) -> str:
    address = reverse(f"director:{name}", args=args)
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    return f"{address}?{pairs}" if pairs else address


def text_of(response) -> str:
    return " ".join(plain_names(response.content.decode()).split())


def says(response, sentence: str) -> bool:
    return sentence in text_of(response).replace("&#x27;", "'").replace("&quot;", '"')


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)
