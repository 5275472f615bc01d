"""Removal of a player's name from a tournament.

No data contains the name afterwards, and all figures are unchanged.
"""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing import (
    confirm_and_dispute,
    finish_reopen_and_publish_results,
)
from scoring.corrections import correct_and_undo
from scoring.models import Confirmation, FinalPlace, LateHand, LedgerEntry, Result
from scoring.rounds import end_and_close_round
from scoring.standings.rank_players import ranking_of
from tests.scoring.halls import hall_of, signed_in
from tests.scoring.table_device import device_at
from tournaments.access import player_links
from tournaments.deliveries.queue_and_retry import new_mail, queue_mails
from tournaments.models import (
    Anonymisation,
    Delivery,
    EventDescription,
    LogEvent,
    Person,
    Player,
    PlayerList,
    PushSubscription,
    SignUp,
    SignUpPage,
    Tournament,
)
from tournaments.people import player_changes, register_players
from tournaments.people.registration_open_and_spots import privacy_of
from tournaments.privacy import anonymise_player, contact_retention
from tournaments.privacy.names_in_texts import Names, names_alone
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db

#: Parts of the name and contact data, in lower case, that must not remain.
THEIRS = ("zebedee", "zebedy", "kvist", "z@example.org", "08123456")
ROW = register_players.PlayerRow(
    first_name="Åse",
    last_name="Zebedee-Kvist",
    club="Club of Zebedee-Kvist",
    country="Denmark",
    ema_number="08123456",
    team="Team Åse Zebedee-Kvist",
)


@pytest.fixture
def played(director) -> Tournament:
    """Return a finished tournament in which player 1 is named in every
    possible place.
    """
    game = hall_of(director, "mcr", 2)[0]
    tournament = game.round.tournament
    player = tournament.players.get(number=game.seats.get(wind="E").player.number)
    former = register_players.PlayerRow(
        first_name="Åse", last_name="Zebedy", country="Denmark"
    )
    for row in (former, ROW):
        player_changes.correct(Player.objects.get(pk=player.pk), row, director=director)
    player = Player.objects.get(pk=player.pk)
    other = game.seats.get(wind="S").player
    player_changes.keep_apart(
        player, other, by="director", reason="Zebedee-Kvist is the brother"
    )
    at = reverse("table:session", args=[tournament.slug, 1, game.table])
    hand = {"winner": "E", "source": "S", "points": 12, "hand": 1, "device_key": "a"}
    device_at(game).post(at, hand)
    line = LedgerEntry.objects.get(game=game)
    correct_and_undo.retract(
        line.pk, by="director", reason="ase ZEBEDEE-KVIST had not won", device_key="b"
    )
    confirm_and_dispute.dispute(game.pk, player, sequence=2, text="I, Zebedy, did win")
    LateHand.objects.create(
        game=game,
        hand=9,
        offered={},
        device_key="late",
        by="table 1",
        decision="refused",
        decided_by="director",
        decided_at=timezone.now(),
        answer="Åse  Zebedee-Kvist was late",
    )
    SignUp.objects.create(
        tournament=tournament,
        player=player,
        first_name="Åse",
        last_name="Zebedee-Kvist",
        email="z@example.org",
    )
    PushSubscription.objects.create(player=player, endpoint="https://push.example/1")
    rows = [[1, ["Zebedee-Kvist", "Ase", "z@example.org"]], [2, ["Li", "Åse", ""]]]
    PlayerList.objects.create(tournament=tournament, by=director, rows=rows)
    EventDescription.objects.update_or_create(
        tournament=tournament, defaults={"text": "Ask Åse Zebedee-Kvist."}
    )
    end_and_close_round.close(game.round.pk, by="director", reason="Zebedee-Kvist left")
    now = timezone.now()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=now, reason="over"
    )
    finish_reopen_and_publish_results.reopen(tournament, by="director", reason="a sum")
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=now, reason="over"
    )
    return Tournament.objects.get(pk=tournament.pk)


def theirs(tournament: Tournament) -> Player:
    return tournament.players.get(person__last_name="Zebedee-Kvist")


def everything() -> str:
    """Return every row of every table as one text."""
    return "\n".join(
        f"{model._meta.label} {row!r}"
        for model in apps.get_models()
        for row in model._base_manager.values_list()
    ).casefold()


def files_of(tournament: Tournament, client: Client) -> dict[str, str]:
    """Return the texts of the tournament folder's files and of the pages, by name."""
    answer = client.get(reverse("director:event_zip", args=[tournament.slug]))
    content = answer.getvalue()
    with zipfile.ZipFile(io.BytesIO(content)) as folder:
        found = {name: folder.read(name).decode() for name in folder.namelist()}
    number = 1
    for name, *more in (
        *(("players",), ("log",), ("player", number), ("player_kept", number)),
        *(("hall",), ("control",), ("finish",), ("player_nameless", number)),
    ):
        address = reverse(f"director:{name}", args=[tournament.slug, *more])
        found[address] = client.get(address).content.decode()
    for name, *more in (("standings",), ("tournament",), ("session", 1, 1)):
        address = reverse(f"public:{name}", args=[tournament.slug, *more])
        found[address] = Client().get(address).content.decode()
    for what in ("players", "results", "hands", "standings"):
        address = reverse("director:file", args=[tournament.slug, what, "csv"])
        found[address] = client.get(address).getvalue().decode()
    return {name: text.casefold() for name, text in found.items()}


def figures(tournament: Tournament) -> list[object]:
    lines = LedgerEntry.objects.filter(game__round__tournament=tournament)
    kept = ("sequence", "hand", "kind", "data", "device_key", "at")
    return [
        list(lines.order_by("pk").values_list(*kept)),
        list(Result.objects.order_by("pk").values_list()),
        [
            (line.place, line.number, line.parts, line.score)
            for line in FinalPlace.objects.order_by("position")
        ],
        [
            (row.place, row.line.player.number, row.line.score)
            for row in ranking_of(tournament).placed
        ],
    ]


def test_nothing_has_the_name_afterwards_and_every_figure_stays(played, director):
    player, client = theirs(played), signed_in(director)
    before = everything(), files_of(played, client), figures(played)
    assert all(word in before[0] for word in THEIRS)
    assert sum("zebedee-kvist" in text for text in before[1].values()) > 8
    key = player_links.token_of(player)
    other = played.players.exclude(pk=player.pk).first()
    address = reverse("director:player_nameless", args=[played.slug, player.number])
    assert "is the brother" in client.get(address).content.decode()
    said = {"reason": "asked by Zebedee-Kvist", "sure": "on"}
    assert client.post(address, {"reason": "asked"}).status_code == 422
    assert client.post(address, said).status_code == 302

    rows, files = everything(), files_of(played, client)
    for word in THEIRS:
        assert word not in rows, word
        assert [name for name, text in files.items() if word in text] == [], word
    assert figures(played) == before[2]
    assert Client().get(reverse("me:page", args=[key])).status_code == 410
    player.refresh_from_db()
    assert (str(player), player.public_name) == ("Player 1", "Player 1")
    assert player.person.country == "Denmark"
    assert str(other.person).casefold() in rows
    assert not PushSubscription.objects.exists()
    assert not Anonymisation.objects.exists()
    [done] = played.log.filter(kind="name_taken_out")
    assert (done.by, done.reason) == ("director", "asked by Player 1")


def test_the_guards_let_words_change_then_and_never_figures(played):
    game = played.rounds.get().games.get(table=1)
    Anonymisation.objects.create(tournament_id=played.pk)
    Anonymisation.objects.create(tournament_id=played.pk, game_id=game.pk)
    lines = LedgerEntry.objects.filter(game=game)
    for rows, change in (
        (lines, {"hand": 7}),
        (lines, {"data": {"kind": "washout"}}),
        (played.log.all(), {"kind": "entered"}),
        (FinalPlace.objects.all(), {"score": 7}),
        (Confirmation.objects.filter(game=game), {"kind": "confirm", "text": ""}),
        (LateHand.objects.filter(game=game), {"offered": {"kind": "washout"}}),
    ):
        assert rows.exists()
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    words = (
        (lines, {"by": "somebody"}),
        (played.log.all(), {"by": "somebody"}),
        (FinalPlace.objects.all(), {"last_name": "somebody"}),
        (Confirmation.objects.filter(game=game), {"text": "something"}),
    )
    for rows, change in words:
        rows.update(**change)
    Anonymisation.objects.all().delete()
    for rows, change in words:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**dict.fromkeys(change, "somebody else"))


def test_mails_to_the_player_are_deleted(played):
    """Emails to the player are deleted, because they contain the player's address and
    the link to the personal page.
    """
    player = theirs(played)
    other = played.players.exclude(pk=player.pk).first()
    mails = [
        new_mail("a@b.example", subject="Lunch", body="Noon", player=one)
        for one in (player, other)
    ]
    queue_mails(mails)
    anonymise_player.take_name_out(player, by="director", reason="asked")
    assert [mail.player for mail in Delivery.objects.all()] == [other]


def test_who_plays_in_another_event_keeps_the_name_there(played, tournament):
    player = theirs(played)
    person = player.person
    tournament.players.create(person=person, number=50)
    anonymise_player.take_name_out(player, by="director", reason="asked")
    assert Person.objects.get(pk=person.pk).last_name == "Zebedee-Kvist"
    assert str(tournament.players.get(number=50)) == "Åse Zebedee-Kvist"


def test_not_while_they_sit_at_a_table_that_plays(game):
    player = game.seats.get(wind="E").player
    with pytest.raises(Refused) as caught:
        anonymise_player.take_name_out(player, by="director", reason="asked")
    assert [fault.code for fault in caught.value.faults] == ["plays_now"]


def test_a_player_asks_and_the_directors_read_it(game, director_client):
    tournament = game.round.tournament
    player = tournament.players.get(number=3)
    home = reverse("me:page", args=[player_links.token_of(player)])
    for _twice in range(2):
        client = Client()
        assert client.post(f"{home}nameless/").status_code == 302
    assert LogEvent.objects.filter(kind=anonymise_player.ASKED).count() == 1
    page = director_client.get(reverse("director:players", args=[tournament.slug]))
    assert "Players who asked to be anonymised" in page.content.decode()
    end_and_close_round.close(game.round.pk, by="director", reason="over")
    anonymise_player.take_name_out(player, by="director", reason="asked")
    assert anonymise_player.players_to_anonymise(tournament) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bo Win had won", "Player 4 had won"),
        ("Win, Bo had a win", "Player 4 had a win"),
        ("WIN had a win", "Player 4 had a win"),
        ("Bow to Bo", "Bow to Bo"),
    ],
)
def test_a_name_that_is_a_word_too(text, said):
    known = frozenset({("Bo", "Win")})
    alone = names_alone(known, {"bo"})
    names = Names(known, alone, frozenset(), 4, "Player 4")
    assert names.out_of(text, prose=True) == said
    assert names.out_of_data({"kind": "win", "winner": "Win"}) == {
        "kind": "win",
        "winner": "Win",
    }


def test_contacts_are_forgotten_when_their_time_is_over(played, settings):
    SignUp.objects.create(tournament=played, last_name="Never Came", email="n@x.org")
    now = played.finished_at + timedelta(days=30, seconds=1)
    assert contact_retention.forget_contacts(now) == 0
    settings.CONTACTS_KEEP_DAYS = 30
    assert "30 days after" in privacy_of(SignUpPage(tournament=played))
    assert contact_retention.forget_contacts(now - timedelta(minutes=1)) == 0
    assert contact_retention.forget_contacts(now) == 1
    assert SignUp.objects.get().email == ""
    assert not PushSubscription.objects.exists()
    assert not PlayerList.objects.exists()
    done = played.log.first()
    assert done.kind == "contacts_forgotten"
    assert (done.data["addresses"], done.data["sign_ups"]) == (1, 1)
    assert contact_retention.forget_contacts(now) == 0
