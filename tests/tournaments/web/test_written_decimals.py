"""Numbers with decimals are read in the format of each language.

A number with two possible meanings is rejected.
"""

from __future__ import annotations

from decimal import Decimal

import pytest
from django import forms
from django.utils import translation

from tournaments.web.written_decimals import WrittenDecimal, read_decimal, whole_numbers


class PointsForm(forms.Form):
    points = WrittenDecimal(decimal_places=2, max_value=10_000)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4", "4"),
        ("0.5", "0.5"),
        ("0,5", "0.5"),
        ("−1,5", "-1.5"),
        ("+2.25", "2.25"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("1 234,5", "1234.5"),
        ("1\u202f234,5", "1234.5"),
        ("1’234.5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1 234", "1234"),
        ("0,125", "0.125"),
    ],
)
def test_one_meaning_is_read_whatever_the_language(text, number):
    assert read_decimal(text) == Decimal(number)


@pytest.mark.parametrize(
    "text", ["1,500", "1.500", "-12.345", "1,2,3", "12,34.5", "1,234,5", "x", "", "1e3"]
)
def test_two_meanings_or_none_are_not_guessed(text):
    assert read_decimal(text) is None


@pytest.mark.parametrize(
    ("language", "example"), [("en", "1234.5"), ("de", "1234,5"), ("ja", "1234.5")]
)
def test_an_unclear_number_is_asked_again_in_the_format_of_the_language(
    language, example
):
    with translation.override(language):
        [fault] = PointsForm({"points": "1,500"}).errors["points"]
    assert "1,500" in fault
    assert example in fault


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "1234.5"), ("fr", "1234,5"), ("ru", "1234,5")]
)
def test_a_number_is_shown_as_it_is_typed(language, shown):
    with translation.override(language):
        form = PointsForm(initial={"points": Decimal("1234.50")})
        assert form["points"].value() == shown
        sent = PointsForm({"points": shown})
        assert sent.is_valid()
        assert sent.cleaned_data["points"] == Decimal("1234.5")
        assert sent["points"].value() == shown


@pytest.mark.parametrize("text", ["0.125", "10001"])
def test_limits_hold(text):
    assert not PointsForm({"points": text}).is_valid()


@pytest.mark.parametrize(
    ("language", "text", "numbers"),
    [
        ("en", "1,500", [1500]),
        ("en", "2,000/3,900", [2000, 3900]),
        ("en", "2000,3900", [2000, 3900]),
        ("en", "1.500", []),
        ("de", "1.500", [1500]),
        ("de", "1,500", []),
        ("pl", "1 500", [1500]),
        ("fr", "12\u202f000", [12000]),
        ("en", "24 fan", [24]),
        ("en", "fan", []),
    ],
)
def test_whole_numbers_within_a_text(language, text, numbers):
    with translation.override(language):
        assert whole_numbers(text) == numbers
