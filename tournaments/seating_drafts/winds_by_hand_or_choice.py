"""Winds entered manually or chosen by the players, and functions for all wind draws.

Opponents do not change. Winds can change only in a round that has not started. The
round is locked before any data is read. If players choose, the best player of a table
chooses a wind first, then the second player, and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.winds import WINDS
from tournaments.models import (
    NOT_BEGUN,
    Ceremony,
    CeremonyOutcome,
    FinalSeats,
    Game,
    Round,
    Seat,
    Stage,
    WindLots,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import lock_round
from tournaments.rounds.tournament_table_sizes import refuse_sizes


@transaction.atomic
def seat_by_hand(
    game_id: int, numbers: Sequence[int], *, by: str, reason: str = ""
) -> None:
    """Seat the players of a table as they drew their winds; `numbers` are player
    numbers E S W N.

    Raises Refused if the numbers are not the players of the table. If the program has
    drawn the winds of the table or started to draw, it also raises Refused if `reason`
    is empty.
    """
    game = table_to_draw(game_id)
    ceremony = Ceremony.objects.filter(game=game).first()
    if not reason and needs_reason(game):
        raise refusal(
            "no_reason",
            _("Enter a reason for replacing the drawn winds."),
            "reason",
        )
    before = numbers_at(game)
    reseat(game.round, {game.table: numbers})
    if ceremony:
        finish(ceremony, CeremonyOutcome.OVERRULED)
    game.record(
        "winds_by_hand",
        by=by,
        reason=reason,
        numbers=list(numbers),
        before=before,
        **(replay_data(ceremony) if ceremony else {}),
    )


def needs_reason(game: Game) -> bool:
    """Return whether a manual entry would replace a wind draw by the program."""
    if Ceremony.objects.filter(game=game).exists():
        return True
    lots = WindLots.objects.filter(round=game.round_id).first()
    return lots is not None and lots.covers(game.table)


def table_to_draw(game_id: int) -> Game:
    """Return a table whose winds may change, and lock its round until the transaction
    ends.

    Raises Refused if the round has started or its seating was replaced.
    """
    round_id = Game.objects.filter(pk=game_id).values_list("round", flat=True)
    round_ = not_begun(round_id.first() or 0)
    game = Game.objects.get(pk=game_id)
    game.round = round_
    return game


def not_begun(round_id: int) -> Round:
    """Return the round, and lock it until the transaction ends.

    Raises Refused if the round has started or its seating was replaced.
    """
    round_ = lock_round(round_id)
    if round_.state not in NOT_BEGUN:
        raise refusal(
            "round_started",
            _("Round %(round)s has started. Its seating cannot change."),
            round=round_.number,
        )
    return round_


def numbers_at(game: Game) -> list[int]:
    """Return the player numbers at a table, E S W N.

    Raises Refused if a seat is empty.
    """
    return seated(game.round, [game.table])[game.table]


def seated(round_: Round, tables: Collection[int]) -> dict[int, list[int]]:
    """Return the player numbers E S W N at each of these tables, by table number.

    Raises Refused if the rules do not allow the number of players at a table.
    """
    by_table: dict[int, dict[str, int]] = {table: {} for table in sorted(tables)}
    seats = round_.seats.filter(game__table__in=tables)
    for table, wind, number in seats.values_list(
        "game__table", "wind", "player__number"
    ):
        by_table[table][wind] = number
    sizes = {table: len(at) for table, at in by_table.items()}
    refuse_sizes(round_.tournament, round_.number, sizes)
    return {
        table: [at[wind] for wind in WINDS if wind in at]
        for table, at in by_table.items()
    }


def reseat(round_: Round, drawn: Mapping[int, Sequence[int]]) -> None:
    """Seat the players with these numbers E S W N at each table.

    Raises Refused if the numbers are not the players of the table.
    """
    for table, numbers in seated(round_, drawn.keys()).items():
        if sorted(numbers) != sorted(drawn[table]):
            raise refusal(
                "other_people",
                _("Enter each player at table %(table)s once."),
                table=table,
            )
    seats = round_.seats.filter(game__table__in=drawn.keys())
    entries = dict(seats.values_list("player__number", "player"))
    games = dict(round_.games.filter(table__in=drawn.keys()).values_list("table", "pk"))
    # Seats are unique by wind and by player, so they cannot be updated one by one.
    seats.delete()
    Seat.objects.bulk_create(
        Seat(
            game_id=games[table],
            round=round_,
            wind=wind,
            player_id=entries[number],
        )
        for table, numbers in drawn.items()
        for wind, number in zip(WINDS, numbers, strict=False)
    )


def finish(ceremony: Ceremony, outcome: CeremonyOutcome) -> None:
    ceremony.outcome = outcome
    ceremony.finished_at = timezone.now()
    ceremony.save(update_fields=["outcome", "finished_at"])


def replay_data(ceremony: Ceremony) -> dict[str, object]:
    """Return the data needed to reproduce a wind draw, and the last step shown."""
    return {
        "seed": ceremony.seed,
        "commitment": ceremony.commitment,
        "dice": ceremony.dice,
        "step": ceremony.step,
    }


def wind_draw_has_changed() -> Refused:
    return refusal("went_on", _("This wind draw has changed. Reload the page."))


@dataclass(frozen=True)
class Choosing:
    """The choices of seats at a table so far.

    `numbers` are player numbers in the order of choosing; `chose` contains the winds
    chosen so far. The last player gets the remaining wind.
    """

    numbers: tuple[int, ...]
    chose: tuple[str, ...] = ()

    @property
    def chooser(self) -> int | None:
        """Return the number of the player who chooses next, or None if all players have
        a seat."""
        if len(self.chose) >= len(self.numbers) - 1:
            return None
        return self.numbers[len(self.chose)]

    @property
    def left(self) -> tuple[str, ...]:
        seats = (wind.value for wind in WINDS[: len(self.numbers)])
        return tuple(wind for wind in seats if wind not in self.chose)

    @property
    def seats(self) -> dict[str, int]:
        """Return the player numbers by wind. Players without a seat are left out."""
        winds = self.chose if self.chooser else (*self.chose, *self.left)
        return dict(zip(winds, self.numbers, strict=False))


def read_choices(text: str, players: int) -> tuple[str, ...]:
    """Return the winds chosen so far, from a part of an address such as "WES". Return
    an empty tuple if the text is invalid."""
    known = {wind.value for wind in WINDS[:players]}
    if len(text) >= players or len(set(text)) < len(text) or not known.issuperset(text):
        return ()
    return tuple(text)


@transaction.atomic
def seat_as_chosen(
    game_id: int, order: Sequence[int], chose: Sequence[str], *, by: str
) -> None:
    """Seat the players of a table as they chose. `order` contains the player numbers in
    the order of choosing, and `chose` the chosen winds.

    Raises Refused if the round has started or the numbers are not the players of the
    table.
    """
    game = table_to_draw(game_id)
    before = numbers_at(game)
    seats = Choosing(tuple(order), tuple(chose)).seats
    numbers = [seats[wind.value] for wind in WINDS if wind.value in seats]
    reseat(game.round, {game.table: numbers})
    game.record(
        "winds_chosen",
        by=by,
        numbers=numbers,
        order=list(order),
        before=before,
    )


def chooses(round_: Round) -> bool:
    """Return whether players choose their seats in a stage of this round."""
    if round_.stage is None:
        return False
    stages = Stage.objects.filter(
        tournament=round_.tournament_id,
        first_round=round_.stage.first_round,
        seats=FinalSeats.CHOICE,
    )
    return stages.exists()
