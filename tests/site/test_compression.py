"""Answers are compressed for who takes that."""

from __future__ import annotations

import gzip

from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from mahjong_site.compression import WordsCompressed

WORDS = b"words and words " * 99


def answered(response, accepted="gzip"):
    request = RequestFactory(headers={"Accept-Encoding": accepted}).get("/")
    return WordsCompressed(lambda _request: response)(request)


def test_words_are_compressed_for_who_takes_that():
    packed = answered(HttpResponse(WORDS))
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == WORDS
    for refusal in ("br", "gzip;q=0", "identity, gzip;q=0.0"):
        plain = answered(HttpResponse(WORDS), refusal)
        assert plain.content == WORDS
        assert plain["Vary"] == "Accept-Encoding"


def test_one_page_is_not_always_as_long():
    """Its length must not tell what is in it."""
    lengths = {len(answered(HttpResponse(WORDS)).content) for _again in range(20)}
    assert len(lengths) > 3


def test_what_would_not_get_shorter_stays_as_it_is():
    picture = HttpResponse(WORDS, content_type="image/png")
    assert not answered(picture).has_header("Content-Encoding")
    assert not answered(StreamingHttpResponse([WORDS])).has_header("Content-Encoding")
