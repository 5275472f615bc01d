"""A mirror becomes equal to its home, even after faults of the exchange."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import sha256

import pytest
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.corrections import correct_and_undo, exchange_players
from scoring.mirror.apply_batch import ChangedApart, NeedsOther, OldEpoch
from scoring.mirror.batch_format import decoded
from scoring.rounds import end_and_close_round
from tests.pictures import picture
from tests.scoring.mirror.two_installations import Pair, elsewhere, enter, pair
from tests.scoring.past_results.test_past_results import HEAD, imported, kept, row
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import close
from tournaments.access import player_links
from tournaments.installation_transfer import transfer_rows, write_transfer_file
from tournaments.installation_transfer.read_transfer_file import bring
from tournaments.models import (
    EndPolicy,
    LogEvent,
    Membership,
    Mirror,
    Player,
    Tournament,
)
from tournaments.people import mail_addresses, register_players
from tournaments.privacy import anonymise_player
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.tournament_setup import description_and_logo
from tournaments.tournament_setup.create_and_change_tournament import (
    Plan,
    create_tournament,
)

__all__ = ["elsewhere", "pair"]

pytestmark = pytest.mark.django_db


def test_a_complete_copy_and_then_changes_make_the_mirror_equal(pair, game):
    enter(game, 1)
    pair.send()
    pair.assert_equal()
    enter(game, 2)
    pair.send()
    pair.assert_equal()
    player = game.round.tournament.players.get(number=1)
    confirm_and_dispute.dispute(game.pk, player, sequence=2, text="not mine")
    end_and_close_round.close(game.round.pk, by="director", reason="done")
    pair.send()
    pair.assert_equal()
    with pair.elsewhere():
        [mirrored] = Tournament.objects.all()
        assert mirrored.mirrored_at is not None
        assert Membership.objects.get().user.username == "public-owner"


def test_corrections_reseated_tables_and_deleted_rows_arrive(pair, game):
    tournament = game.round.tournament
    line = enter(game, 1)
    pair.send()
    raw = {"kind": "win", "winner": "S", "from": "E", "points": 20}
    correct_and_undo.correct(
        line.pk, raw, device_key="again", by="referee", reason="typing error"
    )
    rows = [register_players.PlayerRow(first_name="Late", last_name="Comer")]
    register_players.register(tournament, rows, by="director")
    pair.send()
    pair.assert_equal()
    tournament.players.get(person__last_name="Comer").delete()
    tournament.record("player_removed", by="director", number=9)
    pair.send()
    pair.assert_equal()


def test_players_who_exchange_seats_do_so_at_the_mirror(pair, game):
    """Two players exchange seats at the mirror too.

    Both seats have the same wind, so the changes cannot be applied one after the other
    in either order.
    """
    pair.send()
    exchange_players.exchange_players(game.pk, 1, 5, by="referee", reason="sat wrongly")
    pair.send()
    pair.assert_equal()


@pytest.mark.parametrize("is_new", [True, False])
def test_final_standings_arrive(pair, game, is_new):
    """Their rows have the tournament's key, which differs on the mirror."""
    with pair.elsewhere():
        plan = Plan("Other", "mcr", 1, 60, EndPolicy.FINISH_HAND)
        create_tournament(plan, director=None, by="owner")
    if not is_new:
        pair.send()
    close_round(game)
    tournament = Tournament.objects.get()
    finish(tournament, by="director", now=timezone.now(), reason="too few results")
    pair.send()
    with pair.elsewhere():
        mirrored = Tournament.objects.get(mirror=pair.there.pk)
        assert mirrored.final.places.count() == 8


def test_a_logo_and_player_links_arrive(pair, game):
    tournament = game.round.tournament
    description_and_logo.give_logo(tournament, picture(), by="director")
    player = tournament.players.get(number=1)
    link = player_links.token_of(player)
    pair.send()
    pair.assert_equal()
    with pair.elsewhere():
        assert Client().get(reverse("me:page", args=[link])).status_code == 200
    player_links.renew(player, by="director")
    pair.send()
    with pair.elsewhere():
        holder = player_links.holder_of(link)
        assert holder is None or not holder.counts


def test_a_name_that_is_removed_at_home_is_removed_at_the_mirror(pair, game):
    enter(game, 1)
    pair.send()
    close_round(game)
    player = game.round.tournament.players.get(number=1)
    anonymise_player.take_name_out(player, by="director", reason="asked")
    pair.send()
    pair.assert_equal()


def test_a_stop_of_emails_reaches_the_mirror(pair, game):
    """A request to stop emails is not in the log.

    The mirror gets it, and respects it after it has taken over.
    """
    tournament = game.round.tournament
    pair.send()
    digest = mail_addresses.digest_of("wren@example.org")
    for change, refused in (
        (mail_addresses.refuse, True),
        (mail_addresses.accept, False),
    ):
        change(tournament, digest)
        pair.send()
        pair.assert_equal()
        with pair.elsewhere():
            [mirrored] = Tournament.objects.all()
            assert mail_addresses.is_refused(mirrored, digest) is refused


def test_a_batch_applied_twice_changes_nothing(pair, game):
    enter(game, 1)
    first = pair.make()
    assert not pair.apply(first).repeated
    assert pair.apply(first).repeated
    pair.assert_equal()


def test_a_batch_that_does_not_continue_is_refused_with_the_revision(pair, game):
    pair.send()
    enter(game, 1)
    first = pair.make()
    revision = decoded(first).about.revision
    Mirror.objects.filter(pk=pair.here.pk).update(
        revision=revision, digests=pair.digests
    )
    enter(game, 2)
    second = pair.make()
    with pytest.raises(NeedsOther) as refused:
        pair.apply(second)
    assert refused.value.revision < revision
    pair.apply(first)
    pair.apply(second)
    assert pair.apply(first).repeated
    pair.assert_equal()


@pytest.mark.parametrize("cut", [0, 10, 40, -1, -500])
def test_a_truncated_batch_is_refused(pair, cut):
    with pytest.raises(RuleError) as refused:
        pair.apply(pair.make()[:cut])
    assert refused.value.faults[0].code == "malformed"


def test_an_altered_row_is_refused_before_anything_is_stored(pair):
    data = pair.make()
    lines = gzip.decompress(data[32:]).splitlines(keepends=True)
    name, _label, values = json.loads(lines[1])
    for bad in ([name, "auth.User", values], [name, "tournaments.Team", {"x": 1}], 7):
        content = gzip.compress(b"".join([lines[0], json.dumps(bad).encode()]))
        with pytest.raises(RuleError):
            decoded(sha256(content).digest() + content)


def test_the_token_of_one_tournament_is_refused_for_another(pair, game, director):
    pair.send()
    Mirror.objects.filter(pk=pair.here.pk).update(identity="0" * 64, revision=None)
    with pytest.raises(RuleError) as refused:
        pair.apply(pair.make())
    assert refused.value.faults[0].code == "other_tournament"


def test_a_lower_epoch_changes_nothing(pair, game):
    pair.send()
    old = pair.folders()[1]
    with pair.elsewhere():
        Mirror.objects.update(epoch=2)
    enter(game, 1)
    with pytest.raises(OldEpoch) as refused:
        pair.apply(pair.make())
    assert refused.value.epoch == 2
    assert pair.folders()[1] == old


def test_an_equal_epoch_is_refused_where_home_is(pair, game):
    pair.send()
    enter(game, 1)
    with pair.elsewhere():
        Tournament.objects.update(mirrored_at=None)
    with pytest.raises(OldEpoch):
        pair.apply(pair.make())


def test_histories_that_differ_are_not_mixed(pair, game):
    pair.send()
    with pair.elsewhere():
        Tournament.objects.update(mirrored_at=None)
        [mirrored] = Tournament.objects.all()
        last = LogEvent.objects.latest("revision")
        LogEvent.objects.create(
            tournament=mirrored, revision=last.revision + 1, by="x", kind="entered"
        )
        Tournament.objects.update(mirrored_at=timezone.now())
        Mirror.objects.update(revision=last.revision + 1)
    enter(game, 1)
    enter(game, 2)
    Mirror.objects.filter(pk=pair.here.pk).update(revision=None)
    with pytest.raises(ChangedApart):
        pair.apply(pair.make())
    pair.apply(pair.make(replaces=True))
    pair.assert_equal()


def test_a_mirror_changes_nothing(pair, game):
    pair.send()
    with pair.elsewhere():
        [mirrored] = Tournament.objects.all()
        there = mirrored.rounds.get().games.get(table=1)
        with pytest.raises(RuleError, match="mirror"):
            enter(there, 1)
        with pytest.raises(DatabaseError, match="a mirror changes nothing"):
            LogEvent.objects.create(
                tournament=mirrored, revision=9999, by="x", kind="entered"
            )


class TestPublicOnly:
    """A mirror with public data only."""

    @pytest.fixture
    def secret(self, tournament) -> Tournament:
        """Return a tournament with a hidden second round and private data."""
        tournament.planned_rounds, tournament.secret_rounds = 3, 2
        tournament.save()
        people = list(tournament.players.select_related("person").order_by("number"))
        people[0].person.ema_number = "98765432"
        people[0].person.save()
        people[1].person.first_name = "Xenophon"
        people[1].person.save()
        Player.objects.filter(pk=people[1].pk).update(shown_as="number")
        people[2].person.first_name, people[2].person.last_name = "Yolanda", "Zeppelin"
        people[2].person.save()
        Player.objects.filter(pk=people[2].pk).update(shown_as="initials")
        Player.objects.update(fee_paid=True)
        first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
        paper(first, 1, FOUR_PLACES)
        paper(first, 2, FOUR_PLACES)
        close(first)
        second = seat(tournament, 2, (1, 2, 3, 4), (5, 6, 7, 8))
        paper(second, 1, {"E": 7919, "S": -2633, "W": -2641, "N": -2645})
        paper(second, 2, FOUR_PLACES)
        close(second)
        rows = [
            seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 6, 3, 8)),
            seat_rounds_and_exchange_seats.TableRow(3, 2, (5, 2, 7, 4)),
        ]
        seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
        tournament.refresh_from_db()
        return tournament

    def test_hidden_results_and_private_fields_never_leave(self, secret, elsewhere):
        pair = Pair(secret, elsewhere, "public")
        data = gzip.decompress(pair.make()[32:]).decode()
        for private in ("7919", "-2633", "98765432", "Xenophon", "Yolanda", "Zeppelin"):
            assert private not in data, private
        assert secret.hall_key not in data
        assert '"fee_paid":true' not in data
        assert 'device_key":"mirror/' in data
        assert not re.search(r'"by":"[^"]', data)
        rounds = {
            json.loads(line)[2]["number"]
            for line in data.splitlines()[1:]
            if json.loads(line)[1] == "tournaments.Round"
        }
        assert rounds == {1, 2}

    def test_pages_are_equal_to_the_public_pages_at_home(self, secret, elsewhere):
        pair = Pair(secret, elsewhere, "public")
        pair.send()
        names = ("tournament", "standings", "files", "seating", "plan")
        slug = secret.slug
        paths = [reverse(f"public:{name}", args=[slug]) for name in names]
        paths += [reverse("public:round", args=[slug, n]) for n in (1, 2)]
        paths += [reverse("public:player", args=[slug, n]) for n in (1, 2, 3)]
        paths += [f"/t/{slug}/files/standings.csv", f"/t/{slug}/files/results.csv"]
        for path in paths:
            here = shown_at(path)
            with elsewhere():
                there = shown_at(path)
            assert there.split("<") == here.split("<"), path


class TestPastResults:
    """A tournament with results only. Its imported list stays on its installation."""

    @pytest.fixture
    def past(self, elsewhere) -> Tournament:
        with elsewhere():
            # Another list with the key that the list has here.
            kept(HEAD + row(1, "Eli Ny"))
        imported(
            HEAD
            + row(1, "Ada Lind", points="9", players=88, weight="2.5")
            + row(2, "Bo Vang", players=88, weight="2.5")
        )
        return Tournament.objects.get()

    @pytest.mark.parametrize("content", ["public", "complete"])
    def test_the_mirror_knows_that_only_results_are_recorded(
        self, past, elsewhere, content
    ):
        Pair(past, elsewhere, content).send()
        paths = [
            reverse(f"public:{name}", args=[past.slug])
            for name in ("tournament", "standings", "files")
        ]
        for path in [*paths, reverse("public:player", args=[past.slug, 2])]:
            here = shown_at(path)
            with elsewhere():
                assert shown_at(path).split("<") == here.split("<"), path
        with elsewhere():
            mirrored = Tournament.objects.get().past_results
            assert (mirrored.players, mirrored.weight_hundredths) == (88, 250)
            assert mirrored.results_import is None

    def test_a_moved_tournament_belongs_to_no_import_there(
        self, past, elsewhere, tmp_path
    ):
        file = tmp_path / "past.zip"
        write_transfer_file.take(file, past)
        with elsewhere():
            bring(file, faults=lambda _past: [], owner=lambda: None, new_links=True)
            moved = Tournament.objects.get().past_results
            assert (moved.players, moved.results_import) == (88, None)

    def test_a_complete_file_contains_the_import(self, past):
        lines = b"".join(transfer_rows.lines(transfer_rows.of_everything()))
        key = past.past_results.results_import_id
        assert f'"results_import_id": {key}'.encode() in lines


def shown_at(path: str) -> str:
    """Return the page at this path without parts that differ on each installation."""
    response = Client().get(path)
    assert response.status_code == 200, path
    content = b"".join(response) if response.streaming else response.content
    of_mirror = r'<aside class="practice-mark".*?</aside>'
    differing = rf'(/live/|csrfmiddlewaretoken" value=")[^"]+|{of_mirror}'
    return " ".join(re.sub(differing, "", content.decode()).split())


def close_round(game) -> None:
    end_and_close_round.close(game.round.pk, by="director", reason="done")
