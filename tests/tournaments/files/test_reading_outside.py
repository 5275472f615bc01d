"""Uploads are read by a separate process, one at a time and within limits.

If the process dies, the page shows a sentence.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from rules.faults import RuleError
from tests.pictures import blank, picture
from tests.tournaments.files.priority_of_reader import niceness
from tests.tournaments.files.test_upload_limits import sheet_with
from tests.tournaments.list_import.test_list_reading import TABLE, saved, workbook
from tests.tournaments.pages import page, says
from tournaments.director.seating_drafts.draft_files import plan_from
from tournaments.files import read_in_child_process, upload_limits
from tournaments.files.file_faults import located
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
from tournaments.rounds.seating_files import TableRow, read_seating
from tournaments.seating.files.plan_files import read_plan

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


def seating_of(tables: int, head: str = "round,table,E,S,W,N") -> str:
    """Return a CSV file of a round with `tables` tables.

    Such a file is too long to be read in the web process.
    """
    rows = (
        f"1,{n},{4 * n},{4 * n - 1},{4 * n - 2},{4 * n - 3}" for n in range(1, tables)
    )
    text = "\n".join([head, *rows, ""])
    assert len(text) > upload_limits.READ_IN_PLACE_CHARACTERS
    return text


SEATING_HEAD = "round,table,east,south,west,north"


@pytest.mark.parametrize("sent", [str, str.encode])
def test_long_seating_is_read_outside(monkeypatch, sent):
    started = []
    start = read_in_child_process._start
    monkeypatch.setattr(
        read_in_child_process,
        "_start",
        lambda *given, **more: started.append(given) or start(*given, **more),
    )
    rows = read_seating(sent(seating_of(4_000, SEATING_HEAD)))
    assert (rows[0], rows[-1].table) == (TableRow(1, 1, (4, 3, 2, 1)), 3_999)
    plan = plan_from(sent(seating_of(4_000).replace("\n1,", "\n7,")), 7)
    assert plan == read_plan(seating_of(4_000))
    assert len(started) == 2
    short = f"{SEATING_HEAD}\n1,1,4,3,2,1"
    assert read_seating(sent(short)) == rows[:1]
    assert plan_from(sent(short)) == (((4, 3, 2, 1),),)
    assert len(started) == 2


def test_faults_found_outside_have_their_lines():
    for read, head in (
        (read_seating, SEATING_HEAD),
        (plan_from, "round,table,E,S,W,N"),
    ):
        with pytest.raises(RuleError) as caught:
            read(seating_of(4_000, head) + "1,4000,x,,,\n")
        assert "ine 4001: east" in located(caught.value.faults[0])


def test_a_plan_in_json_has_at_most_as_many_rounds_as_the_engine_seats():
    said = refused(plan_from, '{"rounds":[' + ",".join(["[1]"] * 200_000) + "]}")
    assert said == "A plan can have at most 300 rounds. This one has 200000."
    assert len(plan_from(json.dumps([[[1, 2, 3, 4]]] * 200))) == 200


def test_a_process_that_cannot_be_started_leaves_a_sentence(monkeypatch):
    monkeypatch.setattr(read_in_child_process.sys, "executable", "/no/python")
    assert "was interrupted" in refused(small_logo, picture())


def test_a_refusal_outside_says_what_it_says_here():
    assert "Row 1 of a sheet has more than 16384 cells" in refused(sheet_of, BOMB)


def test_a_short_text_needs_no_process(monkeypatch):
    monkeypatch.setattr(read_in_child_process, "_start", None)
    assert sheet_of("Name\nBerg").rows == [(1, ["Name"]), (2, ["Berg"])]
    assert sheet_of("Name\nÅberg".encode("cp1252")).rows[1] == (2, ["Åberg"])
    with pytest.raises(TypeError):
        sheet_of("x" * (upload_limits.READ_IN_PLACE_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("lower", "said"),
    [
        ({"megabytes": 100}, "takes more than 100 MB of memory"),
        ({"seconds": 0.01}, "The server is too busy to read this file now."),
    ],
)
def test_a_reading_beyond_its_limits_is_ended(monkeypatch, lower, said):
    limits = upload_limits.READING._replace(**lower)
    monkeypatch.setattr(upload_limits, "READING", limits)
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

    def killed(*given, **more):
        process = start(*given, **more)
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
    read_in_child_process._start("logo", limits=upload_limits.READING)
    assert not {"SECRET_KEY", "DATABASE_URL"} & given.keys()


def test_reading_has_the_priority_of_pages():
    """A machine that is busy with other work then reads the file in time."""
    name = f"{niceness.__module__}:{niceness.__name__}"
    assert json.loads(read_in_child_process._read(name, b"")) == os.nice(0)


def test_a_list_that_was_not_read_in_time_can_be_pasted(monkeypatch):
    limits = upload_limits.READING._replace(seconds=0.01)
    monkeypatch.setattr(upload_limits, "READING", limits)
    assert refused(sheet_of, saved(workbook(TABLE))).endswith(
        "Nothing was saved. Try again, or paste the list instead."
    )


def test_waiting_and_reading_end_before_the_proxy_gives_up():
    assert upload_limits.LINE_SECONDS + upload_limits.READING.seconds < 60


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
    """The page names the limit and keeps the input.

    No temporary file remains, although the upload is too large for memory.
    """
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


def test_a_page_of_seating_says_the_limit_and_saves_nothing(
    tournament, director_client, monkeypatch
):
    limits = upload_limits.READING._replace(seconds=0.01)
    monkeypatch.setattr(upload_limits, "READING", limits)
    text = seating_of(4_000, SEATING_HEAD)
    for name, more in (("seating", {}), ("draw_import", {"first_round": 1})):
        answer = director_client.post(
            page(name, tournament.slug), {"text": text, **more}
        )
        assert answer.status_code == 422
        assert says(answer, "The server is too busy to read this file now.")
        assert "1,3999,15996,15995,15994,15993" in answer.content.decode()
    assert not tournament.rounds.exists()
    assert not tournament.draws.exists()


def test_the_page_asks_to_try_again_while_other_files_are_read(
    tournament, director_client
):
    with alone_in(LANE, 0), waiting_at_most(0):
        book = saved(workbook(TABLE))
        answer = send(director_client, tournament, "list.xlsx", book, text="Lind")
        assert answer.status_code == 422
        assert says(answer, "Try again in a minute.")
        assert says(answer, "Lind")
    assert send(director_client, tournament, "list.xlsx", book).status_code == 302
