"""Rule options for rounds that players did not play themselves: missed rounds
(withdrawn or not yet arrived), byes, and rounds played by a substitute.

Each ruleset declares these options with its own defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.rule_option_types import Options, flag, limit, number
from rules.ruleset_and_table_state import TableState
from rules.translation_marks import _, cited
from rules.winds import Wind

MOST = 1_000_000

#: In points: an empty seat loses the start score of 500 (1998 rules).
FORFEIT = -500

UNSAID = cited("not stated in any rule book")


class Absence(StrEnum):
    """Reason why a player did not play a round: missed it, had a bye, or was replaced
    by a substitute."""

    MISSED = "missed"
    SIT_OUT = "sit_out"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True)
class Counted:
    """The score and points that a player gets for a round without playing it.

    `points` are table points, or thousandths of a final point. None means that the
    score or points of the game count unchanged.
    """

    score: int | None
    points: int | None

    @property
    def is_nothing(self) -> bool:
        return not self.score and not self.points


#: Options as JSON: missed rounds and byes count 0, rounds of a substitute as played.
NOTHING_COUNTED: Mapping[str, object] = {
    "missed_score": 0,
    "missed_points": 0,
    "sit_out_score": 0,
    "sit_out_points": 0,
    "substitute_score": "none",
    "substitute_points": "none",
}

#: Option on the place of a substitute who takes over during a game.
SUBSTITUTE_LAST = "substitute_last"
#: Names of the other options.
NAMES = tuple(f"{why}_{part}" for why in Absence for part in ("score", "points"))


def missed_score(default: int = 0, source: str = UNSAID) -> int:
    text = _("Score per round missed by late or withdrawn players")
    return number(default, -MOST, MOST, text, source)


def missed_points(default: int = 0, source: str = UNSAID) -> int:
    text = _(
        "Table points (or points after uma) per round missed by late or withdrawn "
        "players"
    )
    return number(default, -MOST, MOST, text, source)


def sit_out_score(source: str = UNSAID) -> int:
    text = _("Score per bye")
    return number(0, -MOST, MOST, text, source)


def sit_out_points(source: str = UNSAID) -> int:
    text = _("Table points (or points after uma) per bye")
    return number(0, -MOST, MOST, text, source)


def substitute_score(default: int | None = None, source: str = UNSAID) -> int | None:
    text = _("Score per round played by a substitute. None: the score reached in play.")
    return limit(default, -MOST, MOST, text, source)


def substitute_points(default: int | None = None, source: str = UNSAID) -> int | None:
    text = _(
        "Table points (or points after uma) per round played by a substitute. None: "
        "the points reached in play."
    )
    return limit(default, -MOST, MOST, text, source)


def substitute_last(default: bool = False, source: str = UNSAID) -> bool:
    text = _(
        "A substitute who takes over during a game comes last, and the others take "
        "the higher places. If off, the substitute keeps the place reached."
    )
    return flag(default, text, source)


def seats_placed_last(state: TableState, options: Options) -> tuple[Wind, ...]:
    """Return the seats of substitutes who joined during the game, if the rules place
    them last whatever their scores; otherwise return no seats."""
    comes_last = getattr(options, SUBSTITUTE_LAST, False)
    return state.substituted if comes_last else ()


def counted(options: Options, why: Absence) -> Counted:
    """Return the score and points that count for this kind of absence.

    A ruleset without these options counts 0 for absent players, and a substitute's
    round as played.
    """
    other = None if why is Absence.SUBSTITUTE else 0
    score, points = (
        getattr(options, f"{why}_{part}", other) for part in ("score", "points")
    )
    return Counted(score, points)
