"""Names on shared images: every alphabet that a player may use is available.

A name with other letters is replaced by the player's number.
"""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import get_language

from scoring.all_pages import text_on_images
from scoring.all_pages.text_on_images import in_drawable_language, legible, width
from scoring.public.preview_image import PARTS

#: Names to draw on a machine without fonts, using our own font only.
NAMES = ("Nguyễn Thị Ưởng", "Łukasz Čížek", "Жданович Ірина", "Παπαδόπουλος", "Şükrü Ğ")


@pytest.fixture
def bare_machine(monkeypatch):
    """Simulate a machine without fonts within the test."""
    for kept in (text_on_images._font_with, text_on_images._fonts_of_the_machine):
        kept.cache_clear()
    monkeypatch.setattr(text_on_images, "OF_THE_MACHINE", ())
    yield
    for kept in (text_on_images._font_with, text_on_images._fonts_of_the_machine):
        kept.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_written_in_our_own_font(bare_machine, name):
    assert all(text_on_images._font_with(letter) for letter in name)
    assert legible(name, "Number 3") == name


def test_letters_written_in_two_parts_are_one(bare_machine):
    assert width("e\u0301", 40, 700) == width("é", 40, 700)


def test_who_has_no_letters_is_known_by_the_number(bare_machine):
    assert legible("王小明", "Number 3") == "Number 3"
    assert legible("Wang (王)", "Number 3") == "Wang (王)"
    assert legible("", "Number 3") == ""


def test_a_font_of_the_machine_lends_its_letters(bare_machine, monkeypatch):
    there = str(text_on_images.FONTS / "winds.woff2")
    monkeypatch.setattr(text_on_images, "OF_THE_MACHINE", ("not there.ttf", there))
    assert legible("東南", "Number 3") == "東南"
    assert width("東", 40, 700) > width("·", 40, 700)


@pytest.mark.parametrize(
    ("language", "written"),
    [("ja", "en"), ("ko", "en"), ("zh-hans", "en"), ("ru", "ru"), ("pl", "pl")],
)
def test_a_language_without_a_font_is_written_in_english(
    bare_machine, language, written
):
    with translation.override(language):
        with in_drawable_language():
            assert get_language() == written
        assert get_language() == language


def test_a_language_with_a_font_of_the_machine_is_kept(monkeypatch):
    monkeypatch.setattr(text_on_images, "_font_with", lambda _letter: "a font")
    with translation.override("ja"), in_drawable_language():
        assert get_language() == "ja"


def test_lines_end_between_words_and_asian_characters():
    english = PARTS.findall("Anna Berg leads by 12.")
    assert english == ["Anna", " Berg", " leads", " by", " 12."]
    assert PARTS.findall("第3回戦、終了。A B") == [
        *("第", "3", "回", "戦、", "終", "了。", "A", " B")
    ]
