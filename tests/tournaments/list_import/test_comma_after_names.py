"""Commas in full names: family name and first name, or name and club. A list whose
commas are ambiguous gets one question."""

from __future__ import annotations

import pytest

from tests.tournaments.list_import.list_outcomes import full_names, outcome, uploaded
from tests.tournaments.pages import page, text_of
from tournaments.list_import import edit_uploaded_list, import_and_undo_import
from tournaments.list_import.import_preview_new_or_known import preview
from tournaments.list_import.name_splitting import NameOrder, split_name
from tournaments.refusals import Refused

#: As pasted by a club without headings: only some players have a club.
WITH_CLUBS = (
    "Anna Kowalska, Dragon Club\nDavid Novak\nMaria Rossi, Village Tiles\nTom Kettle\n"
)


def questions(kept):
    return [(asked.kind, asked.value, asked.rows) for asked in preview(kept).questions]


def test_a_comma_between_name_and_club_is_asked_about(director):
    kept = uploaded(director, WITH_CLUBS)
    assert questions(kept) == [("comma", "Anna Kowalska, Dragon Club", 2)]
    with pytest.raises(Refused, match="questions"):
        import_and_undo_import.import_list(kept, expected=4, by=director)


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        (
            "club",
            {"given": "Anna", "family": "Kowalska", "club": "Dragon Club"},
        ),
        (
            "remarks",
            {"given": "Anna", "family": "Kowalska", "remarks": "Dragon Club"},
        ),
        ("unused", {"given": "Anna", "family": "Kowalska"}),
        ("name", {"given": "Dragon Club", "family": "Anna Kowalska"}),
    ],
)
def test_the_answer_counts_for_all_rows(director, answer, first):
    kept = uploaded(director, WITH_CLUBS)
    [question] = preview(kept).questions
    edit_uploaded_list.answer(kept, question.key, answer)
    shown = preview(kept)
    assert not shown.questions
    assert outcome(shown.rows[0]) == first
    assert full_names(shown.rows[1::2]) == ["Novak, David", "Kettle, Tom"]


def test_until_the_answer_the_more_likely_reading_is_shown(director):
    shown = preview(uploaded(director, WITH_CLUBS))
    assert full_names(shown.rows) == [
        "Kowalska, Anna",
        "Novak, David",
        "Rossi, Maria",
        "Kettle, Tom",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "Kowalska, Anna|Novak, David|Tom Kettle",
        "van der Berg, Uxue|de la Nube, Iratxe",
        "GARCÍA LÓPEZ, Uxue|Lind, Bo",
        # Two family names, in a list whose other commas are certain.
        "García López, Israel|García Pérez, Ana|Lind, Bo|Berg, Tove",
        "Tom Kettle|John Kettle, Jr.|Ada Berg",
        "Anna Berg, Sweden|Mei Lin, China|Tom Kettle",
        "Ada Lind, cancelled|Tom Kettle",
    ],
)
def test_certain_commas_need_no_question(director, rows):
    assert questions(uploaded(director, rows.replace("|", "\n"))) == []


@pytest.mark.parametrize(
    ("rows", "value", "count"),
    [
        # Every player has a club.
        ("Anna Kowalska, Dragons|David Novak, Tilers", "Anna Kowalska, Dragons", 2),
        ("Szczepan Iks, Dragon Riders|Zdzich Igrek, X Y", "Szczepan Iks, Dragon "
         "Riders", 2),
        ("Anna, Dragon Club|David, Dragon Club|Tom", "Anna, Dragon Club", 2),
        ("Berg, Tove|Lind, Bo|Uwe Nagel, Mahjong Verein", "Uwe Nagel, Mahjong "
         "Verein", 1),
        ("Anna Berg, Sweden|Mei Lin, China|Ines Costa, Lisbon",
         "Ines Costa, Lisbon", 1),
        ("Name|Anna Kowalska, Dragon Club|David Novak", "Anna Kowalska, Dragon "
         "Club", 1),
    ],
)  # fmt: skip
def test_ambiguous_commas_are_one_question(director, rows, value, count):
    kept = uploaded(director, rows.replace("|", "\n"))
    assert questions(kept) == [("comma", value, count)]


def test_a_club_and_a_country_may_follow_the_name(director):
    text = "Anna Kowalska, Dragon Club\nDavid Novak, Tilers, Poland\nTom Kettle, Tilers"
    kept = uploaded(director, text)
    edit_uploaded_list.answer(kept, "comma:", "club")
    assert [outcome(row).get("club") for row in preview(kept).rows] == [
        "Dragon Club",
        "Tilers",
        "Tilers",
    ]
    assert outcome(preview(kept).rows[1])["country"] == "POL"


def test_the_order_of_names_before_clubs_is_recognised(director):
    kept = uploaded(director, "KOWALSKA Anna, Dragons\nNOVAK David, Tilers\n")
    assert kept.name_order == NameOrder.CAPITALS


def test_a_suffix_after_a_comma_is_not_a_first_name():
    assert split_name("John Kettle, Jr.", NameOrder.LAST_WORD) == (
        "John",
        "Kettle Jr.",
    )


def test_the_page_shows_both_readings_of_a_row(director, client):
    kept = uploaded(director, WITH_CLUBS)
    client.force_login(director)
    shown = client.get(page("player_list", kept.tournament.slug, kept.pk))
    words = text_of(shown)
    assert "What does the comma separate in “Anna Kowalska, Dragon Club”?" in words
    assert "Name “Anna Kowalska”, club “Dragon Club” (public)" in words
    assert "Last name “Anna Kowalska”, first name “Dragon Club”" in words


def test_family_names_in_a_first_column_are_known_by_the_first_names(director):
    text = "Kowalska, Anna, Dragon Club\nNovak, David, Tilers\n"
    assert list(uploaded(director, text).fields)[:2] == ["last_name", "first_name"]


def test_an_answer_can_be_changed(director, client):
    kept = uploaded(director, WITH_CLUBS)
    at = kept.tournament.slug, kept.pk
    client.force_login(director)
    address = page("player_list_together", *at)
    answered = client.post(
        address, {"question": "comma:", "meaning": "unused"}, follow=True
    )
    assert "Change answers" in text_of(answered)
    asked = client.post(address, {"ask_again": "yes"}, follow=True)
    assert "What does the comma separate" in text_of(asked)
    assert "Change answers" not in text_of(asked)


def test_samples_of_a_column_are_not_joined_with_commas(director, client):
    kept = uploaded(director, WITH_CLUBS)
    client.force_login(director)
    shown = text_of(client.get(page("player_list", kept.tournament.slug, kept.pk)))
    assert "Anna Kowalska, Dragon Club · David Novak · Maria" in shown


@pytest.mark.parametrize("key", ["comma:", "state:maybe", "unknown:x"])
def test_only_answers_of_the_question_are_accepted(director, client, key):
    kept = uploaded(director, "Name,Status\nTom Kettle,maybe\nAda Berg,maybe\n")
    at = kept.tournament.slug, kept.pk
    client.force_login(director)
    sent = {"question": key, "meaning": "brackets" if key == "comma:" else "club"}
    answered = client.post(page("player_list_together", *at), sent, follow=True)
    assert answered.status_code == 200
    kept.refresh_from_db()
    assert kept.answers == {}
