"""Transfer of a tournament, or of everything, to another installation and back: from
PostgreSQL to SQLite, and from SQLite to PostgreSQL.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from scoring import tournament_folder
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger import enter_hand
from scoring.models import LedgerEntry, Result
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import import_files
from tests import prepared
from tests.pictures import picture
from tests.scoring.folders import CHAMPIONSHIP, NO_CHAMPIONSHIP
from tests.scoring.installations import Installation
from tournaments.access import player_links, table_links
from tournaments.files import stored_logos
from tournaments.models import Game, LogEvent, Membership, Tournament
from tournaments.seating_drafts import submit_draft
from tournaments.tournament_setup import delete_tournaments, description_and_logo

pytestmark = pytest.mark.django_db(transaction=True)
#: SQLite is always available; with PostgreSQL, the tests run there too.
to_the_other_kind = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="here is SQLite, as in the other place"
)

OTHER_KEY = "the-key-of-another-installation-0123456789-ABCDEFGHIJKLM"
TWICE = """
from django.core.management import call_command
call_command("move_event", "bring", {there!r})
call_command("move_event", "bring", {there!r})
"""
FOUND = """
import json
from django.core.management import call_command
from django.test import Client
from django.db import DatabaseError
from scoring.models import LedgerEntry, Result
found = [Client().get(address).status_code for address in {addresses!r}]
try:
    LedgerEntry.objects.update(hand=9)
except DatabaseError as error:
    found.append(str(error))
call_command("move_event", "take", {back!r})
print(json.dumps(found))
"""
#: Imports a tournament, exports it and takes it again.
ON = """
from django.core.management import call_command
call_command("move_event", "bring", {there!r})
call_command("export_event", {slug!r}, {folder!r})
call_command("move_event", "take", {back!r}, {slug!r})
"""


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path / "here"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def played(game, referee) -> Tournament:
    """Return a tournament with a closed round and a dispute, a draft of the next round,
    a logo, and replaced links.
    """
    tournament = game.round.tournament
    for hand in (1, 2):
        enter(game, hand)
    player = tournament.players.get(number=1)
    confirm_and_dispute.dispute(game.pk, player, sequence=2, text="not mine")
    table_links.reissue(game.pk, by="referee")
    player_links.renew(player, by="director")
    description_and_logo.give_logo(tournament, picture(), by="director")
    end_and_close_round.close(game.round.pk, by="director", reason="done")
    plan = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    submit_draft.import_plan(tournament, plan, first_round=2, by="director")
    return tournament


def enter(game: Game, hand: int) -> None:
    points = {"kind": "win", "winner": "E", "from": "S", "points": 8 + hand}
    key = f"{game.pk}-{hand}"
    enter_hand.enter(game.pk, points, hand=hand, device_key=key, by="referee")


def addresses(tournament: Tournament) -> list[str]:
    """Return the address of a table link, of a player link, and of the standings."""
    game = table_links.games_with_links().filter(round__tournament=tournament)[0]
    player = player_links.with_links().get(tournament=tournament, number=1)
    return [
        reverse("table:link", args=[table_links.token_of(game)]),
        reverse("me:page", args=[player_links.token_of(player)]),
        reverse("public:standings", args=[tournament.slug]),
    ]


def files(tournament: Tournament) -> dict[str, bytes]:
    return dict(tournament_folder.files_of(tournament))


def shown(tournament: Tournament) -> tuple[object, ...]:
    """Return the tournament folder, the standings and the log."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    log = LogEvent.objects.filter(tournament=tournament).order_by("revision")
    return (
        files(tournament),
        [(row.place, row.line.player.number) for row in standings(tournament)],
        list(log.values_list("revision", "at", "by", "kind", "reason", "data")),
    )


def move(*words: str | Path, **options: object) -> None:
    call_command("move_event", *map(str, words), **options)


def statuses(links: list[str]) -> list[int]:
    return [Client().get(link).status_code for link in links]


def refused(*words: str | Path, **options: object) -> str:
    with pytest.raises(CommandError) as error:
        move(*words, **options)
    return str(error.value)


def forget(tournament: Tournament) -> None:
    with transaction.atomic():
        delete_tournaments.delete_rows_of(tournament)


@contextmanager
def other_database(folder: Path) -> Iterator[Installation]:
    """Yield a new installation with SQLite, whatever database the test uses."""
    prepared.copy_to(folder)
    yield Installation(folder, DEBUG="1")


@to_the_other_kind
def test_everything_goes_there_and_comes_back(played, owner, tmp_path):
    before, links = shown(played), addresses(played)
    opened = statuses(links)
    assert opened == [410, 200, 200], "a closed table, a player, the standings"
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    move("take", there)
    assert there.stat().st_mode & 0o077 == 0
    with other_database(tmp_path / "other") as other:
        words = {"there": str(there), "back": str(back), "addresses": links}
        said = other.runs(TWICE.format(**words))
        assert said.index("Imported: Spring Cup.") < said.index("Already here")
        # The next start has the key that signed the links.
        said = other.runs(FOUND.format(**words))
        *found, guard = json.loads(said.splitlines()[-1])
        assert found == opened
        assert "append-only" in guard
        [logo] = stored_logos.all_logos()
        kept = other.data_dir / "logos" / logo.name
        assert kept.read_bytes() == logo.read_bytes()
    enter_other(played)
    assert "is not empty" in refused("bring", back)
    call_command("flush", interactive=False, verbosity=0)
    move("bring", back)
    assert shown(played) == before
    assert statuses(links) == opened
    assert Client().login(username="owner", password="owner-pass-1")
    # No id that a link may contain is used again.
    last = max(Game.objects.values_list("pk", flat=True))
    assert played.rounds.get(number=1).games.create(table=9).pk > last


def test_one_event_there_and_back_and_its_newer_state_stays(
    played, owner, game, noon, tmp_path, capsys
):
    old, new = tmp_path / "old.zip", tmp_path / "new.zip"
    move("take", old, played.slug)
    before, links = shown(played), addresses(played)
    move("bring", old)
    assert "Already here" in capsys.readouterr().out

    undo_start_and_reopen_round.reopen(
        game.round.pk, by="director", reason="x", now=noon
    )
    after = shown(played)
    assert after != before
    assert "these changes (1) are missing from the file" in refused("bring", old)
    move("take", new, played.slug)

    forget(played)
    assert not LedgerEntry.objects.exists()
    move("bring", old)
    assert shown(played) == before
    assert Membership.objects.get().user == owner
    assert Client().get(links[1]).status_code == 200
    move("bring", new)
    assert "Updated" in capsys.readouterr().out
    assert shown(played) == after
    assert statuses(links) == [302, 200, 200]
    assert Membership.objects.get().user == owner
    with pytest.raises(DatabaseError, match="append-only"):
        LedgerEntry.objects.update(hand=9)

    forget(played)
    move("bring", old)
    enter_other(played)
    assert "was changed on both installations" in refused("bring", new)


def enter_other(tournament: Tournament) -> None:
    with transaction.atomic():
        tournament.refresh_from_db()
        tournament.record("renamed", by="director", title="x")


def test_keys_that_are_taken_and_another_secret(played, owner, tmp_path, settings):
    file = tmp_path / "event.zip"
    move("take", file, played.slug)
    before = shown(played)
    taken = Game.objects.values_list("pk", flat=True)[0]
    forget(played)
    stranger = Tournament.objects.create(
        slug="other",
        title="Other",
        ruleset="mcr",
        planned_rounds=1,
        minutes=60,
        end_policy="finish_hand",
    )
    theirs = stranger.rounds.create(number=1, state="draft")
    Game.objects.create(pk=taken, round=theirs, table=1)
    assert "belong to another tournament here" in refused("bring", file)
    move("bring", file, new_links=True)
    arrived = Tournament.objects.get(slug=played.slug)
    assert shown(arrived) == before
    assert Game.objects.get(pk=taken).round == theirs
    forget(arrived)
    Game.objects.get(pk=taken).delete()
    settings.SECRET_KEY = OTHER_KEY
    assert "another secret key" in refused("bring", file)
    Tournament.objects.filter(pk=stranger.pk).update(slug=played.slug)
    assert "Another tournament here, “Other”" in refused("bring", file)


def test_nothing_comes_that_its_ledgers_do_not_give(played, owner, tmp_path):
    Result.objects.update(score=1)
    file = tmp_path / "event.zip"
    move("take", file, played.slug)
    assert "exists" in refused("take", file, played.slug)
    forget(played)
    assert "stored results do not match the entered hands" in refused("bring", file)
    assert not Tournament.objects.exists()
    file.write_bytes(file.read_bytes()[:-400])
    assert "is damaged" in refused("bring", file)


def first_round(folder: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a tournament folder with the first round only."""
    kept = {name: folder[name] for name in ("event.json", "players.csv")}
    kept["event.json"] = json.dumps(
        json.loads(kept["event.json"]) | {"rounds": 1}
    ).encode()
    for name in ("hands.csv", "seating.csv", "totals.csv"):
        head, *lines = folder[name].splitlines(keepends=True)
        kept[name] = b"".join([head, *(x for x in lines if x.startswith(b"1,"))])
    return kept


@to_the_other_kind
@pytest.mark.skipif(not CHAMPIONSHIP.is_dir(), reason=NO_CHAMPIONSHIP)
def test_a_championship_goes_to_the_other_database_and_comes_back(
    owner, tmp_path, settings
):
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    tournament = import_files(
        first_round(tournament_folder.from_path(CHAMPIONSHIP)),
        director=owner,
        accept_flagged=True,
    ).tournament
    before = shown(tournament)
    move("take", there, tournament.slug)
    with other_database(tmp_path / "other") as other:
        (other.data_dir / "secret_key").write_text(settings.SECRET_KEY)
        words = {"there": str(there), "back": str(back), "slug": tournament.slug}
        other.runs(ON.format(folder=str(tmp_path / "folder"), **words))
    forget(tournament)
    move("bring", back)
    assert shown(tournament) == before
    for name, content in before[0].items():
        assert (tmp_path / "folder" / name).read_bytes() == content, name
