"""Errors in a tournament folder.

All are reported together, by file and line. Nothing is imported, unless flags are
accepted.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.management import call_command

from rules.faults import RuleError
from rules.ruleset_and_table_state import Ending
from scoring import tournament_folder
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.tournament_folder.file_layout import NEEDED
from scoring.tournament_folder.import_tournament import Imported, import_files
from scoring.tournament_log import log_in_words_and_groups
from scoring.wording.stored_reasons import of_line
from tests.scoring.folders import PRACTICE, Folder, at
from tournaments.files.file_faults import located
from tournaments.models import Game, Person, Tournament

pytestmark = pytest.mark.django_db

EVENT, PLAYERS, SEATING, HANDS, TOTALS = NEEDED

Change = Callable[[Folder], object]
Faults = list[tuple[str, int, str]]


@pytest.fixture
def folder(tmp_path) -> Folder:
    return Folder(tmp_path / "event")


def table(number: int, **cells: object) -> Change:
    """Return a change of the seating at a table of round 1."""
    return lambda folder: folder.change(SEATING, at(1, number), **cells)


def hand(number: int, **cells: object) -> Change:
    """Return a change of a hand at table 1 of round 1, with players 6, 14, 2, 10.

    Hand 1 is in line 2.
    """
    return lambda folder: folder.change(HANDS, at(1, 1, number), **cells)


def totals(number: int, **cells: object) -> Change:
    """Return a change of the totals of a table of round 1. Table 1 is in line 2."""
    return lambda folder: folder.change(TOTALS, at(1, number), **cells)


def add(name: str, *cells: object) -> Change:
    return lambda folder: folder.add(name, *cells)


def remove(name: str, **where: object) -> Change:
    return lambda folder: folder.remove(name, **where)


def replace(name: str, old: str, new: str) -> Change:
    return lambda folder: folder.replace(name, old, new)


def overwrite(name: str, content: bytes) -> Change:
    return lambda folder: (folder.path / name).write_bytes(content)


def doubled_player(folder: Folder) -> None:
    """Seat player 5, who is at table 3, also at table 4 instead of player 3.

    Keep only the totals of table 4.
    """
    folder.remove(HANDS, round=1, table=4)
    folder.change(SEATING, at(1, 4), east=5)


def house_player(line: str, filler: str) -> Change:
    """Return a change that adds the column `filler`, with this value for player 1.

    `line`: the start of the player's line.
    """

    def change(folder: Folder) -> None:
        folder.replace(PLAYERS, "ema_number\r\n", "ema_number,filler\r\n")
        folder.replace(PLAYERS, "1,Player,01,Denmark,,Team 1,", f"{line},{filler}")

    return change


#: In the first round of the practice event.
CONTRADICTIONS: dict[str, tuple[Change, Faults]] = {
    "a player who is not in players.csv": (
        remove(PLAYERS, number=13),
        [(SEATING, 4, "unknown_player")],
    ),
    "a player at two tables of a round": (
        doubled_player,
        [(SEATING, 5, "seated_twice")],
    ),
    "fewer than 8 points": (hand(5, points=7), [(HANDS, 6, "below_minimum")]),
    "no points": (hand(5, points=""), [(HANDS, 6, "no_points")]),
    "more points than there are": (hand(5, points=900), [(HANDS, 6, "out_of_range")]),
    "a winner from another table": (
        hand(1, winner=1),
        [(HANDS, 2, "winner_elsewhere")],
    ),
    "a discarder from another table": (
        hand(1, discarder=1),
        [(HANDS, 2, "discarder_elsewhere")],
    ),
    "a winner who is the discarder": (
        hand(1, winner=6),
        [(HANDS, 2, "winner_is_discarder")],
    ),
    "a washout with a discarder": (hand(12, discarder=6), [(HANDS, 13, "no_winner")]),
    "a washout with points": (hand(12, points=8), [(HANDS, 13, "no_winner")]),
    "a hand that is missing": (
        remove(HANDS, round=1, table=1, hand=5),
        [(HANDS, 6, "hand_missing")],
    ),
    "a hand that is not finished": (
        hand(12, points=""),
        [(HANDS, 14, "hand_missing")],
    ),
    "a hand that is there twice": (
        add(HANDS, 1, 1, 5, 6, 2, 8, 0, "", "", "", ""),
        [(HANDS, 66, "hand_twice")],
    ),
    "a hand above the limit": (
        add(HANDS, 1, 1, 17, 6, 2, 8, 0, "", "", "", ""),
        [(HANDS, 66, "above_limit")],
    ),
    "totals that do not sum to zero": (
        totals(1, east_score=-123, totals_only=1),
        [(TOTALS, 2, "unbalanced")],
    ),
    "totals that do not sum to what a penalty took": (
        lambda folder: folder.change(HANDS, at(1, 4, 9), south_penalty=-30),
        [(TOTALS, 5, "totals_contradict_hands"), (TOTALS, 5, "unbalanced")],
    ),
    "totals that contradict the hands": (
        totals(1, east_score=-125, north_score=141),
        [(TOTALS, 2, "totals_contradict_hands")],
    ),
    "table points that contradict the totals": (
        totals(2, east_table_points=0, west_table_points=1),
        [(TOTALS, 3, "table_points_contradict_totals")] * 2,
    ),
    "table points of a tie that are not shared": (
        totals(1, south_table_points=2, west_table_points=1),
        [(TOTALS, 2, "table_points_contradict_totals")] * 2,
    ),
}

MUST_BE_MENDED: dict[str, tuple[Change, Faults]] = {
    "JSON that is none": (
        overwrite(EVENT, b'{\n"title": ,\n}'),
        [(EVENT, 2, "not_json")],
    ),
    "JSON that is no object": (overwrite(EVENT, b"[]"), [(EVENT, 0, "not_json")]),
    "JSON too deep": (overwrite(EVENT, b"[" * 100_000), [(EVENT, 0, "not_json")]),
    "a number that is none": (replace(EVENT, "100", "NaN"), [(EVENT, 0, "not_json")]),
    "a number without end": (replace(EVENT, "100", "1e999"), [(EVENT, 0, "not_json")]),
    "half a character": (
        replace(EVENT, "Practice", "\\ud800"),
        [(EVENT, 0, "not_json")],
    ),
    "a NUL in the title": (
        replace(EVENT, "Practice", "\\u0000"),
        [(EVENT, 0, "not_json")],
    ),
    "a NUL in a line": (hand(5, points="\0"), [(HANDS, 6, "not_text")]),
    "no title": (replace(EVENT, "Practice event", " "), [(EVENT, 2, "missing")]),
    "an unknown ruleset": (
        replace(EVENT, '"mcr"', '"mcx"'),
        [(EVENT, 3, "not_a_choice")],
    ),
    "an unknown option": (
        replace(EVENT, '"preset"', '"prezet"'),
        [(EVENT, 5, "unknown")],
    ),
    "rules nobody knows": (
        replace(EVENT, '"mcr"', '"shanghai"'),
        [(EVENT, 3, "not_a_choice")],
    ),
    "an option out of range": (
        replace(EVENT, '"hands_limit": 16', '"hands_limit": 17'),
        [(EVENT, 6, "out_of_range")],
    ),
    "a number that is text": (
        replace(EVENT, "100", '"100"'),
        [(EVENT, 7, "not_a_number")],
    ),
    "an unknown end": (
        replace(EVENT, "finish_hand", "finish_all"),
        [(EVENT, 8, "not_a_choice")],
    ),
    "an unknown tie-break": (
        replace(EVENT, '"score"', '"height"'),
        [(EVENT, 13, "unknown_measure")],
    ),
    "a column that is missing": (
        replace(HANDS, "discarder", "thrower"),
        [(HANDS, 1, "column_missing")],
    ),
    "a file that is not UTF-8": (
        overwrite(PLAYERS, b"number,last_name\r\n1,S\xf8rensen\r\n"),
        [(PLAYERS, 2, "not_utf8")],
    ),
    "a quote that does not end": (
        replace(HANDS, "10,6,8", '10,"6,8'),
        [(HANDS, 2, "not_csv")],
    ),
    "an empty file": (overwrite(TOTALS, b""), [(TOTALS, 0, "empty")]),
    "a score that is no number": (
        totals(1, east_score="much"),
        [(TOTALS, 2, "not_a_number")],
    ),
    "a score that is empty": (totals(1, east_score=""), [(TOTALS, 2, "missing")]),
    "points that are no number": (hand(5, points="8.5"), [(HANDS, 6, "not_a_number")]),
    "table points that are none": (
        totals(1, east_table_points="first"),
        [(TOTALS, 2, "not_a_figure")],
    ),
    "a seat that is empty": (table(1, east=""), [(SEATING, 2, "missing")]),
    "a number given twice": (
        lambda folder: folder.change(PLAYERS, {"number": "16"}, number=15),
        [
            (PLAYERS, 17, "given_twice"),
            *((SEATING, line, "unknown_player") for line in (3, 7, 10, 17)),
        ],
    ),
    "a player without a number": (
        add(PLAYERS, "", "Player", "17", "", "", "", ""),
        [(PLAYERS, 18, "missing")],
    ),
    "a house player who is neither one nor none": (
        house_player("1,Player,01,Denmark,,,", "yes"),
        [(PLAYERS, 2, "not_a_number")],
    ),
    "a house player in a team": (
        house_player("1,Player,01,Denmark,,Team 1,", "1"),
        [(PLAYERS, 2, "filler_in_team")],
    ),
    "a table that is seated twice": (
        add(SEATING, 1, 1, 1, 2, 3, 4),
        [(SEATING, 18, "given_twice")],
    ),
    "totals given twice": (
        add(TOTALS, 1, 1, 0, 0, 0, 0, "", "", "", "", 0),
        [(TOTALS, 18, "given_twice")],
    ),
    "hands of a table that nobody sat at": (
        add(HANDS, 1, 5, 1, 6, 2, 8, 0, "", "", "", ""),
        [(HANDS, 256, "no_seating")],
    ),
    "totals of a table that nobody sat at": (
        add(TOTALS, 9, 1, 0, 0, 0, 0, "", "", "", "", 0),
        [(TOTALS, 18, "no_seating")],
    ),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_contradiction_is_refused_and_can_be_accepted_with_a_flag(folder, case):
    folder.keep_first_round()
    change, expected = CONTRADICTIONS[case]
    change(folder)
    assert folder.faults() == expected
    imported = folder.accept()
    assert [(flag.file, flag.line, flag.code) for flag in imported.flags] == expected
    assert Game.objects.count() == 4
    assert rebuild(imported.tournament, check=True) == []
    event = imported.tournament.log.get(kind="imported")
    assert len(event.data["flags"]) == len(expected)
    assert all(
        f"{file} line {line}: " in log_in_words_and_groups.of_event(event)
        for file, line, _ in expected
    )


def test_nothing_is_imported_of_what_is_refused(folder):
    change, _expected = CONTRADICTIONS["fewer than 8 points"]
    change(folder)
    with pytest.raises(RuleError):
        import_files(tournament_folder.from_path(folder.path), director=None)
    assert not Tournament.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.parametrize("case", MUST_BE_MENDED)
def test_what_cannot_be_read_is_refused_also_with_flags(folder, case):
    change, expected = MUST_BE_MENDED[case]
    change(folder)
    assert folder.faults() == expected
    assert folder.faults(accept_flagged=True) == expected


@pytest.mark.parametrize("name", NEEDED)
def test_a_file_that_is_missing_is_named(folder, name):
    (folder.path / name).unlink()
    assert folder.faults() == [(name, 0, "file_missing")]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RuleError, match="does not exist"):
        tournament_folder.from_path(tmp_path / "nothing")


def test_all_faults_come_at_once_in_the_order_of_files_and_lines(folder):
    hand(5, points=7)(folder)
    hand(3, winner=1)(folder)
    totals(4, east_score="x")(folder)
    replace(EVENT, '"minutes": 100', '"minutes": 0')(folder)
    remove(PLAYERS, number=13)(folder)
    table(2, south=99)(folder)
    assert folder.faults() == [
        (EVENT, 7, "out_of_range"),
        (SEATING, 3, "unknown_player"),
        (SEATING, 4, "unknown_player"),
        (SEATING, 8, "unknown_player"),
        (SEATING, 13, "unknown_player"),
        (SEATING, 14, "unknown_player"),
        (HANDS, 4, "winner_elsewhere"),
        (HANDS, 6, "below_minimum"),
        *((HANDS, line, "winner_elsewhere") for line in (19, 20, 22, 25, 26, 27)),
        (HANDS, 28, "discarder_elsewhere"),
        (HANDS, 29, "winner_elsewhere"),
        (HANDS, 30, "discarder_elsewhere"),
        (TOTALS, 5, "not_a_number"),
    ]


SCORES = [f"{seat}_score" for seat in ("east", "south", "west", "north")]
NO_POINTS = {f"{seat}_table_points": "" for seat in ("east", "south", "west", "north")}

#: Values that are too long, by column.
TOO_LONG: dict[str, Callable[[Folder, str], object]] = {
    "a start number": lambda folder, x: folder.change(SEATING, at(1, 1), east=x),
    "points": lambda folder, x: folder.change(HANDS, at(1, 1, 5), points=x),
    "table points": lambda folder, x: folder.change(
        TOTALS, at(1, 1), east_table_points=x
    ),
    "a ruleset": lambda folder, x: folder.replace(EVENT, '"mcr"', f'"{x}"'),
    "an option": lambda folder, x: folder.replace(EVENT, '"preset"', f'"{x}"'),
    "a preset": lambda folder, x: folder.replace(EVENT, '"chinese"', f'"{x}"'),
    "a time zone": lambda folder, x: folder.replace(
        EVENT, '"title"', f'"time_zone": "{x}", "title"'
    ),
    "a column": lambda folder, x: folder.replace(
        PLAYERS, "ema_number\r\n", f"ema_number,{x},{x}\r\n"
    ),
    "a team": lambda folder, x: house_player(f"1,Player,01,,,{x[:90]},", "1")(folder),
}


@pytest.mark.parametrize("where", TOO_LONG)
def test_a_wrong_value_is_quoted_with_at_most_80_characters(folder, where):
    TOO_LONG[where](folder, "x" * 5000)
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(tournament_folder.from_path(folder.path))
    sentences = list(map(located, refused.value.faults))
    assert all("x" * 80 not in said and len(said) < 700 for said in sentences)
    assert any("x" * 79 + "…" in said for said in sentences)


def test_a_value_of_80_characters_is_quoted_as_it_is(folder):
    folder.change(HANDS, at(1, 1, 5), points="x" * 80)
    with pytest.raises(RuleError, match=r"“x{80}”"):
        tournament_folder.open_files(tournament_folder.from_path(folder.path))


def test_a_player_without_a_number_is_told_so_in_a_whole_sentence(folder):
    folder.add(PLAYERS, "", "Player", "17", "", "", "", "")
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(tournament_folder.from_path(folder.path))
    [fault] = refused.value.faults
    assert located(fault) == "players.csv line 18: number is empty."


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("Europe/Kopenhagen", "Europe/Copenhagen"),
        ("copenhagen", "Europe/Copenhagen"),
        ("Europe/Berlni", "Europe/Berlin"),
        ("new york", "America/New_York"),
    ],
)
def test_a_wrong_time_zone_names_the_three_nearest(folder, given, near):
    folder.replace(EVENT, '"title"', f'"time_zone": "{given}",\n"title"')
    with pytest.raises(RuleError) as refused:
        tournament_folder.open_files(tournament_folder.from_path(folder.path))
    [said] = map(located, refused.value.faults)
    begins = f"event.json line 2: “{given}” is not a time zone. Similar: {near}, "
    assert said.startswith(begins)
    assert said.count(",") == 2


@pytest.mark.parametrize("given", ["7", 'null, "time_zone": []', '{"a": 1}'])
def test_a_time_zone_that_is_no_text_is_refused_too(folder, given):
    folder.replace(EVENT, '"title"', f'"time_zone": {given},\n"title"')
    assert folder.faults() == [(EVENT, 2, "not_a_choice")]


def test_a_line_with_two_faults_says_both(folder):
    hand(1, winner=1, points=7)(folder)
    assert folder.faults() == [
        (HANDS, 2, "winner_elsewhere"),
        (HANDS, 2, "below_minimum"),
    ]


def ledger_of(imported: Imported, round_: int, number: int) -> TableLedger:
    games = Game.objects.select_related("round__tournament")
    return TableLedger(
        games.get(
            round__tournament=imported.tournament, round__number=round_, table=number
        )
    )


def test_hands_before_a_doubtful_one_stay_and_the_totals_stand(folder, client):
    hand(5, points=7)(folder)
    ledger = ledger_of(folder.accept(), 1, 1)
    assert (ledger.state.hands_played, ledger.state.over) == (4, Ending.TOTALS)
    assert list(ledger.state.scores.values()) == [-124, -8, -8, 140]
    reason = (
        "hands.csv line 6: 7 fan is less than the minimum of 8. "
        "Hands 5–16 are left out."
    )
    assert str(of_line(ledger.live[-1])) == reason
    page = client.get("/t/practice-event/rounds/1/tables/1/").content.decode()
    assert reason in page


def remarks(imported: Imported) -> list[str]:
    """Return the sentences about missing data in an import.

    Asserts that the director's log has the same sentences.
    """
    sentences = [
        finding.sentence
        for finding in imported.findings
        if "left out" in finding.sentence
        or "The recorded totals count" in finding.sentence
    ]
    event = imported.tournament.log.get(kind="imported")
    assert len(event.data["remarks"]) == len(sentences)
    assert all(each in log_in_words_and_groups.of_event(event) for each in sentences)
    return sentences


def test_hands_after_a_gap_are_said_to_be_left_out(folder, owner_client):
    remove(HANDS, round=1, table=1, hand=5)(folder)
    remove(HANDS, round=1, table=1, hand=8)(folder)
    remove(TOTALS, round=1, table=1)(folder)
    imported = folder.accept()
    assert remarks(imported) == ["Table 1.1: hands 6–7, 9–16 were left out."]
    log = owner_client.get(f"/director/{imported.tournament.slug}/log/")
    assert "Table 1.1: hands 6–7, 9–16 were left out." in log.content.decode()


def test_totals_that_stand_over_other_hands_are_listed_without_a_fault(
    folder, owner_client, capsys
):
    totals(1, east_score=-125, north_score=141, totals_only=1)(folder)
    totals(2, totals_only=1)(folder)
    folder.change(
        TOTALS, at(3, 2), totals_only=1, **dict.fromkeys(SCORES, 0), **NO_POINTS
    )
    assert folder.faults() == []
    imported = import_files(tournament_folder.from_path(folder.path), director=None)
    told = (
        "At 2 of 16 tables, the hands give other totals. The recorded totals count "
        "(round.table: 1.1, 3.2)."
    )
    assert imported.flags == ()
    assert remarks(imported) == [told]
    assert list(ledger_of(imported, 1, 1).state.scores.values()) == [-125, -8, -8, 141]
    log = owner_client.get(f"/director/{imported.tournament.slug}/log/")
    assert told in log.content.decode()
    call_command("import_event", str(folder.path))
    assert told in capsys.readouterr().out


def test_nothing_is_remarked_where_nothing_is_to_be_told():
    imported = import_files(tournament_folder.from_path(PRACTICE), director=None)
    assert remarks(imported) == []


def test_a_table_without_totals_keeps_the_hands_before_a_doubtful_one(folder):
    hand(5, points=7)(folder)
    remove(TOTALS, round=1, table=1)(folder)
    ledger = ledger_of(folder.accept(), 1, 1)
    assert (ledger.state.hands_played, ledger.state.over) == (4, None)


def test_contradicting_hands_stay_under_the_totals(folder):
    totals(1, east_score=-125, north_score=141)(folder)
    imported = folder.accept()
    ledger = ledger_of(imported, 1, 1)
    assert ledger.state.hands_played == 16
    assert list(ledger.state.scores.values()) == [-125, -8, -8, 141]
    assert "totals.csv line 2: The hands add up to -124 -8 -8 140" in str(
        of_line(ledger.live[-1])
    )
    differing = [f.sentence for f in imported.findings if not f.agrees]
    assert differing[:2] == [
        "Tables whose hands match the recorded scores: 15 of 16.",
        "Table 1.1: the hands add up to -124 -8 -8 140, not -125 -8 -8 141.",
    ]
    assert "Matching places of standings.csv: 14 of 16." in differing


def test_totals_that_do_not_balance_keep_their_sum(folder):
    totals(1, east_score=-123, totals_only=1)(folder)
    ledger = ledger_of(folder.accept(), 1, 1)
    assert sum(ledger.state.scores.values()) == 1
    assert ledger.live[-1].data["penalties"] == 1


def test_our_table_points_count_where_the_recorded_ones_are_wrong(folder):
    totals(2, east_table_points=0, west_table_points=1)(folder)
    imported = folder.accept()
    assert ledger_of(imported, 1, 2).state.over == Ending.ALL_HANDS
    assert "Table 1.2: the table points calculated here are 1 4 0 2." in [
        finding.sentence for finding in imported.findings if not finding.agrees
    ]


def test_an_unknown_player_gets_a_name_and_a_stand_in_a_number(folder):
    remove(PLAYERS, number=13)(folder)
    doubled_player(folder)
    tournament = folder.accept().tournament
    names = {player.number: str(player) for player in tournament.players.all()}
    assert (names[13], names[17]) == ("Unknown 13", "Substitute for 5")
    assert len(names) == 17


def test_a_fault_in_one_table_leaves_the_others_as_they_are(folder):
    hand(5, points=7)(folder)
    folder.accept()
    assert LedgerEntry.objects.filter(kind="totals").count() == 1
    assert LedgerEntry.objects.filter(settles_hand=True).count() == 254 - 12
