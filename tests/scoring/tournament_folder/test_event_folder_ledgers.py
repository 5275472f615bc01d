"""Ledgers in tournament folders: exported and imported with their whole history, in
each ruleset.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.ledger_entries import Follow
from rules.winds import WINDS
from scoring import tournament_folder
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import correct_and_undo, reseat_players
from scoring.ledger import enter_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.tournament_folder.import_tournament import import_files
from tests.examples import examples
from tests.scoring.folders import rows, there_and_back
from tests.scoring.fuzz.evenings import RULESETS, evening
from tests.scoring.fuzz.requests import Request
from tests.scoring.fuzz.watch import play
from tests.scoring.tables_of_rules import table_of
from tests.written_again import fixtures
from tournaments.files.file_faults import FileFault, located
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.django_db

Files = Mapping[str, bytes]
LEDGER, CONFIRMATIONS = "ledger.jsonl", "confirmations.csv"

#: Hands at a table of players 1 to 4, and their cells from the third on.
HANDS: Mapping[str, list[tuple[dict[str, Any], list[str]]]] = {
    "mcr": [
        (
            {"kind": "win", "winner": "E", "from": "S", "points": 8, "chicken": True},
            ["1", "2", "8", "1"],
        ),
        ({"kind": "washout"}, ["", "", "0", "0"]),
        (
            {
                "kind": "win",
                "winner": "N",
                "from": "S",
                "hand": "[EEE][SSS][WWW]NNN5m+5m",
            },
            ["4", "2", "95", "0"],
        ),
        (
            {
                "kind": "win",
                "from": "W",
                "winners": [
                    {"winner": "E", "points": 9},
                    {"winner": "N", "points": 8, "chicken": True},
                ],
            },
            ["1 4", "3", "9 8", "0 1"],
        ),
    ],
    "hong_kong": [
        (
            {"kind": "win", "winner": "E", "from": "S", "faan": 5},
            ["win", "1", "2", "5"],
        ),
        ({"kind": "washout"}, ["washout", "", "", ""]),
        (
            {
                "kind": "win",
                "from": "W",
                "winners": [{"winner": "E", "faan": 3}, {"winner": "N", "faan": 8}],
            },
            ["win", "1 4", "3", "3 8"],
        ),
        ({"kind": "win", "winner": "W", "faan": 4}, ["win", "3", "", "4"]),
    ],
    "classical": [
        (
            {
                "kind": "win",
                "winner": "E",
                "from": "S",
                "values": {"E": 40, "S": 8, "W": 4, "N": 2},
            },
            ["win", "1", "2", "40", "8", "4", "2"],
        ),
        ({"kind": "washout"}, ["washout", "", "", "", "", "", ""]),
        (
            {"kind": "abortive_draw", "reason": "four_kongs"},
            ["four_kongs", "", "", "", "", "", ""],
        ),
        (
            {
                "kind": "win",
                "from": "W",
                "winners": [{"winner": "E"}, {"winner": "N"}],
                "values": {"E": 40, "S": 8, "W": 4, "N": 20},
            },
            ["win", "1 4", "3", "40", "8", "4", "20"],
        ),
    ],
    "riichi": [
        (
            {"kind": "win", "winner": "E", "from": "S", "han": 3, "fu": 40},
            ["win", "1", "2", "3", "40", "", "", "", "", ""],
        ),
        (
            {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["W"]},
            ["exhaustive_draw", "", "", "", "", "", "", "", "3", "1 3"],
        ),
        (
            {"kind": "abortive_draw", "reason": "nine_terminals"},
            ["nine_terminals", "", "", "", "", "", "", "", "", ""],
        ),
        (
            {"kind": "win", "winner": "N", "limit": "mangan", "riichi": ["N"]},
            ["win", "4", "", "", "", "mangan", "", "", "4", ""],
        ),
    ],
    "zung_jung": [
        (
            {"kind": "win", "winner": "E", "from": "S", "points": 70},
            ["win", "1", "2", "70", ""],
        ),
        ({"kind": "washout"}, ["washout", "", "", "", ""]),
        (
            {
                "kind": "win",
                "winner": "E",
                "from": "S",
                "points": 70,
                "responsible": "N",
            },
            ["win", "1", "2", "70", "4"],
        ),
        (
            {
                "kind": "win",
                "winner": "W",
                "from": "S",
                "points": 70,
                "responsible": "none",
            },
            ["win", "3", "2", "70", "none"],
        ),
        (
            {"kind": "win", "winner": "W", "hand": "[CCC]123m456p78p11s*9p"},
            ["win", "3", "", "10", ""],
        ),
    ],
}
OPTIONS: Mapping[str, dict[str, object]] = {
    "mcr": {"multiple_winners": "all"},
    "hong_kong": {"multiple_winners": "all"},
    "classical": {"multiple_winners": "all", "abortive_draws": ["four_kongs"]},
    "riichi": {"preset": "tenhou"},
    "zung_jung": {},
}


def enter(game: Game, raw: Mapping[str, Any]) -> None:
    ledger = TableLedger.as_now(game)
    enter_hand.enter(
        game.pk,
        raw,
        hand=ledger.state.position.hand,
        device_key=f"key-{game.pk}-{len(ledger.lines)}",
        by="device 1",
        reason="seen by a referee" if raw["kind"] == "penalty" else "",
    )


def played(director, noon, ruleset: str) -> Game:
    """Return a table after the hands of the ruleset."""
    game = table_of(director, noon, ruleset, **OPTIONS[ruleset]).game
    for raw, _cells in HANDS[ruleset]:
        enter(game, raw)
    return game


def told(game: Game) -> Files:
    return there_and_back(game.round.tournament)


def lines_of(files: Files) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[LEDGER].decode().splitlines()]


def with_lines(files: Files, lines: list[Any]) -> Files:
    return {**files, LEDGER: "\n".join(map(json.dumps, lines)).encode()}


def faults(files: Files) -> list[tuple[str, int, str]]:
    """Return (file, line, code) of each error in the files; [] if there is none."""
    try:
        tournament_folder.open_files(files)
    except RuleError as error:
        found = error.faults
    else:
        found = ()
    assert all(isinstance(fault, FileFault) for fault in found)
    assert all(located(fault).startswith(fault.file) for fault in found)
    return [(fault.file, fault.line, fault.code) for fault in found]


@pytest.mark.parametrize("ruleset", HANDS)
def test_hands_are_read_in_a_spreadsheet(director, noon, ruleset):
    game = played(director, noon, ruleset)
    shown = rows(told(game), "hands.csv")
    cells = [list(row.values())[3:-4] for row in shown]
    assert cells == [due for _raw, due in HANDS[ruleset]]


@pytest.mark.parametrize("ruleset", HANDS)
def test_ordinary_hands_come_in_without_a_ledger(director, noon, ruleset):
    """Hands can be imported without ledgers, because organisers who do not use this
    program have none.
    """
    game = table_of(director, noon, ruleset, **OPTIONS[ruleset]).game
    ordinary = [raw for raw, _due in HANDS[ruleset] if not {"winners", "hand"} & {*raw}]
    for raw in ordinary:
        enter(game, raw)
    enter(game, {"kind": "play_ended", "why": "ruling"})
    files = dict(told(game))
    del files[LEDGER]
    copy = import_files(files, director=None)
    assert all(finding.agrees for finding in copy.findings)
    assert there_and_back(copy.tournament) == files


def test_faan_for_bonus_tiles_are_read_in_a_spreadsheet_and_come_in(director, noon):
    game = table_of(director, noon, "hong_kong").game
    enter(game, {"kind": "win", "winner": "E", "faan": 5, "bonus_faan": 2})
    enter(game, {"kind": "washout"})
    enter(game, {"kind": "play_ended", "why": "ruling"})
    files = dict(told(game))
    assert [row["bonus_faan"] for row in rows(files, "hands.csv")] == ["2", ""]
    del files[LEDGER]
    copy = import_files(files, director=None)
    assert there_and_back(copy.tournament) == files


def test_flowers_are_read_in_a_spreadsheet_and_come_in(director, noon):
    game = table_of(director, noon, "mcr").game
    enter(game, {"kind": "win", "winner": "E", "points": 24, "flowers": 3})
    enter(game, {"kind": "washout"})
    enter(game, {"kind": "play_ended", "why": "ruling"})
    files = dict(told(game))
    assert [row["flowers"] for row in rows(files, "hands.csv")] == ["3", ""]
    del files[LEDGER]
    copy = import_files(files, director=None)
    assert there_and_back(copy.tournament) == files


def test_everything_that_happened_to_a_ledger_comes_in(director, noon):
    game = played(director, noon, "hong_kong")
    first = game.ledger.first()
    why = {"by": "referee", "reason": "misread"}
    washout = {"kind": "washout"}
    correct_and_undo.correct(first.pk, washout, device_key="correction", **why)
    seats = reseat_players.raw_of({"E": "S", "S": "E"}, Follow.PLAYERS)
    reseat_players.reseat(game.pk, seats, device_key="reseat", **why)
    fine = {
        "kind": "penalty",
        "amounts": {"N": -20},
        "offender": "N",
        "offence": "late",
        "times": 2,
        "target": "overall",
    }
    enter(game, fine)
    correct_and_undo.undo(game.pk, device_key="undo", **why)
    enter(game, fine)
    enter(game, {"kind": "play_ended", "why": "ruling"})
    files = told(game)
    copy = Tournament.objects.latest("pk")
    there = Game.objects.select_related("round__tournament").get(round__tournament=copy)
    kept = ("sequence", "place", "hand", "kind", "data", "by", "at", "reason")
    kept += ("reason_key", "reason_values", "moved_from__sequence")
    assert list(there.ledger.values(*kept)) == list(game.ledger.values(*kept))
    assert rows(files, "seating.csv")[0]["east"] == "2"
    shown = rows(files, "hands.csv")
    assert [row["winner"] for row in shown] == ["", "", "1 4", "3"]


def test_a_cancelled_table_counts_for_nothing_where_it_comes_in(director, noon):
    game = played(director, noon, "classical")
    enter(game, {"kind": "play_ended", "why": "cancelled"})
    files = told(game)
    assert rows(files, "totals.csv") == []
    assert Tournament.objects.latest("pk").rounds.get().state == "closed"


def test_what_was_said_of_results_comes_in(director, noon):
    game = played(director, noon, "riichi")
    enter(game, {"kind": "play_ended", "why": "ruling"})
    last = game.ledger.count()
    players = {seat.wind: seat.player for seat in game.seats.all()}
    confirm_and_dispute.confirm_as_player(game.pk, players["E"], sequence=last)
    disputed = confirm_and_dispute.dispute(
        game.pk, players["S"], sequence=last, text='Four han,\n"not three"'
    )
    confirm_and_dispute.settle(disputed.pk, by="referee", answer="Three.")
    confirm_and_dispute.confirm_as_referee(game.pk, sequence=last, by="referee")
    confirm_and_dispute.dispute(game.pk, players["N"], sequence=last, text="My riichi?")
    words = rows(told(game), CONFIRMATIONS)
    assert [(row["number"], row["said"]) for row in words] == [
        ("1", "confirm"),
        ("2", "dispute"),
        ("", "confirm"),
        ("4", "dispute"),
    ]
    assert words[1]["answer"] == "Three."


def untold(request: Request, status: int) -> None:
    """Ignore the request."""


@examples(15, 3)
@given(
    ruleset=st.sampled_from(sorted(RULESETS)),
    seed=st.integers(0, 10**6),
    posts=st.integers(0, 30),
)
def test_whatever_happens_at_a_table_goes_out_and_in(ruleset, seed, posts):
    with transaction.atomic():
        tables = evening(ruleset, seed)
        assert play(tables, posts, untold) == ""
        there_and_back(tables.game.round.tournament)
        transaction.set_rollback(True)


# --- errors -----------------------------------------------------------------------


Change = Callable[[list[dict[str, Any]]], object]


def put(at_line: int, **values: object) -> Change:
    return lambda lines: lines[at_line - 1].update(values)


def take(at_line: int, name: str) -> Change:
    return lambda lines: lines[at_line - 1].pop(name)


def both(one: Change, other: Change) -> Change:
    return lambda lines: (one(lines), other(lines))


#: Changes to the ledger of a Hong Kong table whose hand 4 was corrected in line 5,
#: undone in line 6 and entered again in line 7.
REFUSED: Mapping[str, tuple[Change, list[tuple[str, int, str]]]] = {
    "a table without seats": (
        put(1, table=9),
        [(LEDGER, 1, "no_seating"), (LEDGER, 2, "not_in_sequence")],
    ),
    "no round": (
        take(1, "round"),
        [(LEDGER, 1, "not_a_number"), (LEDGER, 2, "not_in_sequence")],
    ),
    "a line twice": (put(3, line=2), [(LEDGER, 3, "not_in_sequence")]),
    "a line missing": (put(7, line=8), [(LEDGER, 7, "not_in_sequence")]),
    "an unknown value": (put(1, colour="red"), [(LEDGER, 1, "unknown")]),
    "no time": (take(1, "at"), [(LEDGER, 1, "not_a_time")]),
    "a time without a zone": (
        put(1, at="2026-05-02T10:30:00"),
        [(LEDGER, 1, "not_a_time")],
    ),
    "a time that overflows": (
        put(1, at="0001-01-01T00:00:00+14:00"),
        [(LEDGER, 1, "not_a_time")],
    ),
    "a name too long": (put(1, by="x" * 151), [(LEDGER, 1, "not_text")]),
    "an entry that is none": (put(1, entry=5), [(LEDGER, 1, "not_an_entry")]),
    "a kind that is none": (put(1, entry={"kind": []}), [(LEDGER, 1, "unknown_kind")]),
    "too few faan": (
        put(1, entry={"kind": "win", "winner": "E", "from": "S", "faan": 1}),
        [(LEDGER, 1, "below_minimum")],
    ),
    "a hand that is not next": (put(3, hand=9), [(LEDGER, 7, "out_of_order")]),
    "a hand twice": (put(4, hand=3), [(LEDGER, 4, "hand_twice")]),
    "nothing to take back": (take(6, "instead_of"), [(LEDGER, 6, "bad_replacement")]),
    "a line replaced twice": (
        put(6, instead_of=1),
        [(LEDGER, 6, "bad_replacement")],
    ),
    "a correction of itself": (
        put(5, instead_of=5),
        [(LEDGER, 5, "bad_replacement")],
    ),
    "a correction of what comes later": (
        put(5, instead_of=7),
        [(LEDGER, 5, "bad_replacement")],
    ),
    "a correction without a reason": (
        take(5, "reason"),
        [(LEDGER, 5, "bad_replacement")],
    ),
    "a correction of another hand": (
        put(5, hand=2),
        [(LEDGER, 5, "bad_replacement")],
    ),
    "a correction of another kind": (
        put(5, entry={"kind": "penalty", "seat": "E", "amount": -1}),
        [(LEDGER, 5, "bad_replacement")],
    ),
    "moved from a line that counts": (put(7, moved_from=1), [(LEDGER, 7, "not_moved")]),
    "moved from itself": (put(7, moved_from=7), [(LEDGER, 7, "not_moved")]),
    "moved from what was another thing": (
        put(7, moved_from=5),
        [(LEDGER, 7, "not_moved")],
    ),
    "moved within its hand": (
        both(put(5, entry=HANDS["hong_kong"][0][0]), put(7, moved_from=5)),
        [(LEDGER, 7, "not_moved")],
    ),
    "a line taken back that moved": (put(6, moved_from=4), [(LEDGER, 6, "not_moved")]),
    "hands.csv says otherwise": (
        put(7, entry={"kind": "win", "winner": "W", "faan": 5}),
        [("hands.csv", 5, "not_as_in_ledger"), (LEDGER, 1, "not_shown")],
    ),
}


@pytest.fixture
def corrected(director, noon) -> Files:
    return fixtures.first(
        lambda: _corrected(director, noon), "corrected", director.pk, noon
    )


def _corrected(director, noon) -> Files:
    game = played(director, noon, "hong_kong")
    why = {"by": "referee", "reason": "misread"}
    last = game.ledger.last()
    washout = {"kind": "washout"}
    receipt = correct_and_undo.correct(last.pk, washout, device_key="k1", **why)
    correct_and_undo.retract(receipt.entry.pk, device_key="k2", **why)
    enter(game, HANDS["hong_kong"][3][0])
    return told(game)


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_that_cannot_be_is_refused(corrected, case):
    change, expected = REFUSED[case]
    lines = lines_of(corrected)
    change(lines)
    assert faults(with_lines(corrected, lines)) == expected


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff", "not_utf8"),
        (b"{", "not_json"),
        (b"[]", "not_json"),
        (b'{"round": NaN}', "not_json"),
        (b'{"by": "\\u0000"}', "not_json"),
        (b'{"by": "\\ud800"}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"9" * 5000, "not_json"),
    ],
)
def test_a_ledger_that_is_no_text_is_refused(corrected, content, code):
    assert (LEDGER, 1, code) in faults({**corrected, LEDGER: content})


PLACES = st.tuples(
    st.integers(0, 6),
    st.sampled_from(["line", "hand", "instead_of", "entry", "by", "at", "reason"]),
)
VALUES = st.one_of(
    st.none() | st.booleans() | st.integers(-1, 9) | st.text(max_size=3),
    st.sampled_from([raw for raw, _cells in HANDS["hong_kong"]]),
    st.sampled_from(
        [
            {"kind": "gong", "policy": "finish_hand"},
            {"kind": "play_ended", "why": "cancelled"},
            {"kind": "penalty", "seat": "E", "amount": -1},
            {"kind": "totals", "scores": {}},
            {"kind": "reseat", "seats": {"E": "S", "S": "E"}, "follow": "players"},
        ]
    ),
)


@examples(
    60,
    10,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(changes=st.lists(st.tuples(PLACES, VALUES), max_size=3))
def test_whatever_the_lines_say(corrected, changes):
    """Changed ledger lines are either rejected with errors, or imported, exported and
    imported again.
    """
    lines = lines_of(corrected)
    for (line, name), value in changes:
        lines[line][name] = value
    files = with_lines(corrected, lines)
    if faults(files):
        return
    with transaction.atomic():
        met = import_files(files, director=None).tournament
        assert rebuild(met, check=True) == []
        there_and_back(met)
        transaction.set_rollback(True)


SAID: Mapping[str, tuple[dict[str, object], str]] = {
    "a table that is not there": ({"table": 9}, "no_result"),
    "a player from elsewhere": ({"number": 99}, "player_elsewhere"),
    "who made the last entry": ({"number": "", "by": "device 1"}, "own_entry"),
    "a confirmation with a text": ({"text": "yes"}, "only_confirmed"),
    "a dispute without a text": ({"said": "dispute"}, "half_a_dispute"),
    "a dispute of nobody's": (
        {"said": "dispute", "text": "no", "number": ""},
        "half_a_dispute",
    ),
    "a dispute half settled": (
        {"said": "dispute", "text": "no", "answer": "yes"},
        "half_settled",
    ),
    "neither": ({"said": "perhaps"}, "not_a_choice"),
    "nobody": ({"by": ""}, "missing"),
    "never": ({"at": "noon"}, "not_a_time"),
}


def words_of(*said: Mapping[str, object]) -> bytes:
    header = "round,table,number,said,text,by,at,answer,settled_by,settled_at"
    word = {
        "round": 1,
        "table": 1,
        "number": 1,
        "said": "confirm",
        "by": "player 1",
        "at": "2026-05-02T10:30:00+00:00",
    }
    lines = [
        ",".join(str({**word, **each}.get(name, "")) for name in header.split(","))
        for each in said
    ]
    return "\r\n".join([header, *lines]).encode()


def test_what_cannot_have_been_said_is_refused(director, noon):
    game = played(director, noon, "hong_kong")
    enter(game, {"kind": "play_ended", "why": "ruling"})
    files = told(game)
    for case, (values, code) in SAID.items():
        said = {**files, CONFIRMATIONS: words_of(values)}
        assert faults(said) == [(CONFIRMATIONS, 2, code)], case


def test_what_is_said_twice_or_too_early_is_refused(director, noon):
    game = played(director, noon, "hong_kong")
    early = {**told(game), CONFIRMATIONS: words_of({})}
    assert faults(early) == [(CONFIRMATIONS, 2, "not_over")]
    enter(game, {"kind": "play_ended", "why": "ruling"})
    twice = {**told(game), CONFIRMATIONS: words_of({}, {})}
    assert faults(twice) == [(CONFIRMATIONS, 3, "said_twice")]


def test_no_query_for_a_hand(director, noon):
    game = played(director, noon, "riichi")

    def queries() -> int:
        files = tournament_folder.files_of(game.round.tournament)
        with CaptureQueriesContext(
            connection,
        ) as caught:
            import_files(files, director=None)
        return len(caught)

    few = queries()
    for raw, _cells in HANDS["riichi"]:
        enter(game, raw)
    assert queries() == few


def test_who_declared_riichi_was_tenpai_where_the_file_leaves_it_out(director, noon):
    """Players who declared riichi count as tenpai if the file does not mention it.

    East and West declared riichi: each gets 1500 from the others, and 1000 are on the
    table.
    """
    played(director, noon, "riichi")
    files = dict(tournament_folder.files_of(Tournament.objects.get()))
    files.pop("ledger.jsonl", None)
    header = files["hands.csv"].decode().splitlines()[0]
    draw = "1,1,1,exhaustive_draw,,,,,,,,1 3,,,,,"
    files["hands.csv"] = f"{header}\r\n{draw}\r\n".encode()
    copy = import_files(files, director=None).tournament
    game = Game.objects.get(round__tournament=copy, table=1)
    scores = TableLedger.as_now(game).state.scores
    opening = TableLedger.as_now(game).rules.opening_scores()
    changes = [scores[wind] - opening[wind] for wind in WINDS]
    assert changes == [500, -1500, 500, -1500]
    [row] = rows(tournament_folder.files_of(copy), "hands.csv")
    assert (row["riichi"], row["tenpai"]) == ("1 3", "1 3")
