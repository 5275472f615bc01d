"""The staff's next step while no game is in progress, for people and for bots that
direct.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import (
    AT_WORK,
    OPEN_STATES,
    Draw,
    DrawState,
    MatchDay,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.rounds.match_days import day_at, days_of
from tournaments.rounds.seat_rounds_and_exchange_seats import next_round_number
from tournaments.rounds.stages.stage_settings import stages_of, to_decide


class Step(StrEnum):
    """A step of the staff.

    WAIT: the worker is generating the seating. STUCK: the worker found no seating.
    OVER: all rounds are closed.
    """

    CLOSE = "close"
    START = "start"
    CUT = "cut"
    CHECK_IN = "check_in"
    DRAW = "draw"
    WAIT = "wait"
    CONFIRM = "confirm"
    STUCK = "stuck"
    OVER = "over"


@dataclass(frozen=True)
class Next:
    """A step, the number of its round, and the objects that the step needs."""

    step: Step
    number: int
    round: Round | None = None
    stage: Stage | None = None
    day: MatchDay | None = None
    draw: Draw | None = None


def next_step(tournament: Tournament) -> Next:
    """Return the next step. No game may be in progress."""
    rounds = tournament.rounds.exclude(state=RoundState.CLOSED).order_by("number")
    for open_now in rounds:
        if open_now.state in OPEN_STATES:
            return Next(Step.CLOSE, open_now.number, open_now)
    if rounds:
        return Next(Step.START, rounds[0].number, rounds[0])
    number = next_round_number(tournament)
    if number > tournament.planned_rounds:
        return Next(Step.OVER, number)
    if stage := to_decide(stages_of(tournament), number):
        return Next(Step.CUT, number, stage=stage)
    day = day_at(days_of(tournament), number)
    if day and day.opened_at is None:
        return Next(Step.CHECK_IN, number, day=day)
    return _of_the_draw(tournament, number)


def _of_the_draw(tournament: Tournament, number: int) -> Next:
    draws = tournament.draws.filter(first_round=number)
    if draft := draws.filter(state=DrawState.DRAFT).first():
        return Next(Step.CONFIRM, number, draw=draft)
    latest = draws.order_by("number").last()
    if latest and latest.state in AT_WORK:
        return Next(Step.WAIT, number, draw=latest)
    if latest and latest.state == DrawState.FAILED:
        return Next(Step.STUCK, number, draw=latest)
    return Next(Step.DRAW, number)


@dataclass(frozen=True)
class StepInWords:
    """A step as text, with the address of its page.

    `by_bots`: bots that direct can take this step.
    """

    text: str
    url: str
    by_bots: bool = True


def in_words(tournament: Tournament) -> StepInWords:
    """Return the next step as text."""
    following = next_step(tournament)
    slug, values = tournament.slug, {"round": following.number}
    hall = reverse("director:hall", args=[slug])
    if following.step == Step.CLOSE:
        return StepInWords(_("Close round %(round)s.") % values, hall)
    if following.step == Step.START:
        return StepInWords(_("Start round %(round)s.") % values, hall)
    if following.stage:
        text = (
            _("Form the groups.")
            if following.stage.number == 1
            else _("Choose who qualifies.")
        )
        args = [slug, following.stage.number]
        return StepInWords(text, reverse("director:stage", args=args))
    if following.day:
        text = _("Check in the players of match day %(day)s.")
        args = [slug, following.day.number]
        url = reverse("director:evening", args=args)
        return StepInWords(text % {"day": following.day.number}, url)
    if following.draw:
        url = reverse("director:draw", args=[slug, following.draw.number])
        by_bots = following.step == Step.CONFIRM
        return StepInWords(_DRAW[following.step] % values, url, by_bots)
    if following.step == Step.DRAW:
        url = reverse("director:seating_round", args=[slug, following.number])
        return StepInWords(_("Generate the seating of round %(round)s.") % values, url)
    return StepInWords(_("All rounds have been played."), hall, by_bots=False)


_DRAW = {
    Step.CONFIRM: gettext_lazy(
        "Check and confirm the seating draft of round %(round)s."
    ),
    Step.WAIT: gettext_lazy("The seating of round %(round)s is being generated."),
    Step.STUCK: gettext_lazy(
        "No seating was found for round %(round)s. Generate it again."
    ),
}
