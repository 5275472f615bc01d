"""Headings that a page names, or a workbook has, are recognised in every language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from mahjong_site.languages import LANGUAGES
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.past_results.results_columns import COLUMNS, result_columns
from tournaments.list_import.list_columns import FIELDS, columns_of, field_of_heading

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@in_every_language
def test_columns_of_past_results_are_read_as_the_page_names_them(language):
    with override(language):
        headings = [str(words) for words in COLUMNS.values()]
    columns = result_columns([(1, headings)])
    assert columns.at == {field: place for place, field in enumerate(COLUMNS)}
    assert columns.unused == ()


@in_every_language
def test_columns_of_a_player_list_are_read_as_the_page_names_them(language):
    with override(language):
        named = {field: str(words) for field, words in FIELDS.items()}
    read = {field: field_of_heading(heading) for field, heading in named.items()}
    assert read == {field: field for field in FIELDS}


#: Columns of the workbook that lists have too, in its order.
OF_BOTH = (
    *("number", "first_name", "last_name", "country", "club", "team", "categories"),
    *("ema_number", "first_round", "last_round", "group", "fixed_table"),
)


@in_every_language
def test_headings_of_the_players_in_a_workbook_are_read(language):
    with override(language):
        columns = {
            column.key: str(column.heading)
            for column in EXPORTS["players"].columns(None)
        }
    headings = [columns[field] for field in OF_BOTH]
    assert columns_of([(1, headings)]).fields == OF_BOTH


@pytest.mark.parametrize(
    ("headings", "fields"),
    [
        ("Name|Vorname", ["last_name", "first_name"]),
        ("Nombre|Apellidos", ["first_name", "last_name"]),
        ("Nome|Cognome", ["first_name", "last_name"]),
        ("Name", ["name"]),
    ],
)
def test_a_heading_for_names_may_mean_one_part(headings, fields):
    row = ["Tournament", "Date", "Place", *headings.split("|")]
    places = result_columns([(1, row)]).at
    assert [*sorted(places, key=places.__getitem__)][3:] == fields
