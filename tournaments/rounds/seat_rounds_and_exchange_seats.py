"""Seat rounds from a plan, swap players after the start at one table or between two,
and return the seating of all rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Prefetch
from django.utils.translation import gettext_noop as _

from rules.winds import WINDS, Wind
from tournaments.models import (
    NOT_BEGUN,
    Draw,
    Game,
    Player,
    Round,
    RoundState,
    Seat,
    Stage,
    Tournament,
)
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.seating_files import TableRow
from tournaments.rounds.tournament_table_sizes import refuse_sizes
from tournaments.web.list_wording import joined_with_commas


@transaction.atomic
def seat_rounds(
    tournament: Tournament, rows: Iterable[TableRow], *, by: str
) -> list[Round]:
    """Seat whole rounds as drafts from a finished plan, and return the rounds.

    Rounds with the same numbers that have not started are replaced. Raises Refused if a
    round has started, if a player number is unknown or used twice in a round, if the
    rules do not allow a table's number of players, if the plan is empty, and in a
    finished tournament.
    """
    refuse_if_finished(lock_with_rounds(tournament))
    players = {player.number: player for player in tournament.players.all()}
    by_round: dict[int, list[TableRow]] = {}
    for row in rows:
        by_round.setdefault(row.round, []).append(row)
    if not by_round:
        raise refusal("no_tables", _("This plan has no tables."), "plan")
    rounds = []
    for number, tables in sorted(by_round.items()):
        _refuse_bad_round(number, tables, players)
        sizes = {row.table: len(row.numbers) for row in tables}
        refuse_sizes(tournament, number, sizes)
        rounds.append(replace_round(tournament, number, tables, players))
    tournament.record("seated", by=by, rounds=sorted(by_round))
    return rounds


def replace_round(
    tournament: Tournament,
    number: int,
    tables: Sequence[TableRow],
    players: Mapping[int, Player],
    draw: Draw | None = None,
) -> Round:
    """Seat a round as a draft, and return the round.

    A round with this number that has not started is replaced. Raises Refused if it has
    started.
    """
    old = tournament.rounds.filter(number=number).first()
    if old and old.state not in NOT_BEGUN:
        raise refusal(
            "round_started",
            _("Round %(round)s has started. Its seating cannot change."),
            "plan",
            round=number,
        )
    if old:
        old.delete()
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        draw=draw,
        stage=_stage_at(tournament, number),
    )
    games = Game.objects.bulk_create(
        Game(round=round_, table=row.table) for row in tables
    )
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, wind=wind, player=players[start])
        for game, row in zip(games, tables, strict=True)
        for wind, start in zip(WINDS, row.numbers, strict=False)
    )
    return round_


def _stage_at(tournament: Tournament, number: int) -> Stage | None:
    """Return the stage of a round. If two stages share the round, return the first
    stage. If there are no stages, return None."""
    if not tournament.is_staged:
        return None
    begun = tournament.stages.filter(first_round__lte=number)
    return begun.order_by("-first_round", "number").first()


def next_round_number(tournament: Tournament) -> int:
    """Return the number after the last seated round."""
    last = tournament.rounds.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def first_round_to_draw(tournament: Tournament) -> int:
    """Return the default first round of a new draft: the next round without seating.

    If all planned rounds have seating, return the first round whose seating is not
    shown.
    """
    following = next_round_number(tournament)
    unseen = tournament.rounds.filter(state=RoundState.DRAFT).order_by("number")
    if following > tournament.planned_rounds and (round_ := unseen.first()):
        return round_.number
    return following


def _refuse_bad_round(
    number: int, tables: Sequence[TableRow], players: Mapping[int, Player]
) -> None:
    seated = [start for row in tables for start in row.numbers]
    if unknown := sorted(set(seated) - players.keys()):
        raise refusal(
            "unknown_player",
            _("Round %(round)s contains unknown player numbers: %(numbers)s."),
            "plan",
            round=number,
            numbers=joined_with_commas(unknown),
        )
    if twice := sorted({start for start in seated if seated.count(start) > 1}):
        raise refusal(
            "seated_twice",
            _("Round %(round)s seats players twice: %(numbers)s."),
            "plan",
            round=number,
            numbers=joined_with_commas(twice),
        )
    names = [row.table for row in tables]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise refusal(
            "table_twice",
            _("Round %(round)s has duplicate tables: %(tables)s."),
            "plan",
            round=number,
            tables=joined_with_commas(doubled),
        )


#: Temporary table number, larger than any real one.
NOWHERE = 32_767


def exchange(game: Game, seats: Mapping[Wind, Wind]) -> None:
    """Move each player at a key of `seats` to the seat in its value.

    Must be called in a transaction that has locked the game and logs the change. A seat
    with a ledger is never deleted, and two seats of a table cannot have the same wind.
    Players are therefore moved to a temporary table first.
    """
    moving = [seat for seat in game.seats.all() if _moves(seat, seats)]
    if not moving:
        return
    aside = Game.objects.create(round_id=game.round_id, table=NOWHERE)
    Seat.objects.filter(pk__in=[seat.pk for seat in moving]).update(game=aside)
    for seat in moving:
        seat.wind = seats[Wind(seat.wind)]
        seat.game = game
        seat.save(update_fields=["wind", "game"])
    aside.delete()


def exchange_between(one: Seat, other: Seat) -> None:
    """Swap the players of two seats at different tables of a round.

    Must be called in a transaction that has locked both games and logs the change. The
    caller must recalculate the stored results of these seats.
    """
    places = [(seat.game, seat.wind) for seat in (one, other)]
    aside = Game.objects.create(round_id=one.round_id, table=NOWHERE)
    Seat.objects.filter(pk=one.pk).update(game=aside)
    for seat, (game, wind) in zip((other, one), places, strict=True):
        seat.game, seat.wind = game, wind
        seat.save(update_fields=["game", "wind"])
    aside.delete()


def _moves(seat: Seat, seats: Mapping[Wind, Wind]) -> bool:
    return seats[Wind(seat.wind)] is not Wind(seat.wind)


ORDER = {wind.value: place for place, wind in enumerate(WINDS)}


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round with its seats in the order E S W N."""

    game: Game
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class SeatedRound:
    round: Round
    tables: tuple[SeatedTable, ...]


def seating_of(tournament: Tournament) -> list[SeatedRound]:
    """Return every round with its tables and players, including drafts."""
    seats = Seat.objects.select_related("player__person")
    games = Game.objects.order_by("table").prefetch_related(Prefetch("seats", seats))
    rounds = tournament.rounds.order_by("number").select_related("draw")
    rounds = rounds.prefetch_related(Prefetch("games", games))
    return [SeatedRound(round_, _tables(round_)) for round_ in rounds]


def _tables(round_: Round) -> tuple[SeatedTable, ...]:
    return tuple(
        SeatedTable(game, tuple(sorted(game.seats.all(), key=lambda s: ORDER[s.wind])))
        for game in round_.games.all()
    )
