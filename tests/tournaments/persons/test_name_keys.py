"""The stored key of a person's name, which lists and suggestions search."""

from __future__ import annotations

import pytest

from tournaments.models import Person
from tournaments.models.names_without_accents import NAME_KEY_LENGTH, name_key
from tournaments.people.person_search_conditions import with_words
from tournaments.privacy.erase_person import erase_person

pytestmark = pytest.mark.django_db


def keys_are_current() -> bool:
    return all(
        person.name_key == name_key(person.first_name, person.last_name)
        for person in Person.objects.all()
    )


def test_every_way_to_save_a_name_saves_its_key(tournament):
    one = Person.objects.create(first_name="Zoë", last_name="Ørsted")
    assert Person.objects.get(pk=one.pk).name_key == "orsted zoe"
    Person.objects.bulk_create([Person(first_name="Li", last_name="Wu")])
    one.last_name = "Łuk"
    one.save(update_fields=["last_name"])
    assert Person.objects.get(pk=one.pk).name_key == "luk zoe"
    Person.objects.filter(last_name="Wu").update(last_name="Ångström")
    assert Person.objects.get(first_name="Li").name_key == "angstrom li"
    one.first_name = "Noé"
    Person.objects.bulk_update([one], ["first_name"])
    assert Person.objects.get(pk=one.pk).name_key == "luk noe"
    erase_person(tournament.players.get(number=1).person, by="owner", reason="asked")
    assert keys_are_current()


def test_an_update_of_many_persons_writes_all_keys_together(
    django_assert_num_queries,
):
    persons = Person.objects.bulk_create(
        Person(first_name="Li", last_name=f"Wu {number}") for number in range(20)
    )
    for person in persons:
        person.first_name = "Noé"
    with django_assert_num_queries(1):
        Person.objects.bulk_update(persons, ["first_name"])
    assert Person.objects.filter(name_key__endswith=" noe wu").count() == 20
    assert keys_are_current()


def test_a_key_longer_than_its_column_is_cut():
    """Each of these characters is 18 letters without the sign."""
    name = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 100
    person = Person.objects.create(first_name=name, last_name=name)
    assert len(Person.objects.get(pk=person.pk).name_key) == NAME_KEY_LENGTH


@pytest.mark.parametrize(
    ("words", "whole", "is_found"),
    [
        (["ann"], False, True),
        (["ber"], False, True),
        (["nna"], False, False),
        (["ann", "ber"], False, True),
        (["ann", "x"], False, False),
        (["ann"], True, False),
        (["anna"], True, True),
        (["berg"], True, True),
        (["maria"], True, True),
        (["%"], False, False),
    ],
)
def test_words_are_found_at_the_beginning_of_names(words, whole, is_found):
    Person.objects.create(first_name="Anna Maria", last_name="Berg")
    found = Person.objects.filter(with_words(words, whole=whole))
    assert found.exists() is is_found
