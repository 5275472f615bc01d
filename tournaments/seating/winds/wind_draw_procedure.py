"""The wind draw at a table: wind tiles, dice and the order of taking tiles.

Four players sit anywhere. The four wind tiles are shuffled and lie face down in a row
between an odd suit tile and an even suit tile. One player throws two or three dice. The
total is counted anticlockwise, starting with the thrower as 1. The player reached by
the count throws again. If this total is odd, that player takes the tile beside the odd
tile, otherwise the tile beside the even tile. The other players follow anticlockwise,
always from the same end. East sits down first, then South to the right of East, West
and North.

Seats are determined in this way in Chinese classical play; the counting follows
Babcock, Rules for Mah-Jongg. Anyone can reproduce all decisions from the random seed
(`random_seed.shuffled_by_seed`). If real dice are thrown, these throws replace the
throws of the program.

A place is a number from 0 to 3, anticlockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from rules.winds import WINDS, Wind
from tournaments.seating.random_seed import shuffled_by_seed
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Four, four_of

#: Faces of the dice of a throw.
Dice: TypeAlias = tuple[int, ...]

FACES = range(1, 7)

#: Allowed numbers of dice; the program throws two.
DICE = (2, 3)


class Step(IntEnum):
    """The steps of a displayed wind draw."""

    PLACES = 0
    FIRST_THROW = 1
    SECOND_THROW = 2
    FIRST_TILE = 3
    SECOND_TILE = 4
    THIRD_TILE = 5
    LAST_TILE = 6
    SEATS = 7


@dataclass(frozen=True)
class Turned:
    """A tile taken from the row.

    `position` is the position of the tile in the row (0 is beside the odd tile),
    `place` the place of the player who took it, and `wind` the wind on the tile.
    """

    position: int
    place: int
    wind: Wind


@dataclass(frozen=True)
class Show:
    """The visible state of a wind draw at a step. Values that become known later are
    None.

    `places` contains the player numbers, anticlockwise. `thrower` and `second` are the
    places of the first and second thrower. `seats` contains the player numbers E S W N.
    """

    step: Step
    places: Four
    thrower: int
    first: Dice | None = None
    second: int | None = None
    again: Dice | None = None
    from_odd_end: bool | None = None
    turned: tuple[Turned, ...] = ()
    seats: Four | None = None

    @property
    def counted(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each place, the numbers counted at the place. The thrower's place
        has the number 1."""
        total = sum(self.first or ())
        return tuple(
            tuple(
                range(
                    1 + (place - self.thrower) % SEATS_PER_TABLE,
                    total + 1,
                    SEATS_PER_TABLE,
                )
            )
            for place in range(SEATS_PER_TABLE)
        )


def who_gets_the_dice(thrower: int, total: int) -> int:
    """Return the place of the second thrower: the place where the count ends. The count
    goes anticlockwise to `total`, with the thrower as 1."""
    return (thrower + total - 1) % SEATS_PER_TABLE


def tiles_taken(total: int) -> tuple[int, ...]:
    """Return the positions in the row in the order in which the tiles are taken.

    After an odd total, tiles are taken from the odd end (position 0), otherwise from
    the even end.
    """
    row = tuple(range(SEATS_PER_TABLE))
    return row if total % 2 else row[::-1]


def read_dice(text: str) -> Dice:
    """Return the faces of two or three dice from a text such as "4 2" or "42".

    Raises RuleError for other texts.
    """
    faces = [sign for sign in text if not sign.isspace() and sign not in ",;+-/."]
    if all(sign in "123456" for sign in faces) and len(faces) in DICE:
        return tuple(map(int, faces))
    raise RuleError(
        Fault(
            "bad_dice",
            _("Enter 2 or 3 dice, each from 1 to 6, such as 4 2."),
            "dice",
        )
    )


def show(
    seed: str,
    numbers: Sequence[int],
    step: Step = Step.SEATS,
    typed: Sequence[Sequence[int] | None] = (),
) -> Show:
    """Return the state of a wind draw at `step`.

    `numbers` contains the four player numbers in any order. `typed` contains the first
    and second throw of real dice. If a throw is None or missing, the seed determines
    the throw. Raises RuleError if there are not 4 players or a throw does not have two
    or three dice.
    """
    _refuse_other_than_four(numbers)
    first, again = (_dice(seed, throw, typed) for throw in range(2))
    drawn = four_of(shuffled_by_seed(seed, sorted(numbers), "places"))
    thrower = shuffled_by_seed(seed, range(SEATS_PER_TABLE), "first thrower")[0]
    second = who_gets_the_dice(thrower, sum(first))
    turned = _turned(seed, second, sum(again))
    return Show(
        step=step,
        places=drawn,
        thrower=thrower,
        first=first if step >= Step.FIRST_THROW else None,
        second=second if step >= Step.FIRST_THROW else None,
        again=again if step >= Step.SECOND_THROW else None,
        from_odd_end=bool(sum(again) % 2) if step >= Step.SECOND_THROW else None,
        turned=turned[: max(step - Step.SECOND_THROW, 0)],
        seats=_seats(drawn, turned) if step >= Step.SEATS else None,
    )


def drawn_seats(
    seed: str,
    numbers: Sequence[int],
    typed: Sequence[Sequence[int] | None] = (),
) -> Four:
    """Return the player numbers E S W N at the end of the wind draw. Raises RuleError
    as `show` does."""
    shown = show(seed, numbers, Step.SEATS, typed)
    return _seats(shown.places, shown.turned)


def seats_by_lot(seed: str, table: int, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the player numbers E S W N at a table, if one seed decides the winds of
    several tables.

    No tiles or dice are used. A table of 3 has E S W, a table of 2 has E S. Raises
    RuleError if there are fewer than 2 or more than 4 players, or a player occurs
    twice.
    """
    if not 2 <= len(numbers) <= SEATS_PER_TABLE or len(set(numbers)) < len(numbers):
        raise RuleError(
            Fault("not_a_table", _("A table has 2 to 4 players."), "numbers")
        )
    return tuple(shuffled_by_seed(seed, sorted(numbers), f"winds of table {table}"))


def _dice(seed: str, throw: int, typed: Sequence[Sequence[int] | None]) -> Dice:
    """Return the faces of the first throw (`throw` 0) or the second throw (`throw` 1).

    Raises RuleError if a throw of real dice does not have two or three dice from 1 to
    6.
    """
    real = typed[throw] if throw < len(typed) else None
    if real is None:
        return tuple(
            shuffled_by_seed(seed, FACES, f"throw {throw + 1} die {die}")[0]
            for die in (1, 2)
        )
    if len(real) not in DICE or any(face not in FACES for face in real):
        raise RuleError(
            Fault(
                "bad_dice",
                _("Enter 2 or 3 dice for each throw, each from 1 to 6."),
                "dice",
            )
        )
    return tuple(real)


def _turned(seed: str, second: int, total: int) -> tuple[Turned, ...]:
    """Return all tiles in the order in which they are taken."""
    row = shuffled_by_seed(seed, WINDS, "tiles")
    return tuple(
        Turned(position, (second + turn) % SEATS_PER_TABLE, row[position])
        for turn, position in enumerate(tiles_taken(total))
    )


def _seats(places: Four, turned: Sequence[Turned]) -> Four:
    """Return the player numbers E S W N, from all tiles taken."""
    holders = {one.wind: places[one.place] for one in turned}
    return four_of([holders[wind] for wind in WINDS])


def _refuse_other_than_four(numbers: Sequence[int]) -> None:
    if len(numbers) != SEATS_PER_TABLE or len(set(numbers)) != SEATS_PER_TABLE:
        raise RuleError(
            Fault("not_four", _("A wind draw needs 4 different players."), "numbers")
        )
