"""A hand of tiles in a ledger entry. Its seat wind and prevailing wind come from the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.faults import Fault, RuleError
from rules.hand_as_json import hand_as_row, read_hand
from rules.hand_of_tiles import Hand
from rules.strict_reader import Reader
from rules.translation_marks import _
from rules.winds import Wind


@dataclass(frozen=True)
class EnteredHand:
    """The tiles of a hand as entered. `winds_given`: seat wind and prevailing wind were
    entered too."""

    hand: Hand
    winds_given: bool = False

    def at(self, seat_wind: Wind, prevailing_wind: Wind) -> Hand:
        """Return the hand with the seat wind and prevailing wind at the table.

        Raises RuleError if the hand was entered with different winds.
        """
        hand = self.hand
        entered_winds = (hand.seat_wind, hand.prevailing_wind)
        if self.winds_given and entered_winds != (seat_wind, prevailing_wind):
            raise RuleError(
                Fault(
                    "wrong_winds",
                    _(
                        "The hand has seat wind %(seat)s, prevailing wind %(round)s; "
                        "this table has %(table_seat)s and %(table_round)s."
                    ),
                    "hand",
                    {
                        "seat": entered_winds[0],
                        "round": entered_winds[1],
                        "table_seat": seat_wind,
                        "table_round": prevailing_wind,
                    },
                )
            )
        return replace(hand, seat_wind=seat_wind, prevailing_wind=prevailing_wind)

    def as_data(self) -> dict[str, object]:
        return hand_as_row(self.hand, with_winds=self.winds_given)


def read_entered_hand(
    reader: Reader, field: str, *, self_draw: bool
) -> EnteredHand | None:
    """Return the hand under `field`, from an object or notation; None if there is none
    or it is faulty.

    `self_draw` applies if the hand does not state whether it won by self-draw. Adds
    faults to the reader, also if the hand contradicts `self_draw`.
    """
    value = reader.take(field)
    if value is None:
        return None
    if not isinstance(value, Mapping | str):
        reader.fault("not_a_hand", _("Enter a hand, in parts or in notation."), field)
        return None
    row: Mapping[str, object] = {"hand": value}
    winds_given = isinstance(value, str) and "/" in value
    if isinstance(value, Mapping):
        row = {"self_draw": self_draw, **value}
        winds_given = "seat_wind" in value or "prevailing_wind" in value
    try:
        hand = read_hand(row)
    except RuleError as error:
        written = isinstance(value, str)
        reader.faults.extend(
            replace(fault, field=field) if written else fault.within(field)
            for fault in error.faults
        )
        return None
    if hand.self_draw != self_draw:
        reader.fault(
            "drawn_or_claimed",
            _("The hand was won by self-draw, but the entry names a discarder.")
            if hand.self_draw
            else _("The hand was won on a discard. Enter the discarder."),
            field,
        )
    return EnteredHand(hand, winds_given)
