"""Stages of `make test`. A failed test is repeated once, at the end."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import run
from tests.run import MAX_FLAKY, MAX_REPEATED, Stage, Verdict

#: Environment for pytest without the plugins for Django.
PLAIN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


@pytest.fixture
def ran(monkeypatch) -> list[str]:
    """Replace pytest by a simulation. Return the titles of the stages in the order of
    their ends.

    A stage fails the tests named in its arguments. Tests called "flaky" pass when
    repeated. Parallel stages end after the stage called "last".
    """
    ran: list[str] = []
    others_over = threading.Event()

    def pytest_of(self: Stage, title: str, arguments: Sequence[str]) -> int:
        repeated = "repeated" in title
        if self.beside and not repeated:
            assert others_over.wait(60)
        ran.append(title)
        if title == "last":
            others_over.set()
        _option, _marker, *tests = arguments
        failed = [test for test in tests if not (repeated and "flaky" in test)]
        cache = Path(self.cache.name) / "v" / "cache"
        cache.mkdir(parents=True, exist_ok=True)
        (cache / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)))
        return 1 if failed else 0

    monkeypatch.setattr(Stage, "_pytest", pytest_of)
    return ran


def stage(title: str, *tests: str, repeats: bool = True, beside: bool = False) -> Stage:
    arguments = ("-m", "x", *tests)
    return Stage(title, arguments, repeats_failures=repeats, beside=beside)


def test_each_failed_test_is_repeated_alone_when_no_stage_runs(ran):
    verdict = run.run(
        [
            stage("one", "flaky a", "bad b"),
            stage("beside", "flaky c", beside=True),
            stage("last"),
        ]
    )
    assert (verdict.failed, verdict.flaky) == (["bad b"], ["flaky a", "flaky c"])
    assert ran[:3] == ["one", "last", "beside"]
    again = [title.partition(", repeated alone: ")[::2] for title in ran[3:]]
    assert again == [("one", "flaky a"), ("one", "bad b"), ("beside", "flaky c")]


def test_a_stage_that_does_not_repeat_fails_at_once(ran):
    verdict = run.run([stage("quick", "flaky a", repeats=False)])
    assert (verdict.failed, verdict.flaky) == (["flaky a"], [])
    assert ran == ["quick"]


def test_many_failures_are_no_chance_and_are_not_repeated(ran):
    tests = [f"flaky {number}" for number in range(MAX_REPEATED + 1)]
    verdict = run.run([stage("one", *tests)])
    assert verdict.failed == tests
    assert ran == ["one"]


def test_the_last_line_names_flaky_tests_and_too_many_fail():
    flaky = [f"test {number}" for number in range(MAX_FLAKY + 1)]
    few, many = Verdict(flaky=flaky[:MAX_FLAKY]), Verdict(flaky=flaky)
    assert few.passed
    assert few.last_line() == "passed, 2 flaky: test 0, test 1"
    assert not many.passed
    assert many.last_line() == "FAILED: 3 flaky: test 0, test 1, test 2"
    assert Verdict().last_line() == "Everything that ran passed."
    both = Verdict(failed=["test x"], flaky=["test y"])
    assert not both.passed
    assert both.last_line() == "FAILED: test x; 1 flaky: test y"


def test_a_flaky_test_of_real_pytest_is_found_and_repeated_alone(tmp_path, monkeypatch):
    file = tmp_path / "test_chance.py"
    file.write_text(
        "from pathlib import Path\n"
        "import pytest\n"
        "@pytest.mark.parametrize('name', ['a::b [c]', 'd'])\n"
        "def test_first_time(name):\n"
        f"    seen = Path({str(tmp_path)!r}) / 'seen'\n"
        "    was_there = seen.exists()\n"
        "    seen.touch()\n"
        "    assert was_there\n"
    )
    monkeypatch.chdir(tmp_path)
    real = Stage("real", ("-m", "", str(file)), PLAIN, repeats_failures=True)
    verdict = run.run([real])
    assert verdict.failed == []
    assert [name.partition("::")[2] for name in verdict.flaky] == [
        "test_first_time[a::b [c]]"
    ]


def test_a_stage_that_breaks_off_fails_by_its_title(tmp_path, monkeypatch):
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    monkeypatch.chdir(tmp_path)
    arguments = ("-m", "", "test_broken.py")
    broken = Stage("broken", arguments, PLAIN, repeats_failures=True)
    assert run.run([broken]).failed == ["broken"]


def test_all_stages_begin_at_once(monkeypatch):
    together = threading.Barrier(3)
    monkeypatch.setattr(Stage, "_pytest", lambda *_: together.wait(60) * 0)
    besides = [Stage(name, ("-m", "x"), beside=True) for name in ("one", "two")]
    assert run.run([*besides, Stage("shown", ("-m", "x"))]).passed


def test_missing_programs_of_further_browsers_are_named(monkeypatch):
    monkeypatch.setattr(run, "BESIDE_PATH", ())
    monkeypatch.setenv("PATH", "/nowhere")
    assert run.absent_browser("Firefox") == (
        "tests in Firefox: no firefox-esr (Debian: firefox-esr)"
    )
    monkeypatch.setattr(run, "program_of", lambda name: f"/usr/bin/{name}")
    assert [run.absent_browser(name) for name in run.OTHER_BROWSERS] == ["", ""]
