"""Privacy of a person towards each account: in every search, entry, copy and export,
and for each choice of public name.

The person is registered under the full name in a public tournament, and makes the
choice in another tournament. The strictest choice applies everywhere.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, product

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.tournament_folder import files_of
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_log import log_in_words_and_groups
from tests.examples import ASKED
from tests.tournaments.pages import page, says
from tests.written_again import fixtures
from tournaments.access import api_tokens, player_links
from tournaments.list_import.import_preview_new_or_known import preview
from tournaments.models import (
    Membership,
    Person,
    Player,
    PlayerList,
    Role,
    ShownAs,
    Tournament,
)
from tournaments.people import identities, player_changes, self_registration
from tournaments.people.persons_of_other_tournaments import known_people
from tournaments.people.register_players import PlayerRow, register
from tournaments.people.self_registration import PersonDetails
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats
from tournaments.tournament_setup.archive_and_bin import move_to_bin
from tournaments.tournament_setup.create_and_change_tournament import (
    Plan,
    create_tournament,
)

NAME, NUMBER, CLUB = "Vesperwood", "21987654", "Zephyr Gate"
SECRETS = frozenset({NAME, NUMBER, CLUB})
ROW = PlayerRow(NAME, "Quillon", country="Iceland", club=CLUB, ema_number=NUMBER)
ROLES = ("stranger", "screen", "scorer", "referee", "director", "owner", "superuser")
#: Roles that may learn the full identity of the tournament's players.
DIRECT = frozenset({"director", "owner", "superuser"})


def event(title: str, director: User, **given: object) -> Tournament:
    plan = Plan(title, "mcr", 3, 60, "finish_hand", **given)  # type: ignore[arg-type]
    return create_tournament(plan, director=director)


@dataclass
class Cast:
    """All accounts; the tournament `home`, where the person plays; `private`, another
    director's tournament where the person makes a choice; and `own`, a tournament of
    each account.
    """

    home: Tournament
    private: Tournament
    person: Person
    users: dict[str, User]
    own: dict[str, Tournament] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        client = Client()
        if role != "anonymous":
            client.force_login(self.users[role])
        return client

    def choose(self, shown_as: str) -> None:
        self.private.players.update(shown_as=shown_as)

    def learns(self, role: str, shown_as: str) -> str:
        if role in DIRECT:
            return "everything"
        return "name" if shown_as == ShownAs.FULL else "nothing"


def make_cast() -> Cast:
    someone_else = User.objects.create_user("someone_else")
    users = {role: User.objects.create_user(role) for role in ROLES[:-1]}
    users["superuser"] = User.objects.create_superuser("superuser")
    home = event("Lantern Open", users["owner"], is_public=True)
    for role in ("screen", "scorer", "referee", "director"):
        Membership.objects.create(user=users[role], tournament=home, role=Role(role))
    others = [PlayerRow(f"Other{n}", "Some") for n in range(3)]
    register(home, [ROW, *others], by="x")
    tables = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    publish_seating.publish(
        seat_rounds_and_exchange_seats.seat_rounds(home, tables, by="x")[0].pk, by="x"
    )
    private = event("Private Cup", someone_else)
    person = home.players.get(number=1).person
    Player.objects.create(tournament=private, person=person, number=7)
    cast = Cast(home, private, person, users)
    for role, user in users.items():
        cast.own[role] = event(f"Own {role}", user)
        register(cast.own[role], [PlayerRow("First", "Ada")], by="x")
    return cast


@pytest.fixture
def cast(db) -> Cast:
    return fixtures.first(make_cast, "identities")


def text(response) -> str:
    return unpacked(b"".join(response) if response.streaming else response.content)


def unpacked(content: bytes) -> str:
    """Return the text of a file, or of the files in a zip or workbook."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(
            archive.read(n).decode(errors="replace") for n in archive.namelist()
        )


# --- actions of an account in its own tournament ----------------------------------

#: Sends a request and returns the text that can be read then.
Way = Callable[[Client, Tournament, Cast], str]


def search(client: Client, own: Tournament, cast: Cast) -> str:
    asked = ("quillon", "vesperw", NUMBER[:5], "iceland", "q. v.", "player 1")
    address = page("players_known", own.slug)
    return "".join(text(client.get(address, {"known": words})) for words in asked)


def import_by_name(client: Client, own: Tournament, cast: Cast) -> str:
    content = "Name,Country\nQuillon Vesperwood,Iceland\n"
    return imported(client, own, content).replace(NAME, "")


def import_by_number(client: Client, own: Tournament, cast: Cast) -> str:
    content = f"Name,EMA ID\nElse Someone,{NUMBER}\n"
    return imported(client, own, content).replace(NUMBER, "")


def import_by_both(client: Client, own: Tournament, cast: Cast) -> str:
    content = f"Name,EMA ID,Country\nQuillon Vesperwood,{NUMBER},Iceland\n"
    return imported(client, own, content).replace(NUMBER, "").replace(NAME, "")


def imported(client: Client, own: Tournament, content: str) -> str:
    sent = client.post(page("players_import", own.slug), {"text": content}, follow=True)
    return text(sent)


def typed(client: Client, own: Tournament, cast: Cast) -> str:
    form = {"last_name": "Else", "ema_number": NUMBER}
    done = client.post(page("players", own.slug), form, follow=True)
    listed = client.get(page("player", own.slug, 2))
    return (text(done) + text(listed)).replace(NUMBER, "")


def corrected(client: Client, own: Tournament, cast: Cast) -> str:
    form = {"last_name": "First", "first_name": "Ada", "ema_number": NUMBER}
    done = client.post(page("player", own.slug, 1), form, follow=True)
    return text(done).replace(NUMBER, "")


def substituted(client: Client, own: Tournament, cast: Cast) -> str:
    tables = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    register(own, [PlayerRow(str(n)) for n in range(3)], by="x")
    seat_rounds_and_exchange_seats.seat_rounds(own, tables, by="x")
    form = {
        "first_round": 1,
        "last_name": "Else",
        "ema_number": NUMBER,
        "reason": "ill",
    }
    address = page("substitute", own.slug, 1)
    seen = [client.post(address, form | more) for more in ({}, {"sure": "yes"})]
    seen += [
        client.get(page("players", own.slug)),
        client.get(page("check_in", own.slug)),
    ]
    return "".join(map(text, seen)).replace(NUMBER, "")


def folder(client: Client, own: Tournament, cast: Cast) -> str:
    files = files_of(own)
    lines = files["players.csv"].decode().splitlines()
    place = lines[0].split(",").index("ema_number")
    cells = lines[1].split(",")
    cells[place] = NUMBER
    files["players.csv"] = "\n".join([lines[0], ",".join(cells)]).encode() + b"\n"
    user = User.objects.get(pk=client.session["_auth_user_id"])
    made = import_files(files, director=user).tournament
    exported = client.get(page("file", made.slug, "players", "csv"))
    return (text(client.get(page("players", made.slug))) + text(exported)).replace(
        NUMBER, ""
    )


#: By action: identity parts read by roles that may see the full identity, and by roles
#: that may see the full name.
WAYS: dict[Way, tuple[set[str], set[str]]] = {
    search: ({NAME, NUMBER}, {NAME}),
    import_by_name: ({NUMBER}, set()),
    import_by_number: ({NAME}, set()),
    import_by_both: (set(), set()),
    typed: ({NAME, CLUB}, set()),
    corrected: ({NAME}, set()),
    substituted: ({NAME, CLUB}, set()),
    folder: ({NAME, CLUB}, set()),
}


def cases() -> list[tuple[Way, str, str]]:
    """Return (way, choice, role) for the tests: each way with each choice, for roles
    that may learn everything and for others in turn. With TEST_EXAMPLES=many, for every
    role.
    """
    if ASKED == "many":
        return list(product(WAYS, ShownAs.values, ROLES))
    direct = cycle([role for role in ROLES if role in DIRECT])
    others = cycle([role for role in ROLES if role not in DIRECT])
    return [
        (way, shown_as, next(roles))
        for way in WAYS
        for shown_as, roles in (
            *((shown_as, others) for shown_as in ShownAs.values),
            (ShownAs.NUMBER, direct),
        )
    ]


@pytest.mark.every_case
@pytest.mark.parametrize(("way", "shown_as", "role"), cases())
def test_who_learns_what_in_a_tournament_of_their_own(cast, role, shown_as, way):
    cast.choose(shown_as)
    level = cast.learns(role, shown_as)
    everything, name = WAYS[way]
    expected = {"everything": everything, "name": name, "nothing": set()}[level]
    shown = way(cast.client(role), cast.own[role], cast)
    assert {secret for secret in SECRETS if secret in shown} == expected


def test_everyone_learns_as_much_as_their_role_says(cast):
    """Every role, with every choice of the person, learns from the shared queries
    exactly what the role allows.
    """
    for role, shown_as in product(ROLES, ShownAs.values):
        cast.choose(shown_as)
        user, own = cast.users[role], cast.own[role]
        known = {person.pk: person for person in known_people(own, user)}
        found = identities.people_by_number(user, own, [NUMBER]).get(NUMBER, [])
        assert [person.pk for person in found] == (
            [cast.person.pk] if cast.person.pk in known else []
        )
        person = known.get(cast.person.pk)
        learned = {
            (True, True): "everything",
            (True, False): "name",
            (False, False): "nothing",
        }[person is not None, bool(person and person.ema_number)]
        assert learned == cast.learns(role, shown_as), (role, shown_as)
        assert all(one.in_full is (learned == "everything") for one in found)


@pytest.mark.parametrize(
    ("role", "shown_as"),
    [
        *(("stranger", shown_as) for shown_as in ShownAs.values),
        *(("director", ShownAs.NUMBER), ("superuser", ShownAs.INITIALS)),
    ],
)
def test_who_is_known_there_is_the_same_person(cast, role, shown_as):
    """Roles that may know the person find the person in an imported list and can add
    the person. For other roles the person is new.
    """
    cast.choose(shown_as)
    known = cast.learns(role, shown_as) != "nothing"
    client, own = cast.client(role), cast.own[role]
    for content in ("Name,Country\nQ Vesperwood,Iceland", "Name,Country\nQ V,Iceland"):
        imported(client, own, content.replace("Q ", "Quillon "))
    import_by_both(client, own, cast)
    states = [preview(kept).rows[0].state for kept in PlayerList.objects.order_by("pk")]
    assert states == (["known", "new", "known"] if known else ["new"] * 3)
    client.post(page("players_known", own.slug), {"person": cast.person.pk})
    assert own.players.filter(person=cast.person).exists() is known


# --- output of the tournament where the person plays ------------------------------

#: (address, its arguments)
DIRECTORS_FILES = (
    ("file", "players", "csv"),
    ("file", "players", "json"),
    ("file", "players", "xlsx"),
    ("event_zip",),
    ("event_workbook",),
)
PUBLIC = (
    ("public:tournament",),
    ("public:player", 1),
    ("public:round", 1),
    ("public:session", 1, 1),
    ("public:seating",),
    ("public:seating_players",),
    ("public:standings",),
    ("public:embed",),
    ("public:overlay",),
    ("public:table_overlay", 1),
    ("public:file", "players", "csv"),
    ("public:file", "seating", "csv"),
    ("public:file", "standings", "json"),
    ("public:file", "players", "xlsx"),
    ("api:players",),
    ("api:standings",),
    ("api:seating",),
)


@pytest.mark.parametrize("role", ["anonymous", *ROLES])
def test_a_directors_files_and_copies_are_for_directors(cast, role):
    cast.choose("number")
    client, slug = cast.client(role), cast.home.slug
    for name, *more in DIRECTORS_FILES:
        response = client.get(page(name, slug, *more))
        if role in DIRECT:
            shown = text(response)
            assert all(secret in shown for secret in SECRETS), name
        else:
            assert response.status_code in (302, 403, 404), name
    form = {"title": "Copy", "with_players": "on"}
    client.post(page("event_copy", slug), form)
    copies = Tournament.objects.filter(title="Copy")
    assert copies.exists() is (role in DIRECT)
    if role in DIRECT:
        assert copies.get().players.get(number=1).person == cast.person
        public_name = copies.get().players.get(number=1).public_name
        assert public_name == "Player 1"


@pytest.mark.parametrize(
    ("role", "shown_as"),
    [
        *(("anonymous", shown_as) for shown_as in ShownAs.values),
        *(("referee", ShownAs.INITIALS), ("owner", ShownAs.NUMBER)),
    ],
)
def test_what_is_public_names_people_as_they_chose_to_everyone(cast, role, shown_as):
    """A stricter choice elsewhere applies, although the player chose the full name in
    this tournament.
    """
    cast.choose(shown_as)
    for name, *more in PUBLIC:
        shown = text(cast.client(role).get(reverse(name, args=[cast.home.slug, *more])))
        assert (NAME in shown) is (shown_as == ShownAs.FULL), name
        assert NUMBER not in shown, name


def test_a_token_of_the_tournament_reads_what_its_directors_read(cast):
    cast.choose("number")
    token = api_tokens.make(cast.home, "club page", by="x")
    for home, expected in ((cast.home, True), (cast.own["stranger"], None)):
        address = reverse("api:players", args=[home.slug])
        words = f"Bearer {token.text}"
        response = Client().get(address, headers={"authorization": words})
        assert (NAME in text(response)) is bool(expected)


@pytest.mark.parametrize("role", ["scorer", "referee"])
def test_staff_read_names_and_no_numbers(cast, role):
    """Staff see names but no EMA numbers.

    Names are enough to check players in and to enter rulings; EMA numbers are for
    directors.
    """
    cast.choose("number")
    desk = page("check_in", cast.home.slug)
    for asked, is_found in (
        ({}, True),
        ({"sort": "ema"}, True),
        ({"q": "quillon"}, True),
        ({"q": f"quillon {NUMBER[:4]}"}, False),
    ):
        shown = text(cast.client(role).get(desk, asked))
        assert (f"<b>{NAME}</b>" in shown) is is_found, asked
        assert NUMBER not in shown


# --- edges ------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["director", "superuser"])
def test_a_tournament_in_the_bin_lets_nobody_learn(cast, role):
    cast.choose("number")
    move_to_bin(cast.home, by="x")
    Tournament.objects.filter(pk=cast.private.pk).update(binned_at=timezone.now())
    assert NAME not in search(cast.client(role), cast.own[role], cast)


@pytest.mark.parametrize("role", ["stranger", "director", "superuser"])
def test_a_practice_tournament_knows_nobody(cast, role):
    own = event("Practice", cast.users[role], is_practice=True)
    address = page("players_known", own.slug)
    assert cast.client(role).get(address, {"known": "quillon"}).status_code == 404
    assert cast.client(role).post(address, {"person": 1}).status_code == 404
    assert "known" not in text(cast.client(role).get(page("players", own.slug, add=1)))
    assert known_people(own, cast.users[role]) == []
    shown = typed(cast.client(role), own, cast)
    assert NAME not in shown
    assert not own.players.filter(person=cast.person).exists()


def test_an_account_for_screens_begins_no_tournament(cast):
    """An account for hall screens can create no tournament, because it is signed in
    where anyone could use it to look up persons.
    """
    Tournament.objects.filter(pk=cast.own["screen"].pk).update(is_practice=True)
    client = cast.client("screen")
    for name in ("new", "new_from_settings", "import", "practice"):
        for send in (client.get, client.post):
            assert send(page(name)).status_code == 403, name
    assert not says(client.get(page("home")), "Create a tournament")
    assert says(cast.client("scorer").get(page("home")), "Create a tournament")


def test_nobody_changes_who_a_hidden_person_is(cast):
    """Registering the EMA number of a hidden person creates a separate person."""
    cast.choose("initials")
    own, user = cast.own["stranger"], cast.users["stranger"]
    row = PlayerRow("Else", "Someone", club="Elsewhere", ema_number=NUMBER)
    [player] = register(own, [row], by="stranger", account=user)
    assert (str(player), player.person.ema_number) == ("Someone Else", NUMBER)
    changed = PlayerRow("Changed", "Someone", ema_number=NUMBER)
    player_changes.correct(player, changed, director=user)
    cast.person.refresh_from_db()
    assert (cast.person.last_name, cast.person.club) == (NAME, CLUB)
    with pytest.raises(Refused, match="is already registered"):
        register(own, [row], by="stranger", account=user)
    # A director of both is not asked about either by a list that names one of them.
    Membership.objects.create(user=user, tournament=cast.home, role=Role.DIRECTOR)
    imported(
        cast.client("stranger"),
        event("Third", user),
        f"Name,EMA ID\nQuillon Vesperwood,{NUMBER}\n",
    )
    [row] = preview(PlayerList.objects.get()).rows
    assert (row.state, row.person.pk) == ("known", cast.person.pk)


def open_registration(tournament: Tournament) -> Tournament:
    values = {"is_on": True, "opens_at": None, "closes_at": None, "places": None}
    said = {"fee": "", "text": "", "privacy": ""}
    self_registration.set_page(tournament, values | said, by="x")
    return tournament


@pytest.mark.every_case
@pytest.mark.parametrize("shown_as", ShownAs.values)
def test_the_registration_page_tells_nobody_who_is_hidden(cast, shown_as):
    """The registration page shows neither whether a person has an EMA number nor
    whether an EMA number exists.
    """
    cast.choose(shown_as)
    own = open_registration(cast.own["stranger"])

    def come(last: str, first: str, tournament: Tournament = own) -> Player | None:
        person = PersonDetails(last, first, country="Iceland", ema_number=NUMBER)
        now = timezone.now()
        return self_registration.sign_up(tournament, person, now=now).player

    if shown_as == ShownAs.FULL:
        with pytest.raises(Refused, match="another person") as caught:
            come("Else", "Someone")
        assert NAME not in str(caught.value)
        assert come(NAME, "Quillon").person == cast.person
        return
    assert come("Else", "Someone").person != cast.person
    other = open_registration(cast.own["scorer"])
    assert come(NAME, "Quillon", other).person != cast.person
    # The page repeats only the typed data about a person who plays there.
    home = open_registration(cast.home)
    Tournament.objects.filter(pk=home.pk).update(planned_rounds=3)
    with pytest.raises(Refused) as caught:
        come("VESPERWOOD", "quillon", home)
    [fault] = caught.value.faults
    assert fault.params == {"name": "quillon VESPERWOOD"}


def test_a_registration_with_the_number_of_another_names_nobody(cast):
    own = open_registration(cast.own["stranger"])
    now = timezone.now()
    hidden = PersonDetails(NAME, "Quillon", ema_number="21000001", shown_as="number")
    open_ = PersonDetails("Lind", "Zoë", ema_number="21000002")
    for person in (hidden, open_):
        self_registration.sign_up(own, person, now=now)
    again = self_registration.sign_up(
        own, PersonDetails("X", ema_number="21000001"), now=now
    )
    assert again.player
    with pytest.raises(Refused, match="This EMA number is already registered"):
        self_registration.sign_up(
            own, PersonDetails("Y", ema_number="21000002"), now=now
        )


# --- the strictest choice ---------------------------------------------------------


def choice_of(cast: Cast) -> str:
    return Person.objects.get(pk=cast.person.pk).shown_as


def test_the_database_keeps_the_strictest_choice(cast):
    assert choice_of(cast) == "full"
    cast.choose("initials")
    assert choice_of(cast) == "initials"
    home = cast.home.players.get(number=1)
    home.shown_as = "number"
    home.save()
    assert choice_of(cast) == "number"
    cast.choose("full")
    assert choice_of(cast) == "number"
    cast.choose("initials")
    home.delete() if not home.seats.exists() else home.seats.all().delete()
    Player.objects.filter(pk=home.pk).delete()
    assert choice_of(cast) == "initials"
    nobody = Person.objects.create(last_name="Nobody")
    cast.private.players.update(person=nobody)
    assert choice_of(cast) == "full"
    assert Person.objects.get(pk=nobody.pk).shown_as == "initials"
    late = Player(tournament=cast.home, person=cast.person, number=9, shown_as="number")
    Player.objects.bulk_create([late])
    assert choice_of(cast) == "number"


def test_other_tournaments_hear_of_a_choice(cast):
    """A new choice raises the revision of the person's other tournaments, so that their
    cached pages do not keep the old name.
    """
    before = Tournament.objects.get(pk=cast.home.pk).revision
    player = cast.private.players.select_related("person", "tournament").get()
    player_changes.show_as(player, "initials", by="own page")
    assert player.public_name == "Q. V."
    home = Tournament.objects.get(pk=cast.home.pk)
    assert home.revision == before + 1
    said = log_in_words_and_groups.of_event(home.log.first())
    assert said == ("Public name of players 1 changed to match another tournament.")
    player_changes.show_as(player, "initials", by="own page")
    assert Tournament.objects.get(pk=cast.home.pk).revision == before + 1
    row = PlayerRow(NAME, ema_number=NUMBER, shown_as="number")
    director = cast.users["director"]
    register(cast.own["director"], [row], by="director", account=director)
    assert Tournament.objects.get(pk=cast.home.pk).revision == before + 2
    assert cast.home.players.get(number=1).public_name == "Player 1"


def test_ones_own_page_says_that_a_stricter_choice_holds(cast):
    player = player_links.with_links().get(tournament=cast.home, number=1)
    address = f"/me/{player_links.token_of(player)}/"
    assert "you chose this shorter name" not in text(Client().get(address))
    cast.choose("initials")
    assert "The public sees “<bdi>Q. V.</bdi>” because you chose this shorter" in text(
        Client().get(address)
    )
    shown = cast.client("director").get(page("player", cast.home.slug, 1))
    assert "The public name is “<bdi>Q. V.</bdi>”" in text(shown)


def test_a_folder_takes_the_choice_along(cast):
    cast.choose("number")
    assert b"1,1,,,number" in files_of(cast.home)["presence.csv"]
