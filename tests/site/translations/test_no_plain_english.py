"""Request every address in the pseudo-locale as each kind of visitor. No page may show
an untranslated text that is not data, or a text that was cut."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponseBase

from tests import pseudo_locale
from tests.examples import ASKED
from tests.test_permissions import (
    ADDRESSES,
    ALLAUTH,
    BOTH,
    EXPECTED,
    IN,
    Stage,
    _expected,
    stage,
)
from tests.untranslated import WORD, plain_words, read, scripts
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.tournament_setup import create_and_change_tournament

__all__ = ["stage"]

#: Kinds of visitors.
VISITORS = ("owner", "superuser", "device", "referee", "anonymous")
#: Words that are the same in every language, or data of the test, with the reason.
ALLOWED = {
    "Prevailing Wind": "the program's name",
    "CSV JSON XLSX PNG UTC": "formats and a time zone",
    "and or": "lists, which the Unicode CLDR joins as in English",
    "EMA European Mahjong Association": "a federation's own name",
    "DNK ITA": "codes of countries",
    "BACKUPS_KEEP python manage.py restore FILE": "settings and commands",
    "TOTAL_FORMS INITIAL_FORMS form line stage": "Django: a tampered form",
    "not mine Entrance Evenings Evening Club Autumn Hall": "data of the stage",
}
#: Names of accounts in the log of the test.
TEXTS = {"director", "referee"}
#: Translated texts that are cut on purpose: a ruleset's name before its brackets.
CUT = {f"{pseudo_locale.OPEN}{pseudo_locale.accented('MCR')}"}
WORDS = {word for words in ALLOWED for word in WORD.findall(words)}
#: Addresses, paths, file names and time zones; also dates and ordinal numbers, which
#: the Unicode CLDR writes in English for this language.
NOT_WORDS = re.compile(
    r"(?:[A-Z][a-z]+day,? )?\b\d{1,2} [A-Z][a-z]{2,8}\b|\b\d+(?:st|nd|rd|th)\b|"
    r"https?://\S+|(?<!\w)/[\w./-]+|\b[\w-]+\.(zip|json|csv)\b|^[A-Z]\w+/[A-Za-z_/ -]+$"
)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    pseudo_locale.write(folder, pseudo_locale.LONG, pseudo_locale.RIGHT_TO_LEFT)
    return folder


@pytest.fixture
def pseudo(settings, catalogues) -> None:
    settings.LOCALE_PATHS = [catalogues]
    settings.LANGUAGES = [("en", "English"), (pseudo_locale.LONG, "Pseudo")]
    settings.DEFAULT_LANGUAGE = pseudo_locale.LONG


def user(name: str) -> User:
    return User.objects.create_user(name, password="seven-pairs-1")


@pytest.fixture
def director(db) -> User:
    return user("đîŕ")


@pytest.fixture
def stranger(db) -> User:
    return user("şţŕ")


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_superuser("ôŵñ", password="seven-pairs-1")


@pytest.fixture
def tournament(pseudo, director) -> Tournament:
    """Return the usual tournament of the tests, with accented names."""
    plan = create_and_change_tournament.Plan(
        title="Šþŕîñĝ Ćûþ",
        ruleset="mcr",
        planned_rounds=3,
        minutes=100,
        end_policy="finish_hand",
        is_public=True,
        late_word="referee",
    )
    tournament = create_and_change_tournament.create_tournament(plan, director=director)
    rows = [
        register_players.PlayerRow(
            first_name="Þłáŷ",
            last_name=f"{number:02}",
            country="Đáñîá" if number % 2 else "Ìţáłîá",
            team=f"Ţéáɱ {1 + (number - 1) // 4}",
        )
        for number in range(1, 9)
    ]
    register_players.register(tournament, rows, by="director")
    return tournament


def test_no_page_has_plain_or_cut_text(stage, pseudo):
    places_of: dict[str, set[str]] = defaultdict(set)
    for who in VISITORS:
        for address in ADDRESSES:
            for method in methods_for(address.name, who):
                answer = response_to(stage, who, method, stage.path(address))
                if answer.get("Content-Type", "").startswith("text/html"):
                    for fault in faults(answer.content.decode()):
                        places_of[fault].add(f"{method} {address.name} as {who}")
    assert not places_of, "\n".join(
        f"{fault}  ({min(places)} and {len(places) - 1} more)"
        for fault, places in sorted(places_of.items())
    )


def methods_for(name: str, who: str) -> tuple[str, ...]:
    """Return the methods to test for this visitor. Each page is tested for the first
    visitor who has access, and pages of tables also for their device. With many
    examples, each page is tested for all who have access."""
    if name in ALLAUTH:
        return BOTH if who in ("anonymous", "owner") else ()
    methods = EXPECTED[name][1]
    readers = [one for one in VISITORS if _expected(name, one)[0] == IN]
    if not readers:
        return methods if who == "anonymous" else ()
    is_requested = who in readers if ASKED == "many" else who in (readers[0], "device")
    return methods if is_requested and who in readers else ()


def response_to(stage: Stage, who: str, method: str, path: str) -> HttpResponseBase:
    """Return the response to a request, with an almost empty form if it is a POST. All
    changes are rolled back."""
    client = stage.clients[who]
    cookies = copy.copy(client.cookies)
    with transaction.atomic():
        answer = client.generic(
            method,
            path,
            data="hand=2",
            content_type="application/x-www-form-urlencoded",
            HTTP_ACCEPT_LANGUAGE=pseudo_locale.LONG,
        )
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def faults(page: str) -> list[str]:
    """Return the untranslated and the cut texts of a page."""
    reader = read(page)
    texts = [*reader.texts, *(("script", text) for text in scripts(page))]
    return [
        f"plain ({place}): {text}"
        for place, text in texts
        if plain_words(NOT_WORDS.sub("", text), WORDS) and text not in TEXTS
    ] + [f"cut: {text}" for text in reader.cut if text not in CUT]
