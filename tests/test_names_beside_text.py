"""Names of people and places keep their direction.

A name in Hebrew or Arabic does not change the order of the numbers and text beside it.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.template import engines
from django.test import Client
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from tests import pseudo_locale
from tests.test_permissions import Stage, addresses, stage
from tournaments.models import Person, Player, Team
from tournaments.people.language_of_name import language_of_name
from tournaments.templatetags.names_beside_text import (
    bdi,
    bdi_last_first,
    bdi_whole,
    bdi_within,
)

__all__ = ["stage"]

#: Letters of names in these tests; no other text of a page has them.
HEBREW = re.compile("[\u0590-\u05ff]")
FIRST, LAST, CITY = "דנה", "כהן", "חיפה"
#: Elements whose contents cannot have markup.
PLAIN = {"title", "option", "script", "style", "textarea", "desc"}
#: Elements without an end tag.
EMPTY = {"br", "img", "input", "link", "meta", "hr", "wbr", "source", "col"}


#: Tags that begin or end a paragraph.
PARAGRAPH = re.compile(r"</?(?:p|li|ul|ol|t[dhr]|div|d[dtl]|h\d|section|label|title)\b")


class Names(HTMLParser):
    """Collects texts with a name outside `<bdi>`, and markup where there can be none.

    `found`: number of names within `<bdi>`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.bare: list[str] = []
        self.found = 0

    def handle_starttag(self, tag, attrs):
        self.bare += [f"{tag} {name}" for name, text in attrs if "<bdi" in (text or "")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        if PLAIN.intersection(self.open):
            self.bare += [data] * ("<bdi" in data)
        elif not HEBREW.search(data):
            pass
        elif "bdi" in self.open:
            self.found += 1
        else:
            self.bare.append(" ".join(data.split()))


def names_of(page: str) -> Names:
    names = Names()
    names.feed(page)
    return names


@pytest.fixture
def hebrew(stage: Stage) -> Stage:
    """Return the stage with Hebrew names of people and places."""
    Person.objects.update(first_name=FIRST, last_name=LAST, country="", club=CITY)
    team = Team.objects.create(tournament=stage.tournament, name=CITY)
    stage.tournament.players.update(team=team)
    return stage


@pytest.mark.parametrize("who", ["owner", "device", "anonymous"])
def test_names_on_every_page_are_in_bdi(who, hebrew):
    client: Client = hebrew.clients[who]
    if who == "anonymous":
        hebrew.tournament.is_public = True
        hebrew.tournament.save(update_fields=["is_public"])
    bare, found = [], 0
    for address in addresses():
        response = client.get(hebrew.path(address))
        if response.streaming or "html" not in response.get("Content-Type", ""):
            continue
        names = names_of(response.content.decode())
        bare += [f"{address.name}: {text}" for text in names.bare]
        found += names.found
    assert bare == []
    assert found > 20


@pytest.fixture
def from_right(settings, tmp_path) -> None:
    """Use the pseudo-locale that is written from right to left."""
    code = pseudo_locale.RIGHT_TO_LEFT
    pseudo_locale.write(tmp_path, code)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), (code, "Pseudo")]
    settings.DEFAULT_LANGUAGE = code


def test_names_keep_their_direction_within_texts_from_right_to_left(hebrew, from_right):
    client: Client = hebrew.clients["owner"]
    language = {"HTTP_ACCEPT_LANGUAGE": pseudo_locale.RIGHT_TO_LEFT}
    bare, within, found, texts = [], [], 0, 0
    for address in addresses():
        response = client.get(hebrew.path(address), **language)
        if response.streaming or "html" not in response.get("Content-Type", ""):
            continue
        page = response.content.decode()
        texts += page.count(pseudo_locale.OVERRIDE)
        names = names_of(page)
        bare += [f"{address.name}: {text}" for text in names.bare]
        found += names.found
        for name in re.finditer(r"<bdi[^>]*>[^<]*[\u0590-\u05ff]", page):
            # Browsers end an override with its paragraph.
            before = PARAGRAPH.split(page[: name.start()])[-1]
            opened = before.count(pseudo_locale.OVERRIDE)
            if opened > before.count(pseudo_locale.END):
                within.append(f"{address.name}: {before}")
    assert bare == []
    assert within == []
    assert found > 20
    assert texts > 1000


@pytest.mark.parametrize(
    ("name", "markup"),
    [
        ("Anna", "<bdi>Anna</bdi>"),
        (f"{FIRST} {LAST}", f"<bdi>{FIRST} {LAST}</bdi>"),
        ("<b>", "<bdi>&lt;b&gt;</bdi>"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_filter_marks_a_name_and_escapes_it(name, markup):
    assert bdi(name) == markup


def test_a_name_within_a_sentence_is_marked_once():
    template = engines["django"].from_string(
        "{% load i18n %}{% blocktranslate with name=who|bdi %}{{ name }} won 12."
        "{% endblocktranslate %}"
    )
    assert template.render({"who": LAST}) == f"<bdi>{LAST}</bdi> won 12."


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Round 1: Anna wins.", "Round 1: Anna wins."),
        (
            f"1 {FIRST} {LAST} and 2 {LAST} meet.",
            f"1 <bdi>{FIRST} {LAST}</bdi> and 2 <bdi>{LAST}</bdi> meet.",
        ),
        (f"{LAST}, {FIRST} < 3", f"<bdi>{LAST}</bdi>, <bdi>{FIRST}</bdi> &lt; 3"),
        ("محمد 12", "<bdi>محمد</bdi> 12"),
        ("", ""),
    ],
)
def test_right_to_left_words_within_a_text_are_marked(text, marked):
    assert bdi_within(text) == marked


@given(st.text(alphabet="אבגم ن<&'-.,12ab "))
def test_marking_a_text_changes_only_its_markup(text):
    marked = re.sub("</?bdi>", "", bdi_within(text))
    assert marked == escape(text)
    assert names_of(bdi_within(text)).bare == []


@pytest.mark.parametrize(
    ("name", "country", "language"),
    [
        ("さくら 田中", "", "ja"),
        ("タナカ 太郎", "China", "ja"),
        ("김민준", "", "ko"),
        ("王小明", "China", "zh-Hans"),
        ("王小明", "Singapore", "zh-Hans"),
        ("王小明", "Taiwan", "zh-Hant"),
        ("王小明", "Hong Kong", "zh-Hant"),
        ("王小明", "Macao", "zh-Hant"),
        ("田中 太郎", "Japan", "ja"),
        ("田中 太郎", "JPN", "ja"),
        ("王小明", "", ""),
        ("王小明", "France", ""),
        ("Wang Xiaoming", "China", ""),
        ("Łukasz", "Poland", ""),
        (FIRST, "Israel", ""),
    ],
)
def test_a_name_has_the_language_of_its_letters_and_country(name, country, language):
    assert language_of_name(name, country) == language
    mark = f' lang="{language}"' if language else ""
    assert bdi(name, country) == f"<bdi{mark}>{name}</bdi>"
    person = Person(last_name=name, country=country)
    assert bdi(person) == bdi(str(person), country)
    assert bdi(Player(person=person, number=3)) == bdi(person)


@pytest.mark.parametrize(
    ("last", "first", "markup"),
    [
        ("Berg", "Örjan", "<bdi><b>Berg</b>, Örjan</bdi>"),
        ("Berg", "", "<bdi><b>Berg</b></bdi>"),
        ("<i>", "Bo", "<bdi><b>&lt;i&gt;</b>, Bo</bdi>"),
        ("王", "小明", '<bdi lang="zh-Hant"><b>王</b> 小明</bdi>'),
    ],
)
def test_a_list_has_last_names_first(last, first, markup):
    person = Person(last_name=last, first_name=first, country="Taiwan")
    assert bdi_last_first(person) == markup


@pytest.mark.parametrize(
    ("first", "last", "whole"),
    [
        ("花子", "山田", "山田 花子"),
        ("", "サトウ", "サトウ"),
        ("민수", "김", "김 민수"),
        ("小明", "王", "王 小明"),
        ("Hanako", "Yamada", "Hanako Yamada"),
        ("Åse", "Ångström", "Åse Ångström"),
        ("דנה", "כהן", "דנה כהן"),
    ],
)
def test_the_last_name_comes_first_in_asian_letters(first, last, whole):
    person = Person(first_name=first, last_name=last)
    assert str(person) == whole
    assert re.sub("<[^>]*>", "", bdi_whole(person)) == whole
