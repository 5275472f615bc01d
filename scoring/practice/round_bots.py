"""Bots that direct, too: a round is closed once its tables are over, the cut is made,
the next round drawn, shown and started, until the event is played."""

from __future__ import annotations

from django.utils import timezone

from rules.faults import RuleError
from scoring.models import BotPlay
from scoring.rounds import ending
from scoring.standings.ranking import ranking_of
from scoring.standings.stages.cutting import make_cut, proposed_cut
from tournaments.draws import confirming, submitting
from tournaments.models import (
    AT_WORK,
    HIDDEN_STATES,
    OPEN_STATES,
    DrawState,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.rounds import clock, publishing
from tournaments.rounds.round_seats import next_round_number
from tournaments.rounds.stages.stage_list import stage_at, stages_of, to_decide
from tournaments.seating.demands import Demands
from tournaments.seating.requests import RANKED, Method

#: Who directs, in the log.
BOTS = "bots"
REASON = "the bots play on"


def go_on(play: BotPlay) -> bool:
    """Do the next thing that a director would, once no table plays; whether anything
    was done. What the program refuses is left to the crew."""
    if not play.runs_rounds:
        return False
    try:
        return _go_on(play.tournament)
    except RuleError:
        return False


def _go_on(tournament: Tournament) -> bool:
    rounds = tournament.rounds.order_by("number")
    if open_now := rounds.filter(state__in=OPEN_STATES).first():
        ending.close(open_now.pk, by=BOTS, reason=REASON)
        return True
    if following := rounds.exclude(state=RoundState.CLOSED).first():
        _start(following)
        return True
    number = next_round_number(tournament)
    if number > tournament.planned_rounds:
        return False
    if stage := to_decide(stages_of(tournament), number):
        _cut(tournament, stage)
        return True
    return _draw(tournament, number)


def _start(round_: Round) -> None:
    if round_.state in HIDDEN_STATES:
        publishing.publish(round_.pk, by=BOTS, although=True)
    clock.start(round_.pk, by=BOTS, now=timezone.now())


def _cut(tournament: Tournament, stage: Stage) -> None:
    """Of those who are equal at the line the lowest numbers go on, for nobody is there
    to draw lots."""
    decided: list[int] = []
    while ties := proposed_cut(tournament, stage, decided).ties:
        tie = ties[0]
        decided += sorted(tie.numbers)[: tie.seats]
    make_cut(tournament, stage.number, decided=decided, by=BOTS, reason=REASON)


def _draw(tournament: Tournament, number: int) -> bool:
    """Ask for the draw of a round, or confirm what the worker drew; False while it
    draws."""
    draws = tournament.draws.filter(first_round=number)
    if draft := draws.filter(state=DrawState.DRAFT).first():
        confirming.confirm(draft, by=BOTS)
        return True
    if draws.filter(state__in=AT_WORK).exists():
        return False
    stage = stage_at(stages_of(tournament), number)
    asked = stage.method if stage and stage.method else Method.RANDOM
    method = Method(asked) if asked in set(Method) else Method.RANDOM
    ranked = method in RANKED
    lines = ranking_of(tournament).lines if ranked else []
    submitting.submit(
        tournament,
        method=method,
        first_round=number,
        rounds=1,
        demands=Demands(),
        standing=[line.entry.number for line in lines],
        by=BOTS,
    )
    return True
