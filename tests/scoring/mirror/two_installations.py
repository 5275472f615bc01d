"""Two installations in one process, each with its own database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from scoring import tournament_folder
from scoring.ledger import enter_hand
from scoring.mirror import apply_batch, make_batch, set_up_and_revoke
from scoring.mirror.batch_format import decoded, encoded
from scoring.models import LedgerEntry
from tests import prepared
from tournaments.models import LogEvent, Mirror, Tournament

#: Columns of the log that both installations have.
LOGGED = ("revision", "at", "kind", "by", "reason", "data")


class Elsewhere:
    """Another installation with an empty SQLite database, its own secret key and its
    own data folder.
    """

    def __init__(self, folder: Path, settings) -> None:
        self._settings = settings
        self._folder = folder
        folder.mkdir()
        file = folder / "db.sqlite3"
        prepared.copy_database_to(file)
        here = connections["default"]
        settings_dict = {**here.settings_dict, "NAME": str(file)}
        if here.vendor != "sqlite":
            settings_dict |= {
                "ENGINE": "django.db.backends.sqlite3",
                "OPTIONS": {"transaction_mode": "IMMEDIATE"},
            }
        self._connection = DatabaseWrapper(settings_dict, "default")

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Use the other installation within the block."""
        here = connections["default"]
        kept = self._settings.SECRET_KEY, self._settings.DATA_DIR
        connections["default"] = self._connection
        self._settings.SECRET_KEY = "the-key-of-the-other-installation-0123456789"
        self._settings.DATA_DIR = self._folder
        try:
            yield
        finally:
            connections["default"] = here
            self._settings.SECRET_KEY, self._settings.DATA_DIR = kept

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def elsewhere(tmp_path, settings) -> Iterator[Elsewhere]:
    settings.DATA_DIR = tmp_path / "here"
    settings.DATA_DIR.mkdir()
    other = Elsewhere(tmp_path / "there", settings)
    yield other
    other.close()


@pytest.fixture
def pair(game, elsewhere) -> Pair:
    return Pair(game.round.tournament, elsewhere, "complete")


def enter(game, hand: int, points: int = 12) -> LedgerEntry:
    """Enter a win by East on South's discard as `hand` of the table.

    Return its ledger entry.
    """
    return enter_hand.enter(
        game.pk,
        {"kind": "win", "winner": "E", "from": "S", "points": points},
        device_key=f"{game.pk}-{hand}",
        by="referee",
        hand=hand,
    ).entry


class Pair:
    """A tournament and its mirror in another installation."""

    def __init__(self, tournament: Tournament, elsewhere: Elsewhere, content: str):
        self.elsewhere = elsewhere
        with elsewhere():
            account = User.objects.create_user("public-owner")
            offered = set_up_and_revoke.offer_mirror("Spring Cup", by=account)
            self.there = offered.mirror
            self.code = offered.code
        self.here = set_up_and_revoke.send_to_mirror(
            tournament,
            address="https://mirror.example",
            token=offered.token,
            content=content,
            site="http://hall.local",
            by="director",
        )

    def make(self, **options) -> bytes:
        self.here.refresh_from_db()
        changes = make_batch.changes_for(self.here, **options)
        assert changes is not None
        self.digests = changes.digests
        return encoded(changes.batch)

    def apply(self, data: bytes) -> apply_batch.Applied:
        with self.elsewhere():
            return apply_batch.apply(self.there.pk, decoded(data))

    def send(self) -> apply_batch.Applied:
        data = self.make()
        applied = self.apply(data)
        Mirror.objects.filter(pk=self.here.pk).update(
            revision=applied.revision, digests=self.digests
        )
        return applied

    def folders(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        tournament = Tournament.objects.get(mirror=self.here.pk)
        here = dict(tournament_folder.files_of(tournament))
        with self.elsewhere():
            [mirrored] = Tournament.objects.all()
            return here, dict(tournament_folder.files_of(mirrored))

    def assert_equal(self) -> None:
        here, there = self.folders()
        assert here == there
        log = list(LogEvent.objects.values_list(*LOGGED))
        with self.elsewhere():
            assert log == list(LogEvent.objects.values_list(*LOGGED))
