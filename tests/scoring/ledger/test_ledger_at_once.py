"""Several devices send entries at the same moment.

Each device gets one ledger entry or an error.
"""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from scoring.corrections import conflicting_hands, correct_and_undo
from scoring.ledger import enter_hand as ledger
from scoring.ledger import rebuild_results_from_ledgers
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry

pytestmark = pytest.mark.django_db(transaction=True)


def win(points: int) -> dict[str, object]:
    return {"kind": "win", "winner": "E", "from": "S", "points": points}


def entering(game, key: str, points: int, hand: int = 1):
    """Return a function that enters a hand from a device and returns "saved",
    "repeated", "conflict" or the code of the error.
    """

    def enter() -> str:
        try:
            receipt = ledger.enter(
                game.pk, win(points), device_key=key, by="referee", hand=hand
            )
        except HandConflict:
            return "conflict"
        except RuleError as error:
            return error.faults[0].code
        return "repeated" if receipt.repeated else "saved"

    return enter


def correcting(line: LedgerEntry, key: str, points: int):
    def correct() -> str:
        try:
            correct_and_undo.correct(
                line.pk, win(points), device_key=key, by="referee", reason="misread"
            )
        except RuleError as error:
            return error.faults[0].code
        return "saved"

    return correct


def test_two_outcomes_of_one_hand_are_one_line_and_one_conflict(game, at_once):
    answers = at_once(entering(game, "a", 12), entering(game, "b", 20))
    assert sorted(answers) == ["conflict", "saved"]
    assert game.ledger.count() == 1


def test_the_same_outcome_from_two_devices_is_one_line(game, at_once):
    answers = at_once(entering(game, "a", 12), entering(game, "b", 12))
    assert sorted(answers) == ["repeated", "saved"]
    assert game.ledger.count() == 1


def test_one_entry_sent_four_times_at_once_is_one_line(game, at_once):
    answers = at_once(*[entering(game, "a", 12) for _send in range(4)])
    assert sorted(answers) == ["repeated"] * 3 + ["saved"]
    assert game.ledger.count() == 1


def test_one_key_with_two_hands_at_once_is_one_line_and_one_conflict(game, at_once):
    answers = at_once(entering(game, "a", 8), entering(game, "a", 88))
    assert sorted(answers) == ["conflict", "saved"]
    assert game.ledger.count() == 1


def test_one_key_with_two_corrections_at_once_is_one_correction(game, at_once):
    entering(game, "a", 12)()
    line = game.ledger.get()
    answers = at_once(correcting(line, "b", 20), correcting(line, "b", 30))
    assert sorted(answers) == ["other_content", "saved"]
    assert game.ledger.count() == 2


def test_three_versions_under_one_key_at_once_are_all_kept(game, at_once):
    def offering(points: int):
        def offer() -> str:
            try:
                ledger.enter(game.pk, win(points), device_key="a", by="table 1", hand=1)
            except HandConflict as found:
                conflicting_hands.note(found, device_key="a", by="table 1")
                return "conflict"
            return "saved"

        return offer

    answers = at_once(*[offering(points) for points in (8, 88, 18)])
    assert sorted(answers) == ["conflict", "conflict", "saved"]
    seen = {game.ledger.get().data["points"]}
    seen |= {conflict.offered["points"] for conflict in Conflict.objects.all()}
    assert seen == {8, 88, 18}


def test_two_corrections_of_one_line_are_one(game, at_once):
    entering(game, "a", 12)()
    line = game.ledger.get()
    answers = at_once(correcting(line, "b", 20), correcting(line, "c", 30))
    assert sorted(answers) == ["saved", "superseded"]
    assert game.ledger.count() == 2


def test_a_correction_and_the_next_hand_do_not_lose_each_other(game, at_once):
    entering(game, "a", 12)()
    answers = at_once(
        correcting(game.ledger.get(), "b", 20), entering(game, "c", 12, hand=2)
    )
    assert answers == ["saved", "saved"]
    assert TableLedger(game).state.scores["E"] == 44 + 36
    assert (
        list(rebuild_results_from_ledgers.rebuild(game.round.tournament, check=True))
        == []
    )


def test_tables_do_not_stand_in_each_others_way(running_round, at_once):
    one, two = running_round.games.order_by("table")
    answers = at_once(entering(one, "a", 12), entering(two, "b", 12))
    assert answers == ["saved", "saved"]
    tournament = running_round.tournament
    tournament.refresh_from_db()
    assert tournament.log.first().revision == tournament.revision


def test_one_key_at_two_tables_is_one_line(running_round, at_once):
    """A key used at two tables gives one entry and one error.

    Only a faulty device uses a key twice.
    """
    one, two = running_round.games.order_by("table")
    answers = at_once(entering(one, "a", 12), entering(two, "a", 12))
    assert sorted(answers) == ["key_used", "saved"]
    assert LedgerEntry.objects.count() == 1
