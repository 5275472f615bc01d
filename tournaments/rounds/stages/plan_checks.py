"""Whether stages fit each other, before they are what an event is to be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop as _

from tournaments.models import CarryRule, CutRule
from tournaments.models.stages import TABLE
from tournaments.refusals import refusal
from tournaments.seating.files.sheets import MOST_ROUNDS

if TYPE_CHECKING:
    from tournaments.rounds.stages.stage_list import StagePlan

MOST_STAGES = 20

#: A bonus: 3, -1, 1.5 or 3/2.
NUMBER = re.compile(r"[-+]?\d{1,6}([./]\d{1,6})?", re.ASCII)


def check_plans(plans: Sequence[StagePlan]) -> None:
    """Raises Refused with the first thing in which these stages do not fit."""
    if len(plans) > MOST_STAGES:
        raise refusal(
            "too_many", _("A tournament has at most %(most)s stages."), most=MOST_STAGES
        )
    if sum(plan.rounds for plan in plans if not plan.is_beside) > MOST_ROUNDS:
        raise refusal(
            "bad_rounds",
            _("Enter a round from 1 to %(most)s."),
            most=MOST_ROUNDS,
        )
    for number, plan in enumerate(plans, 1):
        if misfit := _misfit(plans, number, plan):
            code, message = misfit
            raise refusal(code, message, f"stages.{number}", stage=number)


def _misfit(
    plans: Sequence[StagePlan], number: int, plan: StagePlan
) -> tuple[str, str] | None:
    last = plans[number - 2] if number > 1 else None
    main = next((each for each in plans[number - 2 :: -1] if not each.is_beside), None)
    chooses = plan.cut in (CutRule.TOP, CutRule.PER_GROUP)
    if number == 1 and plan.cut != CutRule.EVERYBODY:
        return "first_cut", _("The first stage has all players and no cut.")
    if chooses and plan.cut_size < 1:
        return "no_size", _("Enter how many players qualify for stage %(stage)s.")
    if plan.cut == CutRule.PER_GROUP and number > 1 and not (main and main.groups):
        return (
            "no_groups",
            _(
                "Stage %(stage)s takes the best of each group, but the stage before it "
                "has no groups."
            ),
        )
    if plan.is_beside and (
        last is None or last.cut not in (CutRule.TOP, CutRule.PER_GROUP)
    ):
        return (
            "nobody_left",
            _("A consolation must follow a stage with a cut. Change stage %(stage)s."),
        )
    if plan.is_beside != (plan.cut == CutRule.REST):
        return "rest", _("Only a consolation takes players who did not qualify.")
    if plan.groups == 1:
        return "one_group", _("Stage %(stage)s needs 0 groups, or 2 or more.")
    if plan.movers and (
        main is None or main.groups != plan.groups or plan.cut != CutRule.EVERYBODY
    ):
        return (
            "no_divisions",
            _(
                "For promotion and relegation, stage %(stage)s needs the same number "
                "of groups as the stage before, and all players must continue."
            ),
        )
    if plan.carry == CarryRule.FRACTION and not (
        0 < plan.carry_numerator < plan.carry_denominator
    ):
        return (
            "fraction",
            _("For stage %(stage)s, enter a fraction such as 1/2."),
        )
    if any(fraction_of(text) is None for text in plan.bonuses):
        return "bonuses", _("Enter a bonus such as 3, -1 or 3/2.")
    return _misfit_of_series(plan)


def _misfit_of_series(plan: StagePlan) -> tuple[str, str] | None:
    is_of_four = plan.cut == CutRule.TOP and plan.cut_size == TABLE and not plan.groups
    if plan.series and not (is_of_four and plan.carry == CarryRule.NOTHING):
        return (
            "series",
            _(
                "Stage %(stage)s is a series: it needs the best 4 overall, no groups "
                "and no points carried over."
            ),
        )
    if plan.series > plan.rounds:
        return (
            "series_rounds",
            _("Stage %(stage)s needs at least as many rounds as games to win."),
        )
    return None


def fraction_of(text: str) -> Fraction | None:
    """What somebody typed as 3, -1, 1.5 or 3/2; None if it is nothing of that:
    1e999999999 would take for ever to read."""
    if not NUMBER.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None
