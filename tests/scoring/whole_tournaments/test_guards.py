"""Constraints that the database enforces."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from scoring.ledger import enter_hand
from scoring.models import LedgerEntry
from tournaments.models import Game, Round, RoundState, Seat, Tournament
from tournaments.rounds import seat_rounds_and_exchange_seats

pytestmark = pytest.mark.every_case

GUARDS = {
    "strictest_choice_insert",
    "strictest_choice_update",
    "strictest_choice_delete",
    "tournaments_logevent_no_update",
    "tournaments_logevent_no_delete",
    "round_seats_complete",
    "round_players_seated",
    "seat_round_matches_insert",
    "seat_round_matches_update",
    "scoring_ledgerentry_no_update",
    "scoring_ledgerentry_no_delete",
    "ledger_without_gaps",
    "ledger_chain_keeps_its_hand",
    "ledger_line_moved_from_one_taken_back",
    "ledger_needs_its_seats",
    "seat_with_ledger_stays",
    "confirmation_stays",
    "confirmation_is_not_altered",
    "confirmation_of_the_ledger_as_it_is",
    "confirmation_by_who_sits_there",
    "confirmation_after_the_end_of_play",
    "confirmation_by_somebody_else",
}


@pytest.fixture
def line(game) -> LedgerEntry:
    return enter_hand.enter(
        game.pk,
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        device_key="a",
        by="referee",
        hand=1,
    ).entry


def another(line: LedgerEntry, **values: object) -> LedgerEntry:
    """Return an unsaved entry that could follow `line`. `values` replace its fields."""
    fields = {
        "game": line.game,
        "sequence": 2,
        "place": 2,
        "hand": 2,
        "kind": "washout",
        "settles_hand": True,
        "device_key": "b",
        "by": "nobody",
    }
    return LedgerEntry(**(fields | values))


def refused(change) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        change()


def test_every_guard_is_installed(db):
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        assert {name for (name,) in cursor.fetchall()} >= GUARDS


def test_a_ledger_line_is_neither_changed_nor_deleted(line):
    refused(lambda: LedgerEntry.objects.update(by="somebody"))
    refused(lambda: LedgerEntry.objects.all()._raw_delete("default"))
    with pytest.raises(TypeError):
        line.delete()


def test_the_log_is_neither_changed_nor_deleted(tournament):
    refused(lambda: tournament.log.update(by="somebody"))
    refused(lambda: tournament.log.all().delete())


def test_a_sound_line_is_accepted(line):
    another(line).save()


@pytest.mark.parametrize(
    "values",
    [
        {"sequence": 3},
        {"sequence": 1},
        {"hand": 1},
        {"device_key": "a"},
        {"device_key": ""},
        {"hand": 0},
    ],
    ids=["gap", "twice", "second outcome", "key used", "no key", "hand 0"],
)
def test_an_unsound_line_is_refused(line, values):
    refused(lambda: another(line, **values).save())


def test_a_line_is_superseded_once_by_one_of_its_hand_with_a_reason(line):
    chained = {"supersedes": line, "hand": 1, "place": 1, "reason": "misread"}
    refused(lambda: another(line, **chained | {"hand": 2}).save())
    refused(lambda: another(line, **chained | {"reason": ""}).save())
    refused(lambda: another(line, **chained | {"place": 2}).save())
    another(line, **chained).save()
    again = chained | {"sequence": 3, "device_key": "c"}
    refused(lambda: another(line, **again).save())


def test_a_line_moves_once_from_an_earlier_one_that_was_taken_back(line, running_round):
    elsewhere = running_round.games.get(table=2)
    gone = another(
        line,
        kind="retraction",
        hand=1,
        place=1,
        supersedes=line,
        reason_key="hand_inserted",
        device_key="gone",
    )
    moved = {"kind": "win", "moved_from": line, "sequence": 3}
    refused(lambda: another(line, **moved | {"sequence": 2}).save())  # still valid
    gone.save()
    refused(lambda: another(line, **moved | {"kind": "washout"}).save())
    refused(lambda: another(line, **moved | {"hand": 1}).save())
    refused(lambda: another(line, **moved | {"moved_from": gone}).save())
    other = {"game": elsewhere, "sequence": 1, "place": 1}
    refused(lambda: another(line, **moved | other).save())
    another(line, **moved).save()
    again = {"sequence": 4, "hand": 3, "device_key": "c"}
    refused(lambda: another(line, **moved | again).save())


def test_a_ledger_needs_the_seats_of_its_table(seated_round):
    game = Game.objects.create(round=seated_round, table=9)
    line = LedgerEntry(game=game)
    refused(lambda: another(line, sequence=1, place=1, hand=1).save())


def test_one_entry_per_seat_and_one_seat_per_entry_and_round(seated_round):
    seat = Seat.objects.filter(round=seated_round, wind="E").first()
    other = Seat.objects.filter(round=seated_round, game__table=2).first()
    refused(
        lambda: Seat.objects.create(
            game=seat.game, round=seated_round, wind="E", player=other.player
        )
    )
    refused(lambda: Seat.objects.filter(pk=other.pk).update(player=seat.player))
    refused(lambda: Seat.objects.filter(pk=other.pk).update(wind="Q"))


def test_a_seat_belongs_to_the_round_of_its_game(seated_round, tournament):
    other = Round.objects.create(tournament=tournament, number=7)
    refused(lambda: Seat.objects.filter(round=seated_round).update(round=other))


@pytest.mark.parametrize(
    ("fewest", "empty", "may"),
    [
        (4, "N", False),
        (3, "N", True),
        (3, "W", False),
        (3, "WN", False),
        (2, "WN", True),
        (2, "SW", False),
        (2, "SWN", False),
    ],
)
def test_a_round_leaves_draft_with_as_few_from_east_on_as_the_rules_let_sit(
    tournament, fewest, empty, may
):
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    Tournament.objects.update(ruleset="hong_kong", options={"fewest_players": fewest})
    round_.seats.filter(wind__in=list(empty)).delete()
    line = LedgerEntry(game=round_.games.get())
    first = another(line, sequence=1, place=1, hand=1)
    if may:
        Round.objects.update(state=RoundState.PUBLISHED)
        first.save()
    else:
        refused(lambda: Round.objects.update(state=RoundState.PUBLISHED))
        refused(first.save)


def test_a_round_leaves_draft_only_with_four_seats_a_table(tournament):
    [round_] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
        by="director",
    )
    round_.seats.filter(wind="N").delete()
    refused(lambda: Round.objects.update(state=RoundState.PUBLISHED))


def test_an_open_round_holds_its_players(seated_round, noon):
    refused(lambda: Round.objects.update(state=RoundState.RUNNING, ends_at=noon))


def test_no_player_at_two_open_tables(running_round, tournament):
    taken = running_round.seats.first()
    other = Round.objects.create(tournament=tournament, number=7)
    game = Game.objects.create(round=other, table=1)
    refused(
        lambda: Seat.objects.create(
            game=game,
            round=other,
            wind="E",
            player=taken.player,
            playing=taken.playing,
        )
    )


def test_a_seat_with_a_ledger_stays(line):
    refused(lambda: line.game.seats.first().delete())


@pytest.mark.parametrize(
    "values",
    [
        {"state": "running"},
        {"state": "paused"},
        {"state": "sleep"},
    ],
)
def test_a_round_has_the_clock_its_state_needs(seated_round, values):
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.filter(pk=seated_round.pk).update(**values)
