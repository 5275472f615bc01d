"""Deduct points for arriving late at a match day, or for missing it."""

from __future__ import annotations

from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import FineKind, LeagueFine, MatchDay, Player, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.match_days import league_of
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)


@transaction.atomic
def fine(
    day: MatchDay,
    number: int,
    kind: str,
    *,
    points: int | None = None,
    reason: str = "",
    by: str,
) -> LeagueFine:
    """Deduct points from the player with this number, and return the deduction.

    `points` are penalty points (None: the league's default for this kind). Raises
    Refused if no player has the number, if the default is 0, if the player already has
    this deduction, and in a finished tournament.
    """
    tournament = day.tournament
    refuse_if_finished(lock_with_rounds(tournament))
    player = tournament.players.filter(is_filler=False, number=number).first()
    if player is None:
        raise refusal("nobody", _("No player has number %(number)s."), number=number)
    amount = _usual(tournament, kind) if points is None else points
    if not amount:
        raise refusal("costs_nothing", _("This league has no deduction of this kind."))
    if LeagueFine.objects.filter(day=day, player=player, kind=kind).exists():
        raise refusal(
            "fined_already",
            _("%(name)s already has this deduction for this match day."),
            name=str(player),
        )
    row = LeagueFine.objects.create(
        day=day, player=player, kind=kind, points=amount, reason=reason.strip(), by=by
    )
    tournament.record("league_fined", by=by, reason=row.reason, **_data(row))
    return row


@transaction.atomic
def take_back(tournament: Tournament, key: int, *, by: str) -> Player:
    """Cancel the deduction with this key, and return its player.

    Raises Refused if the deduction is already cancelled, and in a finished tournament.
    """
    refuse_if_finished(lock_with_rounds(tournament))
    rows = LeagueFine.objects.filter(day__tournament=tournament)
    row = rows.select_related("day", "player__person").filter(pk=key).first()
    if row is None:
        raise refusal("taken_back", _("This deduction was already cancelled."))
    data = _data(row)
    row.delete()
    tournament.record("league_fine_taken_back", by=by, **data)
    return row.player


def _usual(tournament: Tournament, kind: str) -> int:
    league = league_of(tournament)
    if league is None:
        return 0
    usual = {FineKind.LATE: league.late_points, FineKind.FORFEIT: league.forfeit_points}
    return usual.get(FineKind(kind), 0)


class _Fine(TypedDict):
    number: int
    day: int
    why: str
    points: int


def _data(row: LeagueFine) -> _Fine:
    return {
        "number": row.player.number,
        "day": row.day.number,
        "why": row.kind,
        "points": row.points,
    }
