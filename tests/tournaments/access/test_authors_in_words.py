"""Stored authors are shown in the reader's language. Accounts keep their names."""

from __future__ import annotations

import pytest

from tests.pseudo_locale import pseudo
from tournaments.access import authors_in_words
from tournaments.access.authors_in_words import author_in_words
from tournaments.access.page_access import device_name


@pytest.mark.parametrize(
    "by",
    [
        *("anna", "table", "player one", "clock"),
        *(device_name(3), device_name(3, "KH"), "player 7"),
        f"player 7 on {device_name(3, 'KH')}",
    ],
)
def test_in_english_every_author_has_the_stored_name(by):
    assert author_in_words(by) == by


def test_devices_and_players_are_translated(monkeypatch):
    monkeypatch.setattr(authors_in_words, "gettext", pseudo)
    assert author_in_words(device_name(3)) == "⟦ťààƀłèè 3⟧"
    assert author_in_words(device_name(3, "KH")) == "⟦ťààƀłèè 3, đèèṽììćèè KH⟧"
    assert author_in_words(f"player 7 on {device_name(3)}") == (
        "⟦ƥłààýýèèř 7 òòñ ⟦ťààƀłèè 3⟧⟧"
    )
    assert author_in_words("anna") == "anna"
