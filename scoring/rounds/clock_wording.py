"""Texts on the clock: its next step, and the effect of the gong."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _

from rules.hands_after_gong import FactToConfirm, fact_to_confirm
from rules.ruleset_and_table_state import TableState
from scoring.tournament_log.round_and_screen_sentences import clock_failed, of_clock
from scoring.wording.stored_reasons import of_event
from tournaments.models import (
    CLOCK_STATES,
    ClockFault,
    EndPolicy,
    Game,
    Round,
    RoundState,
    Tournament,
)
from tournaments.tournament_time.dates_in_words import date_in_words, weekday_and_day

#: Log kinds on the start of a round.
STARTS = ("start_arranged", "start_called_off", "start_failed", "round_started")


def at_the_end(tournament: Tournament, end_policy: str = "") -> str:
    """Return sentences on what happens at the gong.

    `end_policy`: policy of the round, "" for the tournament's policy.
    """
    sentence = {
        EndPolicy.FINISH_HAND: _("At the gong: finish the hand being played."),
        EndPolicy.FINISH_HAND_PLUS_ONE: _(
            "At the gong: finish the hand being played, then play one more."
        ),
        EndPolicy.STOP_AT_ONCE: _(
            "At the gong: stop immediately. The hand being played does not count."
        ),
        EndPolicy.HANDS_ONLY: _(
            "The clock is for information only: every table plays all its hands."
        ),
    }[EndPolicy(end_policy or tournament.end_policy)]
    limit = tournament.rules.options.hands_limit
    if limit is None:
        return sentence
    return f"{sentence} " + _("Each table plays at most %(limit)s hands.") % {
        "limit": limit
    }


def of_table(game: Game, state: TableState, *, is_last_hand: bool) -> str:
    """Return a sentence on what the gong means at one table, before or after the gong;
    "" if play is over. `is_last_hand`: as in `rules.hands_after_gong`.
    """
    tournament = game.round.tournament
    if fact_to_confirm(state) is FactToConfirm.ENDED:
        return _("Play stopped at the gong. The unfinished hand does not count.")
    if state.over:
        return ""
    if game.round.state in CLOCK_STATES or game.has_own_time:
        return at_the_end(tournament, game.round.end_policy)
    if not game.time_is_up:
        return ""
    if game.round.end_policy == EndPolicy.HANDS_ONLY:
        return _("After the gong: this table plays all its hands.")
    if is_last_hand:
        return _("After the gong: this is the last hand.")
    return _("After the gong: one more hand follows this one.")


def starts_by_itself(round_: Round) -> str:
    """Return a sentence on the automatic start of the round; "" if a director starts
    it."""
    if round_.starts_at is None:
        return ""
    at = localtime(round_.starts_at, round_.tournament.zone)
    pattern = (
        _("Round %(number)s starts automatically at %(time)s.")
        if at.date() == localdate(timezone=round_.tournament.zone)
        else _("Round %(number)s starts automatically on %(day)s at %(time)s.")
    )
    return pattern % {
        "number": round_.number,
        "day": weekday_and_day(at),
        "time": date_in_words(at, "SECONDS_FORMAT" if at.second else "TIME_FORMAT"),
    }


def why_not_started(round_: Round) -> str:
    """Return why the automatic start failed, if the failure is the latest event on the
    round's start; otherwise "".
    """
    if round_.state != RoundState.PUBLISHED or round_.starts_at:
        return ""
    about = round_.tournament.log.filter(kind__in=STARTS, data__round=round_.number)
    last = about.order_by("-revision").first()
    return str(of_event(last)) if last and last.kind == "start_failed" else ""


def of_step(round_: Round, due: datetime | None) -> str:
    """Return sentences on a change of the server's clock and its effect on a round; ""
    without a change. `due`: the round's start or end if it keeps its remaining time.
    """
    step, at = round_.step, round_.stepped_at
    if not step or at is None:
        return ""
    zone = round_.tournament.zone
    effect = _of_step(round_, longer=step < timedelta())
    moved = _("The server's clock was changed from %(before)s to %(after)s.") % {
        "before": of_clock(localtime(at - step, zone), localtime(at, zone)),
        "after": of_clock(localtime(at, zone), localtime(at - step, zone)),
    }
    early = due - at if due and round_.state == RoundState.TIME_UP else abs(step)
    seconds = round(early.total_seconds())
    by = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    text = f"{moved} {effect % {'number': round_.number, 'by': by}}"
    if due is None:
        return text
    if round_.starts_at:
        choice = _("If you keep the remaining time, the round starts at %(time)s.")
    else:
        choice = _("If you keep the remaining time, the round ends at %(time)s.")
    time = date_in_words(localtime(due, zone), "SECONDS_FORMAT")
    return f"{text} {choice % {'time': time}}"


def _of_step(round_: Round, *, longer: bool) -> str:
    if round_.state == RoundState.TIME_UP:
        return _("Round %(number)s ended %(by)s too early.")
    if round_.starts_at:
        if longer:
            return _("Round %(number)s would start %(by)s later.")
        return _("Round %(number)s would start %(by)s earlier.")
    if longer:
        return _("Round %(number)s would last %(by)s longer.")
    return _("Round %(number)s would be %(by)s shorter.")


def of_fault(fault: ClockFault) -> str:
    """Return sentences on a failed task of the clock: the task, the error and the time
    of the next try.
    """
    failure = clock_failed(
        {"task": fault.task, "round": fault.round.number, "table": fault.table}
    )
    at = localtime(fault.again_at, fault.round.tournament.zone)
    again = _("Next try at %(time)s.") % {"time": date_in_words(at, "SECONDS_FORMAT")}
    return f"{failure} {fault.error.rstrip('.')}. {again}"
