"""The preview of a list of past results: choices of persons, joined names, and the club
that gets the tournaments.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import ResultsImport
from scoring.past_results.results_preview import results_preview
from tests.scoring.halls import signed_in
from tests.scoring.past_results.test_past_results import HEAD, kept, row
from tournaments.clubs import change_clubs
from tournaments.models import Person, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner_client(db) -> Client:
    return signed_in(User.objects.create_superuser("owner"))


@pytest.fixture
def known(tournament) -> Person:
    """Return a record with number 04000001, of a player of another tournament."""
    person = Person.objects.create(
        first_name="José", last_name="Álvarez", ema_number="04000001"
    )
    Player.objects.create(tournament=tournament, person=person, number=901)
    return person


def address_of(results: ResultsImport) -> str:
    return reverse("director:past_results_list", args=[results.pk])


def test_import_takes_the_choices_that_the_form_shows(owner_client, known):
    results = kept(HEAD + row(1, "Jose Alvarez"))
    sent = {"action": "import", "expected": "1", "person-2": str(known.pk)}
    owner_client.post(address_of(results), sent)
    assert known.players.count() == 2
    assert not Person.objects.filter(first_name="Jose").exists()


def test_one_form_has_the_choices_and_the_button_that_imports(owner_client, known):
    results = kept(HEAD + row(1, "Jose Alvarez"))
    page = owner_client.get(address_of(results)).content.decode()
    [select] = re.findall(r'<select[^>]*name="person-2"[^>]*>', page)
    assert 'form="list"' in select
    form = page[page.index('<form id="list"') :]
    assert 'value="import"' in form[: form.index("</form>")]


def test_joining_names_keeps_the_choices(owner_client, known):
    text = HEAD + row(1, "Jose Alvarez") + row(2, "Bo Vang")
    text += row(1, "Bo Vang", title="Cup", day="2023-05-04", last="")
    results = kept(text)
    sent = {"action": "join", "person-2": str(known.pk)}
    owner_client.post(address_of(results), sent)
    results.refresh_from_db()
    assert (results.joins_names, results.choices) == (True, {"2": str(known.pk)})
    owner_client.post(address_of(results), {"action": "part", "person-2": ""})
    results.refresh_from_db()
    assert (results.joins_names, results.choices) == (False, {"2": ""})


def test_another_page_of_rows_keeps_the_choices(owner_client, known):
    results = kept(HEAD + row(1, "Jose Alvarez"))
    sent = {"action": "page", "person-2": str(known.pk)}
    answer = owner_client.post(f"{address_of(results)}?page=2", sent)
    assert answer.url == f"{address_of(results)}?page=2"
    results.refresh_from_db()
    assert results.choices == {"2": str(known.pk)}


def test_a_choice_that_cannot_be_imported_stays_chosen(owner_client, known):
    """Two players of a tournament cannot be one person."""
    results = kept(HEAD + row(1, "Jose Alvarez") + row(2, "José Alvarez"))
    both = {"person-2": str(known.pk), "person-3": str(known.pk)}
    sent = {"action": "import", "expected": "2", **both}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "Row 2 already uses this person. Choose another one." in page
    assert page.count(f'<option value="{known.pk}" selected>') == 2


def test_a_person_with_the_same_number_is_preselected(known):
    """The spelling of the name differs, the number does not."""
    results = kept(HEAD + row(1, "Pepe Alvarez", number="04000001"))
    [person] = results_preview(results).suggested
    assert (person.record, person.candidates[0].is_chosen) == (known, True)
    results.choices = {"2": ""}
    assert results_preview(results).suggested[0].record is None


def test_without_a_number_or_with_another_name_the_owner_decides(known):
    results = kept(
        HEAD + row(1, "Jose Alvarez") + row(2, "Ada Lind", number="04000001")
    )
    assert [one.record for one in results_preview(results).suggested] == [None, None]


def test_one_button_chooses_the_only_records_with_the_same_name(
    owner_client, known, tournament
):
    """Records are not chosen before the button is pressed, and not for two players of a
    tournament. A choice can be changed."""
    for number, first_name in enumerate(("Bo", "Cai", "Cai", "Dan"), 902):
        person = Person.objects.create(first_name=first_name, last_name="Vang")
        Player.objects.create(tournament=tournament, person=person, number=number)
    names = ("Jose Alvarez", "Bo Vang", "Cai Vang", "Dan Vang", "Dan Vang", "Eli Ny")
    results = kept(HEAD + "".join(row(n, name) for n, name in enumerate(names, 1)))
    page = owner_client.get(address_of(results)).content.decode()
    assert "6 new players. 0 known players." in page
    assert "Choose 2 suggested records" in page
    sent = {"action": "choose_namesakes", **{f"person-{n}": "" for n in range(2, 8)}}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "2 records chosen." in page
    assert "4 new players. 2 known players." in page
    assert page.count("chosen by you") == 2
    assert f'<option value="{known.pk}" selected>' in page
    assert "suggested record" not in page.partition('id="suggested"')[2]
    sent = {"action": "choose", "person-2": ""}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "5 new players. 1 known player." in page


def test_choices_can_be_saved_before_the_import(owner_client, known):
    results = kept(HEAD + row(1, "Jose Alvarez"))
    page = owner_client.get(address_of(results)).content.decode()
    assert 'name="action" value="choose"' in page
    sent = {"action": "choose", "person-2": str(known.pk)}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "0 new players. 1 known player." in page
    assert "chosen by you" in page


def test_the_page_after_the_import_counts_known_and_new_players(owner_client, known):
    results = kept(HEAD + row(1, "Jose Alvarez") + row(2, "Bo Vang"))
    sent = {"action": "import", "expected": "2", "person-2": str(known.pk)}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "1 player matches a known record. 1 new player." in page


def test_joining_names_is_said_to_concern_the_list_only(owner_client):
    results = kept(spelled("Ada Lind", "Ada Lind"), joins_names=True)
    page = owner_client.get(address_of(results)).content.decode()
    assert "In this list, rows with the same name now count as the same player." in page
    form = owner_client.get(reverse("director:past_results")).content.decode()
    assert "A list can contain several tournaments and years." in form


def spelled(*names: str) -> str:
    """Return the text of a list with a tournament for each name."""
    return HEAD + "".join(
        row(1, name, title=f"Cup {n}", day=f"2024-0{n}-01", last="")
        for n, name in enumerate(names, 1)
    )


def test_the_preview_names_joined_spellings(owner_client):
    results = kept(spelled("José Álvarez", "Jose Alvarez", "José Álvarez", "Bo Vang"))
    assert (
        "spellings joined" not in owner_client.get(address_of(results)).content.decode()
    )
    owner_client.post(address_of(results), {"action": "join"})
    page = owner_client.get(address_of(results)).content.decode()
    assert "2 spellings joined: José Álvarez, Jose Alvarez" in page
    assert page.count("New player") == 2
    assert page.count("Same as row 2") == 2


def test_a_new_player_gets_the_most_frequent_spelling():
    text = spelled("José Álvarez", "José Álvarez", "Alvarez Jose")
    shown = results_preview(kept(text, joins_names=True))
    assert {str(person) for person in shown.persons.values()} == {"José Álvarez"}


def test_the_upload_form_does_not_ask_about_equal_names(owner_client):
    page = owner_client.get(reverse("director:past_results")).content.decode()
    assert "joins_names" not in page


def test_rules_are_those_of_the_newest_tournament(owner_client, tournament):
    tournament.ruleset = "riichi"
    tournament.save(update_fields=["ruleset"])
    page = owner_client.get(reverse("director:past_results")).content.decode()
    assert '<option value="riichi" selected>' in page


def test_after_an_import_the_tournaments_are_linked_and_added_to_a_club(owner_client):
    results = kept(spelled("Ada Lind", "Bo Vang"))
    sent = {"action": "import", "expected": "2"}
    page = owner_client.post(address_of(results), sent, follow=True).content.decode()
    assert "Imported 2 tournaments." in page
    for tournament in Tournament.objects.all():
        assert reverse("public:tournament", args=[tournament.slug]) in page
    assert reverse("director:clubs") in page
    owner = User.objects.get()
    club = change_clubs.create_club("Heron Mill", owner=owner, by="owner")
    assert (
        "Add all 2 tournaments"
        in owner_client.get(address_of(results)).content.decode()
    )
    sent = {"action": "add", "club": club.slug}
    answer = owner_client.post(address_of(results), sent)
    assert answer.url == reverse("director:club", args=[club.slug])
    assert club.tournaments.count() == 2
    assert "Add to a club" not in owner_client.get(address_of(results)).content.decode()


def test_an_import_from_a_club_goes_into_the_club(owner_client):
    owner = User.objects.get()
    club = change_clubs.create_club("Heron Mill", owner=owner, by="owner")
    settings = reverse("director:club", args=[club.slug])
    form = f"{reverse('director:past_results')}?club={club.slug}"
    assert form in owner_client.get(settings).content.decode()
    page = owner_client.get(form).content.decode()
    assert "will belong to the club" in page
    assert f'action="{form}"' in page
    sent = {"text": spelled("Ada Lind", "Bo Vang"), "ruleset": "mcr"}
    preview = owner_client.post(form, sent).url
    assert f'action="{preview}"' in owner_client.get(preview).content.decode()
    sent = {"action": "import", "expected": "2"}
    page = owner_client.post(preview, sent, follow=True).content.decode()
    assert "Imported 2 tournaments." in page
    assert club.tournaments.count() == 2


def test_the_newest_import_is_first(owner_client):
    lists = [kept(spelled(name)) for name in ("Ada Lind", "Bo Vang")]
    lists[1].source = "newer.csv"
    lists[1].save(update_fields=["source"])
    page = owner_client.get(reverse("director:past_results")).content.decode()
    assert page.index("newer.csv") < page.index("years.csv")
    ResultsImport.objects.update(rows=[], imported_at=timezone.now())
    page = owner_client.get(reverse("director:past_results")).content.decode()
    assert page.index("newer.csv") < page.index("years.csv")
