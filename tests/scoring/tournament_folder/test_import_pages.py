"""Import in the browser: upload, progress page, flags, retry."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring import tasks
from scoring.models import ImportJob
from scoring.tournament_folder import import_jobs, import_tournament, open_folder
from tests.scoring.folders import Folder, at, first_round, practice_files, zipped
from tournaments.files import upload_limits
from tournaments.files.generated_file_cache import Busy, alone_in
from tournaments.files.upload_limits import FOLDER_BYTES
from tournaments.models import Membership, Role, Tournament

State = ImportJob.State
HTMX = {"HX-Request": "true"}
UPLOAD = "/director/import/"


@pytest.fixture
def folder(tmp_path) -> Folder:
    """Return a folder with the first round of the practice tournament."""
    folder = Folder(tmp_path / "event")
    folder.keep_first_round()
    return folder


def archive_of(folder: Folder) -> bytes:
    return zipped({file.name: file.read_bytes() for file in folder.path.iterdir()})


@pytest.fixture
def upload(stranger_client, django_capture_on_commit_callbacks):
    """Return a function that uploads an archive from an account without any role, runs
    the worker, and returns the response.
    """

    def send(data: bytes, **fields: str):
        file = SimpleUploadedFile("event.zip", data, "application/zip")
        with django_capture_on_commit_callbacks(execute=True):
            return stranger_client.post(UPLOAD, {"archive": file, **fields})

    return send


@pytest.fixture
def waiting(stranger) -> ImportJob:
    """Return an import job that no worker has started."""
    return ImportJob.objects.create(by=stranger, archive=zipped(first_round()))


def page_of(job: ImportJob) -> str:
    return reverse("director:import_job", args=[job.pk])


def text(response) -> str:
    return " ".join(response.content.decode().split())


def lose(job: ImportJob) -> None:
    """Set the time of the job back, so that it has waited longer than the limit."""
    at = timezone.now() - import_jobs.PATIENCE - timedelta(seconds=1)
    ImportJob.objects.filter(pk=job.pk).update(at=at)


def test_any_account_imports_an_event_and_directs_it(upload, stranger, stranger_client):
    response = upload(zipped(practice_files()))
    job = ImportJob.objects.get()
    assert response["Location"] == page_of(job)
    assert job.state == State.DONE
    assert bytes(job.archive) == b""
    assert job.tournament.is_public
    membership = Membership.objects.get(tournament=job.tournament)
    assert (membership.user, membership.role) == (stranger, Role.OWNER)
    page = text(stranger_client.get(page_of(job)))
    assert "Practice event imported." in page
    assert "match the recorded scores: 16 of 16." in page
    assert 'href="/t/practice-event/standings/"' in page
    assert 'href="/director/practice-event/"' in page
    assert "hx-get" not in page


def test_the_upload_page_names_the_files(stranger_client):
    page = text(stranger_client.get(UPLOAD))
    for name in practice_files():
        assert f"<code>{name}</code>" in page
    assert 'enctype="multipart/form-data"' in page


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"no zip", "This is not a valid zip file."),
        (zipped({"event.json": b"{}"}), "players.csv: This file is missing."),
        (bytes(FOLDER_BYTES + 1), "The files are larger than 30 MB in total."),
    ],
)
def test_what_holds_no_event_is_refused_beside_the_field(upload, data, sentence):
    response = upload(data)
    assert response.status_code == 422
    assert sentence in response.context["form"].errors["archive"]
    assert sentence in text(response)
    assert not ImportJob.objects.exists()


def test_an_upload_without_a_file_is_refused(stranger_client):
    response = stranger_client.post(UPLOAD)
    assert response.status_code == 422
    assert "This field is required." in text(response)


def test_faults_are_listed_by_file_and_line_and_can_be_accepted(
    folder, upload, stranger_client, django_capture_on_commit_callbacks
):
    folder.change("hands.csv", at(1, 1, 5), points=7)
    upload(archive_of(folder))
    job = ImportJob.objects.get()
    assert job.state == State.REFUSED
    assert not Tournament.objects.exists()
    page = text(stranger_client.get(page_of(job)))
    assert (
        '<td data-head="File"><code>hands.csv</code></td> '
        '<td data-head="Line" class="number">6</td> '
        '<td data-head="Error">7 fan is less than the minimum of 8.</td>'
    ) in page
    assert "Import with flags" in page
    with django_capture_on_commit_callbacks(execute=True):
        stranger_client.post(page_of(job), {"accept_flagged": "yes"})
    job.refresh_from_db()
    assert job.state == State.DONE
    page = text(stranger_client.get(page_of(job)))
    assert "<li>hands.csv line 6: 7 fan is less than the minimum of 8.</li>" in page
    [event] = job.tournament.log.filter(kind="imported")
    assert event.by == "stranger"


def test_flags_can_be_accepted_from_the_start(folder, upload):
    folder.change("hands.csv", at(1, 1, 5), points=7)
    upload(archive_of(folder), accept_flagged="on")
    assert ImportJob.objects.get().state == State.DONE


def test_what_must_be_mended_cannot_be_accepted(folder, upload, stranger_client):
    folder.change("hands.csv", at(1, 1, 5), points="7")
    folder.change("totals.csv", at(1, 2), east_score="much")
    upload(archive_of(folder))
    page = text(stranger_client.get(page_of(ImportJob.objects.get())))
    assert "Import with flags" not in page
    assert "Must be corrected" in page
    assert page.count('<td data-head="Must be corrected">yes</td>') == 1


@pytest.mark.parametrize("name", ["event.json", "players.csv"])
def test_what_no_database_can_keep_is_a_fault_like_any_other(folder, upload, name):
    folder.replace(name, "100" if name == "event.json" else "Denmark", "\\u0000\0")
    upload(archive_of(folder))
    assert ImportJob.objects.get().state == State.REFUSED


def test_a_page_lists_a_thousand_faults_and_counts_the_rest(
    folder, upload, stranger_client
):
    path = folder.path / "hands.csv"
    path.write_bytes(path.read_bytes() + b"1,1,99,1,1,7,0,,,,\r\n" * 600)
    upload(archive_of(folder))
    job = ImportJob.objects.get()
    assert len(job.report["faults"]) == import_tournament.MOST_FAULTS_SHOWN
    hidden = job.report["count"] - import_tournament.MOST_FAULTS_SHOWN
    assert hidden > 0
    assert f"… and {hidden} more." in text(stranger_client.get(page_of(job)))


def test_folders_are_read_one_at_a_time(waiting, monkeypatch):
    monkeypatch.setattr(import_tournament, "FOLDER_LINE_SECONDS", 0)
    with alone_in(import_tournament.READING_LANE, 0), pytest.raises(Busy):
        tasks.import_event_folder(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.state == State.FAILED


def test_a_large_folder_is_checked_outside_first(waiting, folder, upload, monkeypatch):
    monkeypatch.setattr(open_folder, "READ_IN_PLACE_CHARACTERS", 0)
    import_tournament.run_job(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.state == State.DONE
    line = folder.change("hands.csv", at(1, 1, 2), east_penalty="x")
    upload(archive_of(folder))
    refused = ImportJob.objects.latest("pk")
    [fault] = refused.report["faults"]
    assert (refused.state, fault["file"], fault["line"]) == (
        State.REFUSED,
        "hands.csv",
        line,
    )


@pytest.mark.parametrize(
    ("lower", "said"),
    [
        ({"megabytes": 150}, "takes more than 150 MB of memory. Nothing was saved."),
        ({"seconds": 0.01}, "The server is too busy to read this file now."),
    ],
)
def test_a_folder_beyond_the_limits_of_reading_is_refused(
    upload, stranger_client, monkeypatch, lower, said
):
    many = zipped({**practice_files(), "hands.csv": b"round," + b"\n1" * 10_000_000})
    limits = upload_limits.FOLDER_READING._replace(**lower)
    monkeypatch.setattr(upload_limits, "FOLDER_READING", limits)
    upload(many)
    job = ImportJob.objects.get()
    assert job.state == State.REFUSED
    assert said in text(stranger_client.get(page_of(job)))
    assert not Tournament.objects.exists()


def test_the_page_asks_for_itself_while_the_worker_is_at_work(waiting, stranger_client):
    page = text(stranger_client.get(page_of(waiting)))
    assert f'hx-get="{page_of(waiting)}"' in page
    assert 'hx-trigger="load delay:500ms"' in page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert "Try again" not in page
    import_tournament._tell_progress(waiting.pk, 40, 108)
    response = stranger_client.get(page_of(waiting), headers=HTMX)
    assert "40 of 108 tables calculated." in text(response)
    assert "<html" not in text(response)
    assert "no-store" in response["Cache-Control"]
    import_tournament._tell_progress(waiting.pk, 108, 108)
    page = text(stranger_client.get(page_of(waiting)))
    assert "Saving and comparing with the files." in page


def test_a_job_whose_worker_died_is_tried_again(
    waiting, stranger_client, django_capture_on_commit_callbacks
):
    assert stranger_client.post(page_of(waiting)).status_code == 409
    lose(waiting)
    assert "Try again" in text(stranger_client.get(page_of(waiting)))
    with django_capture_on_commit_callbacks(execute=True):
        stranger_client.post(page_of(waiting))
    waiting.refresh_from_db()
    assert waiting.state == State.DONE


def test_a_job_that_is_done_is_not_done_again(waiting, stranger_client):
    for _time in "12":
        tasks.import_event_folder(waiting.pk)
    assert Tournament.objects.count() == 1
    response = stranger_client.post(page_of(waiting), {"accept_flagged": "yes"})
    assert response.status_code == 409
    assert "is running or finished" in text(response)


def test_a_job_that_broke_says_so_and_can_be_tried_again(
    waiting, stranger_client, monkeypatch, django_capture_on_commit_callbacks
):
    with monkeypatch.context() as broken:
        broken.setattr(import_tournament, "import_folder", None)
        with pytest.raises(TypeError):
            tasks.import_event_folder(waiting.pk)
    page = text(stranger_client.get(page_of(waiting)))
    assert "A program error stopped the import. Nothing was imported." in page
    with django_capture_on_commit_callbacks(execute=True):
        stranger_client.post(page_of(waiting))
    waiting.refresh_from_db()
    assert waiting.state == State.DONE


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_the_same_job_import_it_once(waiting, at_once):
    at_once(*[lambda: import_tournament.run_job(waiting.pk)] * 2)
    waiting.refresh_from_db()
    assert waiting.state == State.DONE
    assert Tournament.objects.get() == waiting.tournament


def test_old_archives_that_came_to_nothing_are_not_kept(waiting, upload):
    ImportJob.objects.update(at=timezone.now() - timedelta(days=2))
    upload(zipped(first_round()))
    assert not ImportJob.objects.filter(pk=waiting.pk).exists()


def test_a_job_is_for_the_account_that_sent_it(
    waiting, director_client, owner_client, client
):
    assert director_client.get(page_of(waiting)).status_code == 404
    assert owner_client.post(page_of(waiting)).status_code == 404
    for path in (page_of(waiting), UPLOAD):
        assert "/account/login/" in client.get(path)["Location"]
