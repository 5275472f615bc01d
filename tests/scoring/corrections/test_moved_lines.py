"""Hands that only moved to another number keep their author and wording."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from scoring import tournament_folder
from scoring.corrections import correct_and_undo, reseat_players
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.table.result_sheet import result_sheet
from scoring.table.score_sheet import SheetLine, sheet_of
from scoring.tournament_folder.file_layout import LEDGER
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.corrections.test_reseat_and_rulings import SWAP, Follow
from tests.scoring.ledger.test_hand_order import (
    PENALTY,
    WASHOUT,
    game_page,
    insert,
    key,
    outcome,
    play,
    remove,
    win_of,
)
from tests.scoring.table_device import text
from tournaments.models import Game


def enter(game: Game, raw: dict, by: str, **more: object) -> None:
    settles = raw["kind"] in ("win", "washout")
    hand = TableLedger(game).state.position.hand if settles else None
    given = {"device_key": key(), "by": by, "hand": hand}
    enter_hand.enter(game.pk, raw, **(given | more))


@pytest.fixture
def played(game: Game) -> Game:
    """Return a table after three hands that the table entered, and a fourth that a
    referee corrected. The third hand has a penalty.
    """
    for fan in (11, 12):
        enter(game, win_of(fan), "table 1")
    enter(game, PENALTY, "bert", reason="slow play")
    for fan in (13, 14):
        enter(game, win_of(fan), "table 1")
    correct_and_undo.correct(
        outcome(game, 4).pk,
        win_of(24),
        device_key=key(),
        by="bert",
        reason="was read wrongly",
    )
    return game


def rows(game: Game) -> list[SheetLine]:
    return sheet_of(TableLedger(game))["lines"]


def entered(game: Game) -> list[tuple[int, str, str]]:
    """Return (hand number, kind, author) of each valid entry."""
    return [(row.line.hand, row.line.kind, row.entered.by) for row in rows(game)]


def put_in(game: Game, hand: int = 0) -> None:
    insert(game, hand, WASHOUT, by="anna", reason="forgot")


def test_only_the_hand_put_in_names_who_put_it_in(played):
    before = {row.line.pk: row.line for row in rows(played)}
    put_in(played)
    assert entered(played) == [
        (1, "washout", "anna"),
        (2, "win", "table 1"),
        (3, "win", "table 1"),
        (4, "penalty", "bert"),
        (4, "win", "table 1"),
        (5, "win", "bert"),
    ]
    moved = [row.entered for row in rows(played)[1:]]
    assert {(line.pk, line.at) for line in moved} == {
        (line.pk, line.at) for line in before.values()
    }


def test_a_hand_that_only_moved_is_not_corrected(played):
    put_in(played)
    assert [row.corrected for row in rows(played)] == [False] * 5 + [True]
    versions = rows(played)[-1].before_move
    assert [version.entered.by for version in versions] == ["table 1"]


def test_a_hand_that_moved_and_is_corrected_then_is_corrected(played):
    put_in(played)
    line = outcome(played, 2)
    correct_and_undo.correct(
        line.pk, win_of(30), device_key=key(), by="anna", reason="so it was"
    )
    row = rows(played)[1]
    assert (row.corrected, row.entered.by) == (True, "anna")
    assert row.earlier[-1].entered.by == "table 1"


def test_hands_that_move_twice_are_still_whose_they_were(played):
    put_in(played)
    put_in(played, 2)
    remove(played, 1)
    assert entered(played) == [
        (1, "win", "table 1"),
        (2, "washout", "anna"),
        (3, "win", "table 1"),
        (4, "penalty", "bert"),
        (4, "win", "table 1"),
        (5, "win", "bert"),
    ]
    enter(played, win_of(40), "table 1")
    assert (rows(played)[-1].corrected, rows(played)[-1].entered.by) == (
        False,
        "table 1",
    )


def test_a_hand_taken_back_and_entered_again_is_corrected(game):
    play(game, 11, 12)
    remove(game, 2)  # the last one: nothing moves
    enter(game, win_of(13), "table 1")
    assert [row.corrected for row in rows(game)] == [False, True]


def test_the_result_sheet_counts_what_each_entered(played):
    put_in(played)
    authors = {
        author.name: author.entries for author in result_sheet(played)["authors"]
    }
    assert authors == {"table 1": 3, "bert": 2, "anna": 1}


def test_the_pages_say_it(played, referee_client, at):
    put_in(played)
    everybody = text(referee_client.get(game_page(played)))
    assert everybody.count("Corrected") == 1
    assert "Previously hand 2" in everybody
    assert "Moved by anna" in everybody
    assert "slow play" in everybody
    page = text(referee_client.get(at("entries")))
    assert "Previously hand 1" in page
    page = text(referee_client.get(at("correct", outcome(played, 2).sequence)))
    assert "Entered by table 1" in page


def test_it_goes_there_and_back_in_an_event_folder(played):
    put_in(played)
    files = tournament_folder.files_of(played.round.tournament)
    copy = import_files(files, director=None).tournament
    again = Game.objects.get(round__tournament=copy, table=played.table)
    assert entered(again) == entered(played)
    assert [row.corrected for row in rows(again)] == [
        row.corrected for row in rows(played)
    ]


def with_moved(played: Game, said: Sequence[int]) -> Game:
    """Return the table after export and import of its tournament.

    In the folder, only the entries in `said` name their entry before the move.
    """
    files = dict(tournament_folder.files_of(played.round.tournament))
    lines = [json.loads(line) for line in files[LEDGER].splitlines()]
    assert [each["moved_from"] for each in lines if "moved_from" in each] == MOVED
    for line in lines:
        if line.get("moved_from") not in said:
            line.pop("moved_from", None)
    files[LEDGER] = "\n".join(map(json.dumps, lines)).encode()
    copy = import_files(files, director=None).tournament
    return Game.objects.get(round__tournament=copy, table=played.table)


#: The entries of the hands that move when a hand is inserted first.
MOVED = [1, 2, 3, 4, 6]


def test_a_folder_says_itself_which_lines_moved(played):
    put_in(played)
    authors = [by for _hand, _kind, by in entered(with_moved(played, [1, 6]))]
    assert authors == ["anna", "table 1", "anna", "anna", "anna", "bert"]


def test_a_folder_of_an_earlier_version_says_it_by_the_order_of_its_lines(played):
    put_in(played)
    assert entered(with_moved(played, [])) == entered(played)


def test_players_reseated_after_it_change_nothing_of_that(played):
    put_in(played)
    before = entered(played)
    reseat_players.reseat(
        played.pk,
        reseat_players.raw_of(SWAP, Follow.PLAYERS),
        device_key=key(),
        by="anna",
        reason="sat wrongly",
    )
    again = [each for each in entered(played) if each[1] != "reseat"]
    assert again == before
