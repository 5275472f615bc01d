"""Tables can save hands during the import of a tournament, and a killed import leaves
no partial data.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import tournament_folder
from scoring.ledger import enter_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import ImportJob, LedgerEntry, Result, Sheet
from scoring.tournament_folder import import_tournament
from tests.scoring.folders import first_round, practice_files, zipped
from tournaments.models import Person, Tournament
from tournaments.web.request_types_and_form_faults import new_device_key

State = ImportJob.State

#: Seconds in which an unblocked save is certainly done.
PATIENCE = 20


class Killed(BaseException):
    """An exception that the program never catches, like a kill."""


@pytest.fixture
def job(director) -> ImportJob:
    return ImportJob.objects.create(by=director, archive=zipped(first_round()))


def killed(*args: object, **more: object) -> None:
    raise Killed


@pytest.mark.django_db(transaction=True)
def test_a_save_goes_through_at_every_moment_but_that_of_writing(
    game, job, monkeypatch
):
    """Each save during an import uses its own connection and must end before the import
    continues.

    If the import held a lock, the save would wait forever.
    """
    hands = count(1)

    def save() -> None:
        hand = next(hands)
        try:
            enter_hand.enter(
                game.pk,
                {"kind": "washout"},
                device_key=new_device_key(),
                by="table 1",
                hand=hand,
            )
        finally:
            connection.close()

    def save_meanwhile() -> None:
        assert not connection.in_atomic_block
        with ThreadPoolExecutor(1) as pool:
            pool.submit(save).result(timeout=PATIENCE)

    def meanwhile(module, name: str) -> None:
        work = getattr(module, name)

        def work_after_a_save(*args, **more):
            save_meanwhile()
            return work(*args, **more)

        monkeypatch.setattr(module, name, work_after_a_save)

    def tell(job_id: int, done: int, tables: int) -> None:
        if done in (1, tables // 2, tables):
            save_meanwhile()

    meanwhile(tournament_folder, "open_zip_within_limits")
    meanwhile(tournament_folder, "compare")
    monkeypatch.setattr(import_tournament, "_tell_progress", tell)
    import_tournament.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE
    assert LedgerEntry.objects.filter(game=game).count() == 5


@pytest.mark.django_db
def test_all_tables_are_written_together():
    """The number of statements in the locked phase does not depend on the number of
    tables."""
    folder = tournament_folder.open_files(practice_files())
    tables = tournament_folder.worked_out(folder)
    with CaptureQueriesContext(connection) as queries:
        tournament_folder.store(folder, tables, director=None)
    for model in (Sheet, Result):
        insert = f'INSERT INTO "{model._meta.db_table}"'
        found = [query for query in queries if query["sql"].startswith(insert)]
        assert len(found) == 1
    reads = [query for query in queries if "scoring_ledgerentry" in query["sql"]]
    assert not [query for query in reads if query["sql"].startswith("SELECT")][1:]


@pytest.mark.django_db
def test_working_out_touches_no_database(django_assert_num_queries):
    folder = tournament_folder.open_files(practice_files())
    with django_assert_num_queries(0):
        assert len(tournament_folder.worked_out(folder)) == 16


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["_tell_progress", "_take"])
def test_an_import_killed_before_it_is_written_leaves_nothing(job, monkeypatch, where):
    with monkeypatch.context() as patched:
        patched.setattr(import_tournament, where, killed)
        with pytest.raises(Killed):
            import_tournament.run_job(job.pk)
    assert not Tournament.objects.exists()
    assert not Person.objects.exists()
    import_tournament.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE
    assert Tournament.objects.get() == job.tournament


@pytest.mark.django_db
def test_an_import_killed_before_it_is_compared_is_compared_later(
    job, monkeypatch, director_client
):
    ImportJob.objects.update(archive=zipped(practice_files()))
    with monkeypatch.context() as patched:
        patched.setattr(tournament_folder, "compare", killed)
        with pytest.raises(Killed):
            import_tournament.run_job(job.pk)
    written = Tournament.objects.get()
    assert rebuild(written, check=True) == []
    job.refresh_from_db()
    assert (job.state, job.tournament) == (State.WAITING, written)
    import_tournament.run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, Tournament.objects.get()) == (State.DONE, job.tournament)
    page = director_client.get(f"/director/import/{job.pk}/").content.decode()
    assert "Matching places of standings.csv: 16 of 16." in page


@pytest.mark.django_db
def test_a_comparison_that_breaks_does_not_say_that_nothing_was_imported(
    job, monkeypatch, director_client
):
    with monkeypatch.context() as patched:
        patched.setattr(tournament_folder, "compare", None)
        with pytest.raises(TypeError):
            import_tournament.run_job(job.pk)
    import_tournament.fail_job(job.pk)
    page = director_client.get(f"/director/import/{job.pk}/").content.decode()
    assert "The tournament was imported, but a program error" in page
    assert "Nothing was imported" not in page


@pytest.mark.django_db
def test_whoever_comes_second_with_a_job_writes_nothing(job, monkeypatch):
    """A worker writes nothing if another worker has already saved the result of the
    job.
    """
    other = import_tournament.run_job
    tell = import_tournament._tell_progress
    pending = [job.pk]

    def overtaken(job_id: int, done: int, tables: int) -> None:
        tell(job_id, done, tables)
        if done == tables and pending:
            other(pending.pop())

    monkeypatch.setattr(import_tournament, "_tell_progress", overtaken)
    import_tournament.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE
    assert Tournament.objects.get() == job.tournament
