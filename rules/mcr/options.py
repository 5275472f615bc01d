"""What an event may choose about MCR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.reading import Reader
from rules.text import _

HANDS = 16


@dataclass(frozen=True)
class McrOptions:
    """Options of MCR play; the defaults are those of European championships.

    `minimum`: fan a win needs, flowers not counted. `base`: what every loser
    pays besides the fan. `hands_limit`: hands a session has at most.
    `seat_change`: seats change between the rounds of winds (official chart).
    A false win costs `false_win_offender` and gives `false_win_others` to each
    of the others (1998 rules, article 13: 10 to each).
    """

    minimum: int = 8
    base: int = 8
    hands_limit: int = HANDS
    seat_change: bool = True
    false_win_offender: int = -30
    false_win_others: int = 10

    @classmethod
    def read(cls, raw: Mapping[str, object]) -> McrOptions:
        """Options from JSON values. Raises RuleError with every fault."""
        reader = Reader(raw)
        false_win = reader.group("false_win")
        options = cls(
            minimum=reader.integer("minimum", cls.minimum, low=0, high=88),
            base=reader.integer("base", cls.base, low=0, high=100),
            hands_limit=reader.integer("hands_limit", HANDS, low=1, high=HANDS),
            seat_change=reader.flag("seat_change", cls.seat_change),
            false_win_offender=false_win.integer(
                "offender", cls.false_win_offender, low=-1000, high=0
            ),
            false_win_others=false_win.integer(
                "others", cls.false_win_others, low=0, high=1000
            ),
        )
        false_win.refuse_the_rest()
        if -options.false_win_offender < 3 * options.false_win_others:
            reader.fault(
                "false_win_gives_too_much",
                _("The others cannot get more than the offender pays."),
                "others",
            )
        reader.done()
        return options

    def as_data(self) -> dict[str, object]:
        """The options as JSON, every one written out."""
        return {
            "minimum": self.minimum,
            "base": self.base,
            "hands_limit": self.hands_limit,
            "seat_change": self.seat_change,
            "false_win": {
                "offender": self.false_win_offender,
                "others": self.false_win_others,
            },
        }
