"""Failures before Django has a request, and after that."""

from __future__ import annotations

from mahjong_site.wsgi import with_last_error_page


def test_it_is_answered_with_a_sentence():
    def broken(_environ, _start_response):
        raise RuntimeError("outside every middleware")

    started: list[tuple[str, list[tuple[str, str]]]] = []
    body = with_last_error_page(broken)({}, lambda *answer: started.append(answer))
    [(status, headers)] = started
    assert status.startswith("503")
    assert ("Retry-After", "5") in headers
    assert b"Check whether your change was saved" in b"".join(body)
