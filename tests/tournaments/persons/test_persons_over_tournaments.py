"""Records of one human over several tournaments: matching, merging and
undoing a merge.
"""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tournaments.models import (
    MergedRecord,
    Person,
    PersonMerge,
    Player,
    ShownAs,
    Tournament,
)
from tournaments.people.identities import people_known_to
from tournaments.people.register_players import register_known
from tournaments.persons.matching import Answer, Evidence, Identity, match
from tournaments.persons.merge_and_undo import keep_two, merge, undo
from tournaments.persons.suggested_merges import suggestions
from tournaments.refusals import Refused

CASES = settings.BASE_DIR.parent / "shared" / "cases" / "beyond" / "identity.json"


@pytest.mark.skipif(not CASES.is_file(), reason="the cases are not beside the project")
def test_cases_of_identity():
    for row in json.loads(CASES.read_text())["cases"]:
        one, other = Identity(**row["a"]), Identity(**row["b"])
        for pair in ((one, other), (other, one)):
            found = match(*pair, together=row["both_in_one_event"])
            assert found.answer == row["answer"], row["id"]


ANA = Identity("Ana", "Lindqvist", "Sweden", "Tern", "09990001")


@pytest.mark.parametrize(
    ("other", "answer"),
    [
        (Identity("LINDQVIST", "Ana", "SE", "", "9990001"), Answer.SAME),
        (Identity("Ana", "Lindqvist", "SE", "", "09990002"), Answer.DIFFERENT),
        (Identity("Ana", "Lindqvist", "NO", "", "08990001"), Answer.ASK),
        (Identity("Ana", "Lindqvist", "NO", "", "09990007"), Answer.DIFFERENT),
        (Identity("Anna", "Lindqvist", "SE", "", "09990001"), Answer.ASK),
        (Identity("Anna", "Lindqvist", "SE"), Answer.DIFFERENT),
        (Identity("Áná", "lindqvist"), Answer.ASK),
    ],
)
def test_answers(other, answer):
    assert match(ANA, other, together=False).answer is answer
    assert match(other, ANA, together=True).answer is Answer.DIFFERENT


def test_national_numbers_count_within_a_country():
    one = Identity("A", "B", "FR", national_number="12-7")
    same = Identity("B", "A", "France", national_number="12 7")
    assert match(one, same, together=False).answer is Answer.SAME
    other = Identity("A", "B", "FR", national_number="13")
    found = match(one, other, together=False)
    assert Evidence.NATIONAL_NUMBERS_DIFFER in found.evidence
    abroad = Identity("A", "B", "DE", national_number="13")
    assert match(one, abroad, together=False).answer is Answer.ASK


def tournament(name: str, *people: Person, **more) -> Tournament:
    made = Tournament.objects.create(
        slug=name,
        title=name.capitalize(),
        ruleset="mcr",
        planned_rounds=4,
        minutes=90,
        end_policy="finish_hand",
        is_public=True,
        **more,
    )
    for number, person in enumerate(people, 1):
        Player.objects.create(tournament=made, person=person, number=number)
    return made


@pytest.fixture
def people(db) -> tuple[Person, Person, Person]:
    ana = Person.objects.create(
        first_name="Ana", last_name="Lind", country="Sweden", club="Tern"
    )
    other = Person.objects.create(first_name="LIND", last_name="Ána", country="Norway")
    third = Person.objects.create(first_name="Bo", last_name="Ek")
    tournament("first", ana, third)
    tournament("second", other)
    return ana, other, third


def shown(person: Person) -> str:
    person.refresh_from_db()
    return person.shown_as


def test_a_merge_moves_nothing_and_can_be_undone(people):
    ana, other, third = people
    [suggested] = suggestions().open
    assert (suggested.one, suggested.other) == (ana, other)
    entry = merge(ana, other, by="owner")
    assert suggestions().open == []
    assert Player.objects.get(tournament__slug="second").person == other
    other.refresh_from_db()
    assert (other.first_name, other.country) == ("LIND", "Norway")
    with pytest.raises(Refused):
        merge(third, other, by="owner")
    with pytest.raises(Refused, match="reason"):
        undo(entry, by="owner", reason=" ")
    undo(entry, by="owner", reason="2 people")
    assert not MergedRecord.objects.exists()
    assert PersonMerge.objects.get().undone_reason == "2 people"
    with pytest.raises(Refused):
        undo(entry, by="owner", reason="again")
    keep_two(other, ana, by="owner")
    assert suggestions().open == []


def test_the_strictest_choice_holds_while_records_are_merged(people):
    ana, other, _third = people
    Player.objects.filter(person=other).update(shown_as=ShownAs.INITIALS)
    assert shown(ana) == ShownAs.FULL
    first = Tournament.objects.get(slug="first")
    revision = first.revision
    entry = merge(ana, other, by="owner")
    assert shown(ana) == ShownAs.INITIALS
    assert first.log.first().kind == "choice_changed_elsewhere"
    assert Tournament.objects.get(slug="first").revision > revision
    Player.objects.filter(person=ana).update(shown_as=ShownAs.NUMBER)
    assert shown(other) == ShownAs.NUMBER
    undo(entry, by="owner", reason="2 people")
    assert (shown(ana), shown(other)) == (ShownAs.NUMBER, ShownAs.INITIALS)


def test_merged_records_follow_the_kept_one_and_come_back(people):
    ana, other, _third = people
    again = Person.objects.create(first_name="Ana", last_name="Lind")
    tournament("third", again)
    first = merge(ana, other, by="owner")
    second = merge(again, ana, by="owner")
    assert set(MergedRecord.objects.values_list("record", "kept")) == {
        (ana.pk, again.pk),
        (other.pk, again.pk),
    }
    with pytest.raises(Refused, match="later"):
        undo(first, by="owner", reason="2 people")
    undo(second, by="owner", reason="2 people")
    assert list(MergedRecord.objects.values_list("record", "kept")) == [
        (other.pk, ana.pk)
    ]


def test_two_players_of_one_tournament_never_merge(people):
    ana, other, third = people
    merge(ana, other, by="owner")
    tournament("third", third)
    namesake = Person.objects.create(first_name="Ana", last_name="Lind")
    tournament("fourth", other, namesake)
    assert suggestions().open == []
    assert len(suggestions().refused) == 1
    with pytest.raises(Refused, match="2 people"):
        merge(ana, namesake, by="owner")
    with pytest.raises(Refused, match="registered"):
        register_known(Tournament.objects.get(slug="second"), ana, by="owner")


def test_two_numbers_merge_only_after_a_change_of_country(people):
    ana, other, _third = people
    Person.objects.filter(pk=ana.pk).update(ema_number="09990001")
    Person.objects.filter(pk=other.pk).update(ema_number="08990001")
    ana.refresh_from_db()
    other.refresh_from_db()
    with pytest.raises(Refused, match="date"):
        merge(ana, other, by="owner")
    entry = merge(ana, other, by="owner", transferred_on=date(2026, 5, 1))
    assert entry.transferred_on == date(2026, 5, 1)
    undo(entry, by="owner", reason="wrong")
    Person.objects.filter(pk=other.pk).update(country="Sweden")
    other.refresh_from_db()
    with pytest.raises(Refused, match="2 different numbers"):
        merge(ana, other, by="owner", transferred_on=date(2026, 5, 1))


def test_merged_records_leave_the_lists(people):
    ana, other, _third = people
    merge(ana, other, by="owner")
    owner = User.objects.create_superuser("owner")
    found = people_known_to(owner, Tournament.objects.get(slug="first"))
    assert other not in found
    assert ana in found


@pytest.fixture
def owner_client(people) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("owner"))
    return client


def test_the_pages_of_merging(people, owner_client):
    ana, other, third = people
    listed = owner_client.get(reverse("director:persons"))
    assert "Ana Lind" in listed.content.decode()
    address = reverse("director:persons_pair", args=(ana.pk, other.pk))
    page = owner_client.get(address).content.decode()
    assert "Norway" in page
    assert "Merge records" in page
    owner_client.post(address, {"kept": third.pk})
    owner_client.post(address, {"kept": ana.pk, "transferred_on": "nonsense"})
    assert not PersonMerge.objects.exists()
    owner_client.post(address, {"kept": other.pk, "reason": "Same club"})
    entry = PersonMerge.objects.get()
    assert (entry.kept, entry.by, entry.reason) == (other, "owner", "Same club")
    assert "Same club" in owner_client.get(reverse("director:persons")).content.decode()
    undo_address = reverse("director:persons_undo", args=(entry.pk,))
    owner_client.post(undo_address, {"reason": ""})
    assert MergedRecord.objects.exists()
    owner_client.post(undo_address, {"reason": "2 people"})
    assert not MergedRecord.objects.exists()
    owner_client.post(address, {"different": "1"})
    assert suggestions().open == []
    never = reverse("director:persons_pair", args=(ana.pk, third.pk))
    assert "Merge records" not in owner_client.get(never).content.decode()
    assert (
        owner_client.get(reverse("director:persons_pair", args=(1, 99))).status_code
        == 404
    )
