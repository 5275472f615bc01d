"""Reasons that the program writes: stored as keys with values, and translated for each
reader.
"""

from __future__ import annotations

from functools import partial

import pytest
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override, trans_real

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import conflicting_hands, correct_and_undo, paper_sheets
from scoring.corrections.paper_sheets import Stands
from scoring.ledger import decide_late_hand, enter_late_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.models import Confirmation, LateHand, LedgerEntry
from scoring.rounds import clock_tick, clock_wording, end_and_close_round
from scoring.rounds.round_forms import UndoEndForm
from scoring.tournament_folder.file_layout import CONFIRMATIONS, LATE_HANDS, LEDGER
from scoring.tournament_folder.import_tournament import import_files
from scoring.tournament_log import log_in_words_and_groups
from scoring.wording import stored_reasons
from scoring.wording.stored_reasons import (
    ANOTHER_VERSION,
    ENDED_BEFORE_TIME,
    ENDED_BY_MISTAKE,
    ENTERED_AGAIN,
    FROM_THE_SHEET,
    PLAYED_BEFORE,
    PLAYER_CONFIRMS,
    REFEREE_SAID_SO,
    TAKEN_BACK_AT_ONCE,
    UNDONE_AT_TABLE,
    VERSIONS_COMPARED,
    Reason,
    of_answer,
    of_event,
    of_line,
)
from tests.scoring.folders import Folder, at, rows, there_and_back
from tests.scoring.ledger.test_hand_order import (
    TOTALS,
    WASHOUT,
    enter,
    game_page,
    insert,
    play,
    remove,
    win_of,
)
from tests.scoring.table_device import text
from tournaments.access.page_access import Visitor
from tournaments.models import Game, LateWord, LogEvent, Round, Tournament
from tournaments.rounds import publish_seating, seat_rounds_and_exchange_seats

GERMAN = "auf Deutsch: "
ELSEWHERE = "Still playing at another table: %(names)s. Close that round first."
NOBODY_WON = "Draw: no winner."
PLACE = "%(file)s line %(line)s"
BELOW_MINIMUM = "%(points)s fan is less than the minimum of %(minimum)s."


@pytest.fixture
def german(monkeypatch):
    """Use German, with invented translations that all start with the same text."""
    words = trans_real.translation("de")._catalog._catalogs[0]
    texts = [*stored_reasons.WORDS.values(), PLACE, BELOW_MINIMUM, ELSEWHERE]
    for english in [*texts, NOBODY_WON]:
        monkeypatch.setitem(words, english, GERMAN + english)
    with override("de"):
        yield


def given(game: Game) -> list[Reason]:
    """Return the reasons of the table's ledger entries, in order, without entries that
    have none.
    """
    return [of_line(line) for line in game.ledger.all() if of_line(line)]


@pytest.fixture
def changed(german, game: Game) -> Game:
    """Return the table after a hand was inserted, another removed, and a third undone
    and entered again.
    """
    play(game, 11, 12, 13)
    insert(game, 1, WASHOUT, reason="100% sure: it was")
    remove(game, 1)
    enter(game, win_of(14), 4, by="table 1", reason="")
    correct_and_undo.undo(game.pk, device_key="u", by="table 1", reason="", device=True)
    play(game, 15)
    return game


INSERTED = Reason("100% sure: it was", "hand_inserted", {"hand": 2})
REMOVED = Reason("of another table", "hand_removed", {"hand": 1})
#: Reasons for hand 4, which was empty after the removal.
AT_THE_TABLE = [ENTERED_AGAIN, UNDONE_AT_TABLE, ENTERED_AGAIN]


def test_reasons_are_kept_by_their_keys_whoever_writes_them(changed):
    put_in = [INSERTED] * 5  # two undone, one inserted, two entered again
    taken_out = [REMOVED] * 7
    assert given(changed) == [*put_in, *taken_out, *AT_THE_TABLE]
    stored = [*changed.ledger.all(), *LogEvent.objects.all()]
    assert not [each for each in stored if GERMAN in each.reason]


def test_everybody_reads_them_in_their_language(changed, referee_client):
    assert str(given(changed)[-1]) == "auf Deutsch: entered again"
    with override("en"):
        assert [str(reason) for reason in given(changed)][4:6] == [
            "hand 2 inserted: 100% sure: it was",
            "hand 1 removed: of another table",
        ]
    page = text(referee_client.get(game_page(changed)))
    assert "hand 1 removed: of another table" in page
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
    assert "hand 1 removed: of another table" in files[LEDGER].decode()
    assert GERMAN not in files[LEDGER].decode()
    copy = import_files(files, director=None).tournament
    again = Game.objects.get(round__tournament=copy, table=changed.table)
    assert given(again) == given(changed)
    assert moved(again) == moved(changed) != []


def moved(game: Game) -> list[tuple[int, int]]:
    """Return the sequence number of each moved entry, and of the entry before
    the move.
    """
    lines = game.ledger.exclude(moved_from=None)
    return list(lines.values_list("sequence", "moved_from__sequence"))


def test_a_gong_that_makes_way_says_why(german, game):
    Tournament.objects.update(end_policy="stop_at_once")
    play(game, 11)
    clock_tick.sweep(game.round.ends_at)
    enter(game, win_of(12), 2, before_gong=True, reason="")
    assert given(game) == [ENDED_BEFORE_TIME]


def test_a_sheet_that_is_copied_says_why(german, game):
    play(game, 11)
    clock_tick.sweep(game.round.ends_at)
    enter(game, TOTALS)
    paper_sheets.copy_hand(game.pk, win_of(20), hand=2, device_key="c", by="referee")
    typed = {"by": "referee", "reason": "compared"}
    paper_sheets.settle(game.pk, Stands.HANDS, device_key="s", **typed)
    assert given(game)[1:] == [FROM_THE_SHEET, PLAYED_BEFORE, Reason("compared")]


def test_a_dispute_that_its_player_takes_back_says_so(german, game):
    enter(game, TOTALS)
    player = game.seats.first().player
    confirm_and_dispute.dispute(game.pk, player, sequence=1, text="My riichi?")
    confirm_and_dispute.confirm_as_player(game.pk, player, sequence=1)
    said = game.confirmations.get(kind="dispute")
    assert of_answer(said) == PLAYER_CONFIRMS
    settled = LogEvent.objects.get(kind="dispute_settled")
    assert of_event(settled) == PLAYER_CONFIRMS
    files = there_and_back(game.round.tournament)
    assert rows(files, CONFIRMATIONS)[0]["answer"] == "The player confirms the result."
    assert of_answer(Confirmation.objects.exclude(pk=said.pk).get(kind="dispute")) == (
        PLAYER_CONFIRMS
    )


def test_a_late_hand_that_gives_way_says_so(german, game):
    clock_tick.sweep(game.round.ends_at)
    device = Visitor("table 1", is_device=True)
    late = [
        enter_late_hand.enter_or_hold(
            game,
            win_of(points),
            device,
            {"device_key": str(points), "hand": 1, "before_gong": True, "seating": 0},
        )
        for points in (11, 12)
    ]
    decide_late_hand.decide(late[0].pk, counts=True, by="referee")
    assert of_answer(LateHand.objects.get(pk=late[1].pk)) == ANOTHER_VERSION
    files = there_and_back(game.round.tournament)
    assert '"answer": "another version counts"' in files[LATE_HANDS].decode()
    assert LateHand.objects.filter(answer_key="another_version").count() == 2


def test_an_end_by_mistake_is_taken_back_for_a_reason_with_a_key(german, game):
    round_, told = game.round, {"by": "director", "now": timezone.now()}
    play(game, 11)
    end_and_close_round.end_now(round_.pk, reason="too early", **told)
    offered = UndoEndForm().get_initial_for_field
    words = offered(UndoEndForm().fields["reason"], "reason")
    assert words == "auf Deutsch: ended by mistake"
    end_and_close_round.undo_end(round_.pk, reason=words, **told)
    undone = LogEvent.objects.get(kind="end_undone")
    assert (undone.reason, of_event(undone)) == ("", ENDED_BY_MISTAKE)
    assert given(game) == [ENDED_BY_MISTAKE]


@pytest.mark.parametrize(
    ("template", "offered"),
    [
        ("_undo", TAKEN_BACK_AT_ONCE),
        ("_two_versions", VERSIONS_COMPARED),
        ("_waiting", REFEREE_SAID_SO),
    ],
)
def test_a_form_of_a_table_offers_a_reason_that_has_a_key(template, offered):
    source = get_template(f"table/{template}.html").template.source
    assert f"translate '{offered}'" in source


def test_what_a_form_offers_is_kept_by_its_key(german, game):
    play(game, 11, 12)
    undo = {"device_key": "u", "by": "referee", "reason": str(TAKEN_BACK_AT_ONCE)}
    first = correct_and_undo.undo(game.pk, **undo)
    assert correct_and_undo.undo(game.pk, sequence=2, **undo).entry == first.entry
    with pytest.raises(HandConflict) as found:
        enter(game, win_of(20), 1)
    conflict = conflicting_hands.note(found.value, device_key="c", by="table 1")
    said = {"by": "referee", "reason": str(VERSIONS_COMPARED)}
    conflicting_hands.settle(game, conflict.pk, "offered", **said)
    assert given(game) == [TAKEN_BACK_AT_ONCE, VERSIONS_COMPARED]
    settled = LogEvent.objects.get(kind="conflict_settled")
    assert of_event(settled) == VERSIONS_COMPARED
    why = str(REFEREE_SAID_SO)
    told = {"hand": 9, "words": "-", "device_key": "d", "by": "d", "reason": why}
    for _sent in range(2):
        conflicting_hands.note_discarded(game, raw=None, **told)
    assert of_event(LogEvent.objects.get(kind="entry_discarded")) == REFEREE_SAID_SO


def test_what_somebody_typed_instead_is_kept_as_it_is(german, game):
    told = {"by": "director", "now": timezone.now()}
    end_and_close_round.end_now(game.round.pk, reason="too early", **told)
    end_and_close_round.undo_end(game.round.pk, reason="my elbow", **told)
    assert of_event(LogEvent.objects.get(kind="end_undone")) == Reason("my elbow")


def test_the_log_tells_a_hand_that_was_left_out_in_any_language(german, game):
    Tournament.objects.update(late_word=LateWord.TABLE)
    game.round.tournament.refresh_from_db()
    clock_tick.sweep(game.round.ends_at)
    device = Visitor("table 1", is_device=True)
    enter_late_hand.leave_out(game, 1, WASHOUT, device)
    left_out = LogEvent.objects.get(kind="hand_left_out")
    assert f"{GERMAN}{NOBODY_WON}" in log_in_words_and_groups.of_event(left_out)
    with override("en"):
        assert f"not entered: {NOBODY_WON}" in log_in_words_and_groups.of_event(
            left_out
        )


@pytest.mark.parametrize(
    ("note", "kind"),
    [
        (conflicting_hands.note_too_late, "entry_too_late"),
        (partial(conflicting_hands.note_discarded, reason="wet"), "entry_discarded"),
    ],
)
def test_what_stayed_on_a_device_is_told_in_any_language(german, game, note, kind):
    device = {"hand": 1, "words": "Wer hat gewonnen?", "device_key": "a", "by": "d"}
    for _sent in range(2):
        note(game, raw=WASHOUT, **device)
    note(game, raw={"kind": "nothing"}, **device | {"device_key": "b"})
    unread, kept = LogEvent.objects.filter(kind=kind)
    assert "words" not in kept.data
    assert f"{GERMAN}{NOBODY_WON}" in log_in_words_and_groups.of_event(kept)
    with override("en"):
        assert NOBODY_WON in log_in_words_and_groups.of_event(kept)
    assert "Wer hat gewonnen?" in log_in_words_and_groups.of_event(unread)


def test_what_the_log_kept_in_a_devices_words_still_reads(game):
    data = {"round": 1, "table": 1, "hand": 2, "words": "Fan: 7"}
    for kind in ("hand_left_out", "entry_discarded", "entry_too_late"):
        assert "Fan: 7." in log_in_words_and_groups.of_event(
            LogEvent(kind=kind, data=data)
        )


def test_an_offered_entry_that_the_rules_no_longer_know_is_told_by_its_kind(game):
    data = {"round": 1, "table": 1, "hand": 2, "seats": [1, 2, 3, 4]}
    data["offered"] = {"kind": "chombo"}
    event = LogEvent(kind="entry_too_late", data=data)
    event.tournament = game.round.tournament
    assert "a chombo." in log_in_words_and_groups.of_event(event)


def test_what_is_wrong_in_files_is_told_in_any_language(german, db, tmp_path):
    folder = Folder(tmp_path / "event")
    folder.change("hands.csv", at(1, 1, 5), points=7)
    imported = folder.accept().tournament
    line = LedgerEntry.objects.get(reason_key="faults")
    log = LogEvent.objects.get(tournament=imported, kind="imported")
    sentence = "7 fan is less than the minimum of 8."
    place = f"{GERMAN}hands.csv line 6: "
    assert f"{place}{GERMAN}{sentence}" in str(of_line(line))
    assert f"{GERMAN}{sentence}" in log_in_words_and_groups.of_event(log)
    with override("en"):
        assert str(of_line(line)) == (
            f"hands.csv line 6: {sentence} Hands 5–16 are left out."
        )
        assert f"hands.csv line 6: {sentence}" in log_in_words_and_groups.of_event(log)


def test_why_a_round_did_not_start_is_told_in_any_language(
    german, running_round, tournament, noon
):
    tables = [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 2, 3, 4))]
    [other] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament, tables, by="director"
    )
    publish_seating.publish(other.pk, by="director")
    Round.objects.filter(pk=other.pk).update(starts_at=noon)
    clock_tick.sweep(noon)
    failed = LogEvent.objects.get(kind="start_failed")
    assert str(of_event(failed)).startswith(GERMAN)
    assert failed.reason == ""
    with override("en"):
        why = clock_wording.why_not_started(Round.objects.get(pk=other.pk))
        assert "Player 01" in why
        assert GERMAN not in why


@pytest.mark.parametrize("key", stored_reasons.WORDS)
def test_files_give_back_what_was_written(key):
    words = stored_reasons.WORDS[key]
    text = "a\nhand: 100%" * ("%(reason)s" in words)
    reason = Reason(text, key, {"hand": 16} if "%(hand)s" in words else {})
    assert stored_reasons.read(reason.as_written) == reason


@pytest.mark.parametrize("key", stored_reasons.FORMER_WORDS)
def test_files_of_earlier_versions_are_understood(key):
    words = stored_reasons.FORMER_WORDS[key]
    found = stored_reasons.read(words % {"hand": 16, "reason": "100% sure"})
    assert found.key == key
    assert found.values == ({"hand": 16} if "%(hand)s" in words else {})
    assert found.text == ("100% sure" if "%(reason)s" in words else "")


@pytest.mark.parametrize(
    "words", ["", "entered", "hand 0 inserted: x", "hand 2 put in: ", "Entered again"]
)
def test_what_somebody_typed_stays_as_it_is(words):
    assert stored_reasons.read(words) == Reason(words)
    assert str(Reason(words)) == words


def test_words_of_the_past_are_understood():
    """Reasons in the older wording of tournament folders from the first versions are
    understood.
    """
    found = stored_reasons.read("hand 2 put in: 100% sure: it was")
    assert found == Reason("100% sure: it was", "hand_inserted", {"hand": 2})
    found = stored_reasons.read("hand 3 taken out: of another table")
    assert found == Reason("of another table", "hand_removed", {"hand": 3})
