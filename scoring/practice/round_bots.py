"""Bots that direct, too: a round is closed once its tables are over, the cut is made,
who comes to the match day is checked in, the next round drawn, shown and started, until
the event is played."""

from __future__ import annotations

from django.utils import timezone

from rules.faults import RuleError
from scoring.models import BotPlay
from scoring.practice.between_rounds import REASON, come_to, cut
from scoring.practice.next_step import Step, next_step
from scoring.rounds import ending
from tournaments.models import HIDDEN_STATES, Round, Tournament
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.late_start import Late, LateStart
from tournaments.rounds.stages.stage_settings import stage_at, stages_of
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts import confirm_draft, submit_draft
from tournaments.seating_drafts.seating_forms import last_request

#: Who directs, in the log.
BOTS = "bots"


def go_on(play: BotPlay) -> bool:
    """Do the next thing that a director would, once no table plays; whether anything
    was done. What the program refuses is left to the crew."""
    if not play.runs_rounds:
        return False
    try:
        return _go_on(play)
    except RuleError:
        return False


def _go_on(play: BotPlay) -> bool:
    tournament, seed = play.tournament, str(play.seed)
    found = next_step(tournament)
    if found.step == Step.CLOSE and found.round:
        ending.close(found.round.pk, by=BOTS, reason=REASON)
    elif found.round:
        _start(found.round)
    elif found.stage:
        cut(tournament, found.stage, seed=seed, by=BOTS)
    elif found.day:
        come_to(tournament, found.day, seed=seed, by=BOTS)
    elif found.step == Step.CONFIRM and found.draw:
        confirm_draft.confirm(found.draw, by=BOTS)
    elif found.step == Step.DRAW:
        _draw(tournament, found.number, seed)
    else:
        return False
    return True


def _start(round_: Round) -> None:
    if round_.state in HIDDEN_STATES:
        publish_seating.publish(
            round_.pk, by=BOTS, although=True, late=LateStart(Late.BY_HAND)
        )
    round_clock.start(round_.pk, by=BOTS, now=timezone.now())


def _draw(tournament: Tournament, number: int, seed: str) -> None:
    """Request the draw of a round, by its stage's settings or those of the last
    draw."""
    stage = stage_at(stages_of(tournament), number)
    last = last_request(tournament)
    usual = last.method if tournament.draw_settings else Method.RANDOM
    method = Method(stage.method) if stage and stage.method else usual
    submit_draft.submit(
        tournament,
        method=method,
        first_round=number,
        rounds=1,
        demands=last.demands,
        options=last.options,
        seed=f"{seed}/{number}",
        by=BOTS,
    )
