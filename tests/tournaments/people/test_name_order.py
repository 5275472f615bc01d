"""Names are sorted by the alphabet of the language in use."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.people.name_order import index_letter, name_order

NAMES = [
    "Zola",
    "Öberg",
    "Olsen",
    "Łukasz",
    "Lund",
    "Màrio",
    "Mario",
    "Aal",
    "Ångström",
]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Aal Ångström Łukasz Lund Mario Màrio Öberg Olsen Zola"),
        ("de", "Aal Ångström Łukasz Lund Mario Màrio Öberg Olsen Zola"),
        ("sv", "Aal Łukasz Lund Mario Màrio Olsen Zola Ångström Öberg"),
        ("da", "Aal Łukasz Lund Mario Màrio Olsen Zola Öberg Ångström"),
        ("pl", "Aal Ångström Lund Łukasz Mario Màrio Öberg Olsen Zola"),
        ("hu", "Aal Ångström Łukasz Lund Mario Màrio Olsen Öberg Zola"),
    ],
)
def test_letters_have_their_places_by_language(language, expected):
    with translation.override(language):
        assert sorted(NAMES, key=name_order) == expected.split()


def test_cyrillic_letters_have_their_places():
    names = ["Яшин", "Йода", "Иванов", "Ильин", "Ёлкин", "Егоров", "Жуков", "Кац"]
    with translation.override("ru"):
        assert sorted(names, key=name_order) == [
            *("Егоров", "Ёлкин", "Жуков", "Иванов", "Ильин", "Йода", "Кац", "Яшин")
        ]


def test_first_names_decide_between_equal_last_names():
    people = [("Berg", "Örjan"), ("Berg", "Olle"), ("Bérg", "Anna"), ("Be", "Zoe")]
    with translation.override("sv"):
        assert sorted(people, key=lambda one: name_order(*one)) == [
            ("Be", "Zoe"),
            ("Berg", "Olle"),
            ("Berg", "Örjan"),
            ("Bérg", "Anna"),
        ]


@pytest.mark.parametrize(
    ("language", "name", "letter"),
    [("en", "Öberg", "O"), ("sv", "öberg", "Ö"), ("pl", "Łuk", "Ł"), ("en", "7", "#")],
)
def test_an_index_has_a_letter_where_the_alphabet_has_one(language, name, letter):
    with translation.override(language):
        assert index_letter(name) == letter
