"""What a round counts in the standings for who did not play it as themselves: a player
who left (or had not come yet), one who sat out, a substitute. Every ruleset declares
these options with its own defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.rule_option_types import Options, limit, number
from rules.translation_marks import _

MOST = 1_000_000

#: Who leaves a round of the 1998 rules empty has lost the 500 points it starts with.
FORFEIT = -500

UNSAID = "no rule book says"


class Absence(StrEnum):
    """Why a round counts something else than what was played."""

    MISSED = "missed"
    SIT_OUT = "sit_out"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True)
class Counted:
    """What such a round counts; None: as it was played. `points` are table points, in
    Riichi thousandths of a final point."""

    score: int | None
    points: int | None

    @property
    def is_nothing(self) -> bool:
        return not self.score and not self.points


#: The options as JSON where such rounds count nothing, and a substitute's as played.
NOTHING_COUNTED: Mapping[str, object] = {
    "missed_score": 0,
    "missed_points": 0,
    "sit_out_score": 0,
    "sit_out_points": 0,
    "substitute_score": "none",
    "substitute_points": "none",
}

#: The options' names.
NAMES = tuple(f"{why}_{part}" for why in Absence for part in ("score", "points"))


def missed_score(default: int = 0, source: str = UNSAID) -> int:
    text = _("Score for each round missed by a player who came late or left")
    return number(default, -MOST, MOST, text, source)


def missed_points(default: int = 0, source: str = UNSAID) -> int:
    text = _(
        "Table points for each round missed by a player who came late or left (riichi: "
        "points after uma)"
    )
    return number(default, -MOST, MOST, text, source)


def sit_out_score(source: str = UNSAID) -> int:
    text = _("Score for each round a present player sat out")
    return number(0, -MOST, MOST, text, source)


def sit_out_points(source: str = UNSAID) -> int:
    text = _(
        "Table points for each round a present player sat out (riichi: points after "
        "uma)"
    )
    return number(0, -MOST, MOST, text, source)


def substitute_score(default: int | None = None, source: str = UNSAID) -> int | None:
    text = _(
        "Score for each round a substitute played. None: the score reached in play."
    )
    return limit(default, -MOST, MOST, text, source)


def substitute_points(default: int | None = None, source: str = UNSAID) -> int | None:
    text = _(
        "Table points for each round a substitute played (riichi: points after uma). "
        "None: as reached in play."
    )
    return limit(default, -MOST, MOST, text, source)


def counted(options: Options, why: Absence) -> Counted:
    """What such a round counts by these options; of a ruleset that declares none of
    them, nothing for who was not there, and what a substitute played."""
    other = None if why is Absence.SUBSTITUTE else 0
    score, points = (
        getattr(options, f"{why}_{part}", other) for part in ("score", "points")
    )
    return Counted(score, points)
