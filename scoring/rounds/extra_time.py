"""Add time to a round or to a table, and resume play there."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.ledger.table_ledger import TableLedger
from scoring.rounds.time_up_signal import tables_locked, take_back_gongs
from scoring.wording.stored_reasons import Reason
from tournaments.models import (
    CLOCK_STATES,
    OPEN_STATES,
    CallSubject,
    Extension,
    Game,
    Round,
    RoundState,
)
from tournaments.refusals import refusal
from tournaments.rounds import referee_calls
from tournaments.rounds.round_clock import refuse_other_clock
from tournaments.rounds.round_row import (
    change,
    forget_own_ends,
    locked,
    set_clock,
)


def extend(
    round_id: int,
    *,
    minutes: int,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Round:
    """Add `minutes` for every table (negative: fewer minutes) and return the round.
    After the gong, the clock runs again and play resumes.

    `version`: the clock version shown, so that a double click adds the time once.
    Raises Refused if the clock version has changed, the round is not open, or no time
    would be left.
    """
    with tables_locked(round_id):
        round_ = locked(round_id, *OPEN_STATES)
        refuse_other_clock(round_, version)
        left = round_.time_left(now) + timedelta(minutes=minutes)
        if left <= timedelta():
            raise refusal(
                "nothing_left",
                _("The round would then have no time left. End the round instead."),
                "minutes",
            )
        running = round_.state != RoundState.PAUSED
        if round_.state == RoundState.TIME_UP:
            _forget_what_ran_out(round_, now)
        forget_own_ends(round_)
        round_ = set_clock(
            round_,
            "round_extended",
            by,
            reason,
            data={"minutes": minutes},
            left=left,
            running=running,
            now=now,
            step=None,
            stepped_at=None,
        )
        take_back_gongs(TableLedger.all_locked(round_), by=by, reason=Reason(reason))
    return round_


@transaction.atomic
def extend_table(
    game_id: int,
    *,
    minutes: int,
    by: str,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Game:
    """Add `minutes` of extra time to one table (negative: fewer minutes) and return its
    game. After the gong, the minutes count from now and play resumes. The table's call
    for more time ends.

    Raises Refused if the clock version is not `version`, the round is not open, or the
    table would have less time than the others.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    round_ = locked(game.round_id, *OPEN_STATES)
    game.round = round_
    refuse_other_clock(round_, version)
    _give(game, timedelta(minutes=minutes), now)
    _answer_call(game, by)
    change(
        round_,
        "table_extended",
        by,
        reason,
        data={"table": game.table, "minutes": minutes},
    )
    because = Reason(reason) or Reason(key="extra_time")
    take_back_gongs([TableLedger.locked(game_id)], by=by, reason=because)
    return game


def end_of_table(game: Game) -> datetime | None:
    """Return when a table's time is over, including extra time; None while the clock
    does not run.
    """
    own = Extension.objects.filter(game=game).first()
    if own and own.ends_at:
        return own.ends_at
    ends_at = game.round.ends_at
    return ends_at + own.extra if ends_at and own else ends_at


def _answer_call(game: Game, by: str) -> None:
    call = referee_calls.open_call(game)
    if call and call.about == CallSubject.MORE_TIME:
        referee_calls.end(game.pk, call.pk, by=by)


def _forget_what_ran_out(round_: Round, now: datetime) -> None:
    own = Extension.objects.filter(game__round=round_)
    own.filter(Q(ends_at=None) | Q(ends_at__lte=now)).delete()


def _give(game: Game, more: timedelta, now: datetime) -> None:
    own = Extension.objects.filter(game=game).first()
    if game.round.state in CLOCK_STATES:
        extra, ends_at = (own.extra if own else timedelta()) + more, None
    else:
        extra, ends_at = more, now + more
        if own and own.ends_at:
            extra, ends_at = own.extra + more, own.ends_at + more
        if ends_at <= now:
            raise refusal(
                "nothing_left", _("The table would then have no time left."), "minutes"
            )
    _extend_to(game, extra, ends_at)


def _extend_to(game: Game, extra: timedelta, ends_at: datetime | None) -> None:
    if extra < timedelta():
        raise refusal(
            "less_than_the_others",
            _("Table %(table)s would have less time than the other tables."),
            "minutes",
            table=game.table,
        )
    if extra == timedelta():
        Extension.objects.filter(game=game).delete()
        return
    Extension.objects.update_or_create(
        game=game, defaults={"extra": extra, "ends_at": ends_at}
    )
