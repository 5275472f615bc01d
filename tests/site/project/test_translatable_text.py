"""Every text on a page can be translated: it is marked for translation and is a whole
sentence.
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import pytest

from tools.prose_check import FORBIDDEN_ON_PAGES, check
from tools.prose_texts import Text, collect

ROOT = Path(__file__).resolve().parents[3]
#: The program's name is the same in every language.
NAMES = ("Prevailing Wind", "· Prevailing Wind")

MARKED = re.compile(
    r"\{%-?\s*(blocktranslate|comment)\b[^%]*%\}.*?\{%-?\s*end\1\s*-?%\}", re.S
)
NOT_SHOWN = re.compile(
    r"\{#.*?#\}|<(script|style|svg|code|kbd|pre)\b.*?</\1>|<!--.*?-->", re.S
)
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.S)
HTML_TAG = re.compile(r"<[^<>]*>", re.S)
#: An attribute in a part of a tag, in a template that others include.
ATTRIBUTE = re.compile(r'[\w:-]+="[^"]*"?')
SHOWN_ATTRIBUTE = re.compile(r'\b(?:title|aria-label|placeholder|alt)="([^"]*)"')


def unmarked(source: str) -> list[str]:
    """Return the texts of a template's source that are outside translation tags."""
    for pattern in (MARKED, NOT_SHOWN, TEMPLATE_TAG):
        source = pattern.sub(" ", source)
    shown = [*SHOWN_ATTRIBUTE.findall(source), *HTML_TAG.sub("\n", source).split("\n")]
    texts = (ATTRIBUTE.sub(" ", html.unescape(text)).strip() for text in shown)
    return [
        text for text in texts if re.search(r"[^\W\d_]{2}", text) and text not in NAMES
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{% translate "Seats" %}</p>', []),
        ("<p>Seats</p>", ["Seats"]),
        ('<img alt="Seats" src="x">', ["Seats"]),
        ("{% blocktranslate %}Seats{% endblocktranslate %} of", ["of"]),
        ("<h1>Prevailing Wind</h1>", []),
    ],
)
def test_unmarked_text_is_found(source, found):
    assert unmarked(source) == found


def test_every_text_of_a_template_is_marked():
    templates = (ROOT / "templates").rglob("*.html")
    found = {path.name: unmarked(path.read_text()) for path in templates}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("and then", "translation"),
        ("Waits for", "translation"),
        ("player(s)", "translation"),
        ("%s players", "translation"),
        ("the next draw", "glossary"),
        ("%(count)s players register.", None),
    ],
)
def test_a_fragment_or_an_old_term_is_found(text, group):
    groups = {found.group for found in check(Text("ui", "x.py", 1, text))}
    assert groups == ({group} if group else set())


@cache
def interface_texts() -> list[Text]:
    """Return every text that the program shows."""
    places = ("rules", "tournaments", "scoring", "mahjong_site", "templates")
    texts = (text for place in places for text in collect(ROOT, place))
    return [text for text in texts if text.kind == "ui"]


def test_no_string_of_a_page_is_a_fragment_or_has_an_old_term():
    found = [
        f"{one.text.path}:{one.text.line}: {one.rule}: {one.quote}"
        for text in interface_texts()
        for one in check(text)
        if one.group in FORBIDDEN_ON_PAGES
    ]
    assert len(interface_texts()) > 5_000
    assert found == []


def test_a_hand_without_a_winner_has_one_name():
    other = re.compile(r"\b(washouts?|drawn hands?|goulash hand|broken off)\b", re.I)
    assert any(text.text == "Draw" for text in interface_texts())
    named = [text for text in interface_texts() if other.search(text.text)]
    assert [(text.path, text.text) for text in named] == []
