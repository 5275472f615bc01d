"""The checks of catalogues find every fault, and accept correct translations."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from tools.catalogues import audiences, extraction
from tools.catalogues.checks import faults
from tools.catalogues.extraction import ROOT

HANDS = ("%(count)s hand", "%(count)s hands")
ONE = ("one hand", "%(count)s hands")
PAGE = "templates/public/home.html"


def catalogue(language: str, *messages: tuple, flags: tuple[str, ...] = ()) -> Catalog:
    """Return a catalogue with these messages: a text each, with its translation if
    there is one.
    """
    content = Catalog(locale=language)
    for text, *translation in messages:
        content.add(text, *translation, locations=[(PAGE, 0)], flags=flags)
    return content


def faults_in(language: str, text: str | tuple, translation: str | tuple) -> list[str]:
    texts = catalogue("en", (text,))
    return [
        fault.split(" in ")[0].split(":")[0]
        for fault in faults(catalogue(language, (text, translation)), texts, ())
    ]


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Seats", ""),
        ("Seats", "Plätze"),
        ("%(name)s leads", "Es führt %(name)s"),
        ("%(name)s leads", "%(name)s, ja, %(name)s"),
        ("100% sure", "zu 100 % sicher"),
        ("100%% sure of %(name)s", "zu 100 %% sicher: %(name)s"),
        ("Table {number}", "Tisch {number}"),
        ('<a href="%(url)s">Log</a> <b>x</b>', '<b>x</b> <a href="%(url)s">Log</a>'),
        (HANDS, ("%(count)s Blatt", "%(count)s Blätter")),
        (ONE, ("ein Blatt", "%(count)s Blätter")),
        (ONE, ("%(count)s Blatt", "%(count)s Blätter")),
    ],
)
def test_correct_translations(text, translation):
    assert faults_in("de", text, translation) == []


@pytest.mark.parametrize(
    ("text", "translation", "fault"),
    [
        ("%(name)s leads", "%(nom)s führt", "placeholders differ"),
        ("%(name)s leads", "führt", "placeholders differ"),
        ("Table {number}", "Tisch {nummer}", "placeholders differ"),
        ("100%% sure", "zu 100 % sicher", "a single % (write %%)"),
        ("Half", "50 %", "a % that the text does not have"),
        ("<b>Log</b>", "<b>Log<b>", "tags differ"),
        ("<b>Log</b>", "Log", "tags differ"),
        ("Log", "Log ", "spaces at the ends differ"),
        (HANDS, ("%(count)s Blatt", ""), "a plural form is missing"),
        (HANDS, ("%(count)s Blatt", "Blätter"), "placeholders differ"),
    ],
)
def test_faults_of_a_translation(text, translation, fault):
    assert faults_in("de", text, translation) == [fault]


def test_a_form_for_several_numbers_shows_the_number():
    # French uses the singular for 0 too, but texts that do not show their number are
    # never used for 0.
    assert faults_in("fr", ONE, ("une main", "%(count)s mains")) == []
    russian = ("раздача", "%(count)s раздачи", "%(count)s раздач")
    assert faults_in("ru", ONE, russian) == ["placeholders differ"]
    assert faults_in("ja", ONE, ("1局",)) == ["placeholders differ"]
    assert faults_in("ja", ONE, ("%(count)s局",)) == []


def test_a_catalogue_has_the_texts_of_the_program_and_no_others():
    texts = catalogue("en", ("Seats",), (HANDS,))
    [first, second, third] = faults(
        catalogue("de", ("Gone", "Weg"), ("%(count)s hand", "ein Blatt")), texts, ()
    )[:3]
    assert "not in the catalogue" in first
    assert "not in the catalogue" in second
    assert "not in the program" in third


def test_a_fuzzy_entry_is_a_fault():
    texts = catalogue("en", ("Seats",))
    doubtful = catalogue("de", ("Seats", "Sitze"), flags=("fuzzy",))
    assert faults(doubtful, texts, ()) == [f"fuzzy: 'Seats' in {PAGE}"]


def test_a_text_may_be_missing_unless_its_audience_is_complete():
    texts = catalogue("en", ("Seats",))
    empty = catalogue("de", ("Seats", ""))
    assert faults(empty, texts, ()) == []
    assert faults(empty, texts, (audiences.DIRECTORS,)) == []
    [fault] = faults(empty, texts, (audiences.PLAYERS,))
    assert fault == f"missing for players and tables: 'Seats' in {PAGE}"


@pytest.mark.parametrize(
    ("path", "audience"),
    [
        ("templates/public/home.html", audiences.PLAYERS),
        ("templates/director/home.html", audiences.DIRECTORS),
        ("templates/director/_calls.html", audiences.REFEREES),
        ("scoring/hall/hall_pages.py", audiences.HALLS),
        ("rules/mcr/penalties.py", audiences.RULES),
        ("rules/tiles.py", audiences.PLAYERS),
        ("tournaments/upkeep/backups.py", audiences.REST),
    ],
)
def test_a_file_has_an_audience(path, audience):
    assert audiences.audience_of(path) == audience


def test_the_paths_of_audiences_exist():
    paths = [path.relative_to(ROOT).as_posix() for path in extraction.files()]
    unused = [
        prefix
        for prefix in audiences.OF_PREFIX
        if not any(path.startswith(prefix) for path in paths)
    ]
    assert unused == []
