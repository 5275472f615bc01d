"""Past results from a list: errors by row and column, persons, one import, places in
histories, series and rankings, and the reversal of the import.
"""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing.finish_reopen_and_publish_results import reopen
from scoring.models import FinalPlace, PastResults, ResultsImport, Season, ValueKind
from scoring.over_tournaments.tournament_history import history_of
from scoring.past_results.import_and_undo_results import (
    choose_persons,
    import_results,
    join_names,
    keep_list,
    stale_results_deleted,
    undo_results,
)
from scoring.past_results.results_preview import results_preview
from scoring.series import change_series
from scoring.series.ranking_of_series import ranking_of_series
from scoring.series.season_standings import board_of
from scoring.standings.final_standings import changed_since
from scoring.tournament_folder import files_of
from scoring.tournament_folder.import_tournament import import_files
from tournaments.clubs import change_clubs
from tournaments.models import MergedRecord, Person, Player, ShownAs, Tournament
from tournaments.people.player_changes import show_as
from tournaments.persons.merge_and_undo import merge
from tournaments.persons.pages_over_tournaments import switch
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

HEAD = "Tournament;Date;Last day;Place;Name;Number;Country;Club;Points;Players;Weight\n"


def row(
    place: object,
    name: str,
    *,
    title: str = "Heron Open",
    day: str = "2024-05-04",
    last: str = "2024-05-05",
    number: str = "",
    country: str = "Denmark",
    points: str = "",
    players: object = "",
    weight: str = "",
) -> str:
    cells = (title, day, last, place, name, number, country, "Herons", points)
    return ";".join(map(str, (*cells, players, weight))) + "\n"


def kept(text: str | bytes, *, joins_names: bool = False) -> ResultsImport:
    results = keep_list(text, "years.csv", ruleset="mcr", is_public=True, by="owner")
    if joins_names:
        join_names(results, joins=True)
        results.refresh_from_db()
    return results


def imported(text: str, **named: bool) -> ResultsImport:
    results = kept(text, **named)
    import_results(results, expected=results_preview(results).rows, by="owner")
    results.refresh_from_db()
    return results


def faults(text: str) -> list[tuple[int, str, str]]:
    shown = results_preview(kept(text))
    return [(fault.line, fault.column, fault.message) for fault in shown.faults]


def field(number: int, **more: object) -> str:
    """Return the text of a list with the results of `number` invented players."""
    return HEAD + "".join(
        row(
            place,
            f"Ada Number{place}",
            number=f"0400{place:04}",
            points=f"{20 - place},5",
            **more,
        )
        for place in range(1, number + 1)
    )


def test_a_list_becomes_finished_tournaments():
    text = (
        HEAD
        + row(1, "Ada Lind", number="04000001", points="12,5")
        + row("2=", "Bo Vang", points="9")
        + row("2=", "Cai Moor", points="9")
        + row("–", "Dan Brook")
        + row(1, "Lind, Ada", number="04000001", title="Winter Cup", day="07.12.2024",
              last="")
    )  # fmt: skip
    results = imported(text)
    assert (results.rows, results.by, results.source) == ([], "owner", "years.csv")
    heron, winter = Tournament.objects.order_by("pk")
    assert (heron.is_public, heron.is_finished) == (True, True)
    assert heron.log.filter(kind="results_imported", by="owner").exists()
    assert winter.description.starts_on == date(2024, 12, 7)
    places = FinalPlace.objects.filter(final=heron.pk)
    assert [(one.place, one.shared) for one in places] == [
        (1, False), (2, True), (2, True), (None, False),
    ]  # fmt: skip
    ada = Person.objects.get(last_name="Lind")
    history = history_of(ada.pk)
    assert [(one.place, one.of) for one in history] == [(1, 1), (1, 3)]
    assert history[1].parts == Fraction(25, 2)
    assert all(one.only_results for one in history)


def test_faults_name_row_and_column():
    text = (
        HEAD
        + row("first", "Ada Lind")
        + row(2, "Bo Vang", day="2024-13-01")
        + row(1, "Cai Moor", number="123", country="Atlantis")
        + row(1, "", points="many", weight="11")
    )
    found = {(line, column) for line, column, _message in faults(text)}
    assert found == {
        (2, "Place"), (3, "Date"), (4, "Number"), (4, "Country"),
        (5, "Name"), (5, "Points"), (5, "Weight"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (((1, ""), (3, "")), [(3, "Place")]),
        (((1, ""), (1, ""), (2, "")), [(4, "Place")]),
        (((1, "2"), (2, "2"), (3, "2")), [(2, "Players"), (4, "Place")]),
        (((1, "88"), (20, "88")), []),
        (((1, "88"), (1, "88"), (2, "88")), [(4, "Place")]),
        (((1, "88"), (2, "87")), [(3, "Players")]),
        (((1, "2"), (9, "2")), [(3, "Place")]),
    ],
)
def test_places_fit_the_number_of_players(rows, expected):
    text = HEAD + "".join(
        row(place, f"Ada Lind{n}", players=players)
        for n, (place, players) in enumerate(rows)
    )
    assert [(line, column) for line, column, _message in faults(text)] == expected


def test_a_number_twice_in_a_tournament_is_refused():
    text = (
        HEAD
        + row(1, "Ada Lind", number="04000001")
        + row(2, "Bo Vang", number="04000001")
    )
    assert [(fault[0], fault[1]) for fault in faults(text)] == [(3, "Number")]
    results = kept(text)
    with pytest.raises(Refused, match="Correct the list"):
        import_results(results, expected=2, by="owner")
    assert not Tournament.objects.exists()


def test_missing_columns_and_two_equal_ones_are_refused():
    with pytest.raises(Refused, match="Date, Place"):
        kept("Tournament;Name\nHeron Open;Ada Lind\n")
    with pytest.raises(Refused, match="two “Place” columns"):
        kept("Tournament;Date;Place;Rank;Name\nHeron;2024-05-04;1;1;Ada Lind\n")


def test_only_number_and_name_join_a_record_unasked(people_known):
    known, namesake = people_known
    text = (
        HEAD
        + row(1, "Known, ADA", number="04000001")
        + row(2, "Bo Namesake")
        + row(3, "Cai Changed", number="04000001", title="Other", day="2023-01-01")
    )
    text = text.replace("Other;2023-01-01;2024-05-05;3", "Other;2023-01-01;;1")
    results = kept(text)
    shown = results_preview(results)
    by_name = {str(one): one for one in shown.persons.values()}
    assert by_name["ADA Known"].record == known
    assert by_name["Bo Namesake"].record is None
    asked = {str(one): [c.record for c in one.candidates] for one in shown.suggested}
    assert asked == {"Bo Namesake": [namesake], "Cai Changed": [known]}
    choose_persons(results, {3: str(namesake.pk), 4: str(namesake.pk)})
    results.refresh_from_db()
    import_results(results, expected=3, by="owner")
    joined = Player.objects.filter(tournament__past_results__isnull=False)
    assert set(joined.values_list("person__last_name", flat=True)) == {
        "Known", "Namesake", "Changed",
    }  # fmt: skip
    assert joined.filter(person__in=(known, namesake)).count() == 2


@pytest.fixture
def people_known(tournament) -> tuple[Person, Person]:
    people = (
        Person.objects.create(
            first_name="Ada", last_name="Known", ema_number="04000001"
        ),
        Person.objects.create(first_name="Bo", last_name="Namesake"),
    )
    for number, person in enumerate(people, 901):
        Player.objects.create(tournament=tournament, person=person, number=number)
    return people


def test_equal_names_are_one_player_only_if_the_owner_says_so():
    text = HEAD + "".join(
        row(1, "Ada Lind", title=f"Cup {n}", day=f"2024-0{n}-01", last="")
        for n in range(1, 4)
    )
    assert results_preview(kept(text)).new == 3
    assert results_preview(kept(text, joins_names=True)).new == 1
    twice = text + row(2, "Ada Lind", title="Cup 1", day="2024-01-01", last="")
    assert results_preview(kept(twice, joins_names=True)).new == 4


def test_a_tournament_is_imported_once():
    imported(field(4))
    assert [fault[:2] for fault in faults(field(4))] == [(2, "Tournament")]


def test_places_count_in_rankings_and_series(director):
    season = change_series.create_series("Region", "2024", "mcr", by=director)
    Season.objects.filter(pk=season.pk).update(value=ValueKind.BASE_RANK)
    change_series.choose_ranking(season.series, "ema", by="director")
    season = Season.objects.get()
    imported(field(16, players=88))
    imported(field(16, title="Winter Cup", day="2024-12-07", last="", weight="2.5"))
    for one in Tournament.objects.all():
        change_series.add_tournament(season, one, by="director")
    listed = ranking_of_series(season.series, date(2025, 1, 1))
    heron, winter = sorted(listed.tournaments.values(), key=lambda one: one.starts_on)
    # 2 days, and 1 for more than 80 players.
    assert (heron.players, heron.weight.total) == (88, 3)
    assert (winter.players, winter.weight.total) == (16, Fraction(5, 2))
    last = listed.rows[-1].reckoning.live
    assert [one.base_rank for one in last] == [round(1000 * 72 / 87), 0]
    board = board_of(season)
    assert board.provisional == []
    assert [int(one.points) for one in board.ranked][-1] == round(1000 * 72 / 87)


def test_the_choice_of_a_name_holds_for_past_results(people_known, tournament, client):
    imported(HEAD + row(1, "Ada Known", number="04000001"))
    past = Tournament.objects.get(past_results__isnull=False)
    page = reverse("public:standings", args=[past.slug])
    assert "Known" in client.get(page, follow=True).content.decode()
    show_as(people_known[0].players.first(), ShownAs.NUMBER, by="director")
    shown = client.get(page, follow=True).content.decode()
    assert "Known" not in shown
    assert "Player 1" in shown


def test_public_pages_say_that_only_results_are_known(client):
    imported(field(4))
    past = Tournament.objects.get()
    switch(is_on=True, needs_consent=False, by="owner")
    home = client.get(reverse("public:tournament", args=[past.slug]))
    assert "Results only" in home.content.decode()
    person = Person.objects.order_by("pk")[0]
    page = client.get(reverse("persons:person", args=[person.pk])).content.decode()
    assert "Results only" in page
    assert "Only places are known" in page
    player = client.get(reverse("public:player", args=[past.slug, 1]))
    assert player.status_code == 200


def test_undoing_deletes_tournaments_and_new_persons(people_known):
    results = imported(HEAD + row(1, "Ada Known", number="04000001") + row(2, "Eli Ny"))
    with pytest.raises(Refused, match="reason"):
        undo_results(results, by="owner", reason=" ")
    assert undo_results(results, by="owner", reason="Wrong file") == 1
    assert not PastResults.objects.exists()
    assert not Person.objects.filter(last_name="Ny").exists()
    assert Person.objects.filter(last_name="Known").exists()
    results.refresh_from_db()
    assert (results.undone_by, results.undone_reason) == ("owner", "Wrong file")
    with pytest.raises(Refused, match="already undone"):
        undo_results(results, by="owner", reason="Again")
    imported(HEAD + row(1, "Ada Known", number="04000001"))


def test_undoing_keeps_new_persons_who_are_used_elsewhere(director, tournament):
    """A new person may be a member of a club, have a deduction in a season, or be the
    kept record of a merge.
    """
    season = change_series.create_series("Region", "2024", "mcr", by=director)
    older = Person.objects.create(first_name="Cai", last_name="Kept")
    Player.objects.create(tournament=tournament, person=older, number=901)
    names = ("Ada Member", "Bo Deducted", "Cai Kept", "Dan Unused")
    results = imported(HEAD + "".join(row(1 + n, one) for n, one in enumerate(names)))
    new = {one.last_name: one for one in Person.objects.exclude(pk=older.pk)}
    club = change_clubs.create_club("Evening Club", owner=director, by="owner")
    member = club.members.create(person=new["Member"], since=date(2024, 1, 1))
    season.penalties.create(person=new["Deducted"], hundredths=100, reason="Late")
    merge(new["Kept"], older, by="owner")
    undo_results(results, by="owner", reason="Wrong file")
    assert club.members.get() == member
    assert season.penalties.exists()
    assert MergedRecord.objects.get(record=older).kept == new["Kept"]
    assert not Person.objects.filter(last_name="Unused").exists()


def test_a_closed_season_keeps_its_results(director):
    season = change_series.create_series("Region", "2024", "mcr", by=director)
    results = imported(field(4))
    past = Tournament.objects.get()
    change_series.add_tournament(season, past, by="director")
    change_series.close_season(season, by="director", now=timezone.now())
    with pytest.raises(Refused, match="2024"):
        undo_results(results, by="owner", reason="Wrong file")


def test_there_is_nothing_to_reopen_or_to_compare():
    imported(field(4))
    past = Tournament.objects.get()
    with pytest.raises(Refused, match="undo the import"):
        reopen(past, by="owner", reason="Look again")
    Tournament.objects.filter(pk=past.pk).update(revision=99)
    past.refresh_from_db()
    assert changed_since(past.final, past) == []


def test_a_tournament_folder_keeps_the_number_of_players(director):
    imported(field(4, players=88, weight="2.5"))
    past = Tournament.objects.get()
    copy = import_files(files_of(past), director=director).tournament
    again = copy.past_results
    assert (again.players, again.weight) == (88, Fraction(5, 2))
    assert FinalPlace.objects.filter(final=copy.pk).count() == 4


def test_lists_are_forgotten_after_a_day():
    results = kept(field(4))
    done = imported(field(4))
    old = timezone.now() - timedelta(days=2)
    ResultsImport.objects.update(at=old)
    assert stale_results_deleted() == 1
    assert [*ResultsImport.objects.all()] == [done]
    with pytest.raises(Refused, match="Upload it again"):
        import_results(results, expected=4, by="owner")


@pytest.fixture
def owner_client(db) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("owner"))
    return client


def test_the_way_of_the_owner(owner_client, people_known):
    address = reverse("director:past_results")
    assert owner_client.get(address).status_code == 200
    wrong = owner_client.post(address, {"text": "Ada\nBo\n", "ruleset": "mcr"})
    assert (wrong.status_code, "Columns are missing" in wrong.content.decode()) == (
        422, True,
    )  # fmt: skip
    text = HEAD + row(1, "Ada Known") + row(1, "Eli Ny")
    file = SimpleUploadedFile("years.csv", text.encode("latin-1"))
    sent = owner_client.post(
        address, {"file": file, "ruleset": "mcr", "is_public": "on"}, follow=True
    )
    assert "Players with a better place" not in sent.content.decode()
    preview = sent.redirect_chain[-1][0]
    assert "Players who may already have a record" in sent.content.decode()
    results = ResultsImport.objects.get()
    known = Person.objects.get(last_name="Known")
    owner_client.post(preview, {"action": "choose", "person-2": str(known.pk)})
    owner_client.post(preview, {"action": "import", "expected": "7"})
    assert not PastResults.objects.exists()
    owner_client.post(preview, {"action": "import", "expected": "2"})
    assert known.players.count() == 2
    assert "years.csv" in owner_client.get(address).content.decode()
    assert owner_client.get(preview).status_code == 200
    owner_client.post(preview, {"action": "undo", "reason": "Wrong"}, follow=True)
    assert not PastResults.objects.exists()
    results.refresh_from_db()
    assert results.undone_at is not None
    assert owner_client.get(preview).status_code == 302
    gone = reverse("director:past_results_list", args=[results.pk + 1])
    assert owner_client.get(gone).status_code == 302


def test_others_have_no_access(client, director):
    client.force_login(director)
    assert client.get(reverse("director:past_results")).status_code == 403
