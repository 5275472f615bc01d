"""`python -m tournaments.seating` as used in a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.seating import run
from tournaments.seating.files.plan_files import read_plan

ROOT = Path(__file__).parents[2]


@pytest.fixture
def plan_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert (
        run(["plan", "--players", "32", "--rounds", "6", "--seed", "x", "--json"]) == 0
    )
    path = tmp_path / "draw.json"
    path.write_text(capsys.readouterr().out)
    return path


def said(
    capsys: pytest.CaptureFixture[str], *arguments: object
) -> tuple[int, str, str]:
    status = run([str(argument) for argument in arguments])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_a_plan_as_json(plan_json: Path) -> None:
    drawn = json.loads(plan_json.read_text())
    assert len(drawn["rounds"]) == 6
    assert {len(tables) for tables in drawn["rounds"]} == {8}
    assert drawn["report"]["repeats"] == 0
    assert drawn["report"]["wind_range_running"] == 1


def test_it_runs_as_a_program_with_the_same_bytes_each_time() -> None:
    arguments = ["plan", "--players", "20", "--rounds", "5", "--seed", "S", "--json"]
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "tournaments.seating", *arguments],
            cwd=ROOT,
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_reader_who_leaves_early_ends_it_quietly() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "tournaments.seating", "plan", "--help"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={},
    )
    assert running.stdout is not None
    running.stdout.close()
    _out, errors = running.communicate(timeout=60)
    assert errors == b""
    assert running.returncode == 0


def test_it_needs_nothing_but_python() -> None:
    code = (
        "import sys, tournaments.seating as c; c.run(['commit', '--seed', 'S']);"
        "sys.exit(bool({'django', 'mahjong'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_verify_says_identical(
    plan_json: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "verify", plan_json) == (0, "identical\n", "")


def test_verify_says_what_differs(
    plan_json: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = json.loads(plan_json.read_text())
    drawn["rounds"][4][0].reverse()
    plan_json.write_text(json.dumps(drawn))
    status, out, _err = said(capsys, "verify", plan_json)
    assert (status, out) == (1, "Round 5 differs at these tables: 1.\n")


def test_csv_comes_back_and_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _status, csv, _err = said(
        capsys, "plan", "--players", 16, "--rounds", 3, "--seed", "a", "--csv"
    )
    path = tmp_path / "plan.csv"
    path.write_text(csv)
    status, page, _err = said(capsys, "judge", path)
    assert status == 0
    assert "No repeat opponents." in page
    _status, balanced, _err = said(capsys, "winds", path, "--csv")
    assert [[set(table) for table in round_] for round_ in read_plan(balanced)] == [
        [set(table) for table in round_] for round_ in read_plan(csv)
    ]


def test_entries_with_teams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "entries.csv"
    teams = "\n".join(
        f"{n},P{n},{'Lyon' if n <= 9 else f'T{n % 7}'}" for n in range(1, 33)
    )
    path.write_text(f"number,name,team\n{teams}\n")
    status, page, _err = said(
        capsys, "plan", "--entries", path, "--rounds", 4, "--seed", "a"
    )
    assert status == 0
    assert (
        "Team Lyon has 9 players for 8 tables: 1 pair of team-mates per round is "
        "unavoidable."
    ).lower() in page.lower()


def test_one_more_round_by_the_standing(
    plan_json: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standing = tmp_path / "standing.txt"
    standing.write_text("\n".join(map(str, range(32, 0, -1))))
    arguments = ["next", "--played", plan_json, "--standing", standing, "--seed", "a"]
    status, out, err = said(capsys, *arguments, "--method", "swiss", "--json")
    assert (status, err) == (0, "")
    drawn = json.loads(out)
    assert len(drawn["rounds"]) == 1
    assert 32 in drawn["rounds"][0][0]
    assert drawn["report"]["rounds"] == 7


def test_a_repair(plan_json: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = said(
        capsys, "repair", plan_json, "--after", 2, "--gone", "4,9,20,31",
        "--seed", "a", "--json",
    )  # fmt: skip
    drawn = json.loads(out)
    assert status == 0
    assert len(drawn["rounds"]) == 4
    seats = {who for tables in drawn["rounds"] for table in tables for who in table}
    assert not seats & {4, 9, 20, 31}
    assert 0 < drawn["seats_changed"] < drawn["seats_to_come"] == 4 * 28
    _status, page, _err = said(
        capsys, "repair", plan_json, "--after", 2, "--gone", "4,9,20,31", "--seed", "a"
    )
    changed = drawn["seats_changed"] + drawn["winds_changed"]
    assert f"Seats changed: {changed} of 112 (" in page
    assert f"{drawn['seats_changed']} of them at another table" in page


def test_a_repair_reads_what_plan_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["plan", "--players", 16, "--rounds", 3, "--seed", "a"]
    _status, page, _err = said(capsys, *arguments)
    _status, as_json, _err = said(capsys, *arguments, "--json")
    printed, published = tmp_path / "plan.txt", tmp_path / "plan.json"
    printed.write_text(page)
    published.write_text(as_json)
    mended = [
        said(capsys, "repair", path, "--after", 1, "--gone", 4, "--seed", "a")
        for path in (printed, published)
    ]
    assert mended[0] == mended[1]
    assert mended[0][0] == 0
    # A table that is not as printed is refused, with the number of its line.
    printed.write_text(page.replace("\n    2 ", "\n    1 ", 1))
    status, _out, err = said(
        capsys, "repair", printed, "--gone", 4, "--after", 1, "--seed", "a"
    )
    assert status == 1
    assert err.startswith("file: ") or "Line 4" in err


def test_a_hash_to_publish(capsys: pytest.CaptureFixture[str]) -> None:
    digest = "8de0b3c47f112c59745f717a626932264c422a7563954872e237b223af4ad643"
    assert said(capsys, "commit", "--seed", "S") == (0, f"{digest}\n", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plan", "--rounds", "3", "--seed", "a"], "Enter the players with"),
        (["plan", "--players", "3", "--rounds", "3", "--seed", "a"], "4 players"),
        (["plan", "--players", "16", "--rounds", "0", "--seed", "a"], "at least 1"),
        (["judge", "/nowhere/at/all.csv"], "cannot be read"),
        (["verify", "/dev/null"], "not a seating draft in JSON"),
        (["next", "--players", "16", "--seed", "a"], "are not in the standings"),
        (["plan", "--players", "16", "--rounds", "3", "--seed", "a",
          "--never", "3-99"], "99"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (1, "")
    assert sentence in err


def test_no_round_left_to_repair(
    plan_json: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _out, err = said(capsys, "repair", plan_json, "--after", 6, "--seed", "a")
    assert status == 1
    assert "no round is left after round 6" in err


def test_more_players_than_a_draw_is_for_are_refused_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _out, err = said(
        capsys, "plan", "--players", 10**30, "--rounds", 3, "--seed", "s"
    )
    assert status == 1
    assert "at most 10000 players" in err


@pytest.mark.parametrize("digits", ["9" * 5000, "١", "1234567"])
def test_a_standing_with_digits_that_are_no_start_number(
    digits: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "standing.txt"
    path.write_text(f"1 2 3 4 5 6 7 {digits}", encoding="utf-8")
    status, _out, err = said(capsys, "next", "--standing", path, "--seed", "s")
    assert (status, err.startswith("standing: ")) == (1, True)
    assert len(err) < 200


def test_a_very_long_standing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "standing.txt"
    path.write_text("1 2 3 4 5 6 7 8 " * 100_000)
    status, _out, err = said(capsys, "next", "--standing", path, "--seed", "s")
    assert (status, err) == (1, "This text has more than 1000000 characters.\n")


def test_who_left_must_have_been_there(
    plan_json: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _out, err = said(
        capsys, "repair", plan_json, "--after", 2, "--gone", "4,400", "--seed", "s"
    )
    assert status == 1
    assert (
        err
        == "gone: Withdrawn players who are not in the plan or the player list: 400.\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        [b"plan", b"--players", b"16", b"--rounds", b"2", b"--seed", b"\xff"],
        [b"commit", b"--seed", b"\xff"],
        [b"judge", b"\xff.csv"],
    ],
)
def test_bytes_that_are_no_text_are_refused(arguments: list[bytes]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tournaments.seating", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr
