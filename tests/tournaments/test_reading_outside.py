"""Uploads are read by a separate process, one at a time and within limits; if it dies,
the page shows a sentence."""

from __future__ import annotations

import gc
import os
import signal
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.pictures import blank, picture
from tests.tournaments.pages import page, says
from tests.tournaments.test_list_reading import TABLE, saved, workbook
from tests.tournaments.test_upload_limits import sheet_with
from tournaments.files import read_in_child_process, upload_limits
from tournaments.files.generated_file_cache import alone_in
from tournaments.files.list_file_reader import read_sheet
from tournaments.files.logo_images import logo_of
from tournaments.files.read_in_child_process import (
    LANE,
    sheet_of,
    small_logo,
    waiting_at_most,
)
from tournaments.models import PlayerList
from tournaments.refusals import Refused, sentence

BOMB = sheet_with(b"<row>" + b"<c/>" * 900_000 + b"</row>")


@pytest.fixture(autouse=True)
def _own_lane(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def refused(read, content) -> str:
    with pytest.raises(Refused) as caught:
        read(content)
    return sentence(caught.value.faults[0])


def test_what_is_read_outside_is_what_is_read_here():
    book, image = saved(workbook(TABLE)), picture()
    assert sheet_of(book) == read_sheet(book)
    assert small_logo(image) == logo_of(image)


def test_a_long_pasted_list_is_read_as_a_pasted_one():
    text = "Name,Club\n" + "Berg,Å\n" * 4_999
    assert len(text) < upload_limits.READ_IN_PLACE_CHARACTERS
    text += " " * upload_limits.READ_IN_PLACE_CHARACTERS
    assert sheet_of(text) == read_sheet(text)


def test_a_process_that_cannot_be_started_leaves_a_sentence(monkeypatch):
    monkeypatch.setattr(read_in_child_process.sys, "executable", "/no/python")
    assert "was interrupted" in refused(small_logo, picture())


def test_a_refusal_outside_says_what_it_says_here():
    assert "Row 1 of a sheet has more than 16384 cells" in refused(sheet_of, BOMB)


def test_a_short_text_needs_no_process(monkeypatch):
    monkeypatch.setattr(read_in_child_process, "_start", None)
    assert sheet_of("Name\nBerg").rows == [(1, ["Name"]), (2, ["Berg"])]
    with pytest.raises(TypeError):
        sheet_of("x" * (upload_limits.READ_IN_PLACE_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [
        ("READING_MB", 100, "takes more than 100 MB of memory"),
        ("READING_SECONDS", 0.01, "takes more than 0.01 seconds"),
    ],
)
def test_a_reading_beyond_its_limits_is_ended(monkeypatch, limit, value, said):
    monkeypatch.setattr(upload_limits, limit, value)
    assert said in refused(small_logo, blank(5000, 5000))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGXCPU, "takes more than 10 seconds"),
        (signal.SIGKILL, "was interrupted. Nothing was saved. Try again."),
    ],
)
def test_a_process_that_is_ended_leaves_a_sentence(monkeypatch, caplog, number, said):
    start = read_in_child_process._start

    def killed(kind):
        process = start(kind)
        os.kill(process.pid, number)
        return process

    monkeypatch.setattr(read_in_child_process, "_start", killed)
    assert said in refused(small_logo, picture())
    assert ("ended with -9" in caplog.text) == (number == signal.SIGKILL)


def test_the_process_gets_no_secret(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "s" * 50)
    monkeypatch.setenv("DATABASE_URL", "postgres://user:password@host/name")
    given = {}

    def start(command, *, env, **_more):
        given.update(env)

    monkeypatch.setattr(read_in_child_process.subprocess, "Popen", start)
    read_in_child_process._start("logo")
    assert not {"SECRET_KEY", "DATABASE_URL"} & given.keys()


def test_a_file_waits_for_the_one_before_it():
    entered, leave = threading.Event(), threading.Event()

    def reads_another_file():
        with alone_in(LANE, 0):
            entered.set()
            leave.wait(60)

    other = threading.Thread(target=reads_another_file)
    other.start()
    assert entered.wait(60)
    with waiting_at_most(0):
        assert refused(small_logo, picture()).startswith(
            "The server is reading other files."
        )
    threading.Timer(0.1, leave.set).start()
    assert small_logo(picture())
    other.join()


def send(client, tournament, name, content, **more):
    sent = {"file": SimpleUploadedFile(name, content), **more}
    return client.post(page("players_import", tournament.slug), sent)


def test_the_page_says_the_limit_and_keeps_what_was_typed(
    tournament, director_client, settings, tmp_path
):
    """No temporary file remains, although the upload is too large for memory."""
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "temporary"
    settings.FILE_UPLOAD_TEMP_DIR.mkdir()
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = send(director_client, tournament, "list.xlsx", BOMB, text="Berg, Anna")
    assert answer.status_code == 422
    assert says(answer, "Row 1 of a sheet has more than 16384 cells")
    assert says(answer, "Berg, Anna")
    assert not PlayerList.objects.exists()
    gc.collect()
    assert list(settings.FILE_UPLOAD_TEMP_DIR.iterdir()) == []


def test_the_page_asks_to_try_again_while_other_files_are_read(
    tournament, director_client
):
    with alone_in(LANE, 0), waiting_at_most(0):
        answer = send(
            director_client, tournament, "list.csv", b"Name\nBerg", text="Lind"
        )
        assert answer.status_code == 422
        assert says(answer, "Try again in a minute.")
        assert says(answer, "Lind")
    assert send(director_client, tournament, "l.csv", b"Name\nBerg").status_code == 302
