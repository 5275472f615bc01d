"""`manage.py serve` as a real program: it starts, recovers from crashes, and cleans
up."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process.programs import (
    CHILDREN,
    ROOT,
    SOON,
    Program,
    alive,
    fresh,
    program,
    started,
    unstarted,
    wait_for,
)

__all__ = ["fresh", "program", "started", "unstarted"]

pytestmark = pytest.mark.process

#: `manage.py serve` where processes cannot be forked, as on macOS.
WITHOUT_FORKS = """
import sys
from mahjong_site.serve import forked_process as processes
processes.may_fork = lambda: False
import manage
sys.argv = ["manage.py", "serve"]
manage.main()
"""
linux = pytest.mark.skipif(
    sys.platform != "linux", reason="forks and /proc are Linux's"
)


def test_one_signal_stops_everything_with_exit_code_0(program):
    pids = program.children().values()
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(timeout=SOON) == 0
    assert not any(map(alive, pids))


def test_ctrl_c_stops_everything_and_ends_the_live_streams_at_once(program):
    children = program.children()
    streams = program.watched_by(5)
    program.ctrl_c()
    wait_for(lambda: not alive(children["web"]), SOON, "the web server gone")
    for stream in streams:
        stream.read()  # raises IncompleteRead if the stream was cut off
    assert program.process.wait(timeout=SOON) == 0
    assert not any(map(alive, children.values()))
    assert "Traceback" not in program.log.read_text()


def test_ctrl_c_ends_the_live_streams_of_a_plain_uvicorn(unstarted):
    program = unstarted
    options = f"--port {program.port} --workers 2 --timeout-graceful-shutdown {SOON}"
    program.start("-m", "uvicorn", "mahjong_site.asgi:application", *options.split())
    streams = program.watched_by(5)
    program.ctrl_c()
    # Before the timeout at which the server cuts off streams.
    assert program.process.wait(timeout=SOON / 2) == 0
    for stream in streams:
        stream.read()
    log = program.log.read_text()
    assert "Traceback" not in log
    assert "GET /live/…/" in log
    assert not re.search("/live/[^…]", log)


def test_no_child_survives_a_killed_parent(program):
    pids = program.children().values()
    program.process.kill()
    program.process.wait()
    wait_for(lambda: not any(map(alive, pids)), SOON, "children gone")


def test_a_killed_child_is_started_again(program):
    for name in CHILDREN:
        before = program.children()
        os.kill(before[name], signal.SIGKILL)
        wait_for(
            lambda was=before, name=name: (
                program.children().get(name, was[name]) != was[name]
            ),
            SOON,
            f"a new {name}",
        )
        wait_for(program.answers, SOON, "a page")
        after = program.children()
        assert {**after, name: 0} == {**before, name: 0}


def test_a_first_start_prepares_and_shows_a_code_and_a_second_does_neither(fresh):
    program = fresh
    program.start()
    log = program.log
    wait_for(lambda: "Press Ctrl-C" in log.read_text(), SOON, "the addresses")
    said = log.read_text()
    assert "preparing the database" in said
    assert "collecting static files" in said
    key = program.data_dir / "secret_key"
    made = key.read_text()
    assert len(made) > 50
    # Only the owner may read it.
    assert key.stat().st_mode & 0o077 == 0
    wait_for(program.has_all_children, SOON, "all children")

    [code] = re.findall(r"/welcome/([a-z0-9]{4}-[a-z0-9]{4})/", said)
    kept = program.data_dir / "first_visit_code"
    assert kept.read_text() == code
    assert kept.stat().st_mode & 0o077 == 0
    asks = "Enter the code shown"
    assert asks not in program.welcome()
    assert asks in program.welcome(Host="evil.example")
    assert "Create account" in program.welcome(f"{code}/", Host="evil.example")
    owner = subprocess.run(
        [sys.executable, "manage.py", "make_owner", "anna"],
        cwd=ROOT,
        env=program.environment,
        input="seven-pairs-of-wind\n",
        capture_output=True,
        text=True,
    )
    assert owner.returncode == 0, owner.stderr
    assert not kept.exists()

    kept.write_text(code)
    first = len(log.read_text())
    program.restart()
    wait_for(lambda: "Press Ctrl-C" in log.read_text()[first:], SOON, "the addresses")
    again = log.read_text()[first:]
    assert "preparing" not in again
    assert "collecting" not in again
    assert code not in again
    assert not kept.exists()
    assert key.read_text() == made


def test_the_first_page_is_in_the_language_of_the_installation(unstarted):
    unstarted.environment["LANGUAGE"] = "fr"
    unstarted.start()
    page = unstarted.welcome()
    assert '<html lang="fr">' in page
    assert "<h1>Bienvenue</h1>" in page
    assert "Welcome" not in page


def test_a_taken_port_gets_a_sentence(program):
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=os.environ
        | {
            "DATA_DIR": str(program.data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(program.port),
        },
        capture_output=True,
        text=True,
        timeout=SOON,
    )
    assert done.returncode != 0
    assert f"Cannot listen on 127.0.0.1:{program.port}" in done.stderr


@pytest.mark.parametrize("proxy", ["", "127.0.0.1"])
def test_only_a_known_proxy_says_who_guesses(unstarted, proxy):
    program = unstarted
    if proxy:
        program.environment["PROXY_IPS"] = proxy
    (program.data_dir / "first_visit_code").write_text("abcd-efgh")
    program.start("-m", "mahjong_site.serve.child_process", "web")
    for number in range(10):
        header = {"X-Forwarded-For": f"192.0.2.{number}"}
        assert "Wrong code." in program.welcome("wrong/", **header)
    last = program.welcome("wrong/", **{"X-Forwarded-For": "192.0.2.99"})
    program.ctrl_c()
    program.process.wait(timeout=SOON)
    words = "Wrong code." if proxy else "Too many wrong codes"
    assert words in last


def test_the_log_names_the_process_of_every_line(program):
    said = program.log.read_text()
    names = {line.split("|")[0].strip() for line in said.splitlines()}
    assert names <= {"serve", *CHILDREN}
    assert f"http://127.0.0.1:{program.port}/" in said


def test_the_program_runs_without_forks_too(unstarted):
    """The program runs where processes cannot be forked, as on macOS.
    `test_without_posix.py` covers Windows.
    """
    program = unstarted
    program.environment["WEB_WORKERS"] = "2"
    program.start("-c", WITHOUT_FORKS)
    log = program.log
    wait_for(lambda: "ready (process" in log.read_text(), SOON, "background")
    children = program.children()
    assert set(children) == {"web", "background"}
    assert "This system has one web process" in log.read_text()
    for pid in children.values():  # Ctrl-C must not reach them.
        assert os.getpgid(pid) == pid
    os.kill(children["background"], signal.SIGKILL)
    wait_for(
        lambda: program.children().get("background") not in {*children.values(), None},
        SOON,
        "another background process",
    )
    children |= program.children()
    program.ctrl_c()
    assert program.process.wait(timeout=SOON) == 0
    assert not any(map(alive, children.values()))
    assert "Traceback" not in log.read_text()


@linux
def test_the_children_import_nothing_that_their_parent_has(unstarted):
    program = unstarted
    program.environment["PYTHONPROFILEIMPORTTIME"] = "1"
    program.start()
    log = program.log
    wait_for(lambda: log.read_text().count("ready (process") == 3, SOON, "all ready")
    program.ctrl_c()
    program.process.wait(timeout=SOON)
    lines = log.read_text().splitlines()
    imported = [line.split("|")[-1].strip() for line in lines if "import time:" in line]
    assert imported.count("mahjong_site.request_bodies") == 1
    by_children = [
        line
        for line in lines
        if re.match(rf"({'|'.join(CHILDREN)}) *\| import time:", line)
    ]
    ours = r"\| *(mahjong_site|scoring|tournaments|rules|django|celery|kombu|uvicorn)\b"
    assert [line for line in by_children if re.search(ours, line)] == []
    assert len(by_children) < 20


@linux
def test_a_forked_child_begins_as_a_new_program_would(program):
    for name, pid in program.children().items():
        proc = Path(f"/proc/{pid}")
        assert os.getsid(pid) == os.getpgid(pid) == pid
        assert (proc / "fd/0").readlink() == Path(os.devnull)
        status = dict(
            line.split(":\t", 1) for line in (proc / "status").read_text().splitlines()
        )
        handled = int(status["SigIgn"], 16) | int(status["SigBlk"], 16)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            assert not handled & 1 << number - 1, name


@linux
def test_several_web_processes_share_the_port(unstarted):
    program = unstarted
    program.environment["WEB_WORKERS"] = "2"
    program.start()
    everybody = {*CHILDREN, "web2"}
    wait_for(lambda: set(program.children()) == everybody, SOON, "all children")
    before = program.children()
    os.kill(before["web"], signal.SIGKILL)
    assert program.answers()
    wait_for(
        lambda: program.children().get("web", before["web"]) != before["web"],
        SOON,
        "web",
    )
    assert program.children()["web2"] == before["web2"]
    assert program.answers()
    program.ctrl_c()
    assert program.process.wait(timeout=SOON) == 0
    assert not any(map(alive, before.values()))


def test_web_workers_must_be_a_number(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=Program(tmp_path).environment | {"WEB_WORKERS": "many"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "WEB_WORKERS is “many”" in done.stderr
