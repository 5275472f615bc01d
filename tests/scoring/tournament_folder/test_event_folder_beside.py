"""Data of tables outside their ledgers is exported and imported: late hands, conflicts
and extra time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta

import pytest

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.corrections import conflicting_hands
from scoring.ledger import decide_late_hand, enter_hand, enter_late_hand
from scoring.ledger.ledger_transaction import HandConflict
from scoring.models import Conflict, LateHand
from scoring.rounds import end_and_close_round, extra_time
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import rows, there_and_back
from tournaments.access.page_access import Visitor
from tournaments.files.file_faults import FileFault, located
from tournaments.models import Extension, Game, Tournament

pytestmark = pytest.mark.django_db

Files = Mapping[str, bytes]
LATE, CONFLICTS, EXTRA = "late_hands.jsonl", "conflicts.jsonl", "extra_time.csv"
DEVICE = Visitor("table 1", is_device=True)
WASHOUT = {"kind": "washout"}


def win(points: int) -> dict[str, object]:
    return {"kind": "win", "winner": "E", "from": "S", "points": points}


def come_late(game: Game, hand: int, raw: Mapping[str, object]) -> LateHand:
    """Store a hand that a device sent after its table's time. Return it."""
    values = {
        "device_key": f"late {raw}",
        "hand": hand,
        "before_gong": False,
        "seating": 0,
    }
    late = enter_late_hand.enter_or_hold(game, raw, DEVICE, values)
    assert isinstance(late, LateHand)
    return late


def offer(game: Game, hand: int, raw: Mapping[str, object]) -> Conflict:
    """Enter another version of a hand in the ledger. Return the conflict."""
    key = "offered"
    with pytest.raises(HandConflict) as caught:
        enter_hand.enter(game.pk, raw, device_key=key, by="table 1", hand=hand)
    return conflicting_hands.note(caught.value, device_key=key, by="table 1")


@pytest.fixture
def played(game) -> Game:
    """Return table 1 of a running round, with one hand."""
    enter_hand.enter(game.pk, win(8), device_key="first", by="table 1", hand=1)
    return game


@pytest.fixture
def ended(played, running_round, noon) -> Game:
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="late", now=noon
    )
    return Game.objects.select_related("round__tournament").get(pk=played.pk)


def objects(files: Files, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in files[name].decode().splitlines()]


def copy_of(files: Files) -> Tournament:
    return import_files(files, director=None).tournament


# --- export and import ----------------------------------------------------------


def test_a_hand_that_waits_waits_where_it_came_in(ended, tournament):
    come_late(ended, 2, WASHOUT)
    files = there_and_back(tournament)
    [line] = objects(files, LATE)
    assert (line["hand"], line["entry"], line["by"]) == (2, WASHOUT, "table 1")
    assert "decision" not in line
    late = LateHand.objects.latest("pk")
    assert late.game.round.tournament != tournament
    assert (late.offered, late.decision) == (WASHOUT, "")


def test_what_became_of_late_hands_comes_along(ended, tournament):
    wrong = come_late(ended, 2, win(24))
    decide_late_hand.decide(wrong.pk, counts=False, by="referee", reason='a "new" wall')
    right = come_late(ended, 2, win(16))
    decide_late_hand.decide(right.pk, counts=True, by="referee")
    refused, counted = objects(there_and_back(tournament), LATE)
    assert (refused["decision"], refused["answer"]) == ("refused", 'a "new" wall')
    assert counted["decision"] == "counts"
    copy = LateHand.objects.latest("pk")
    assert (
        copy.line.sequence
        == counted["line"]
        == right.__class__.objects.get(pk=right.pk).line.sequence
    )
    assert copy.line.game == copy.game != ended


def test_two_versions_wait_where_they_came_in(played, tournament):
    offer(played, 1, win(24))
    [line] = objects(there_and_back(tournament), CONFLICTS)
    assert (line["line"], line["entry"]["points"]) == (1, 24)
    copy = Conflict.objects.latest("pk")
    assert conflicting_hands.settle(
        copy.line.game, copy.pk, "offered", by="referee", reason="both agree"
    )
    assert copy.line.game.ledger.count() == 2


def test_which_version_was_chosen_comes_along(played, tournament):
    conflict = offer(played, 1, win(24))
    conflicting_hands.settle(
        played, conflict.pk, "kept", by="referee", reason="it was said"
    )
    [line] = objects(there_and_back(tournament), CONFLICTS)
    assert (line["choice"], line["settled_by"]) == ("kept", "referee")


def test_a_version_of_a_hand_that_came_from_a_sheet_is_told_with_it(played, tournament):
    first = tournament_folder.files_of(tournament)
    plain = {name: text for name, text in first.items() if name != "ledger.jsonl"}
    copy = copy_of(plain)
    line = copy.rounds.get().games.get(table=1).ledger.get()
    Conflict.objects.create(line=line, offered=win(24), device_key="o", by="table 1")
    assert CONFLICTS in there_and_back(copy)


def test_time_of_its_own_comes_along_without_the_clock(played, running_round, noon):
    extra_time.extend_table(
        played.pk, minutes=15, by="referee", reason="a spilled drink", now=noon
    )
    files = there_and_back(running_round.tournament)
    assert rows(files, EXTRA) == [{"round": "1", "table": "1", "minutes": "15"}]
    end = running_round.ends_at + timedelta(minutes=20)
    end_and_close_round.end_if_due(running_round.pk, version=99, now=end)
    copy = Extension.objects.latest("pk")
    assert (copy.extra, copy.ends_at) == (timedelta(minutes=15), None)


def test_time_that_is_no_whole_minute(played, running_round):
    Extension.objects.create(game=played, extra=timedelta(seconds=90))
    [row] = rows(there_and_back(running_round.tournament), EXTRA)
    assert (row["minutes"], row["seconds"]) == ("1", "30")


def test_without_any_of_it_there_is_no_file(played, tournament):
    assert not {LATE, CONFLICTS, EXTRA} & there_and_back(tournament).keys()


# --- errors ---------------------------------------------------------------------

MISSING = object()

#: Changes to the only line of the file, with the code of the error.
WRONG_LATE = {
    "a table that is not there": ({"table": 9}, "no_seating"),
    "no table": ({"table": MISSING}, "not_a_number"),
    "no entry": ({"entry": MISSING}, "not_an_entry"),
    "an entry of no kind": ({"entry": {"kind": "mahjong"}}, "unknown_kind"),
    "an entry the rules refuse": ({"entry": win(7)}, "below_minimum"),
    "an entry that ends no hand": (
        {"entry": {"kind": "penalty", "seat": "E", "amount": -1}},
        "no_outcome",
    ),
    "nobody": ({"by": ""}, "missing"),
    "no time": ({"at": "noon"}, "not_a_time"),
    "no decision known": ({"decision": "perhaps"}, "not_a_choice"),
    "decided by nobody": ({"decision": "refused"}, "half_decided"),
    "decided and not how": ({"decided_by": "referee"}, "half_decided"),
    "a line and no decision": ({"line": 1}, "no_such_line"),
    "a line that does not count": (
        {
            "line": 1,
            "decision": "refused",
            "decided_by": "referee",
            "decided_at": "2026-05-02T12:00:00+02:00",
        },
        "half_counted",
    ),
    "more than is known": ({"colour": "red"}, "unknown"),
}
WRONG_CONFLICTS = {
    "a table that is not there": ({"table": 9}, "no_such_line"),
    "a line that is not there": ({"line": 5}, "no_such_line"),
    "no line": ({"line": MISSING}, "not_a_number"),
    "an entry the rules refuse": ({"entry": win(7)}, "below_minimum"),
    "an entry that ends no hand": (
        {"entry": {"kind": "penalty", "seat": "E", "amount": -1}},
        "no_outcome",
    ),
    "nobody": ({"by": ""}, "missing"),
    "chosen by nobody": ({"choice": "kept"}, "half_settled"),
    "settled and not how": ({"settled_by": "referee"}, "half_settled"),
}


def faults(files: Files) -> list[tuple[str, int, str]]:
    """Return (file, line, code) of each error in the files.

    Asserts that the files are rejected.
    """
    with pytest.raises(RuleError) as caught:
        tournament_folder.open_files(files)
    found = caught.value.faults
    assert all(isinstance(fault, FileFault) for fault in found)
    assert all(located(fault).startswith(fault.file) for fault in found)
    return [(fault.file, fault.line, fault.code) for fault in found]


def changed(files: Files, name: str, values: Mapping[str, object]) -> Files:
    [line] = objects(files, name)
    line = {
        key: value for key, value in (line | values).items() if value is not MISSING
    }
    return {**files, name: json.dumps(line).encode()}


@pytest.mark.parametrize("case", WRONG_LATE)
def test_a_late_hand_that_cannot_be_is_refused(ended, tournament, case):
    come_late(ended, 2, WASHOUT)
    values, code = WRONG_LATE[case]
    files = changed(tournament_folder.files_of(tournament), LATE, values)
    assert faults(files) == [(LATE, 1, code)]


def test_a_late_hand_counts_as_a_line_of_its_hand_once(ended, tournament):
    late = come_late(ended, 2, WASHOUT)
    decide_late_hand.decide(late.pk, counts=True, by="referee")
    files = tournament_folder.files_of(tournament)
    assert faults(changed(files, LATE, {"line": 1})) == [(LATE, 1, "no_such_line")]
    twice = {**files, LATE: files[LATE] * 2}
    assert faults(twice) == [(LATE, 2, "line_twice")]


@pytest.mark.parametrize("case", WRONG_CONFLICTS)
def test_a_version_that_cannot_be_is_refused(played, tournament, case):
    offer(played, 1, win(24))
    values, code = WRONG_CONFLICTS[case]
    files = changed(tournament_folder.files_of(tournament), CONFLICTS, values)
    assert faults(files) == [(CONFLICTS, 1, code)]


@pytest.mark.parametrize(
    ("cells", "line", "code"),
    [
        ("1,9,5", 2, "no_seating"),
        ("1,1,0", 2, "no_time"),
        ("1,1,-5", 2, "out_of_range"),
        ("1,1,five", 2, "not_a_number"),
        ("1,1,5\r\n1,1,6", 3, "given_twice"),
    ],
)
def test_time_that_cannot_be_is_refused(played, tournament, cells, line, code):
    text = f"round,table,minutes\r\n{cells}\r\n".encode()
    files = {**tournament_folder.files_of(tournament), EXTRA: text}
    assert (EXTRA, line, code) in faults(files)


@pytest.mark.parametrize("name", [LATE, CONFLICTS])
@pytest.mark.parametrize(
    ("content", "code"),
    [(b"\xff", "not_utf8"), (b"{", "not_json"), (b"[]", "not_json")],
)
def test_a_file_that_is_no_text_is_refused(played, tournament, name, content, code):
    files = {**tournament_folder.files_of(tournament), name: content}
    assert faults(files) == [(name, 1, code)]
