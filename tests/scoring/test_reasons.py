"""Reasons that the program gives itself: kept as keys with values, told in the
language of whoever reads them."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils.translation import override, trans_real

from scoring.corrections import corrections, paper_sheets
from scoring.corrections.paper_sheets import Stands
from scoring.event_folder.importing import import_files
from scoring.event_folder.layout import LEDGER
from scoring.rounds import ticks
from scoring.wording import reasons
from scoring.wording.reasons import (
    ENDED_BEFORE_TIME,
    ENTERED_AGAIN,
    FROM_THE_SHEET,
    PLAYED_BEFORE,
    UNDONE_AT_TABLE,
    Reason,
    of_event,
    of_line,
)
from tests.scoring.folders import there_and_back
from tests.scoring.table_device import text
from tests.scoring.test_hand_order import (
    TOTALS,
    WASHOUT,
    enter,
    insert,
    play,
    remove,
    session_page,
    win_of,
)
from tournaments.models import LogEvent, Session, Tournament

GERMAN = "auf Deutsch: "


@pytest.fixture
def german():
    """Whoever is at work reads German, in which every reason begins alike."""
    words = trans_real.translation("de")._catalog._catalogs[0]
    words |= {each: GERMAN + each for each in reasons.WORDS.values()}
    with override("de"):
        yield
    for each in reasons.WORDS.values():
        del words[each]


def given(session: Session) -> list[Reason]:
    """The reasons of the lines that have one, in their order."""
    return [of_line(line) for line in session.ledger.all() if of_line(line)]


@pytest.fixture
def changed(german, session: Session) -> Session:
    """A hand put in and another taken out; a third undone and entered again."""
    play(session, 11, 12, 13)
    insert(session, 1, WASHOUT, reason="100% sure: it was")
    remove(session, 1)
    enter(session, win_of(14), 4, by="table 1", reason="")
    corrections.undo(session.pk, device_key="u", by="table 1", reason="", device=True)
    play(session, 15)
    return session


INSERTED = Reason("100% sure: it was", "hand_inserted", {"hand": 2})
REMOVED = Reason("of another table", "hand_removed", {"hand": 1})
#: Of hand 4, which the hand taken out had left empty.
AT_THE_TABLE = [ENTERED_AGAIN, UNDONE_AT_TABLE, ENTERED_AGAIN]


def test_reasons_are_kept_by_their_keys_whoever_writes_them(changed):
    put_in = [INSERTED] * 5  # two taken back, one put in, two entered again
    taken_out = [REMOVED] * 7
    assert given(changed) == [*put_in, *taken_out, *AT_THE_TABLE]
    stored = [*changed.ledger.all(), *LogEvent.objects.all()]
    assert not [each for each in stored if GERMAN in each.reason]


def test_everybody_reads_them_in_their_language(changed, referee_client):
    assert str(given(changed)[-1]) == "auf Deutsch: entered again"
    with override("en"):
        assert [str(reason) for reason in given(changed)][4:6] == [
            "hand 2 put in: 100% sure: it was",
            "hand 1 taken out: of another table",
        ]
    page = text(referee_client.get(session_page(changed)))
    assert "hand 1 taken out: of another table" in page
    assert GERMAN not in page


def test_the_log_tells_them_too(changed, director_client):
    events = LogEvent.objects.filter(data__has_key="reason_key").reverse()
    assert list(map(of_event, events)) == AT_THE_TABLE
    log = reverse("director:log", args=[changed.round.tournament.slug])
    page = text(director_client.get(log))
    assert "undone at the table" in page
    assert "entered again" in page
    assert "of another table" in page


def test_files_are_the_same_in_every_language(changed):
    files = there_and_back(changed.round.tournament)
    assert "hand 1 taken out: of another table" in files[LEDGER].decode()
    assert GERMAN not in files[LEDGER].decode()
    copy = import_files(files, director=None).tournament
    again = Session.objects.get(round__tournament=copy, table=changed.table)
    assert given(again) == given(changed)
    assert moved(again) == moved(changed) != []


def moved(session: Session) -> list[tuple[int, int]]:
    """Each line that only moved, and the one it was, by their numbers."""
    lines = session.ledger.exclude(moved_from=None)
    return list(lines.values_list("sequence", "moved_from__sequence"))


def test_a_gong_that_makes_way_says_why(german, session):
    Tournament.objects.update(end_policy="stop_at_once")
    play(session, 11)
    ticks.sweep(session.round.ends_at)
    enter(session, win_of(12), 2, before_gong=True, reason="")
    assert given(session) == [ENDED_BEFORE_TIME]


def test_a_sheet_that_is_copied_says_why(german, session):
    play(session, 11)
    ticks.sweep(session.round.ends_at)
    enter(session, TOTALS)
    paper_sheets.copy_hand(session.pk, win_of(20), hand=2, device_key="c", by="referee")
    typed = {"by": "referee", "reason": "compared"}
    paper_sheets.settle(session.pk, Stands.HANDS, device_key="s", **typed)
    assert given(session)[1:] == [FROM_THE_SHEET, PLAYED_BEFORE, Reason("compared")]


@pytest.mark.parametrize("key", reasons.WORDS)
def test_files_give_back_what_was_written(key):
    words = reasons.WORDS[key]
    text = "a\nhand: 100%" * ("%(reason)s" in words)
    reason = Reason(text, key, {"hand": 16} if "%(hand)s" in words else {})
    assert reasons.read(reason.as_written) == reason


@pytest.mark.parametrize(
    "words", ["", "entered", "hand 0 put in: x", "hand 2 put in: ", "Entered again"]
)
def test_what_somebody_typed_stays_as_it_is(words):
    assert reasons.read(words) == Reason(words)
    assert str(Reason(words)) == words


@pytest.mark.django_db(transaction=True)
def test_ledgers_of_the_past_are_understood(changed):
    """The migration back writes the words of the time; the one forth reads them."""
    reasons_then, moved_then = given(changed), moved(changed)
    try:
        call_command("migrate", "scoring", "0008", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT reason FROM scoring_ledgerentry ORDER BY sequence")
            words = [reason for (reason,) in cursor.fetchall() if reason]
    finally:
        call_command("migrate", verbosity=0)
    with override("en"):
        assert words == list(map(str, reasons_then))
    assert (given(changed), moved(changed)) == (reasons_then, moved_then)
