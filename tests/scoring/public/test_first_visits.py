"""First visits to public pages load little data."""

from __future__ import annotations

import gzip
import html
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from tests.scoring.public.test_event_home import FOUR_WINDS, win
from tournaments.models import SignUpPage

#: Bytes on the wire: without fonts and images, and with all of them.
MOST = 103_000
MOST_WITH_FONTS = 150_000
EVENT = "/t/spring-cup/"
PAGES = (
    "/",
    EVENT,
    f"{EVENT}standings/",
    f"{EVENT}standings/countries/",
    f"{EVENT}teams/",
    f"{EVENT}rounds/1/",
    f"{EVENT}rounds/1/tables/1/",
    f"{EVENT}players/1/",
    f"{EVENT}seating/",
    f"{EVENT}seating/players/",
    f"{EVENT}plan/",
    f"{EVENT}rules/",
    f"{EVENT}files/",
    f"{EVENT}register/",
    f"{EVENT}embed/",
    f"{EVENT}overlay/1/",
    "/rules/",
    "/rules/mcr/",
    "/referee/riichi/worth/",
)
IN_PAGE = re.compile(r'="/static/([^"#]+\.(?:css|js|svg))')
IMAGES = re.compile(r'<img[^>]* src="/static/([^"]+)"')
#: Tags, and options whose names of languages use system fonts.
TAGS = re.compile(r"<option[^>]*>[^<]*</option>|<[^>]*>")
FACE = re.compile(
    r'@font-face \{.*?url\("\.\./([^"]+)"\).*?unicode-range: ([^;]+);', re.S
)
ELSEWHERE = re.compile(r' src="http|<link rel="(?!canonical)[^>]+href="http')
IN_MODULE = re.compile(r'(?:from|import)\s*\(?\s*"\.')


def fetched(page: str) -> dict[str, bytes]:
    """Return the files of the program that a page loads by name, including imported
    modules.
    """
    return {name: static(name) for name in set(IN_PAGE.findall(page))}


def static(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


@cache
def fonts() -> dict[str, set[int]]:
    """Return the codes of the letters in each font file, by file name."""
    return {
        name: {letter for part in ranges.split(",") for letter in between(part)}
        for name, ranges in FACE.findall(static("css/tokens.css").decode())
    }


def between(part: str) -> range:
    first, _dash, last = part.strip().removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def fonts_of(page: str) -> set[str]:
    """Return the font files that a browser loads for the text of a page."""
    letters = {ord(letter) for letter in html.unescape(TAGS.sub("", page))}
    return {name for name, known in fonts().items() if letters & known}


def test_what_a_module_imports_the_page_names():
    """Pages name all modules that their scripts import.

    A module that only a script names is cached for a minute under its plain name, may
    have another version, and is requested only after the script has loaded.
    """
    scripts = list((settings.BASE_DIR / "static").glob("*.js"))
    assert [
        script.name for script in scripts if IN_MODULE.search(script.read_text())
    ] == []
    assert len(scripts) > 50


def test_a_first_visit_is_small(client, game):
    """A first visit loads little data, compressed and only from this server.

    The pages show a player whose letters are in a second font file.
    """
    person = game.round.tournament.players.first().person
    person.last_name, person.country = "Čížek", "CZE"
    person.save()
    SignUpPage.objects.create(tournament=game.round.tournament, is_on=True)
    win(game, 1, hand=FOUR_WINDS)
    packed: dict[str, int] = {}
    for address in PAGES:
        response = client.get(address)
        assert response.status_code == 200, address
        files = fetched(response.content.decode())
        assert "site.css" in files, address
        assert address != EVENT or "tiles.svg" in files
        for name in files.keys() - packed.keys():
            packed[name] = len(gzip.compress(files[name]))
        sent = len(gzip.compress(response.content)) + sum(packed[one] for one in files)
        assert sent < MOST, address
        assert not ELSEWHERE.findall(response.content.decode()), address
        page = response.content.decode()
        loaded = fonts_of(page) | set(IMAGES.findall(page))
        assert "fonts/inter-latin.woff2" in loaded, address
        sent += sum(len(static(name)) for name in loaded)
        assert sent < MOST_WITH_FONTS, (address, loaded)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("Łukasz Čížek", 12_000),
        ("Şükrü Ğ", 12_000),
        ("Ștefan Țurcanu", 12_000),
        ("Lǚ Xiǎo", 12_000),
        ("Nguyễn Thị Ưởng", 33_000),
        ("Жданович Ірина", 21_000),
        ("Παπαδόπουλος", 21_000),
        ("Ḥassān", 28_000),
        ("Ɓello", 33_000),
        ("Anna Müller", 0),
    ],
)
def test_a_name_loads_only_the_letters_of_its_language(name, most):
    """A name loads only the font files with its letters, and the file with Latin
    letters, which every page needs.
    """
    also = fonts_of(name) - {"fonts/inter-latin.woff2"}
    assert sum(len(static(font)) for font in also) <= most


def test_each_letter_is_in_one_font_file_that_has_it():
    """Each letter is in exactly one font file.

    (Vietnamese names also use letters in files of other languages.)
    """
    met: dict[int, str] = {}
    for name, letters in fonts().items():
        shared = letters & met.keys()
        assert not shared, (name, [chr(letter) for letter in shared])
        met |= dict.fromkeys(letters, name)
