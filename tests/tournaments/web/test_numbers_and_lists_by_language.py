"""Numbers, percentages, ordinals and lists in each language."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.reader_locale import clause_comma, full_stop
from tournaments.templatetags.score_figures import points, signed, table_points, total
from tournaments.web.list_wording import (
    in_brackets,
    joined_sentences,
    joined_with_and,
    joined_with_commas,
    joined_with_semicolons,
    labelled,
)
from tournaments.web.number_wording import decimal, ordinal, percent, plural_number

NARROW, SPACE = "\u202f", "\u00a0"
#: A score, a decimal, a percentage, the first and the second place.
FIGURES = {
    "en": ("−32,400", "1,234.50", "12.5%", "1st", "2nd"),
    "fr": (f"−32{NARROW}400", f"1{NARROW}234,50", f"12,5{SPACE}%", "1er", "2e"),
    "de": ("−32.400", "1.234,50", f"12,5{SPACE}%", "1.", "2."),
    "es": ("−32.400", "1.234,50", f"12,5{SPACE}%", "1.º", "2.º"),
    "it": ("−32.400", "1.234,50", "12,5%", "1º", "2º"),
    "pl": (f"−32{SPACE}400", f"1{SPACE}234,50", "12,5%", "1.", "2."),
    "ru": (f"−32{SPACE}400", f"1{SPACE}234,50", f"12,5{SPACE}%", "1-е", "2-е"),
    "nl": ("−32.400", "1.234,50", "12,5%", "1e", "2e"),
    "pt-br": ("−32.400", "1.234,50", "12,5%", "1º", "2º"),
    "zh-hans": ("−32,400", "1,234.50", "12.5%", "第1名", "第2名"),
    "zh-hant": ("−32,400", "1,234.50", "12.5%", "第1名", "第2名"),
    "ja": ("−32,400", "1,234.50", "12.5%", "1位", "2位"),
    "ko": ("−32,400", "1,234.50", "12.5%", "1위", "2위"),
}
LISTS = {
    "en": ("A, B and C", "A, B, C"),
    "fr": ("A, B et C", "A, B, C"),
    "de": ("A, B und C", "A, B, C"),
    "es": ("A, B y C", "A, B, C"),
    "it": ("A, B e C", "A, B, C"),
    "pl": ("A, B i C", "A, B, C"),
    "ru": ("A, B и C", "A, B, C"),
    "nl": ("A, B en C", "A, B, C"),
    "pt-br": ("A, B e C", "A, B, C"),
    "zh-hans": ("A、B和C", "A、B、C"),
    "zh-hant": ("A、B和C", "A、B、C"),
    "ja": ("A、B、C", "A、B、C"),
    "ko": ("A, B 및 C", "A, B, C"),
}


@pytest.mark.parametrize("language", FIGURES)
def test_figures_by_language(language):
    with translation.override(language):
        written = (
            total(-32400, "riichi"),
            decimal(Fraction(2469, 2), 2),
            percent(12.5, 1),
            ordinal(1),
            ordinal(2),
        )
    assert written == FIGURES[language]


@pytest.mark.parametrize("language", LISTS)
def test_lists_by_language(language):
    with translation.override(language):
        assert (joined_with_and("ABC"), joined_with_commas("ABC")) == LISTS[language]
        assert (joined_with_and(["A"]), joined_with_commas([])) == ("A", "")


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "A. B. (c) d: e; f, g."),
        ("fr", f"A. B. (c) d{SPACE}: e{SPACE}; f, g."),
        ("zh-hans", "A.B.（c） d：e；f，g。"),
        ("ja", "A.B.（c） d：e；f、g。"),
        ("ko", "A. B. (c) d: e; f, g."),
    ],
)
def test_punctuation_by_language(language, written):
    with translation.override(language):
        sentences = joined_sentences(["A.", "", "B."]) + in_brackets("c")
        parts = joined_with_semicolons([labelled("d", "e"), f"f{clause_comma()}g"])
        assert f"{sentences} {parts}{full_stop()}" == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st"), (102, "102nd")],
)
def test_english_ordinals(number, written):
    assert ordinal(number) == written


def test_a_figure_cached_in_one_language_is_written_anew_in_another():
    def written() -> tuple[str, ...]:
        points_of_table = table_points(Fraction(-46350, 1000), "riichi")
        return points(32400, "riichi"), points_of_table, signed(Fraction(37, 2))

    english = written()
    with translation.override("de"):
        german = written()
    assert english == ('<span class="score ">32,400</span>', "−46.35", "+18½")
    assert german == ('<span class="score ">32.400</span>', "−46,35", "+18½")
    assert written() == english


@pytest.mark.parametrize(
    ("number", "digits", "written"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "−0.13"),
        (Fraction(-1, 1000), 1, "0.0"),
        (1999.95, 1, "2,000.0"),
        (0, 0, "0"),
    ],
)
def test_decimals_are_rounded_half_up(number, digits, written):
    assert decimal(number, digits) == written


@pytest.mark.parametrize(
    ("language", "number", "chosen"),
    [
        ("en", 1, 1),
        ("en", Fraction(3, 2), 2),
        ("en", Fraction(1, 2), 2),
        ("fr", Fraction(3, 2), 1),
        ("fr", Fraction(5, 2), 2),
        ("ru", Fraction(5, 2), 2),
        ("ru", Fraction(5), 5),
        ("pl", Decimal("-21"), 21),
    ],
)
def test_a_number_with_decimals_chooses_its_plural(language, number, chosen):
    with translation.override(language):
        assert plural_number(number) == chosen
