"""Requests to every address in the pseudo-locale as each kind of visitor, and to the
pages of every ruleset. No page may show an untranslated text that is not data, or a
text that was cut. The same applies to emails, notifications, calendars, images and
headings of files.
"""

from __future__ import annotations

import copy
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import ImageDraw

from rules.faults import RuleError
from rules.ruleset_registry import RULESETS
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.notifications import mail_players, notify_destinations
from scoring.rounds import end_and_close_round
from scoring.rulesets.presenter_registry import presenter_of
from tests import pseudo_locale
from tests.examples import ASKED
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import LATER_FOUR
from tests.test_permissions import (
    ADDRESSES,
    ALLAUTH,
    BOTH,
    EXPECTED,
    IN,
    Stage,
    _expected,
    signed_in,
    stage,
)
from tests.untranslated import WORD, plain_words, read, scripts
from tournaments.deliveries import change_destinations
from tournaments.deliveries.change_destinations import Wanted
from tournaments.models import (
    Delivery,
    Game,
    Happening,
    NotificationDestination,
    PlayerContact,
    Tournament,
)
from tournaments.people import register_players
from tournaments.player_messages import choose_player_mails
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)
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


#: Values of the addresses of a tournament in play.
FIRST = {"number": 1, "table": 1, "sequence": 1, "line": 1}
#: Further addresses whose contents depend on the ruleset.
OF_RULESET = {
    *("public:session", "public:round", "public:event_rules", "public:patterns"),
    *("public:standings", "director:rules", "director:rules_file"),
}
#: Texts of a calendar file, for people.
CALENDAR_TEXT = re.compile(
    r"^(?:SUMMARY|DESCRIPTION|NAME|X-WR-CALNAME|LOCATION)[^:]*:(.*(?:\r\n .*)*)", re.M
)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    pseudo_locale.write(folder, pseudo_locale.LONG)
    return folder


@pytest.fixture
def pseudo(settings, catalogues) -> None:
    settings.LOCALE_PATHS = [catalogues]
    settings.LANGUAGES = [("en", "English"), (pseudo_locale.LONG, "Þšéûđô")]
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
                response = response_to(stage, who, method, stage.path(address))
                if response.get("Content-Type", "").startswith("text/html"):
                    for fault in faults(response.content.decode()):
                        places_of[fault].add(f"{method} {address.name} as {who}")
    assert_none(places_of)


def assert_none(places_of: dict[str, set[str]]) -> None:
    """Fail with a message if there are faults.

    `places_of`: the places of each fault.
    """
    assert not places_of, "\n".join(
        f"{fault}  ({min(places)} and {len(places) - 1} more)"
        for fault, places in sorted(places_of.items())
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_page_of_a_ruleset_has_plain_or_cut_text(pseudo, director, noon, ruleset):
    game = in_play(director, noon, ruleset)
    client = signed_in(director)
    places_of: dict[str, set[str]] = defaultdict(set)
    pages = 0
    for address in ADDRESSES:
        known = {"slug": game.round.tournament.slug, "ruleset": ruleset, **FIRST}
        if not is_of_ruleset(address.name) or not address.parameters <= known.keys():
            continue
        path = reverse(
            address.name, kwargs={name: known[name] for name in address.parameters}
        )
        for method in EXPECTED[address.name][1]:
            for data in ("hand=2", "hand=2&winner=E&source=S&kind=win"):
                response = sent(client, method, path, data)
                if response.get("Content-Type", "").startswith("text/html"):
                    pages += 1
                    for fault in faults(response.content.decode()):
                        places_of[fault].add(f"{method} {address.name}")
    assert pages > 30
    assert_none(places_of)


def is_of_ruleset(name: str) -> bool:
    """Return whether the contents of an address depend on the ruleset."""
    return name.startswith(("table:", "public:referee")) or name in OF_RULESET


def in_play(director: User, noon: datetime, ruleset: str) -> Game:
    """Return a table in play with hands and a penalty, under this ruleset.

    The names of its players have accents.
    """
    made = create_and_change_tournament.create_tournament(
        create_and_change_tournament.Plan(
            title="Šþŕîñĝ Ćûþ",
            ruleset=ruleset,
            planned_rounds=2,
            minutes=100,
            end_policy="finish_hand",
            is_public=True,
        ),
        director=director,
    )
    players = 3 if ruleset == "sanma" else 4
    register_players.register(
        made,
        [
            register_players.PlayerRow(first_name="Þłáŷ", last_name=f"{number:02}")
            for number in range(1, players + 1)
        ],
        by="đîŕ",
    )
    seats = tuple(range(1, players + 1))
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        made, [seat_rounds_and_exchange_seats.TableRow(1, 1, seats)], by="đîŕ"
    )
    publish_seating.publish(round_.pk, by="đîŕ")
    round_clock.start(round_.pk, by="đîŕ", now=noon)
    game = round_.games.select_related("round__tournament").get()
    value = presenter_of(ruleset).ordinary_value(game.rules) or {}
    win = {"kind": "win", "winner": "E", "from": "S", **value}
    dead = {"kind": "penalty", "seat": "S", "offender": "S", "offence": "dead_hand"}
    for key, entry in enumerate((win, {"kind": "washout"}, win, dead)):
        hand = TableLedger(game).state.position.hand
        with suppress(RuleError):  # riichi has no washout
            enter_hand.enter(
                game.pk, entry, hand=hand, device_key=str(key), by="đîŕ", reason="-"
            )
    assert game.ledger.count() > 1
    return game


def texts_are_translated(texts: Iterable[object]) -> None:
    plain = [
        str(text) for text in texts if plain_words(NOT_WORDS.sub("", str(text)), WORDS)
    ]
    assert plain == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_headings_of_files_are_translated(pseudo, director, noon, ruleset):
    tournament = in_play(director, noon, ruleset).round.tournament
    with translation.override(pseudo_locale.LONG):
        texts_are_translated(
            [
                *(export.title for export in EXPORTS.values()),
                *(
                    column.heading
                    for export in EXPORTS.values()
                    for column in export.columns(tournament)
                ),
            ]
        )


def test_emails_and_notifications_are_translated(
    pseudo, director, noon, tournament, settings
):
    settings.EMAIL_HOST = "mail.example"
    change_destinations.add(
        tournament,
        Wanted("webhook", "Ŝîţé", "https://a.example/", "", "", list(Happening)),
        site="https://c.example/",
        by="đîŕ",
    )
    kinds = dict.fromkeys(choose_player_mails.KINDS, True)
    choose_player_mails.choose(tournament, kinds, site="https://c.example/", by="đîŕ")
    PlayerContact.objects.create(
        tournament=tournament,
        player=tournament.players.get(number=1),
        email="a@example.org",
    )
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    round_clock.start(round_.pk, by="đîŕ", now=noon)
    paper(round_, 1, FOUR_PLACES)
    paper(round_, 2, LATER_FOUR)
    end_and_close_round.close(round_.pk, by="đîŕ")
    finish_reopen_and_publish_results.finish(
        tournament, by="đîŕ", now=timezone.now(), reason="-"
    )
    for destination in NotificationDestination.objects.all():
        notify_destinations.notify(destination.pk, timezone.now())
    for pk in mail_players.due():
        mail_players.mail(pk, timezone.now())
    deliveries = list(Delivery.objects.all())
    mails = [delivery for delivery in deliveries if not delivery.destination_id]
    messages = [json.loads(one.body) for one in deliveries if one.destination_id]
    assert mails
    assert len(messages) > 3
    texts_are_translated(
        [
            *(
                text
                for mail in mails
                for text in (mail.subject, *mail.body.split("\n"))
            ),
            *(message["text"] for message in messages),
        ]
    )


def test_calendars_and_images_are_translated(stage, pseudo, monkeypatch):
    create_and_change_tournament.show_to_public(stage.tournament, True, by="đîŕ")
    drawn: list[str] = []
    draw = ImageDraw.ImageDraw.text

    def recorded(self, xy, text, *args, **named):
        drawn.append(text)
        return draw(self, xy, text, *args, **named)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", recorded)
    texts: list[str] = []
    kinds: set[str] = set()
    for address in ADDRESSES:
        if "GET" in EXPECTED.get(address.name, ("", ()))[1]:
            response = response_to(stage, "owner", "GET", stage.path(address))
            kind = response.get("Content-Type", "").partition(";")[0]
            if kind == "text/calendar":
                texts += CALENDAR_TEXT.findall(response.content.decode())
            if kind in ("text/calendar", "image/png") and response.status_code == 200:
                kinds.add(kind)
    assert kinds == {"text/calendar", "image/png"}
    assert texts
    assert drawn
    texts_are_translated([*texts, *drawn])


def methods_for(name: str, who: str) -> tuple[str, ...]:
    """Return the methods to test at an address for this visitor.

    A page is tested for the first visitor with access, and a table page also for the
    table's device. With TEST_EXAMPLES=many, it is tested for all visitors with access.
    """
    if name in ALLAUTH:
        return BOTH if who in ("anonymous", "owner") else ()
    methods = EXPECTED[name][1]
    readers = [one for one in VISITORS if _expected(name, one)[0] == IN]
    if not readers:
        return methods if who == "anonymous" else ()
    is_requested = who in readers if ASKED == "many" else who in (readers[0], "device")
    return methods if is_requested and who in readers else ()


def response_to(stage: Stage, who: str, method: str, path: str) -> HttpResponseBase:
    """Return the response to a request of this visitor, with an almost empty form if it
    is a POST request. All changes are rolled back.
    """
    return sent(stage.clients[who], method, path, "hand=2")


def sent(client: Client, method: str, path: str, data: str) -> HttpResponseBase:
    """Return the response to a request with a form. All changes are rolled back."""
    cookies = copy.copy(client.cookies)
    with transaction.atomic():
        response = client.generic(
            method,
            path,
            data=data,
            content_type="application/x-www-form-urlencoded",
            HTTP_ACCEPT_LANGUAGE=pseudo_locale.LONG,
        )
        transaction.set_rollback(True)
    client.cookies = cookies
    return response


def faults(page: str) -> list[str]:
    """Return a line for each untranslated and each cut text of a page."""
    reader = read(page, pseudo_locale.LONG)
    texts = [*reader.texts, *(("script", text) for text in scripts(page))]
    return [
        f"plain ({place}): {text}"
        for place, text in texts
        if plain_words(NOT_WORDS.sub("", text), WORDS) and text not in TEXTS
    ] + [f"cut: {text}" for text in reader.cut if not any(name in text for name in CUT)]
