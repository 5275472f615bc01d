"""`benchmarks.taps` starts this version of the program, and 1.6 beside it."""

from __future__ import annotations

from importlib import import_module

from benchmarks.parts.phone import (
    ROOT,
    THIS_VERSION,
    VERSION_1_6,
    program_at,
)


def test_modules_of_this_version_are_where_the_benchmark_expects_them():
    program = program_at(ROOT)
    assert program is THIS_VERSION
    assert callable(import_module(program.preparing).prepare)
    assert callable(import_module(program.process).web)
    names: dict[str, object] = {}
    exec(program.imports, names)
    assert callable(getattr(names["table_links"], program.games))
    assert {"registration", "clock", "publishing"} <= names.keys()


def test_a_checkout_of_1_6_is_recognised(tmp_path):
    site = tmp_path / "mahjong_site"
    site.mkdir()
    (site / "child.py").touch()
    assert program_at(tmp_path) is VERSION_1_6
