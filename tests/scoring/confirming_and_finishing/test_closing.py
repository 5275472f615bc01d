"""Closing a table: confirmations and disputes of its result, and the conditions for
closing a round.
"""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from rules.faults import RuleError
from rules.ruleset_and_table_state import Ending
from scoring.confirming_and_finishing import confirm_and_dispute as closing
from scoring.confirming_and_finishing.confirmation_status import (
    ConfirmationState,
    TableSignOff,
    table_sign_off,
    unconfirmed_among,
    with_seats,
)
from scoring.confirming_and_finishing.tables_still_playing import tables_of
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.models import Confirmation, Sheet
from scoring.rounds import end_and_close_round
from tournaments.models import Game, Player, RoundState, Tournament
from tournaments.tournament_setup import create_and_change_tournament


def needs(tournament, whose: str) -> None:
    tournament.confirmation = whose
    tournament.save(update_fields=["confirmation"])


def play(game, key: str = "totals", by: str = "referee") -> int:
    """End play at a table with paper totals.

    Return the sequence number of its last ledger entry.
    """
    scores = {"E": 40, "S": 20, "W": -10, "N": -50}
    raw = {"kind": "totals", "scores": scores}
    entered = enter_hand.enter(game.pk, raw, device_key=key, by=by, reason="paper")
    return entered.entry.sequence


def now(game) -> TableSignOff:
    [found] = with_seats(Game.objects.filter(pk=game.pk))
    tournament = Game.objects.get(pk=game.pk).round.tournament
    return table_sign_off(tournament, found)


def lacking(round_) -> list[int]:
    """Return the numbers of the tables whose result is not confirmed yet."""
    tables = tables_of(round_)
    found = unconfirmed_among(Tournament.objects.get(), tables)
    return [table.table for table in tables if table.pk in found]


def says(game) -> list[ConfirmationState]:
    return [voice.state for voice in now(game).voices]


def code_of(change) -> str:
    with pytest.raises(RuleError) as refused:
        change()
    return refused.value.faults[0].code


@pytest.fixture
def players(game) -> list[Player]:
    """Return the four players at the table, E S W N."""
    seats = {seat.wind: seat.player for seat in game.seats.select_related("player")}
    return [seats[wind] for wind in "ESWN"]


@pytest.fixture
def over(game) -> int:
    """End play at the table. Return the sequence number of its last ledger entry."""
    return play(game)


def penalty(game, key: str = "late", by: str = "referee") -> int:
    amounts = {"E": -10, "S": 0, "W": 0, "N": 0}
    raw = {"kind": "penalty", "amounts": amounts}
    entered = enter_hand.enter(game.pk, raw, device_key=key, by=by, reason="late")
    return entered.entry.sequence


# --- players --------------------------------------------------------------------


def test_four_players_confirm_a_result(game, tournament, players, over):
    needs(tournament, "players")
    for count, player in enumerate(players):
        assert now(game).settled == count
        assert now(game).lacks
        closing.confirm_as_player(game.pk, player, sequence=over)
    assert says(game) == [ConfirmationState.CONFIRMED] * 4
    assert not now(game).lacks
    event = tournament.log.first()
    assert (event.kind, event.by) == ("result_confirmed", "player 4")
    assert event.data == {"round": 1, "table": 1, "number": 4, "sequence": over}


def test_said_twice_it_is_said_once(game, tournament, players, over):
    first = closing.confirm_as_player(game.pk, players[0], sequence=over)
    tournament.refresh_from_db()
    before = tournament.revision
    assert closing.confirm_as_player(game.pk, players[0], sequence=over) == first
    tournament.refresh_from_db()
    assert tournament.revision == before


def test_nothing_is_confirmed_before_the_end_of_play(game, players):
    assert code_of(
        lambda: closing.confirm_as_player(game.pk, players[0], sequence=0)
    ) == ("nothing_entered")
    penalty(game)
    for change in (
        lambda: closing.confirm_as_player(game.pk, players[0], sequence=1),
        lambda: closing.confirm_as_referee(game.pk, sequence=1, by="director"),
    ):
        assert code_of(change) == "not_over"
    assert not Confirmation.objects.exists()


def test_players_of_other_tables_have_no_say(game, tournament, over):
    stranger = tournament.players.get(number=5)
    for change in (
        lambda: closing.confirm_as_player(game.pk, stranger, sequence=over),
        lambda: closing.dispute(game.pk, stranger, sequence=over, text="hm"),
    ):
        assert code_of(change) == "not_at_table"


def test_a_correction_takes_the_confirmations_back(game, players, over):
    for player in players:
        closing.confirm_as_player(game.pk, player, sequence=over)
    closing.confirm_as_referee(game.pk, sequence=over, by="director")
    scores = {"E": 50, "S": 10, "W": -10, "N": -50}
    correct_and_undo.correct(
        game.ledger.get().pk,
        {"kind": "totals", "scores": scores},
        device_key="again",
        by="referee",
        reason="misread",
    )
    assert says(game) == [ConfirmationState.NOTHING] * 4
    assert now(game).referee is None
    # Earlier confirmations stay in the record.
    assert Confirmation.objects.count() == 5
    closing.confirm_as_player(game.pk, players[0], sequence=over + 1)
    assert says(game)[0] is ConfirmationState.CONFIRMED


def test_who_looked_at_an_older_result_looks_again(game, players, over):
    penalty(game)
    for change in (
        lambda: closing.confirm_as_player(game.pk, players[0], sequence=over),
        lambda: closing.confirm_as_referee(game.pk, sequence=over, by="director"),
        lambda: closing.dispute(game.pk, players[0], sequence=over, text="hm"),
    ):
        assert code_of(change) == "changed"
    assert not Confirmation.objects.exists()


# --- disputes -------------------------------------------------------------------


def test_a_dispute_counts_until_it_is_answered(game, tournament, players, over):
    needs(tournament, "players")
    for player in players:
        closing.confirm_as_player(game.pk, player, sequence=over)
    said = closing.dispute(game.pk, players[1], sequence=over, text=" hand 3 ")
    assert said.text == "hand 3"
    assert says(game)[1] is ConfirmationState.DISPUTED
    assert now(game).lacks
    closing.settle(said.pk, by="director", answer="it was 8 points")
    assert says(game)[1] is ConfirmationState.CONFIRMED
    assert not now(game).lacks
    assert [event.kind for event in tournament.log.all()[:2]] == [
        "dispute_settled",
        "result_disputed",
    ]


def test_a_result_that_stands_needs_no_word_of_who_disputed_it(game, players, over):
    said = closing.dispute(game.pk, players[1], sequence=over, text="hand 3")
    closing.settle(said.pk, by="director", answer="it was 8 points")
    assert says(game)[1] is ConfirmationState.ANSWERED
    # But a corrected result must be confirmed again.
    penalty(game)
    assert says(game)[1] is ConfirmationState.NOTHING


def test_a_dispute_outlives_the_correction_it_asked_for(game, players, over):
    """A dispute stays open after the correction that it asked for, until the referee
    settles it or the player confirms the result.
    """
    closing.dispute(game.pk, players[1], sequence=over, text="hand 3")
    last = penalty(game)
    assert says(game)[1] is ConfirmationState.DISPUTED
    closing.confirm_as_player(game.pk, players[1], sequence=last)
    assert says(game)[1] is ConfirmationState.CONFIRMED
    [disputed] = Confirmation.objects.filter(kind="dispute")
    assert disputed.settled_by == "player 2"


def test_a_dispute_needs_words_and_is_made_once(game, players, over):
    def dispute(text: str) -> Confirmation:
        return closing.dispute(game.pk, players[0], sequence=over, text=text)

    assert code_of(lambda: dispute("  ")) == "no_text"
    first = dispute("hand 3")
    assert dispute("hand 3") == first
    assert code_of(lambda: dispute("hand 4")) == "disputed_already"


def test_a_dispute_is_settled_once_with_an_answer(game, players, over):
    said = closing.dispute(game.pk, players[0], sequence=over, text="hand 3")
    assert code_of(lambda: closing.settle(said.pk, by="director", answer=" ")) == (
        "no_answer"
    )
    closing.settle(said.pk, by="director", answer="no")
    assert code_of(lambda: closing.settle(said.pk, by="referee", answer="yes")) == (
        "settled_already"
    )
    said.refresh_from_db()
    assert (said.settled_by, said.answer) == ("director", "no")


# --- referees -------------------------------------------------------------------


def test_a_second_person_confirms(game, tournament, over):
    needs(tournament, "referee")
    assert code_of(
        lambda: closing.confirm_as_referee(game.pk, sequence=over, by="referee")
    ) == ("own_entry")
    assert now(game).lacks
    closing.confirm_as_referee(game.pk, sequence=over, by="director")
    assert not now(game).lacks
    # A person who corrects a result cannot confirm it either.
    last = penalty(game, by="director")
    assert now(game).lacks
    assert code_of(
        lambda: closing.confirm_as_referee(game.pk, sequence=last, by="director")
    ) == ("own_entry")
    closing.confirm_as_referee(game.pk, sequence=last, by="referee")
    assert not now(game).lacks


def test_a_referee_confirms_nothing_in_dispute(game, tournament, players, over):
    needs(tournament, "referee")
    said = closing.dispute(game.pk, players[0], sequence=over, text="hand 3")
    assert code_of(
        lambda: closing.confirm_as_referee(game.pk, sequence=over, by="director")
    ) == ("in_dispute")
    closing.settle(said.pk, by="director", answer="no")
    first = closing.confirm_as_referee(game.pk, sequence=over, by="director")
    again = closing.confirm_as_referee(game.pk, sequence=over, by="other")
    assert again == first


# --- conditions for closing a round ---------------------------------------------


def test_a_round_that_needs_nothing_closes_as_ever(running_round, game, players):
    for table in running_round.games.all():
        play(table, f"t{table.pk}")
    closing.dispute(game.pk, players[0], sequence=1, text="hand 3")
    round_ = end_and_close_round.close(running_round.pk, by="director")
    assert round_.state == RoundState.CLOSED
    assert round_.tournament.log.first().kind == "round_closed"


@pytest.mark.parametrize("whose", ["players", "referee"])
def test_a_round_is_closed_when_nothing_is_lacking(
    running_round, tournament, game, players, whose
):
    needs(tournament, whose)
    for table in running_round.games.all():
        play(table, f"t{table.pk}")
    with pytest.raises(RuleError) as refused:
        end_and_close_round.close(running_round.pk, by="director")
    [fault] = refused.value.faults
    assert (fault.code, fault.field) == ("not_confirmed", "reason")
    assert fault.params == {"tables": "1, 2"}

    for player in players:
        closing.confirm_as_player(game.pk, player, sequence=1)
    closing.confirm_as_referee(game.pk, sequence=1, by="director")
    assert lacking(running_round) == [2]

    end_and_close_round.close(running_round.pk, by="director", reason="they left")
    event = tournament.log.first()
    assert (event.kind, event.reason) == ("closed_unconfirmed", "they left")
    assert event.data == {"round": 1, "tables": [2]}


def test_tables_that_play_and_tables_without_confirmation_are_named_apart(
    running_round, tournament, game, over
):
    needs(tournament, "players")
    with pytest.raises(RuleError) as refused:
        end_and_close_round.close(running_round.pk, by="director")
    assert [(f.code, f.params["tables"]) for f in refused.value.faults] == [
        ("still_playing", "2"),
        ("no_hands", "2"),
        ("not_confirmed", "1"),
    ]
    end_and_close_round.close(running_round.pk, by="director", reason="hall closes")
    assert tournament.log.first().data["tables"] == [1, 2]
    assert Sheet.objects.get(game__table=2).over == Ending.RULING


def test_a_dispute_keeps_a_round_open(running_round, tournament, game, players):
    needs(tournament, "players")
    for table in running_round.games.all():
        play(table, f"t{table.pk}")
        for seat in table.seats.select_related("player"):
            closing.confirm_as_player(table.pk, seat.player, sequence=1)
    assert lacking(running_round) == []
    closing.dispute(game.pk, players[0], sequence=1, text="hand 3")
    assert lacking(running_round) == [1]


def test_the_director_chooses_what_a_round_needs(tournament):
    assert tournament.confirmation == "none"
    settings = create_and_change_tournament.Settings(
        planned_rounds=tournament.planned_rounds,
        minutes=tournament.minutes,
        end_policy=tournament.end_policy,
        tie_breaks=tournament.tie_breaks,
        confirmation="players",
        late_word="referee",
    )
    create_and_change_tournament.change_settings(tournament, settings, by="director")
    tournament.refresh_from_db()
    assert tournament.confirmation == "players"
    event = tournament.log.first()
    assert event.data == {"changes": {"confirmation": ["none", "players"]}}


def test_more_tables_need_no_more_queries(
    running_round, tournament, django_assert_num_queries
):
    needs(tournament, "players")
    for table in running_round.games.all():
        play(table, f"t{table.pk}")
    with django_assert_num_queries(4):
        assert len(lacking(running_round)) == 2


# --- database constraints -------------------------------------------------------


def refused(change) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        change()


def another(game, player: Player | None, **values: object) -> Confirmation:
    fields = {"game": game, "player": player, "sequence": 1, "kind": "confirm"}
    return Confirmation(**(fields | {"by": "somebody"} | values))


def test_a_sound_word_is_accepted(game, players, over):
    another(game, players[0]).save()
    another(game, None).save()
    another(game, players[0], kind="dispute", text="hm").save()


@pytest.mark.parametrize(
    "values",
    [
        {"sequence": 2},
        {"sequence": 0},
        {"kind": "maybe"},
        {"text": "yes"},
        {"kind": "dispute"},
        {"kind": "dispute", "text": "hm", "settled_by": "me"},
        {"kind": "dispute", "text": "hm", "player": None},
        {"player": None, "by": "referee"},
    ],
)
def test_an_unsound_word_is_refused(game, players, over, values):
    refused(another(game, **{"player": players[0], **values}).save)


def test_of_an_older_line_nothing_can_be_said(game, players, over):
    penalty(game)
    refused(another(game, players[0]).save)


def test_one_confirmation_for_each_player_and_state(game, players, over):
    another(game, players[0]).save()
    refused(another(game, players[0]).save)
    another(game, None).save()
    refused(another(game, None, by="third").save)


def test_one_open_dispute_for_each_player(game, players, over):
    another(game, players[0], kind="dispute", text="hm").save()
    refused(another(game, players[0], kind="dispute", text="so").save)


def test_only_who_sits_there_says_something(game, tournament, over):
    refused(another(game, tournament.players.get(number=5)).save)


def test_nobody_confirms_while_play_goes_on(game, players):
    penalty(game)
    refused(another(game, players[0]).save)


def test_what_was_said_stays(game, players, over):
    said = another(game, players[0])
    said.save()
    words = Confirmation.objects.filter(pk=said.pk)
    refused(lambda: words.update(sequence=2))
    refused(lambda: words.update(by="somebody else"))
    refused(lambda: words._raw_delete("default"))
    disputed = another(game, players[1], kind="dispute", text="hm")
    disputed.save()
    words = Confirmation.objects.filter(pk=disputed.pk)
    refused(lambda: words.update(text="nothing"))
    refused(lambda: words.update(player=players[0]))
    closing.settle(disputed.pk, by="director", answer="no")
    refused(lambda: words.update(answer="yes"))


# --- at the same moment ---------------------------------------------------------


def answering(change):
    def run() -> str:
        try:
            change()
        except RuleError as error:
            return error.faults[0].code
        return "said"

    return run


@pytest.mark.django_db(transaction=True)
def test_two_confirmations_at_once_are_one(game, over, players, at_once):
    one = answering(
        lambda: closing.confirm_as_player(game.pk, players[0], sequence=over)
    )
    assert at_once(one, one, one) == ["said"] * 3
    assert Confirmation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_four_players_confirm_at_once(game, over, players, at_once):
    answers = at_once(
        *[
            answering(
                lambda player=player: closing.confirm_as_player(
                    game.pk, player, sequence=over
                )
            )
            for player in players
        ]
    )
    assert answers == ["said"] * 4
    assert says(game) == [ConfirmationState.CONFIRMED] * 4


@pytest.mark.django_db(transaction=True)
def test_a_correction_at_the_same_moment_leaves_nothing_confirmed(
    game, over, players, at_once
):
    confirming = answering(
        lambda: closing.confirm_as_player(game.pk, players[0], sequence=over)
    )
    correcting = answering(lambda: penalty(game))
    confirmed, corrected = at_once(confirming, correcting)
    assert corrected == "said"
    assert confirmed in ("said", "changed")
    assert says(game)[0] is ConfirmationState.NOTHING


@pytest.mark.django_db(transaction=True)
def test_a_dispute_and_a_referees_confirmation_do_not_miss_each_other(
    game, tournament, over, players, at_once
):
    needs(tournament, "referee")
    at_once(
        answering(
            lambda: closing.dispute(game.pk, players[0], sequence=over, text="hm")
        ),
        answering(
            lambda: closing.confirm_as_referee(game.pk, sequence=over, by="director")
        ),
    )
    assert says(game)[0] is ConfirmationState.DISPUTED
    assert now(game).lacks


@pytest.mark.django_db(transaction=True)
def test_a_round_closed_while_somebody_confirms(
    running_round, game, tournament, players, at_once
):
    needs(tournament, "players")
    for table in running_round.games.all():
        play(table, f"t{table.pk}")
        for seat in table.seats.select_related("player"):
            if seat.player != players[0]:
                closing.confirm_as_player(table.pk, seat.player, sequence=1)
    said, closed = at_once(
        answering(lambda: closing.confirm_as_player(game.pk, players[0], sequence=1)),
        answering(lambda: end_and_close_round.close(running_round.pk, by="director")),
    )
    assert said == "said"
    assert closed in ("said", "not_confirmed")
