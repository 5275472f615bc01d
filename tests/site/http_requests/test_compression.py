"""Responses are compressed if the client accepts it."""

from __future__ import annotations

import gzip

from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from mahjong_site.compression_and_page_headers import (
    TextCompression,
    respect_refused_gzip,
)

WORDS = b"words and words " * 99
REFUSALS = ("br", "gzip;q=0", "identity, gzip;q=0.0", "GZIP;q=0")


def answered(response, accepted="gzip"):
    request = RequestFactory(headers={"Accept-Encoding": accepted}).get("/")
    return respect_refused_gzip(TextCompression(lambda _request: response))(request)


def test_words_are_compressed_for_who_takes_that():
    packed = answered(HttpResponse(WORDS))
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == WORDS
    for refusal in REFUSALS:
        plain = answered(HttpResponse(WORDS), refusal)
        assert plain.content == WORDS
        assert plain["Vary"] == "Accept-Encoding"
    sitemap = answered(HttpResponse(WORDS, content_type="application/xml"))
    assert sitemap["Content-Encoding"] == "gzip"


def test_a_file_of_the_program_is_compressed_for_who_takes_that(tmp_path, settings):
    (tmp_path / "site.css").write_bytes(WORDS)
    (tmp_path / "site.css.gz").write_bytes(gzip.compress(WORDS))
    settings.STATIC_ROOT = tmp_path

    def sent(accepted):
        request = RequestFactory(headers={"Accept-Encoding": accepted})
        files = respect_refused_gzip(
            WhiteNoiseMiddleware(lambda _request: HttpResponse())
        )
        answer = files(request.get("/static/site.css"))
        return b"".join(answer.streaming_content)

    assert gzip.decompress(sent("br, gzip")) == WORDS
    assert [sent(refusal) for refusal in REFUSALS] == [WORDS] * len(REFUSALS)


def test_one_page_is_not_always_as_long():
    """The length of a page varies, so that it does not reveal the contents (the BREACH
    attack).
    """
    lengths = {len(answered(HttpResponse(WORDS)).content) for _again in range(20)}
    assert len(lengths) > 3


def test_what_would_not_get_shorter_stays_as_it_is():
    picture = HttpResponse(WORDS, content_type="image/png")
    assert not answered(picture).has_header("Content-Encoding")
    assert not answered(StreamingHttpResponse([WORDS])).has_header("Content-Encoding")
