"""Flags of countries in any spelling."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from tournaments.people.countries_and_ema_numbers import FLAGS, flag_of


@pytest.mark.parametrize(
    ("country", "flag"),
    [
        ("Denmark", "dk"),
        (" denmark ", "dk"),
        ("DNK", "dk"),
        ("DK", "dk"),
        ("The Netherlands", "nl"),
        ("USA", "us"),
        ("Great Britain", "gb"),
        ("Scotland", "gb-sct"),
        ("Türkiye", "tr"),
        ("Turkey", "tr"),
        ("Atlantis", ""),
        ("", ""),
    ],
)
def test_a_country_is_known_by_its_names_and_codes(country, flag):
    assert flag_of(country) == flag


def test_every_flag_has_its_picture():
    [static] = map(Path, settings.STATICFILES_DIRS)
    drawn = {picture.stem for picture in (static / "flags").glob("*.png")}
    assert drawn == set(FLAGS.values())
