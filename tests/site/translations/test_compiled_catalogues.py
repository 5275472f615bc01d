"""Outdated catalogues are compiled, and Django can read the result."""

from __future__ import annotations

import os
import runpy
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils.translation import gettext, ngettext, override, pgettext, trans_real

from mahjong_site import compiled_catalogues
from mahjong_site.compiled_catalogues import compile_stale
from mahjong_site.languages import catalogue, offered

HOOK = settings.BASE_DIR / "deploy" / "wheel_with_translations.py"
POLISH = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 "
"&& (n%100<10 || n%100>=20) ? 1 : 2);\n"
"Content-Type: text/plain; charset=UTF-8\n"

msgid "Seating"
msgstr "Rozsadzenie"

msgctxt "mahjong wind"
msgid "Seating"
msgstr "Wschód"

msgid "Not translated"
msgstr ""

#, fuzzy
msgid "Doubtful"
msgstr "Wątpliwe"

msgid "%(count)s hand of this game"
msgid_plural "%(count)s hands of this game"
msgstr[0] "%(count)s rozdanie"
msgstr[1] "%(count)s rozdania"
msgstr[2] "%(count)s rozdań"
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    file = catalogue(tmp_path, "pl")
    file.parent.mkdir(parents=True)
    file.write_text(POLISH)
    return tmp_path


@pytest.fixture
def in_polish(folder, settings):
    compile_stale(folder, print)
    settings.LOCALE_PATHS = [folder]
    trans_real._translations = {}
    with override("pl"):
        yield
    trans_real._translations = {}


def test_django_reads_texts_contexts_and_plurals(in_polish):
    assert gettext("Seating") == "Rozsadzenie"
    assert pgettext("mahjong wind", "Seating") == "Wschód"
    hands = ("%(count)s hand of this game", "%(count)s hands of this game")
    forms = [ngettext(*hands, n) % {"count": n} for n in (1, 2, 5)]
    assert forms == ["1 rozdanie", "2 rozdania", "5 rozdań"]


def test_missing_and_fuzzy_texts_stay_english(in_polish):
    assert gettext("Not translated") == "Not translated"
    assert gettext("Doubtful") == "Doubtful"


def test_only_stale_catalogues_are_compiled(folder):
    messages: list[str] = []
    compile_stale(folder, messages.append)
    compile_stale(folder, messages.append)
    assert messages == ["compiling translations"]
    file = catalogue(folder, "pl")
    file.write_text(POLISH.replace("Rozsadzenie", "Miejsca"))
    later = file.with_suffix(".mo").stat().st_mtime + 1
    os.utime(file, (later, later))
    compile_stale(folder, messages.append)
    assert b"Miejsca" in file.with_suffix(".mo").read_bytes()


def test_an_older_catalogue_is_compiled_again(folder):
    compile_stale(folder, print)
    file = catalogue(folder, "pl")
    file.write_text(POLISH.replace("Rozsadzenie", "Miejsca"))
    os.utime(file, (10**9, 10**9))
    compile_stale(folder, print)
    assert b"Miejsca" in file.with_suffix(".mo").read_bytes()


def initialize(root: Path) -> list[str]:
    """Run the hook of the build. Return its messages."""
    said: list[str] = []
    hook = runpy.run_path(str(HOOK))["CompiledTranslations"]
    hook.root, hook.app = str(root), SimpleNamespace(display_info=said.append)
    hook.initialize(object.__new__(hook), "standard", {})
    return said


def test_a_package_is_not_built_without_its_translations(folder, tmp_path):
    root = tmp_path / "source"
    code = root / "mahjong_site" / "compiled_catalogues.py"
    code.parent.mkdir(parents=True)
    shutil.copy(compiled_catalogues.__file__, code)
    with pytest.raises(RuntimeError, match="locale"):
        initialize(root)
    shutil.copytree(folder, root / "locale", ignore=lambda *_: ["source"])
    assert initialize(root) == ["compiling translations"]
    assert catalogue(root / "locale", "pl").with_suffix(".mo").exists()
    catalogue(root / "locale", "pl").write_text("<<<<<<< HEAD\n")
    with pytest.raises(RuntimeError, match="pl"):
        initialize(root)


@pytest.mark.parametrize("content", [b"<<<<<<< HEAD\n", b'msgid "\xff"\n'])
def test_a_broken_catalogue_is_named_and_stops_nothing(folder, content):
    broken = catalogue(folder, "de")
    broken.parent.mkdir(parents=True)
    broken.write_bytes(content)
    messages: list[str] = []
    compile_stale(folder, messages.append)
    assert [str(broken) in text for text in messages] == [False, True]
    assert catalogue(folder, "pl").with_suffix(".mo").exists()


def test_without_a_folder_there_is_nothing_to_compile(tmp_path):
    messages: list[str] = []
    compile_stale(tmp_path / "locale", messages.append)
    assert messages == []
    assert offered(tmp_path / "locale") == [("en", "English")]


def test_languages_with_a_catalogue_are_offered(folder, monkeypatch):
    assert offered(folder) == [("en", "English"), ("pl", "Polski")]
    # As in a read-only folder without compiled files.
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    assert offered(folder) == [("en", "English")]


def test_who_reads_the_catalogue_reads_the_compiled_file(folder):
    file = catalogue(folder, "pl")
    file.chmod(0o644)
    before = os.umask(0o077)
    try:
        compile_stale(folder, print)
    finally:
        os.umask(before)
    assert file.with_suffix(".mo").stat().st_mode == file.stat().st_mode


def test_a_folder_that_cannot_be_written_leaves_english(folder, monkeypatch):
    def refuse(_file: Path, _content: bytes) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    messages: list[str] = []
    compile_stale(folder, messages.append)
    assert "read-only" in messages[1]
