"""Delete tournaments with all their rows after their time in the bin, and the Celery
task for this."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from celery import shared_task
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.files import generated_file_cache, stored_logos
from tournaments.models import (
    Deletion,
    EventDescription,
    Game,
    Round,
    Tournament,
)
from tournaments.models.related_rows import Model, rows_of
from tournaments.people.unused_persons import delete_unused_persons
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.tournament_setup.archive_and_bin import BIN_KEEPS, gone_at
from tournaments.tournament_setup.description_and_logo import sweep_logos
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down


def empty_bin(now: datetime) -> int:
    """Delete all tournaments whose time in the bin is over, and practice tournaments
    that are older than this time. Return the number of deleted tournaments.

    Each tournament is deleted in its own transaction.
    """
    since = now - BIN_KEEPS
    old = Q(binned_at__lte=since) | Q(is_practice=True, created_at__lte=since)
    due = Tournament.objects.filter(old, mirrored_at=None).order_by("pk")
    return sum(delete_for_good(tournament, now=now) for tournament in list(due))


@transaction.atomic
def delete_for_good(tournament: Tournament, *, now: datetime) -> bool:
    """Delete a tournament, its log, its ledgers, and its persons who are unused
    afterwards.

    Return True, or False if the tournament must not be deleted now, for example because
    it was restored. Earlier backups still contain the tournament.
    """
    current = lock_with_rounds(tournament)
    gone = gone_at(current)
    if gone is None or gone > now:
        return False
    for logo in EventDescription.objects.filter(tournament=current):
        transaction.on_commit(partial(stored_logos.discard, logo.logo), robust=True)
    transaction.on_commit(partial(generated_file_cache.forget, current.pk), robust=True)
    delete_rows_of(current)
    return True


def delete_rows_of(tournament: Tournament) -> None:
    """Delete all rows of a tournament, and its persons who are unused afterwards. The
    caller must have locked the tournament and checked that it may be deleted."""
    people = set(tournament.players.values_list("person", flat=True))
    _permit_deletion_of_all(tournament)
    _delete_rows(Tournament, [tournament.pk])
    Deletion.objects.filter(tournament_id=tournament.pk).delete()
    delete_unused_persons(people)


def delete_rounds(tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Delete rounds of a practice tournament with their games.

    The caller must hold the locks of the rounds and log the deletion. Raises Refused
    for a tournament that is not for practice; its games are never deleted.
    """
    if not tournament.is_practice:
        raise refusal("played_stays", _("Only practice tournaments can be reset."))
    games = Game.objects.filter(round__in=rounds)
    _permit_deletion(tournament, list(games.values_list("pk", flat=True)))
    _delete_rows(Round, [round_.pk for round_ in rounds])
    Deletion.objects.filter(tournament_id=tournament.pk).delete()


def _delete_rows(root: Model, keys: Sequence[int]) -> None:
    for model, to_root in reversed(list(rows_of(root))):
        rows = model._base_manager.filter(**{f"{to_root}__in": keys})
        # Deletes without collecting related rows: rows that refer to each other, such
        # as ledger entries, are deleted together, and the database checks references at
        # the end.
        rows.order_by()._raw_delete(connection.alias)


def _permit_deletion_of_all(tournament: Tournament) -> None:
    """Permit the deletion of the protected rows of the tournament and all its games."""
    games = Game.objects.filter(round__tournament=tournament)
    _permit_deletion(tournament, [None, *games.values_list("pk", flat=True)])


def _permit_deletion(tournament: Tournament, games: Sequence[int | None]) -> None:
    """Permit the deletion of the protected rows of these games until the end of this
    transaction. None means the rows of the tournament."""
    Deletion.objects.bulk_create(
        Deletion(tournament_id=tournament.pk, game_id=pk) for pk in games
    )


@shared_task(name="tournaments.tasks.empty_bin")
def empty_bin_task() -> None:
    """Delete tournaments whose time in the bin is over, and unused logo files (Celery
    task)."""
    retry_while_db_is_down(partial(empty_bin, timezone.now()))
    retry_while_db_is_down(sweep_logos)
