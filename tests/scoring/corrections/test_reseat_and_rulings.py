"""Reseats, hands entered from score sheets after paper totals, standard penalties, and
tables finished or cancelled by ruling. Tests of functions and pages.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.ledger_entries import Follow
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS
from scoring.corrections import (
    conflicting_hands,
    correct_and_undo,
    paper_sheets,
    reseat_players,
)
from scoring.corrections.paper_sheets import Stands
from scoring.ledger import enter_hand, ledger_transaction, rebuild_results_from_ledgers
from scoring.ledger.seats_and_rules_history import SeatsByLedger
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result, Sheet
from scoring.rounds import end_and_close_round as round_end
from scoring.rounds.clock_tick import sweep
from scoring.standings.rank_players import standings
from tests.scoring.table_device import HTMX, kinds, text, win
from tournaments.models import Seat, Tournament

SWAP = {"E": "S", "S": "E"}
TOTALS = {"kind": "totals", "scores": {"E": 40, "S": -10, "W": -10, "N": -20}}
#: Rulesets whose hands can be entered briefly.
RULESETS = ("mcr", "hong_kong", "classical", "riichi")
WINS = {
    "mcr": {"points": 12},
    "hong_kong": {"faan": 5},
    "classical": {"values": {"E": 40, "S": 8, "W": 4, "N": 2}},
    "riichi": {"han": 3, "fu": 40},
}


def key() -> str:
    return f"key-{LedgerEntry.objects.count()}"


def play(game, *hands: int, ruleset: str = "mcr", **values) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", **WINS[ruleset], **values}
    for hand in hands:
        enter_hand.enter(game.pk, raw, hand=hand, device_key=key(), by="referee")


def rule(game, raw, **more) -> LedgerEntry:
    given_ = {"device_key": key(), "by": "referee", "reason": "ruling"} | more
    return enter_hand.enter(game.pk, raw, **given_).entry


def reseat(
    game, seats=None, follow=Follow.PLAYERS, **more
) -> ledger_transaction.Receipt:
    given_ = {"device_key": key(), "by": "referee", "reason": "hand 5"} | more
    return reseat_players.reseat(
        game.pk, reseat_players.raw_of(seats or SWAP, follow), **given_
    )


def by_player(game) -> dict[int, int]:
    """Return the stored score of each player at the table, by player number."""
    results = Result.objects.filter(seat__game=game)
    return dict(results.values_list("seat__player__number", "score"))


def seated(game) -> str:
    """Return the numbers of the players E S W N as one string."""
    seats = dict(Seat.objects.filter(game=game).values_list("wind", "player__number"))
    return "".join(str(seats[wind]) for wind in WINDS)


def code_of(act, *given_, **more) -> str:
    with pytest.raises(RuleError) as caught:
        act(*given_, **more)
    return caught.value.faults[0].code


def by_ruleset(game, name: str):
    """Change the ruleset of all tournaments. Return the table, read again."""
    Tournament.objects.update(ruleset=name, options={})
    return type(game).objects.select_related("round__tournament").get(pk=game.pk)


def sound(game) -> bool:
    return not list(
        rebuild_results_from_ledgers.rebuild(game.round.tournament, check=True)
    )


# --- reseats --------------------------------------------------------------------


def test_hands_of_the_right_people_go_with_them(game):
    """After a reseat, hands belong to the players who played them.

    Players 1 and 2 had exchanged seats up to hand 5.
    """
    play(game, 1, 2, 3, 4)
    before = by_player(game)
    assert seated(game) == "1234"
    reseat(game)
    assert seated(game) == "2134"
    assert by_player(game) == before
    state = TableLedger(game).state
    assert (state.scores["S"], state.position.hand) == (before[1], 5)
    assert kinds(game) == ["win"] * 4 + ["reseat"]
    assert sound(game)


def test_hands_of_the_wrong_people_stay_with_the_seats(game):
    play(game, 1, 2, 3, 4)
    before = by_player(game)
    reseat(game, follow=Follow.SEATS)
    after = by_player(game)
    assert (after[2], after[1]) == (before[1], before[2])
    assert TableLedger(game).state.scores["E"] == before[1]
    assert sound(game)


@pytest.mark.every_case
@pytest.mark.parametrize("follow", list(Follow))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_taken_back_everything_is_as_it_was(game, ruleset, follow):
    game = by_ruleset(game, ruleset)
    play(game, 1, 2, ruleset=ruleset)
    before, seats = by_player(game), seated(game)
    line = reseat(game, {"E": "W", "W": "N", "N": "E"}, follow).entry
    assert seated(game) != seats
    correct_and_undo.retract(
        line.pk, device_key=key(), by="referee", reason="no, they did not"
    )
    assert (by_player(game), seated(game)) == (before, seats)
    assert kinds(game)[-2:] == ["reseat", "retraction"]
    assert sound(game)


@pytest.mark.parametrize("ruleset", ["classical", "riichi"])
def test_where_the_dealer_counts_everybodys_score_may_change(game, ruleset):
    game = by_ruleset(game, ruleset)
    play(game, 1, ruleset=ruleset)
    before = by_player(game)
    reseat(game)
    after = by_player(game)
    assert after[1] < before[1]
    assert sum(after.values()) == sum(before.values())
    assert sound(game)


def test_hands_entered_afterwards_are_about_the_new_seats(game):
    play(game, 1)
    reseat(game)
    play(game, 2, winner="S", **{"from": "W"})
    assert by_player(game)[1] == 2 * 36
    # and a correction of the first hand too
    first = game.ledger.get(sequence=1)
    raw = {"kind": "win", "winner": "E", "from": "W", "points": 12}
    correct_and_undo.correct(
        first.pk, raw, device_key=key(), by="referee", reason="misread"
    )
    scores = by_player(game)
    assert (scores[2], scores[1]) == (36 - 8, 36 - 8)
    assert sound(game)


def test_hands_between_a_reseat_and_its_taking_back_go_with_the_players(game):
    play(game, 1)
    line = reseat(game).entry
    play(game, 2, winner="S", **{"from": "W"})
    won = by_player(game)
    correct_and_undo.retract(
        line.pk, device_key=key(), by="referee", reason="wrong table"
    )
    assert by_player(game) == won
    assert seated(game) == "1234"
    assert sound(game)


def test_undo_takes_a_reseat_back(game):
    play(game, 1)
    reseat(game)
    correct_and_undo.undo(game.pk, device_key=key(), by="referee", reason="wrong")
    assert seated(game) == "1234"
    assert sound(game)


def test_a_reseat_is_logged_with_its_reason(game):
    reseat(game, reason="seen at hand 5")
    event = game.round.tournament.log.order_by("pk").last()
    assert (event.kind, event.data["entry"], event.reason) == (
        "entered",
        "reseat",
        "seen at hand 5",
    )


@pytest.mark.parametrize(
    ("seats", "more", "code"),
    [
        ({"E": "E"}, {}, "nobody_moves"),
        ({"E": "S"}, {}, "two_in_a_seat"),
        (SWAP, {"reason": " "}, "no_reason"),
        (SWAP, {"seating": 1}, "reseated"),
    ],
)
def test_a_reseat_that_cannot_be_is_refused(game, seats, more, code):
    play(game, 1)
    assert code_of(reseat, game, seats, **more) == code
    assert (seated(game), kinds(game)) == ("1234", ["win"])


def test_a_reseat_sent_twice_counts_once(game):
    play(game, 1)
    for _press in range(2):
        reseat(game, device_key="once")
    assert seated(game) == "2134"


def enter_small_hand(game):
    """Enter a hand that is worth 8 fan only with East's winds."""
    hand = "[EEE][CCC]123m456m5s+5s"
    raw = {"kind": "win", "winner": "E", "from": "S", "hand": hand}
    enter_hand.enter(game.pk, raw, hand=1, device_key="t", by="referee")


def test_a_hand_worth_too_little_in_the_real_seat_stops_it(game):
    enter_small_hand(game)
    with pytest.raises(RuleError) as refused:
        reseat(game)
    assert [fault.code for fault in refused.value.faults] == [
        "below_minimum",
        "another_hand",
    ]
    assert seated(game) == "1234"


def test_whoever_saw_the_old_seats_enters_nothing(game):
    """An entry for the seats before a reseat is rejected, for example a hand that
    waited on an offline device.
    """
    play(game, 1)
    reseat(game)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 12}
    enter = {"hand": 2, "by": "table 1"}
    refused = code_of(
        enter_hand.enter, game.pk, raw, device_key="old", seating=0, **enter
    )
    assert refused == "reseated"
    enter_hand.enter(game.pk, raw, device_key="new", seating=1, **enter)


def test_one_of_two_versions_is_chosen_first(game):
    """No reseat is possible while a hand has two versions, because the version that is
    not in the ledger names the seats at its time.
    """
    play(game, 1)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 24}
    with pytest.raises(ledger_transaction.HandConflict) as other:
        enter_hand.enter(game.pk, raw, hand=1, device_key="other", by="table 1")
    waiting = conflicting_hands.note(other.value, device_key="other", by="table 1")
    assert code_of(reseat, game) == "versions_wait"
    # The preview reports it too, not only the save.
    previewed = partial(reseat_players.preview, game)
    raw = reseat_players.raw_of(SWAP, Follow.PLAYERS)
    assert code_of(previewed, raw) == "versions_wait"
    conflicting_hands.settle(
        game, waiting.pk, "offered", by="referee", reason="misread"
    )
    reseat(game)
    assert by_player(game)[1] == 48


def test_nobody_reseats_by_another_way(game):
    raw = reseat_players.raw_of(SWAP, Follow.PLAYERS)
    assert code_of(rule, game, raw) == "reseat"
    line = reseat(game).entry
    change = {"device_key": "c", "by": "referee", "reason": "r"}
    assert (
        code_of(correct_and_undo.correct, line.pk, raw, **change) == "only_taken_back"
    )


def test_a_closed_round_is_seated_again_too(game, running_round):
    play(game, 1)
    round_end.close(running_round.pk, by="director", reason="late")
    line = reseat(game).entry
    assert seated(game) == "2134"
    correct_and_undo.retract(line.pk, device_key=key(), by="referee", reason="no")
    assert seated(game) == "1234"
    assert sound(game)


def test_a_round_that_has_not_begun_is_not(seated_round):
    game = seated_round.games.get(table=1)
    assert code_of(reseat, game) == "round_not_open"


@given(
    st.lists(st.tuples(st.permutations("ESWN"), st.sampled_from(Follow)), max_size=5)
)
def test_exchanges_and_their_taking_back_leave_every_line_as_it_was(steps):
    """Reseats and their undo leave every entry unchanged. The test uses ledger entries
    in memory, without a database.
    """
    from rules.ruleset_registry import ruleset

    rules = ruleset("mcr")
    raw = {"winner": "E", "from": "S", "points": 12}
    lines = [LedgerEntry(pk=1, sequence=1, kind="win", data=raw)]
    entry = SeatsByLedger(rules, lines).entry_of(lines[0])
    made = []
    for seats, follow in steps:
        if "".join(seats) == "ESWN":
            continue
        data = {"seats": dict(zip("ESWN", seats, strict=True)), "follow": follow}
        number = len(lines) + 1
        line = LedgerEntry(pk=number, sequence=number, kind="reseat", data=data)
        lines.append(line)
        made.append(line)
    for line in reversed(made):
        number = len(lines) + 1
        lines.append(
            LedgerEntry(
                pk=number, sequence=number, kind="retraction", supersedes_id=line.pk
            )
        )
    assert SeatsByLedger(rules, lines).entry_of(lines[0]) == entry


# --- reseats through the pages --------------------------------------------------

RESEAT = {
    "device_key": "r",
    "seating": 0,
    "east": "S",
    "south": "E",
    "west": "W",
    "north": "N",
    "follow": "players",
}


def test_the_page_shows_every_score_before_and_after(referee_client, at, game):
    game = by_ruleset(game, "classical")
    play(game, 1, ruleset="classical")
    before = by_player(game)
    page = text(referee_client.get(at("reseat")))
    assert "Real seat of Player 01 (recorded: East)" in page
    shown = text(referee_client.post(at("preview_reseat"), RESEAT, **HTMX))
    reseated = reseat_players.preview(game, reseat_players.raw_of(SWAP, Follow.PLAYERS))
    for player in reseated.players:
        assert f"{player.before:,}" in shown
        assert f"{player.after:,}" in shown
    assert "1 hand changes" in shown
    assert "Dealer: Player 02." in shown
    assert by_player(game) == before
    assert "reseat" not in kinds(game)


def test_the_preview_says_that_a_hand_is_too_small_for_its_new_seat(
    referee_client, at, game
):
    enter_small_hand(game)
    shown = referee_client.post(at("preview_reseat"), RESEAT, **HTMX)
    assert shown.status_code == 422
    assert "7 fan is less than the minimum of 8." in text(shown)
    assert "Hand 1 would no longer be valid." in text(shown)


def test_without_javascript_a_button_shows_it(referee_client, at, game):
    play(game, 1)
    page = text(referee_client.post(at("reseat"), RESEAT | {"preview": ""}))
    assert "Changes" in page
    assert kinds(game) == ["win"]


def test_the_page_wants_a_reason_and_keeps_what_was_chosen(referee_client, at, game):
    play(game, 1)
    refused = referee_client.post(at("reseat"), RESEAT)
    page = text(refused)
    assert refused.status_code == 422
    assert "Enter a reason." in page
    assert re.search(r'name="east" value="S"[^>]*checked', page)
    done = referee_client.post(at("reseat"), RESEAT | {"reason": "seen"}, follow=True)
    assert "Players reseated." in text(done)
    assert seated(game) == "2134"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"east": "E", "south": "E"}, "Two players cannot have the same seat."),
        ({"east": "E", "south": "S"}, "All players already have these seats."),
        ({"east": "X"}, "This choice is not available"),
        ({"follow": ""}, "Choose whether hands move with the players."),
        ({"seating": 3}, "were reseated"),
        ({"seating": ""}, "outdated"),
    ],
)
def test_every_refusal_of_the_page_has_a_sentence(
    referee_client, at, game, values, sentence
):
    refused = referee_client.post(at("reseat"), RESEAT | {"reason": "r"} | values)
    assert refused.status_code == 422
    assert sentence in text(refused)
    assert seated(game) == "1234"


def test_who_was_refused_for_old_seats_is_asked_of_those_there_are(
    referee_client, at, game
):
    reseat(game)
    chosen = {"reason": "seen at hand 5", "seating": 0}
    page = text(referee_client.post(at("reseat"), RESEAT | chosen))
    assert "were reseated" in page
    # The selection concerned other players and is reset; the reason is kept.
    assert re.search(r'name="east" value="E"[^>]*checked', page)
    assert 'name="seating" value="1"' in page
    assert 'value="seen at hand 5"' in page
    back = RESEAT | {"reason": "once more", "seating": 1}
    assert referee_client.post(at("reseat"), back).status_code == 302
    assert seated(game) == "1234"


def test_the_history_tells_the_reseat_and_who_made_it(referee_client, at, game):
    play(game, 1)
    referee_client.post(at("reseat"), RESEAT | {"reason": "seen at hand 5"})
    page = text(referee_client.get(at("entries")))
    assert "Actual seats: Player 01 as South instead of East, Player 02 as East" in page
    assert "seen at hand 5" in page
    assert "referee," in page
    one = text(referee_client.get(at("correct", 2)))
    assert "Undo this entry" in one
    assert "Changes" in one
    referee_client.post(
        at("retract", 2), {"retract-device_key": "b", "retract-reason": "no"}
    )
    assert seated(game) == "1234"
    page = text(referee_client.get(at("entries")))
    assert "Undone" in page
    # It still names the players who were meant, although the seats have changed.
    assert "Player 01 as South instead of East" in page


def test_a_hand_entered_on_a_page_with_the_old_seats_is_refused(
    referee_client, at, game
):
    old = text(referee_client.get(at()))
    assert 'name="seating" value="0"' in old
    reseat(game)
    refused = referee_client.post(at(), win(1, "a", seating=0))
    assert refused.status_code == 422
    assert "were reseated" in text(refused)
    assert referee_client.post(at(), win(1, "a", seating=1)).status_code == 302


# --- score sheets of tables with paper totals -----------------------------------


def copy(game, *hands: int, **values) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 12, **values}
    for hand in hands:
        paper_sheets.copy_hand(game.pk, raw, hand=hand, device_key=key(), by="referee")


def settle(game, stands: Stands) -> ledger_transaction.Receipt:
    return paper_sheets.settle(
        game.pk, stands, device_key=key(), by="referee", reason="compared"
    )


def test_hands_behind_totals_change_no_score(game):
    rule(game, TOTALS)
    copy(game, 1, 2)
    ledger = TableLedger(game)
    assert list(ledger.state.scores.values()) == [40, -10, -10, -20]
    assert ledger.state.over is Ending.TOTALS
    assert list(ledger.by_hands().scores.values()) == [72, -40, -16, -16]
    assert [each.more for each in paper_sheets.differences(ledger)] == [32, -30, -6, 4]
    assert sound(game)


def test_tables_devices_enter_nothing_where_totals_stand(game):
    rule(game, TOTALS)
    assert code_of(play, game, 1) == "play_is_over"


def test_penalties_on_the_sheet_are_in_the_totals(game):
    rule(game, TOTALS)
    fine = {"kind": "penalty", "seat": "N", "amount": -10}
    paper_sheets.copy_hand(game.pk, fine, device_key="p", by="referee", reason="late")
    assert TableLedger(game).state.scores["N"] == -20
    assert TableLedger(game).by_hands().scores["N"] == -10
    rule(game, fine)
    assert TableLedger(game).state.scores["N"] == -30
    assert sound(game)


@pytest.mark.parametrize("stands", list(Stands))
def test_the_referee_decides_which_stands(game, stands):
    rule(game, TOTALS)
    copy(game, 1, 2)
    settle(game, stands)
    state = TableLedger(game).state
    expected = [40, -10, -10, -20] if stands is Stands.TOTALS else [72, -40, -16, -16]
    assert list(state.scores.values()) == expected
    assert state.over is (Ending.TOTALS if stands is Stands.TOTALS else Ending.RULING)
    event = game.round.tournament.log.order_by("pk").last()
    assert (event.kind, event.data["stands"]) == ("sheet_settled", stands.value)
    assert event.reason == "compared"
    assert sound(game)


@pytest.mark.parametrize("policy", ["stop_at_once", "finish_hand"])
def test_a_sheet_has_no_gong(game, running_round, policy):
    """All 16 hands of a score sheet can be entered and count, although the gong sounded
    before the totals were entered.
    """
    Tournament.objects.update(end_policy=policy)
    sweep(running_round.ends_at)
    if policy == "finish_hand":
        rule(game, {"kind": "play_ended", "why": "time"})
    rule(game, TOTALS)
    round_end.close(running_round.pk, by="director", reason="late")
    copy(game, *range(1, 17))
    assert TableLedger(game).by_hands().over is Ending.ALL_HANDS
    settle(game, Stands.HANDS)
    state = TableLedger(game).state
    assert (state.over, state.hands_played) == (Ending.ALL_HANDS, 16)
    assert sound(game)


def test_a_sheet_that_ends_early_ends_play(game, running_round):
    rule(game, TOTALS)
    sweep(running_round.ends_at)
    round_end.close(running_round.pk, by="director", reason="late")
    copy(game, 1, 2, 3)
    settle(game, Stands.HANDS)
    assert TableLedger(game).state.over is Ending.RULING
    assert sound(game)


def test_copied_hands_are_corrected_and_taken_back_in_a_closed_round(
    game, running_round
):
    rule(game, TOTALS)
    round_end.close(running_round.pk, by="director", reason="r")
    copy(game, 1, 2)
    second = game.ledger.get(hand=2, settles_hand=True)
    correct_and_undo.retract(
        second.pk, device_key=key(), by="referee", reason="misread"
    )
    copy(game, 2, points=24)
    assert TableLedger(game).by_hands().scores["E"] == 36 + 48
    assert sound(game)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda s: copy(s, 2), "out_of_order"),
        (lambda s: settle(s, Stands.HANDS), "no_hands"),
        (lambda s: copy(s, 1, points=7), "below_minimum"),
    ],
)
def test_a_sheet_refuses_what_cannot_be(game, act, code):
    rule(game, TOTALS)
    assert code_of(act, game) == code
    assert kinds(game) == ["totals"]


def test_without_totals_there_is_no_sheet(game):
    assert code_of(copy, game, 1) == "no_totals"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_totals_of_every_ruleset_and_their_sum(referee_client, at, game, ruleset):
    game = by_ruleset(game, ruleset)
    start = game.round.tournament.rules.opening_scores()["E"]
    scores = {"east": start + 100, "south": start - 100, "west": start}
    fields = {"kind": "totals", "totals-device_key": "t", "totals-reason": "paper"}
    fields |= {f"totals-{name}": points for name, points in scores.items()}
    refused = referee_client.post(at("ruling"), fields | {"totals-north": start - 1})
    assert refused.status_code == 422
    assert f"They must add up to {4 * start}" in text(refused)
    saved = referee_client.post(at("ruling"), fields | {"totals-north": start})
    assert saved.status_code == 302
    assert by_player(game)[1] == start + 100


@pytest.mark.parametrize("ruleset", ["classical", "riichi"])
def test_a_sheet_of_a_ruleset_is_copied_on_its_page(referee_client, at, game, ruleset):
    game = by_ruleset(game, ruleset)
    start = game.round.tournament.rules.opening_scores()["E"]
    sums = 0 if ruleset == "riichi" else 4 * start
    scores = dict.fromkeys("ESWN", start)
    rule(game, {"kind": "totals", "scores": scores, "penalties": sums})
    page = text(referee_client.get(at("paper")))
    assert "Totals and hands" in page
    washout = {"riichi": "draw"}.get(ruleset, "washout")
    choices = re.findall(r'name="winner" value="(\w+)"', page)
    ending = washout if washout in choices else choices[4]
    sent = {"hand": 1, "device_key": "a", "winner": ending}
    shown = referee_client.post(at("preview_paper"), sent, **HTMX)
    assert shown.status_code == 200
    done = referee_client.post(at("paper"), sent, follow=True)
    assert "Hand 1</b>" in text(done)
    assert "The hands match the totals." in text(done)
    decided = {"settle-device_key": "d", "settle-stands": "totals"}
    refused = referee_client.post(at("settle_paper"), decided)
    assert refused.status_code == 422
    assert "Enter a reason." in text(refused)
    decided |= {"settle-reason": "equal"}
    page = referee_client.post(at("settle_paper"), decided, follow=True)
    assert "Decision saved." in text(page)
    assert sound(game)


def test_nothing_is_decided_before_a_hand_is_copied(referee_client, at, game):
    rule(game, TOTALS)
    decided = {"settle-device_key": "d", "settle-stands": "hands"}
    refused = referee_client.post(at("settle_paper"), decided)
    assert refused.status_code == 422
    assert "Enter a reason." in text(refused)


# --- penalties ------------------------------------------------------------------


def fine(**values: object) -> dict[str, object]:
    sent = {
        "device_key": "f",
        "offender": "N",
        "points": 10,
        "gain": "nobody",
        "target": "score",
        "reason": "late",
    } | values
    return {"kind": "fine"} | {f"fine-{name}": value for name, value in sent.items()}


def test_the_catalogue_fills_in_the_form(referee_client, at, game):
    page = text(referee_client.get(at("ruling")))
    assert "Up to 10 minutes late" in page
    assert "?offence=empty_call&amp;times=3#fine" in page
    filled = text(referee_client.get(at("ruling") + "?offence=empty_call&times=3"))
    assert 'name="fine-points" value="10"' in filled
    assert 'value="Empty call of chow, pung or kong"' in filled


@pytest.mark.parametrize("name", ["nothing", "", "empty_call&times=x", "é"])
def test_an_unknown_offence_fills_in_nothing_strange(referee_client, at, name):
    assert referee_client.get(f"{at('ruling')}?offence={name}").status_code == 200


@pytest.mark.parametrize(
    ("values", "scores"),
    [
        ({}, [0, 0, 0, -10]),
        ({"gain": "each"}, [10, 10, 10, -30]),
        ({"gain": "W"}, [0, 0, 10, -10]),
        ({"target": "table_points"}, [0, 0, 0, 0]),
        ({"target": "overall"}, [0, 0, 0, 0]),
    ],
)
def test_who_loses_and_who_gains(referee_client, at, game, values, scores):
    saved = referee_client.post(at("ruling"), fine(**values))
    assert saved.status_code == 302
    assert list(TableLedger(game).state.scores.values()) == scores


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"offender": ""}, "Choose the penalised player."),
        ({"points": ""}, "Enter the points."),
        ({"points": 0}, "Enter points gained or lost"),
        ({"points": -5}, "greater than or equal to 0"),
        ({"gain": "N"}, "The penalised player cannot receive the points."),
        ({"reason": ""}, "Enter a reason."),
        ({"offence": "sneezing"}, "Choose an offence from the list."),
        ({"target": "soul"}, "This choice is not available"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(
    referee_client, at, game, values, sentence
):
    refused = referee_client.post(at("ruling"), fine(**values))
    assert refused.status_code == 422
    assert sentence in text(refused)
    assert not game.ledger.exists()


def test_a_warning_is_recorded_and_costs_nothing(referee_client, at, game):
    sent = fine(offence="empty_call", times=1, points=0, reason="empty call")
    shown = referee_client.post(at("preview_ruling"), sent, **HTMX)
    assert "Warning: Player 04." in text(shown)
    referee_client.post(at("ruling"), sent)
    assert game.ledger.get().data["offence"] == "empty_call"
    page = text(referee_client.get(at("ruling")))
    assert "Warning: Player 04." in page


def test_table_points_are_taken_from_the_table(game):
    play(game, 1)
    points = {1: Fraction(4), 2: Fraction(0)}
    assert table_points(game, 1, 2) == points
    rule(
        game,
        {"kind": "penalty", "seat": "E", "amount": -1, "target": "table_points"},
    )
    assert table_points(game, 1, 2) == points | {1: Fraction(3)}
    assert by_player(game)[1] == 36
    assert sound(game)


def table_points(game, *numbers: int) -> dict[int, Fraction]:
    results = Result.objects.filter(seat__game=game)
    return {
        result.seat.player.number: result.table_points
        for result in results
        if result.seat.player.number in numbers
    }


OVERALL = {"kind": "penalty", "seat": "E", "amount": -2, "target": "overall"}


def test_a_penalty_on_the_total_leaves_the_table_alone(client, game):
    play(game, 1)
    rule(game, OVERALL)
    assert table_points(game, 1) == {1: Fraction(4)}
    by_number = {
        placed.line.player.number: placed.line
        for placed in standings(game.round.tournament)
    }
    assert by_number[1].table_points == 2
    assert by_number[1].penalties == -2
    round_end.close(game.round_id, by="director", reason="a penalty is enough")
    page = client.get(f"/t/{game.round.tournament.slug}/standings/")
    assert "penalty −2" in text(page)


def test_where_scores_decide_the_total_is_the_score(game):
    play(game, 1)
    Tournament.objects.update(tie_breaks=["score", "table_points"])
    rule(game, OVERALL)
    first = standings(Tournament.objects.get())[0].line
    assert (first.score, first.table_points) == (34, 4)


def test_in_riichi_a_penalty_is_taken_from_the_final_points(game):
    game = by_ruleset(game, "riichi")
    play(game, 1, ruleset="riichi")
    before = {
        row.line.player.number: row.line for row in standings(Tournament.objects.get())
    }
    rule(game, OVERALL | {"amount": -20_000})
    after = {
        row.line.player.number: row.line for row in standings(Tournament.objects.get())
    }
    assert before[1].table_points - after[1].table_points == 20
    assert before[1].score == after[1].score


def test_a_penalty_is_corrected_and_taken_back(referee_client, at, game):
    referee_client.post(at("ruling"), fine(gain="each"))
    page = text(referee_client.get(at("correct", 1)))
    assert re.search(r'name="gain" value="each"[^>]*checked', page)
    changed = {
        "device_key": "c",
        "offender": "N",
        "points": 5,
        "gain": "each",
        "target": "score",
        "reason": "misheard",
    }
    referee_client.post(at("correct", 1), changed)
    assert TableLedger(game).state.scores["N"] == -15
    referee_client.post(
        at("retract", 2), {"retract-device_key": "b", "retract-reason": "appeal"}
    )
    assert TableLedger(game).live == []
    assert game.ledger.last().reason == "appeal"


def test_the_result_sheet_names_every_penalty(referee_client, at, game):
    play(game, 1)
    rule(game, OVERALL)
    page = text(referee_client.get(at("result")))
    assert "Penalty (total in the standings): Player 01 −2." in page


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_its_rulings(referee_client, at, game, ruleset):
    game = by_ruleset(game, ruleset)
    page = text(referee_client.get(at("ruling")))
    assert ("Save misnamed discard" in page) == (ruleset == "classical")
    assert "End the game early" in page
    target = "overall" if ruleset == "riichi" else "score"
    assert re.search(rf'name="fine-target" value="{target}"[^>]*checked', page)
    for offence in game.round.tournament.rules.catalogue.offences:
        sent = fine(
            device_key=offence.id,
            offence=offence.id,
            times=2,
            points=offence.costs(2),
            reason=offence.name,
        )
        assert referee_client.post(at("ruling"), sent).status_code == 302
    assert sound(game)


def test_a_misnamed_discard_of_classical(referee_client, at, game):
    game = by_ruleset(game, "classical")
    sent = {
        "kind": "misnamed",
        "misnamed-device_key": "m",
        "misnamed-hand": 1,
        "misnamed-seat": "N",
        "misnamed-to": "E",
        "misnamed-claimed_for": "pung",
    }
    assert referee_client.post(at("ruling"), sent).status_code == 302
    state = TableLedger(game).state
    assert (state.scores["N"], state.scores["E"]) == (1900, 2100)
    assert referee_client.get(at("correct", 1)).status_code == 200


# --- ending play by ruling ------------------------------------------------------


def ending(key_: str, **values: object) -> dict[str, object]:
    sent = {"device_key": key_, "reason": "power cut"} | values
    return {"kind": key_} | {f"{key_}-{name}": value for name, value in sent.items()}


def test_a_table_is_finished_as_it_stands_and_plays_on(referee_client, at, game):
    game = by_ruleset(game, "riichi")
    play(game, 1, ruleset="riichi")
    before = by_player(game)
    refused = referee_client.post(at("ruling"), ending("finish", reason=""))
    assert refused.status_code == 422
    assert "Enter a reason." in text(refused)
    referee_client.post(at("ruling"), ending("finish"))
    assert TableLedger(game).state.over is Ending.RULING
    assert by_player(game) == before
    assert "End the game" not in text(referee_client.get(at("ruling")))
    line = game.ledger.last()
    referee_client.post(
        at("retract", line.sequence),
        {"retract-device_key": "b", "retract-reason": "light again"},
    )
    assert TableLedger(game).state.over is None
    assert sound(game)


def test_a_cancelled_table_counts_for_nothing_until_it_is_taken_back(
    referee_client, at, game
):
    game = by_ruleset(game, "riichi")
    play(game, 1, ruleset="riichi")
    before = by_player(game)
    referee_client.post(at("ruling"), ending("cancel"))
    assert Sheet.objects.get(game=game).over == "cancelled"
    assert by_player(game) == {}
    assert all(row.line.tables == 0 for row in standings(Tournament.objects.get()))
    for name in ("session", "result", "entries", "ruling"):
        assert referee_client.get(at(name)).status_code == 200
    page = text(referee_client.get(at()))
    assert "A referee cancelled this game" in page
    assert sound(game)
    line = game.ledger.last()
    correct_and_undo.retract(line.pk, device_key="b", by="referee", reason="appeal")
    assert by_player(game) == before


def test_nothing_follows_where_a_table_was_cancelled(game):
    play(game, 1)
    rule(game, {"kind": "play_ended", "why": "cancelled"})
    for raw in (OVERALL, TOTALS):
        assert code_of(rule, game, raw) == "cancelled"
    assert code_of(play, game, 2) == "cancelled"


def test_a_cancelled_table_needs_nobodys_word(game, running_round):
    Tournament.objects.update(confirmation="players")
    play(game, 1)
    rule(game, {"kind": "play_ended", "why": "cancelled"})
    other = running_round.games.get(table=2)
    rule(other, {"kind": "play_ended", "why": "cancelled"}, device_key="other")
    round_end.close(running_round.pk, by="director")


def test_a_cancelled_table_of_a_closed_round_counts_again_as_it_stood(
    game, running_round
):
    play(game, 1)
    before = by_player(game)
    line = rule(game, {"kind": "play_ended", "why": "cancelled"})
    round_end.close(running_round.pk, by="director", reason="r")
    correct_and_undo.retract(line.pk, device_key="b", by="referee", reason="appeal")
    assert TableLedger(game).state.over is Ending.RULING
    assert by_player(game) == before
    assert sound(game)
