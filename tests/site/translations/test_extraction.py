"""Extraction finds the texts of Python files and templates, with their contexts and
plurals."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from tools.catalogues import extraction, po_files
from tools.catalogues.extraction import texts_of

#: The program imports `gettext` under several names, such as `now`.
IMPORT = "from django.utils.translation import gettext as now\n"
PLURAL = ("%(count)s hand", "%(count)s hands")


def texts_in(tmp_path, name: str, source: str) -> list[tuple]:
    """Return (text, context) of each text in a new file with this source."""
    file = tmp_path / name
    file.write_text(source)
    return [(ids, context) for _line, ids, _comments, context in texts_of(file)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('_("Seats" " of all")', ("Seats of all", None)),
        ('gettext_noop("Seats")', ("Seats", None)),
        ('noop("Seats")', ("Seats", None)),
        ('now("Seats")', ("Seats", None)),
        ("f\"<td>{escape(_('Seats'))}</td>\"", ("Seats", None)),
        ('pgettext_lazy("wind", "East")', ("East", "wind")),
        ('one_or_several("%(count)s hand", "%(count)s hands")', (PLURAL, None)),
        ('in_context("mcr", "All Chows")', ("All Chows", "mcr")),
        ('cited("1998 rules: no")', ("1998 rules: no", "rule source")),
        ('ngettext("%(count)s hand", "%(count)s hands", n)', (PLURAL, None)),
        (
            'npgettext("riichi", "%(count)s hand", "%(count)s hands", n)',
            (PLURAL, "riichi"),
        ),
    ],
)
def test_marks_in_python(tmp_path, source, expected):
    assert texts_in(tmp_path, "x.py", IMPORT + source) == [expected]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("x.py", IMPORT + 'also_for_riichi("A kong")'),
        ("x.html", '<b title="{% worded form.rules.id "A kong" %}"></b>'),
    ],
)
def test_texts_in_the_words_of_riichi_are_found_twice(tmp_path, name, source):
    assert texts_in(tmp_path, name, source) == [
        ("A kong", None),
        ("A kong", "riichi"),
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('  {% translate "Seats" %}', ("Seats", None)),
        ('{% translate "East" context "wind" %}', ("East", "wind")),
        (
            "<p>\n  {% blocktranslate %}100% of {{ x }}{% endblocktranslate %}",
            ("100%% of %(x)s", None),
        ),
        (
            "{% blocktranslate count count=n %}{{ count }} hand{% plural %}"
            "{{ count }} hands{% endblocktranslate %}",
            (PLURAL, None),
        ),
    ],
)
def test_marks_in_templates(tmp_path, source, expected):
    assert texts_in(tmp_path, "x.html", source) == [expected]


def test_comments_for_translators_are_kept(tmp_path):
    python, template = tmp_path / "x.py", tmp_path / "x.html"
    python.write_text(f'{IMPORT}# Translators: a button\n_("Close")')
    template.write_text('{# Translators: a button #}\n{% translate "Close" %}')
    for file in (python, template):
        [(_line, _ids, comments, _context)] = texts_of(file)
        assert comments == ["Translators: a button"]


@pytest.fixture
def texts() -> Catalog:
    made = Catalog()
    made.add("Seats", locations=[("b.py", 0)])
    made.add("East", context="wind", locations=[("b.py", 0)])
    made.add(PLURAL, locations=[("c.py", 0)])
    return made


def test_an_update_keeps_translations_and_drops_other_texts(texts):
    old = Catalog(locale="pl")
    old.add("Seats", "Miejsca", user_comments=["ours"])
    old.add("East", "not this one")
    old.add("East", "Wschód", context="wind", flags=["fuzzy"])
    old.add("Gone", "Nie ma")
    new = po_files.updated(old, texts)
    assert new.get("Seats").string == "Miejsca"
    assert new.get("Seats").user_comments == ["ours"]
    assert new.get("East", "wind").string == "Wschód"
    assert new.get("East", "wind").fuzzy
    assert new.get("East") is None
    assert new.get("Gone") is None


def test_a_catalogue_is_the_same_when_it_is_read_and_written(
    texts, tmp_path, monkeypatch
):
    monkeypatch.setattr(po_files, "FOLDER", tmp_path)
    po_files.write("pl", po_files.updated(po_files.read("pl"), texts))
    [file] = tmp_path.rglob("*.po")
    first = file.read_bytes()
    assert b"nplurals=3" in first
    assert b"msgstr[2]" in first
    po_files.write("pl", po_files.updated(po_files.read("pl"), texts))
    assert file.read_bytes() == first


def test_all_parts_of_the_program_are_searched():
    first = {file.relative_to(extraction.ROOT).parts[0] for file in extraction.files()}
    assert first == set(extraction.FOLDERS)
    suffixes = {file.suffix for file in extraction.files()}
    assert suffixes == extraction.TEMPLATES | {".py"}
