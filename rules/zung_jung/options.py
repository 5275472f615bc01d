"""Rule options of Zung Jung: length, points of patterns, payment and match points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.absence_score_options import (
    missed_points,
    missed_score,
    sit_out_points,
    sit_out_score,
    substitute_points,
    substitute_score,
)
from rules.faults import Fault
from rules.rule_option_types import (
    MOST_HANDS,
    Options,
    Preset,
    choice,
    contradiction,
    limit,
    number,
    numbers,
    table,
)
from rules.translation_marks import _, cited
from rules.zung_jung.patterns import POINTS
from rules.zung_jung.penalties import OFFENCES
from rules.zung_jung.presets import PRESETS

#: Payments for a win on a discard.
RESPONSIBLE, UNIFORM = "responsible", "uniform"
#: Kinds of match points.
RAW, SQUARE_ROOT, PLACES = "raw", "square_root", "places"
#: Points of a hand without a pattern.
CHICKEN = 1
_MOST = 1000


@dataclass(frozen=True)
class ZungJungOptions(Options):
    """Rule options of Zung Jung."""

    PRESETS: ClassVar[Mapping[str, Preset]] = PRESETS

    preset: str = "zung_jung"

    hands_limit: int | None = limit(
        None,
        1,
        MOST_HANDS,
        _(
            "Hands in a game. 4 hands are a cycle, in which each player is dealer "
            "once. None: until the time limit."
        ),
        cited("World Series: 2 cycles in 2008, 4 cycles from 2010"),
    )
    minimum: int = number(
        0, 0, _MOST, _("Minimum points to win"), cited("Zung Jung 3.3: none; 2008: 5")
    )
    limit: int = number(
        320,
        1,
        _MOST,
        _(
            "Limit for a sum of patterns. A pattern that reaches it counts alone, with "
            "its own points."
        ),
        cited("Zung Jung 3.3: 320"),
    )
    values: Mapping[str, int] = table(
        dict(POINTS),
        0,
        _MOST,
        _("Points of each pattern. 0: not used."),
        cited("Zung Jung"),
    )
    payoff: str = choice(
        RESPONSIBLE,
        {
            RESPONSIBLE: _("the responsible player pays the rest"),
            UNIFORM: _("all pay the same"),
        },
        _(
            "Payment for a win on a discard. Responsible: above the shared amount, "
            "the responsible player pays the rest for all. Uniform: all pay the hand "
            "value. The winner always gets three times the hand value."
        ),
        cited("Zung Jung 3.3"),
        group="payments",
    )
    shared_payment: int = number(
        25,
        0,
        _MOST,
        _("Maximum payment by a player who is not responsible, for a win on a discard"),
        cited("Zung Jung 3.3: 25"),
        group="payments",
    )
    false_win_points: int = number(
        30,
        0,
        _MOST,
        _("Points deducted for a false win, paid to no one"),
        cited(
            "World Series, code of behaviour: dead hand, amount set by the organiser"
        ),
    )
    penalties: Mapping[str, int] = table(
        {offence.id: offence.points for offence in OFFENCES},
        0,
        _MOST,
        _("Points for each penalty"),
        cited("amounts set by the organiser; often 10, 30 or 60"),
    )
    match_points: str = choice(
        RAW,
        {
            RAW: _("score"),
            SQUARE_ROOT: _("square root of the score"),
            PLACES: _("points for the place"),
        },
        _(
            "Match points of a game: the score, its square root (negative for a "
            "negative score), or the points for the place"
        ),
        cited("World Series: the score in 2007 and 2008, the square root from 2010"),
        group="points",
    )
    place_points: tuple[int, ...] = numbers(
        (4, 2, 1, 0),
        0,
        _MOST,
        _("Match points for the 4 places, if places decide"),
        group="points",
    )
    missed_score: int = missed_score()
    missed_points: int = missed_points()
    sit_out_score: int = sit_out_score()
    sit_out_points: int = sit_out_points()
    substitute_score: int | None = substitute_score()
    substitute_points: int | None = substitute_points()

    @property
    def most_points(self) -> int:
        """Return the highest possible value of a hand, in points."""
        return max(self.limit, *self.values.values())

    @property
    def least_points(self) -> int:
        """Return the lowest value of a hand that may win, in points."""
        return max(CHICKEN, self.minimum)

    def contradictions(self) -> Iterator[Fault]:
        if self.minimum > self.most_points:
            yield contradiction(
                "minimum",
                _("No hand reaches the minimum. The highest hand has %(most)s points."),
                most=self.most_points,
            )
