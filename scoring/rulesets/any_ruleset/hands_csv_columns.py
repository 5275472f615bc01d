"""The columns of hands.csv that describe how a hand ended.

An ordinary hand is described completely. For several winners, a column lists the values
of all winners. For a hand entered by tiles, the columns have only the value;
ledger.jsonl has the tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from rules.ledger_entries import MOST_POINTS
from rules.ruleset_and_table_state import Line
from rules.winds import Wind
from tournaments.files.formula_safe_csv_writing import Cell
from tournaments.files.strict_csv_reader import Row
from tournaments.rounds.seating_files import SEATS
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

Numbers = Mapping[Wind, int]
Values = Mapping[str, object]

WIN = "win"
#: The columns with the winners and the discarder.
WHO = ("winner", "discarder")


@dataclass(frozen=True)
class Columns:
    """The columns for the hands of a ruleset.

    `read`: returns the kind of an outcome and its values in the rules' notation, with
    player numbers instead of seats. `write`: returns the cells of an outcome.
    `unfinished`: cells of a hand without an outcome. `rare`: columns that are left out
    if they are empty for all hands.
    """

    names: Sequence[str]
    read: Callable[[Row], tuple[str, Values]]
    write: Callable[[Line, Numbers], Mapping[str, Cell]]
    unfinished: Mapping[str, Cell] = field(default_factory=dict)
    rare: Sequence[str] = ()

    @property
    def all(self) -> Sequence[str]:
        """Return every column of hands.csv."""
        penalties = (f"{seat}_penalty" for seat in SEATS.values())
        return ("round", "table", "hand", *self.names, *penalties)


def outcome_in(row: Row, known: Sequence[str]) -> str:
    """Return the outcome of the hand in a row; "" if the hand was not finished."""
    return row.one_of("outcome", known) if row.says("outcome") else ""


#: Column that is 1 if the winner's hand has no chow and takes the kitty.
NO_CHOWS = "no_chows"


def no_chows_in(row: Row) -> dict[str, bool]:
    """Return the entry value for a winner's hand without a chow; {} if the row does not
    state this.
    """
    return {NO_CHOWS: True} if integers(row, [NO_CHOWS]).get(NO_CHOWS) else {}


#: Key of the tournament's special hand that the winner declared.
OWN_HAND = "own_hand"


def own_hand_in(row: Row) -> dict[str, str]:
    """Return the entry value for a hand of the tournament's own list; {} if the row
    names none.
    """
    key = row.raw(OWN_HAND).strip()
    return {OWN_HAND: key} if key not in ("", "-") else {}


def own_hand_cells(keys: Sequence[str]) -> dict[str, Cell]:
    """Return the cell with each winner's hand of the tournament's own list, "-" for
    none. Return {} if no winner has such a hand.
    """
    return {OWN_HAND: joined(keys)} if set(keys) - {"-"} else {}


def integers(row: Row, columns: Iterable[str]) -> dict[str, int]:
    """Return the number in each of these columns, without empty columns."""
    values = {
        column: row.optional_integer(column, -MOST_POINTS, MOST_POINTS)
        for column in columns
    }
    return {column: value for column, value in values.items() if value is not None}


def numbers_in(row: Row, column: str) -> list[int]:
    """Return the player numbers in a column, which are separated by spaces.

    Adds a fault to the row and returns [] for other text.
    """
    texts = row.raw(column).split()
    if not all(text.isascii() and text.isdecimal() for text in texts):
        message = _("%(column)s is “%(value)s”. Enter player numbers.")
        row.fault("not_a_number", message, column, value=row.raw(column))
        return []
    return [min(int(text[:9]), MOST_START_NUMBER) for text in texts]


def won(
    numbers: Numbers, winners: Iterable[Wind], discarder: Wind | None
) -> dict[str, Cell]:
    """Return the cells of `WHO`: player numbers of the winners and of the discarder."""
    return {
        "winner": joined(numbers[seat] for seat in winners),
        "discarder": numbers[discarder] if discarder else "",
    }


def seats_of(numbers: Numbers, **named: Iterable[Wind]) -> dict[str, Cell]:
    """Return a cell for each column: the player numbers of its seats."""
    return {
        name: joined(numbers[seat] for seat in seats) for name, seats in named.items()
    }


def winners_of(line: Line) -> Sequence[Wind]:
    return line.settlement.winners


def joined(values: Iterable[object]) -> str:
    return " ".join(map(str, values))
