"""Numbers, country and club of the persons in a list of past results."""

from __future__ import annotations

import pytest

from scoring.models import ResultsImport
from scoring.past_results.import_and_undo_results import (
    choose_persons,
    import_results,
    undo_results,
)
from scoring.past_results.results_preview import results_preview
from tests.scoring.past_results.test_past_results import imported, kept
from tournaments.models import NationalNumber, Person, Player

pytestmark = pytest.mark.django_db

HEAD = "Tournament;Date;Place;Name;Number;National number;Country;Club\n"


def row(
    name: str, *cells: str, title: str = "Heron Open", day: str = "2024-05-04"
) -> str:
    return ";".join((title, day, "1", name, *cells)) + "\n"


OLDER = row("Xenia Probe", "04000001", "DK 12", "Denmark", "Herons")
NEWER = row("Xenia Probe", "", "", "", "", title="Winter Cup", day="2024-12-07")


@pytest.fixture
def known(tournament) -> Person:
    """Return a record without numbers, of a player of another tournament."""
    person = Person.objects.create(
        first_name="Xenia", last_name="Probe", country="Denmark"
    )
    Player.objects.create(tournament=tournament, person=person, number=901)
    return person


def import_as(text: str, record: Person) -> Person:
    """Import a list with this record for its first row, and return the record."""
    results = kept(text)
    choose_persons(results, {2: str(record.pk)})
    results.refresh_from_db()
    import_results(results, expected=results_preview(results).rows, by="owner")
    return Person.objects.get(pk=record.pk)


@pytest.mark.parametrize("rows", [OLDER + NEWER, NEWER + OLDER])
def test_a_newer_row_without_data_keeps_the_older_data(rows):
    imported(HEAD + rows, joins_names=True)
    person = Person.objects.get()
    assert (person.ema_number, person.country, person.club) == (
        "04000001", "Denmark", "Herons",
    )  # fmt: skip
    assert person.national_number.number == "DK 12"


def test_a_national_number_of_another_country_is_left_out():
    moved = NEWER.replace(";;;;", ";;;France;")
    imported(HEAD + OLDER.replace("04000001", "") + moved, joins_names=True)
    assert {
        (one.country, hasattr(one, "national_number")) for one in Person.objects.all()
    } == {("France", False)}


def test_a_chosen_record_without_numbers_gets_those_of_the_list(known):
    person = import_as(HEAD + OLDER, known)
    assert (person.ema_number, person.national_number.number) == ("04000001", "DK 12")
    assert person.players.count() == 2


def test_a_chosen_record_does_not_get_the_number_of_another_person(known, tournament):
    other = Person.objects.create(last_name="Holder", ema_number="04000001")
    Player.objects.create(tournament=tournament, person=other, number=902)
    person = import_as(HEAD + OLDER, known)
    assert person.players.count() == 2
    assert person.ema_number == ""


def test_undoing_the_import_removes_the_numbers_again(known):
    import_as(HEAD + OLDER, known)
    undo_results(ResultsImport.objects.get(), by="owner", reason="Wrong person")
    person = Person.objects.get(pk=known.pk)
    assert (person.ema_number, hasattr(person, "national_number")) == ("", False)


def test_undoing_the_import_keeps_a_number_that_the_record_had(known):
    Person.objects.filter(pk=known.pk).update(ema_number="04000001")
    imported(HEAD + OLDER)
    undo_results(ResultsImport.objects.get(), by="owner", reason="Wrong file")
    assert Person.objects.get(pk=known.pk).ema_number == "04000001"


def test_undoing_the_import_keeps_numbers_that_were_changed_later(known):
    """The list also has the new number, for another player."""
    other = row("Yann Probe", "04000002", "", "France", "")
    import_as(HEAD + OLDER + other.replace(";1;Yann", ";2;Yann"), known)
    Person.objects.filter(last_name="Probe", first_name="Yann").update(ema_number="")
    Person.objects.filter(pk=known.pk).update(ema_number="04000002")
    NationalNumber.objects.filter(person=known).update(number="DK 13")
    undo_results(ResultsImport.objects.get(), by="owner", reason="Wrong person")
    person = Person.objects.get(pk=known.pk)
    assert (person.ema_number, person.national_number.number) == ("04000002", "DK 13")


def test_undoing_one_import_keeps_the_number_of_another_import(known):
    import_as(HEAD + row("Xenia Probe", "", "DK 12", "Denmark", ""), known)
    NationalNumber.objects.all().delete()
    import_as(HEAD + NEWER.replace(";;;;", ";;DK 13;Denmark;"), known)
    first = ResultsImport.objects.order_by("pk")[0]
    undo_results(first, by="owner", reason="Wrong person")
    assert NationalNumber.objects.get(person=known).number == "DK 13"


def test_imports_of_version_1_17_are_undone_without_other_numbers(known):
    """That version stored the keys of the persons only."""
    import_as(HEAD + OLDER, known)
    old = ResultsImport.objects.get()
    keys = {"ema_number": [known.pk], "national_number": [known.pk]}
    ResultsImport.objects.update(choices=keys)
    NationalNumber.objects.all().delete()
    import_as(HEAD + NEWER.replace(";;;;", ";;DK 13;Denmark;"), known)
    undo_results(old, by="owner", reason="Wrong person")
    person = Person.objects.get(pk=known.pk)
    assert (person.ema_number, person.national_number.number) == ("", "DK 13")


def test_an_import_of_version_1_17_is_undone_with_its_numbers(known):
    import_as(HEAD + OLDER, known)
    keys = {"ema_number": [known.pk], "national_number": [known.pk]}
    ResultsImport.objects.update(choices=keys)
    undo_results(ResultsImport.objects.get(), by="owner", reason="Wrong person")
    person = Person.objects.get(pk=known.pk)
    assert (person.ema_number, hasattr(person, "national_number")) == ("", False)


def test_the_record_of_an_import_contains_no_numbers(known):
    import_as(HEAD + OLDER, known)
    kept = str(ResultsImport.objects.get().choices)
    assert str(known.pk) in kept
    assert not [number for number in ("04000001", "DK 12") if number in kept]


def test_a_record_of_two_players_of_the_list_counts_once_and_gets_one_number(known):
    other = row("Xenia Probe", "04000002", "", "", "", title="Cup", day="2023-05-04")
    results = kept(HEAD + OLDER + other)
    choose_persons(results, {2: str(known.pk), 3: str(known.pk)})
    results.refresh_from_db()
    shown = results_preview(results)
    assert (shown.known, shown.new) == (1, 0)
    import_results(results, expected=2, by="owner")
    assert Person.objects.get(pk=known.pk).ema_number == "04000001"


def test_a_chosen_record_of_another_country_gets_no_national_number(known):
    Person.objects.update(country="France")
    person = import_as(HEAD + OLDER, known)
    assert (person.ema_number, hasattr(person, "national_number")) == (
        "04000001", False,
    )  # fmt: skip
