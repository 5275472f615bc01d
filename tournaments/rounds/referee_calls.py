"""Referee calls: a table calls a referee; a referee accepts and ends the call."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    OPEN_STATES,
    CallSubject,
    Game,
    RefereeCall,
    RoundState,
    Tournament,
)
from tournaments.refusals import refusal

#: States of a round in which players are at its tables.
AT_THE_TABLES = (*OPEN_STATES, RoundState.PUBLISHED)


@transaction.atomic
def call(
    game_id: int, *, by: str, about: CallSubject = CallSubject.ANYTHING
) -> RefereeCall:
    """Call a referee to a table, and return the call.

    If the table already has an open call, return that call, with the subject added if
    it had none. Raises Refused if the round is neither published nor in progress.
    """
    game = _locked(game_id)
    if game.round.state not in AT_THE_TABLES:
        raise refusal("nobody_there", _("Referees can be called only during a round."))
    waiting = open_call(game)
    if waiting and (waiting.about or not about):
        return waiting
    if waiting is None:
        waiting = RefereeCall(game=game, called_by=by)
    waiting.about = about
    waiting.save()
    game.record("referee_called", by=by, about=about)
    return waiting


@transaction.atomic
def answer(game_id: int, call_id: int, *, by: str) -> RefereeCall:
    """Record that the referee `by` is on the way, and return the call.

    Raises Refused if the call has ended, or if another referee is on the way.
    """
    game = _locked(game_id)
    waiting = open_call(game)
    if waiting is None or waiting.pk != call_id:
        raise refusal(
            "call_over",
            _("Table %(table)s no longer needs a referee."),
            table=game.table,
        )
    if waiting.answered_by == by:
        return waiting
    if waiting.answered_by:
        raise refusal(
            "somebody_comes",
            _("%(name)s is already on the way to table %(table)s."),
            name=waiting.answered_by,
            table=game.table,
        )
    waiting.answered_at, waiting.answered_by = timezone.now(), by
    waiting.save()
    game.record("referee_coming", by=by)
    return waiting


@transaction.atomic
def end(game_id: int, call_id: int, *, by: str) -> None:
    """End a call that is settled or not needed. If it has already ended, nothing
    changes."""
    game = _locked(game_id)
    waiting = open_call(game)
    if waiting is None or waiting.pk != call_id:
        return
    waiting.ended_at, waiting.ended_by = timezone.now(), by
    waiting.save()
    game.record("referee_call_ended", by=by)


def open_call(game: Game) -> RefereeCall | None:
    """Return the table's open call, answered or not; None if there is none."""
    return game.calls.filter(ended_at=None).first()


def open_calls(tournament: Tournament) -> QuerySet[RefereeCall]:
    """Return the open calls of all tables in progress, oldest first."""
    return (
        RefereeCall.objects.filter(
            game__round__tournament=tournament,
            game__round__state__in=AT_THE_TABLES,
            ended_at=None,
        )
        .select_related("game__round")
        .order_by("called_at", "pk")
    )


def _locked(game_id: int) -> Game:
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .filter(pk=game_id)
        .first()
    )
    if game is None:
        raise refusal(
            "table_replaced",
            _("The seating of this round was replaced. Reload the page."),
        )
    return game
