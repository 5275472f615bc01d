"""Seats by choice: the best of a table chooses a wind first, then the second …"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from rules.winds import WINDS
from tournaments.draws.winds.by_hand import numbers_at, reseat, table_to_draw
from tournaments.models import FinalSeats, Round, Stage


@dataclass(frozen=True)
class Choosing:
    """How far the choice of seats at a table is: `numbers` in the order in which they
    choose, and the winds that the first of them `chose`. The last one gets what is
    left."""

    numbers: tuple[int, ...]
    chose: tuple[str, ...] = ()

    @property
    def chooser(self) -> int | None:
        """Whose turn it is; None once everybody has a seat."""
        if len(self.chose) >= len(self.numbers) - 1:
            return None
        return self.numbers[len(self.chose)]

    @property
    def left(self) -> tuple[str, ...]:
        seats = (wind.value for wind in WINDS[: len(self.numbers)])
        return tuple(wind for wind in seats if wind not in self.chose)

    @property
    def seats(self) -> dict[str, int]:
        """The start numbers by wind, of those who have one."""
        winds = self.chose if self.chooser else (*self.chose, *self.left)
        return dict(zip(winds, self.numbers, strict=False))


def read_choices(text: str, players: int) -> tuple[str, ...]:
    """The winds that so many chose, as an address has them ("WES"); what cannot be is
    nothing."""
    known = {wind.value for wind in WINDS[:players]}
    if len(text) >= players or len(set(text)) < len(text) or not known.issuperset(text):
        return ()
    return tuple(text)


@transaction.atomic
def seat_as_chosen(
    session_id: int, order: Sequence[int], chose: Sequence[str], *, by: str
) -> None:
    """Seat a table as its people chose, who did so in this order. Raises Refused if the
    round has begun, or they are not the people of the table."""
    session = table_to_draw(session_id)
    before = numbers_at(session)
    seats = Choosing(tuple(order), tuple(chose)).seats
    numbers = [seats[wind.value] for wind in WINDS if wind.value in seats]
    reseat(session.round, {session.table: numbers})
    session.record(
        "winds_chosen",
        by=by,
        numbers=numbers,
        order=list(order),
        before=before,
    )


def chooses(round_: Round) -> bool:
    """Whether somebody in the round chooses where to sit."""
    if round_.stage is None:
        return False
    stages = Stage.objects.filter(
        tournament=round_.tournament_id,
        first_round=round_.stage.first_round,
        seats=FinalSeats.CHOICE,
    )
    return stages.exists()
