"""Import of a player list: preview of each row, corrections, import and undo."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scoring.tournament_log import log_in_words_and_groups
from tests.tournaments.pages import count_queries, page, says, text_of
from tournaments.access import staff_accounts
from tournaments.installation_transfer import transfer_keys
from tournaments.list_import import edit_uploaded_list, import_and_undo_import
from tournaments.list_import.import_preview_new_or_known import preview
from tournaments.models import Person, PlayerImport, PlayerList, Role, SignUp, Team
from tournaments.people import register_players, self_registration
from tournaments.people.register_players import PlayerRow
from tournaments.people.registration_open_and_spots import REGISTRATION_FIELDS
from tournaments.people.self_registration import PersonDetails
from tournaments.refusals import Refused, sentence
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tasks import delete_stale_lists
from tournaments.tournament_setup import create_and_change_tournament


@pytest.fixture
def event(director):
    """Return a tournament without players."""
    plan = create_and_change_tournament.Plan(
        "Lantern Open", "mcr", 3, 60, "finish_hand"
    )
    return create_and_change_tournament.create_tournament(plan, director=director)


@pytest.fixture
def earlier(tournament):
    """Return a person known to the director from another tournament."""
    row = PlayerRow("Berg", "Anna", country="Denmark", ema_number="03000111")
    [player] = register_players.register(tournament, [row], by="director")
    return player.person


@pytest.fixture
def keep(event, director):
    def kept(text: str) -> PlayerList:
        return edit_uploaded_list.keep(event, text, "", by=director)

    return kept


def states(kept: PlayerList) -> list[str]:
    return [str(row.state) for row in preview(kept).rows]


def said(kept: PlayerList, line: int) -> str:
    return " ".join(preview(kept).row_at(line).problems)


def choices(kept: PlayerList, line: int) -> list[str]:
    return [choice for choice, _words in preview(kept).row_at(line).choices]


def fault(caught) -> str:
    return sentence(caught.value.faults[0])


# --- states of a row ------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "state", "words"),
    [
        ("Cleo,Dahl,Denmark,", "new", ""),
        ("Cleo,Dahl,DK,3000222", "new", ""),
        ("Anna,Berg,Dänemark,", "known", ""),
        ("berg,ANNA,DNK,03000111", "known", ""),
        ("Anna,Berg,Norway,3000111", "known", ""),
        (
            "Anna,Berg,Sweden,",
            "doubtful",
            "A known person has the same name: Anna Berg, De",
        ),
        ("Anna,Berg,,", "doubtful", "A known person has the same name"),
        ("Anna,Berg,Denmark,03000112", "doubtful", "different EMA number: Anna"),
        ("Bo,Berg,Denmark,03000111", "doubtful", "03000111 belongs to Anna Berg"),
        (
            "Cleo,Dahl,Holand,",
            "doubtful",
            "“Holand” is not a known country. Did you mean Nether",
        ),
        ("Cleo,Dahl,Atlantis,", "doubtful", "“Atlantis” is not a known country."),
        ("Cleo,Dahl,DK,030002222", "doubtful", "030002222 has 9 digits"),
        ("Cleo,,DK,", "wrong", "The last name is missing."),
        ("Cleo,--,DK,", "wrong", "The last name contains no letters."),
        (f"Cleo,{'x' * 101},DK,", "wrong", "Last name is longer than 100 characters."),
    ],
)
def test_a_row_is_new_known_doubtful_or_wrong(keep, earlier, row, state, words):
    kept = keep(f"First name,Last name,Country,EMA\n{row}\n")
    assert states(kept) == [state]
    assert words in said(kept, 2)


def test_known_namesakes_of_one_country_are_told_apart(keep, tournament):
    rows = [PlayerRow("Dahl", "Cleo", country="Norway", club=c) for c in ("Oslo", "")]
    players = register_players.register(tournament, rows, by="director")
    row = preview(keep("First name,Last name,Country\nCleo,Dahl,NO\n")).row_at(2)
    one, other = (f"Record {player.person.pk}" for player in players)
    words = [text for choice, text in row.choices if choice.startswith("same-")]
    assert words == [
        f"Same person: Cleo Dahl, Norway, Oslo, {one}",
        f"Same person: Cleo Dahl, Norway, {other}",
    ]
    assert all(record in " ".join(row.problems) for record in (one, other))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("Dahl,x,1,", "Player number is “x”. Enter a whole number."),
        ("Dahl,0,1,", "Player number is 0. Enter a number from 1 to 999999."),
        ("Dahl,1,4,", "Enter a round up to 3, the last of this tournament."),
        ("Dahl,1,3,2", "The last round (2) is before the first (3)."),
        ("Dahl,7,,", "Ada Lind already has player number 7."),
    ],
)
def test_numbers_are_checked(event, keep, row, words):
    register_players.register(event, [PlayerRow("Lind", "Ada", 7)], by="director")
    kept = keep(f"Surname,No,First round,Last round\n{row}\n")
    assert states(kept) == ["wrong"]
    assert words in said(kept, 2)


def test_what_comes_twice_in_a_list_is_told_of_the_second(keep):
    kept = keep(
        "Name,Country,EMA,No\nAnna Berg,DK,03000111,1\nBo Li,NO,3000111,2\n"
        "Cleo Dahl,NO,,1\nEve Fox,SE,,3\nFox Eve,SE,,4\nEve Fox,FR,,5\n"
    )
    assert states(kept) == ["new", "wrong", "wrong", "new", "doubtful", "new"]
    assert "EMA number 03000111 is also in line 2." in said(kept, 3)
    assert "Player number 1 is also in line 2." in said(kept, 4)
    assert "The same person as in line 5?" in said(kept, 6)
    edit_uploaded_list.choose(kept, {6: "add", 4: "leave"})
    assert states(kept)[2:5] == ["left_out", "new", "new"]


def test_one_person_cannot_come_twice(keep, earlier):
    kept = keep("Name,Country\nAnna Berg,DK\nBerg Anna,Denmark\n")
    assert states(kept) == ["known", "doubtful"]
    assert choices(kept, 3) == ["merge", "add", "leave"]


def test_choices_do_what_they_say(keep, earlier):
    kept = keep("Name,Country,EMA\nAnna Berg,SE,\nBo Berg,DK,03000111\nCleo D,DK,12\n")
    same = f"same-{earlier.pk}"
    assert choices(kept, 2) == [same, "add", "leave"]
    assert choices(kept, 3) == [same, "leave"]
    assert choices(kept, 4) == ["add", "leave"]
    edit_uploaded_list.choose(kept, {2: same, 3: "leave", 4: "add"})
    assert states(kept) == ["known", "left_out", "new"]
    assert preview(kept).row_at(2).person.pk == earlier.pk
    assert preview(kept).row_at(4).checked.player.ema_number == ""
    edit_uploaded_list.choose(kept, {2: "same-999", 3: "add"})
    assert states(kept)[:2] == ["doubtful", "doubtful"]


def test_a_spelling_of_a_country_is_settled_once(keep):
    kept = keep("Name,Land\nA B,Holand\nC D,Holand\nE F,Atlantis\n")
    asked = [(c.spelling, c.rows, c.nearest) for c in preview(kept).unknown_countries]
    assert asked == [("Holand", 2, "Netherlands"), ("Atlantis", 1, "")]
    edit_uploaded_list.choose_countries(kept, {"Holand": "Netherlands", "Atlantis": ""})
    rows = preview(kept).rows
    assert [row.checked.player.country for row in rows] == [
        "Netherlands",
        "Netherlands",
        "Atlantis",
    ]
    assert states(kept) == ["new"] * 3


def test_a_mended_row_is_judged_anew(keep):
    kept = keep("Name,Country\nAnna Berg,DK\n--,DK\n")
    edit_uploaded_list.choose(kept, {3: "leave"})
    edit_uploaded_list.mend(kept, 3, {"last_name": "Li", "first_name": "Bo"})
    assert states(kept) == ["new", "new"]
    row = preview(kept).row_at(3).checked.player
    assert (row.first_name, row.last_name, row.country) == ("Bo", "Li", "Denmark")


def test_people_of_private_events_of_others_are_not_told(event, keep, stranger):
    plan = create_and_change_tournament.Plan("Secret Cup", "mcr", 1, 60, "finish_hand")
    secret = create_and_change_tournament.create_tournament(plan, director=stranger)
    row = PlayerRow("Dahl", "Cleo", country="Norway", ema_number="04000222")
    register_players.register(secret, [row], by="stranger")
    assert states(keep("Name,Country\nCleo Dahl,Norway\n")) == ["new"]
    # The number does not reveal that it belongs to a person either.
    assert states(keep("Name,EMA\nCleo Dahl,4000222\n")) == ["new"]


# --- the import -----------------------------------------------------------------


def run(kept: PlayerList, by, expected: int | None = None):
    shown = preview(kept)
    count = len(shown.to_import) + len(shown.to_wait) if expected is None else expected
    return import_and_undo_import.import_list(kept, expected=count, by=by)


def test_an_import_registers_everybody_as_one_change(event, keep, earlier, director):
    text = "No;Name;Land;Club;Mannschaft\n;Anna Berg;DK;Wind Club;A\n7;Bo Li;NO;;B\n"
    before = event.log.count()
    players = run(keep(text), director)
    assert [(player.number, str(player), player.team.name) for player in players] == [
        (8, "Anna Berg", "A"),
        (7, "Bo Li", "B"),
    ]
    assert players[0].person == earlier
    earlier.refresh_from_db()
    assert (earlier.club, earlier.country) == ("Wind Club", "Denmark")
    assert event.log.count() == before + 1
    said = "2 players imported from a pasted list."
    assert log_in_words_and_groups.of_event(event.log.first()) == said
    assert not PlayerList.objects.exists()


def test_what_other_directors_know_of_a_person_stays(keep, earlier, director, stranger):
    plan = create_and_change_tournament.Plan("Other Cup", "mcr", 1, 60, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=stranger)
    other.players.create(person=earlier, number=1)
    run(keep("Name,Land,Club\nAnna Berg,DK,Wind Club\n"), director)
    earlier.refresh_from_db()
    assert earlier.club == ""


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        ("Name,Land\nA B,Holand\n", 0, "Edit unclear rows or leave them out."),
        ("Name\nA B\n", 2, "Players to import: 1. Check the list again."),
    ],
)
def test_nothing_is_saved_that_was_not_shown(
    event, keep, director, text, expected, words
):
    with pytest.raises(Refused) as caught:
        run(keep(text), director, expected)
    assert words in fault(caught)
    assert not event.players.exists()


def test_the_same_list_twice_registers_nobody(event, keep, director):
    text = "Name,Land\nAnna Berg,DK\nBo Li,\nCleo Dahl,Atlantis\n"
    for time in ("first", "second"):
        kept = keep(text)
        edit_uploaded_list.choose_countries(kept, {"Atlantis": ""})
        if time == "first":
            run(kept, director)
    assert states(kept) == ["here"] * 3
    with pytest.raises(Refused) as caught:
        run(kept, director)
    assert "Nothing to import" in fault(caught)
    assert event.players.count() == 3


def test_a_list_is_imported_once(keep, director):
    kept = keep("Name\nA B\n")
    run(kept, director)
    with pytest.raises(Refused) as caught:
        run(kept, director, 1)
    assert "This list was imported or discarded, or is older than 1 day." in fault(
        caught
    )


def test_an_import_is_taken_back_whole(event, keep, earlier, director):
    register_players.register(event, [PlayerRow("Lind", team="A")], by="director")
    run(keep("Name,Land,Club,Team\nAnna Berg,DK,Wind,A\nBo Li,NO,,B\n"), director)
    [done] = import_and_undo_import.imports_of(event)
    assert (done.size, done.left) == (2, 2)
    assert (
        import_and_undo_import.take_back(done, by="director", reason="the wrong file")
        == 2
    )
    assert [str(player) for player in event.players.all()] == ["Lind"]
    assert not Person.objects.filter(last_name="Li").exists()
    assert list(Team.objects.filter(tournament=event)) == list(event.teams.all())
    assert [team.name for team in event.teams.all()] == ["A"]
    earlier.refresh_from_db()
    assert earlier.club == ""
    event_log = event.log.first()
    assert event_log.reason == "the wrong file"
    said = "Import of 2 players undone."
    assert log_in_words_and_groups.of_event(event_log) == said
    with pytest.raises(Refused) as caught:
        import_and_undo_import.take_back(done, by="director", reason="again")
    assert "already undone" in fault(caught)


WAITING = "Name,Status\nBo Li,registered\nEva Ek,waiting list\nOla Om,waiting list\n"


def test_waiting_players_belong_to_their_import(event, keep, director, director_client):
    run(keep(WAITING), director)
    assert (event.players.count(), event.sign_ups.count()) == (1, 2)
    [done] = import_and_undo_import.imports_of(event)
    players = page("players", event.slug)
    imported = "Last import: 3 players from a pasted list"
    assert says(director_client.get(players), imported)
    earlier = director_client.get(page("players_import", event.slug))
    assert says(earlier, "3 players from a pasted list")
    self_registration.move_up(event.sign_ups.get(last_name="Ek"), by="director")
    assert says(director_client.get(players), imported)
    address = page("players_import_take_back", event.slug, done.pk)
    assert says(director_client.get(address), "Undo the import of 3 players")
    undone = director_client.post(address, {"reason": "wrong file"}, follow=True)
    assert says(undone, "Import of 3 players undone.")
    assert not event.players.exists()
    assert not event.sign_ups.exists()
    assert not Person.objects.filter(last_name__in=("Li", "Ek")).exists()


def test_an_import_of_waiting_players_alone_can_be_undone(
    event, keep, director, director_client
):
    run(keep("Name\nBo Li\n"), director)
    run(keep("Name,Status\nEva Ek,waiting list\n"), director)
    last = import_and_undo_import.import_to_take_back(event)
    shown = director_client.get(page("players", event.slug))
    assert says(shown, "Last import: 1 player from a pasted list")
    assert import_and_undo_import.take_back(last, by="director", reason="-") == 1
    assert not event.sign_ups.exists()
    assert [str(player) for player in event.players.all()] == ["Bo Li"]


def test_the_last_import_counts_players_removed_since(
    event, keep, director, director_client
):
    run(keep("Name\nAnna Berg\nBo Li\nCleo Dahl\n"), director)
    register_players.withdraw(event.players.get(number=2), by="director", reason="-")
    shown = director_client.get(page("players", event.slug))
    assert says(shown, "Last import: 3 players from a pasted list")
    [done] = import_and_undo_import.imports_of(event)
    address = page("players_import_take_back", event.slug, done.pk)
    assert says(director_client.get(address), "Undo the import of 2 players")


def test_an_undone_import_leaves_the_waiting_list_of_others(
    event, keep, director, tournament
):
    run(keep(WAITING), director)
    [done] = import_and_undo_import.imports_of(event)
    other = tournament.sign_ups.create(last_name="Ek", waits=True)
    done.waiting = [other.pk]
    done.save()
    import_and_undo_import.take_back(done, by="director", reason="-")
    assert tournament.sign_ups.get() == other


def test_a_transferred_import_keeps_its_waiting_players(event, keep, director):
    run(keep(WAITING), director)
    here = event.sign_ups.get(last_name="Om")
    sign_up = SignUp(pk=here.pk, tournament=event, last_name="Om", waits=True)
    arriving = PlayerImport(tournament=event, by="director", waiting=[here.pk])
    transfer_keys.make_room({SignUp: [sign_up], PlayerImport: [arriving]})
    assert arriving.waiting == [sign_up.pk] != [here.pk]


def test_of_several_imports_the_last_is_the_one_to_take_back(event, keep, director):
    for name in ("Anna Berg", "Bo Li", "Cleo Dahl"):
        run(keep(f"Name\n{name}\n"), director)
    [player] = import_and_undo_import.import_to_take_back(event).players.all()
    assert str(player) == "Cleo Dahl"


def test_after_a_draw_or_with_a_seat_an_import_stays(event, keep, director):
    run(keep("Name\n" + "".join(f"Player {n}\n" for n in "abcd")), director)
    [done] = import_and_undo_import.imports_of(event)
    draw = event.draws.create(
        number=1, method="plan", first_round=1, rounds=1, state="draft", by="director"
    )
    with pytest.raises(Refused) as caught:
        import_and_undo_import.take_back(done, by="director", reason="-")
    assert "because of a seating draft" in fault(caught)
    draw.state = "discarded"
    draw.save()
    seats = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(event, seats, by="director")
    with pytest.raises(Refused) as caught:
        import_and_undo_import.take_back(done, by="director", reason="-")
    assert "at least 1 of its players is seated" in fault(caught)
    assert event.players.count() == 4


def test_the_worker_deletes_lists_after_a_day(keep):
    old, new = keep("Name\nA B\n"), keep("Name\nC D\n")
    yesterday = timezone.now() - timedelta(days=1, minutes=1)
    PlayerList.objects.filter(pk=old.pk).update(at=yesterday)
    delete_stale_lists()
    assert list(PlayerList.objects.all()) == [new]


# --- its pages ------------------------------------------------------------------


def test_a_list_goes_through_its_pages(event, director_client):
    file = SimpleUploadedFile("list.csv", "Name;Land\nŁoś;Polska\n;NO\n".encode())
    client = director_client
    shown = client.post(page("players_import", event.slug), {"file": file}, follow=True)
    assert says(shown, "list.csv (UTF-8): 2 rows.")
    assert says(shown, "free spot")
    assert says(shown, "Include again")
    [kept] = PlayerList.objects.all()
    assert says(client.get(page("players_import", event.slug)), "Not imported yet: lis")

    row = page("player_list_row", event.slug, kept.pk, 3)
    too_long = client.post(row, {"last_name": "x" * 101})
    assert too_long.status_code == 422
    assert f'value="{"x" * 101}"' in text_of(too_long)
    shown = client.post(row, {"last_name": "Li", "country": "Norge"}, follow=True)
    assert says(shown, "Import 2 players")
    assert says(client.get(page("player_list", event.slug, kept.pk, mend=2)), "Line 2")
    shown = client.post(row, {"choice": "leave"}, follow=True)
    assert says(shown, "1 new, 1 left out")

    register = page("player_list_register", event.slug, kept.pk)
    refused = client.post(register, {"expected": "2"}, follow=True)
    assert says(
        refused, "The list has changed. Players to import: 1. Check the list again."
    )
    done = client.post(register, {"expected": "1"}, follow=True)
    assert says(done, "1 player imported.")
    gone = client.post(register, {"expected": "1"}, follow=True)
    assert says(gone, "This list was imported or discarded, or is older than 1 day.")

    [done] = PlayerImport.objects.all()
    take_back = page("players_import_take_back", event.slug, done.pk)
    assert says(client.get(take_back), "Undo the import of 1 player")
    assert client.post(take_back, {"reason": ""}).status_code == 422
    shown = client.post(take_back, {"reason": "wrong file"}, follow=True)
    assert says(shown, "Import of 1 player undone.")
    assert client.get(take_back).status_code == 404


def test_a_list_has_categories(event, director_client, keep):
    kept = keep(f'Name,Categories\nAnna Berg,"Junior, Local"\nBo Li,{"x" * 41}\n')
    rows = [row.checked for row in preview(kept).rows]
    assert rows[0].player.categories == "Junior; Local"
    assert "longer than 40 characters" in rows[1].wrong[0]


def test_the_director_says_what_the_columns_are(event, director_client, keep):
    kept = keep("Berg Anna,x\nLi Bo,y\n")
    assert states(kept) == ["new", "new"]
    address = page("player_list_columns", event.slug, kept.pk)
    form = {"heading": "0", "name_order": "first_word", "column-0": "name"}
    director_client.post(address, form | {"column-1": "group"})
    kept.refresh_from_db()
    row = preview(kept).rows[0].checked.player
    assert (row.first_name, row.last_name, row.group) == ("Anna", "Berg", "x")
    shown = director_client.get(page("player_list", event.slug, kept.pk))
    assert says(shown, "(First word is the family name: Berg Anna)")

    for second, words in (
        ("name", "Two columns have the meaning “Name”"),
        ("last_name", "Use 1 column for full names"),
        ("nonsense", "Select a valid choice"),
    ):
        response = director_client.post(address, form | {"column-1": second})
        assert response.status_code == 422
        assert says(response, words)
    response = director_client.post(address, {"heading": "0", "column-0": "club"})
    assert response.status_code == 422

    director_client.post(address, form | {"heading": "1"})
    kept.refresh_from_db()
    assert kept.heading == 1


def test_how_names_are_taken_apart_is_not_asked_where_they_are(
    event, director_client, keep
):
    kept = keep("Gxz,Qpf\nBerg,Anna\nLi,Bo\n")
    address = page("player_list_columns", event.slug, kept.pk)
    shown = director_client.get(page("player_list", event.slug, kept.pk))
    assert "name_order" not in shown.content.decode()
    form = {"heading": "1", "column-0": "last_name", "column-1": "first_name"}
    for _once_for_the_heading_and_once_for_the_columns in range(2):
        assert director_client.post(address, form).status_code == 302
    kept.refresh_from_db()
    assert (kept.heading, kept.fields) == (1, ["last_name", "first_name"])


def test_first_names_that_are_also_countries_stay_names(event, director, keep):
    kept = keep('Name\n"García López, Israel"\n"García Pérez, Ana"\n"Lind, Bo"\n')
    run(kept, director)
    names = event.players.values_list("person__first_name", "person__last_name")
    assert ("Israel", "García López") in names


def test_what_no_heading_names_is_not_used_before_the_director_says_so(
    event, director_client, keep
):
    """Columns without a heading are not used until the director assigns them.

    Columns with diets and addresses were once matched to the public club and team.
    """
    kept = keep("Ada Lind,Vegan,192.0.2.7,no\nBo Berg,Coeliac,192.0.2.8,no\n")
    shown = director_client.get(page("player_list", event.slug, kept.pk))
    assert says(shown, "Columns: Name; 3 not used")
    assert says(shown, "The columns were recognised by their contents.")
    assert '<option value="" selected>not used</option>' in text_of(shown)
    register = page("player_list_register", event.slug, kept.pk)
    director_client.post(register, {"expected": "2"})
    everywhere = [
        (e.person.club, e.person.country, e.team, e.number, e.group)
        for e in event.players.all()
    ]
    assert everywhere == [("", "", None, 1, ""), ("", "", None, 2, "")]


def test_without_a_column_of_names_it_asks(event, director_client, keep):
    kept = keep("Land,Club\nDK,Wind\n")
    shown = director_client.get(page("player_list", event.slug, kept.pk))
    assert says(shown, "Choose the column with the names.")
    assert "Import 0" not in text_of(shown)


def test_many_rows_are_settled_together(event, director_client, keep, earlier):
    other = register_players.register(
        earlier.players.get().tournament, [PlayerRow("Li", "Bo")], by="director"
    )[0]
    kept = keep(
        "Name,EMA,Country\nAnna Berg,,\nBo Li,,FR\nCleo Dahl,12,DK\nEve Fox,,Itly\n"
    )
    assert states(kept) == ["doubtful"] * 4
    address = page("player_list_together", event.slug, kept.pk)
    director_client.post(address, {"spelling": "Itly", "country": "Italy"})
    director_client.post(address, {"namesakes": "yes"})
    kept.refresh_from_db()
    assert states(kept) == ["known", "known", "doubtful", "new"]
    assert preview(kept).row_at(3).person.pk == other.person_id
    director_client.post(address, {"leave_out": "yes"})
    kept.refresh_from_db()
    assert states(kept) == ["known", "known", "left_out", "new"]
    director_client.post(page("player_list_discard", event.slug, kept.pk))
    assert not PlayerList.objects.exists()


def test_what_one_director_sent_is_nobody_elses(event, keep, owner_client):
    kept = keep("Name\nA B\n")
    for name, *more in (
        ("player_list_discard",),
        ("player_list_register",),
        ("player_list_row", 1),
    ):
        address = page(name, event.slug, kept.pk, *more)
        shown = owner_client.post(address, {"choice": "leave"}, follow=True)
        assert says(
            shown, "This list was imported or discarded, or is older than 1 day."
        )
    kept.refresh_from_db()
    assert kept.choices == {}


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"text": " \n "}, "Paste lines or choose a file."),
        ({}, "Paste lines or choose a file."),
        ({"file": b""}, "This list is empty."),
        ({"file": b"x" * (2 * 1024 * 1024 + 1)}, "at most 2 MB"),
        ({"file": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"}, "file is not readable"),
    ],
)
def test_what_is_no_list_is_told_beside_the_field(event, director_client, sent, words):
    sent = {
        name: SimpleUploadedFile("list", value) if name == "file" else value
        for name, value in sent.items()
    }
    response = director_client.post(page("players_import", event.slug), sent)
    assert response.status_code == 422
    assert says(response, words)
    assert not PlayerList.objects.exists()


def test_more_rows_need_no_more_queries(event, director, director_client):
    def queries(count: int) -> int:
        rows = "".join(f"Player {n:04},DK,{3000000 + n}\n" for n in range(count))
        kept = edit_uploaded_list.keep(event, "Name,Land,EMA\n" + rows, "", by=director)
        return count_queries(director_client, page("player_list", event.slug, kept.pk))

    assert queries(60) == queries(16)


def test_the_places_of_an_import_taken_back_are_for_those_who_wait(
    event, keep, director
):
    said = dict.fromkeys(REGISTRATION_FIELDS) | dict.fromkeys(
        ("fee", "text", "privacy"), ""
    )
    self_registration.set_page(
        event, said | {"is_on": True, "places": 1}, by="director"
    )
    run(keep("Name\nBo Li\n"), director)
    waiting = self_registration.sign_up(event, PersonDetails("Ek"), now=timezone.now())
    assert waiting.waits
    [done] = import_and_undo_import.imports_of(event)
    import_and_undo_import.take_back(done, by="director", reason="the wrong file")
    assert [str(player) for player in event.players.all()] == ["Ek"]


@pytest.mark.parametrize(("role", "known"), [(Role.SCREEN, False), (Role.SCORER, True)])
def test_who_may_look_at_a_hidden_event_knows_its_people(
    event, earlier, tournament, stranger, role, known
):
    type(tournament).objects.filter(pk=tournament.pk).update(is_public=False)
    staff_accounts.give_role(tournament, username="stranger", role=role, by="director")
    kept = edit_uploaded_list.keep(event, "Name\nAnna Berg\n", "", by=stranger)
    assert ("Anna Berg" in said(kept, 2)) is known
