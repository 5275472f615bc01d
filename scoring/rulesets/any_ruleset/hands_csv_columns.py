"""The columns in which hands.csv tells how a hand ended.

They tell an ordinary hand exactly. Of a hand with several winners they show each of
them, and of one entered by its tiles the value: such hands are in ledger.jsonl.
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
from tournaments.people.player_and_seating_files import SEATS
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

Numbers = Mapping[Wind, int]
Values = Mapping[str, object]

WIN = "win"
#: The columns that say who won, and from whom.
WHO = ("winner", "discarder")


@dataclass(frozen=True)
class Columns:
    """The columns of a ruleset's hands. `read` gives the kind of an outcome and its
    values in the rules' notation, but with start numbers for seats; `write` the cells
    of an outcome, `unfinished` are those of a hand without one. The `rare` columns are
    left out where they say nothing of any hand."""

    names: Sequence[str]
    read: Callable[[Row], tuple[str, Values]]
    write: Callable[[Line, Numbers], Mapping[str, Cell]]
    unfinished: Mapping[str, Cell] = field(default_factory=dict)
    rare: Sequence[str] = ()

    @property
    def all(self) -> Sequence[str]:
        """Every column of hands.csv."""
        penalties = (f"{seat}_penalty" for seat in SEATS.values())
        return ("round", "table", "hand", *self.names, *penalties)


def outcome_in(row: Row, known: Sequence[str]) -> str:
    """How the hand ended; "" if it was not finished."""
    return row.one_of("outcome", known) if row.says("outcome") else ""


#: 1 where a winner's hand was said to have no chow, which takes the kitty.
NO_CHOWS = "no_chows"


def no_chows_in(row: Row) -> dict[str, bool]:
    """A value of the entry where the row marks the winner's hand as one without
    chows."""
    return {NO_CHOWS: True} if integers(row, [NO_CHOWS]).get(NO_CHOWS) else {}


def integers(row: Row, columns: Iterable[str]) -> dict[str, int]:
    """The numbers in those of the columns that are not empty."""
    values = {
        column: row.optional_integer(column, -MOST_POINTS, MOST_POINTS)
        for column in columns
    }
    return {column: value for column, value in values.items() if value is not None}


def numbers_in(row: Row, column: str) -> list[int]:
    """Start numbers with spaces between them."""
    given = row.raw(column).split()
    if not all(text.isascii() and text.isdecimal() for text in given):
        message = _("%(column)s is “%(value)s”. Enter player numbers.")
        row.fault("not_a_number", message, column, value=row.raw(column))
        return []
    return [min(int(text[:9]), MOST_START_NUMBER) for text in given]


def won(
    numbers: Numbers, winners: Iterable[Wind], discarder: Wind | None
) -> dict[str, Cell]:
    """The cells of `WHO`: start numbers of the winners, and of who discarded."""
    return {
        "winner": joined(numbers[seat] for seat in winners),
        "discarder": numbers[discarder] if discarder else "",
    }


def seats_of(numbers: Numbers, **named: Iterable[Wind]) -> dict[str, Cell]:
    """By column, the start numbers of the players in these seats."""
    return {
        name: joined(numbers[seat] for seat in seats) for name, seats in named.items()
    }


def winners_of(line: Line) -> Sequence[Wind]:
    return line.settlement.winners


def joined(values: Iterable[object]) -> str:
    return " ".join(map(str, values))
