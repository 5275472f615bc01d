"""Deductions from a team, for lateness or too few appearances. Each is logged in its
transaction."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Team, TeamDeduction, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)

#: Maximum length of the reason in characters.
LONGEST_REASON = 200


@transaction.atomic
def deduct(
    tournament: Tournament,
    team: Team,
    points: int,
    measure: str,
    *,
    by: str,
    reason: str,
) -> TeamDeduction:
    """Deduct points from the team's table points (in penalty points) or from its score,
    and return the deduction.

    Raises Refused without a reason, and in a finished tournament.
    """
    _open(tournament)
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason. It is shown publicly."), "reason")
    row = TeamDeduction.objects.create(
        team=team, points=points, measure=measure, reason=reason.strip(), by=by
    )
    tournament.record("team_deducted", by=by, reason=row.reason, **_data(row))
    return row


@transaction.atomic
def take_back(
    tournament: Tournament, deduction: int, *, by: str, reason: str = ""
) -> None:
    """Cancel the deduction with this key. The log keeps the deduction and its
    cancellation.

    Raises Refused if the deduction is already cancelled, and in a finished tournament.
    """
    _open(tournament)
    rows = TeamDeduction.objects.select_related("team")
    row = rows.filter(pk=deduction, team__tournament=tournament).first()
    if row is None:
        raise refusal("taken_back", _("This deduction was already cancelled."))
    data = _data(row) | {"was_because": row.reason}
    row.delete()
    tournament.record("team_deduction_taken_back", by=by, reason=reason.strip(), **data)


def _open(tournament: Tournament) -> None:
    refuse_if_finished(lock_with_rounds(tournament))


def _data(row: TeamDeduction) -> dict[str, object]:
    return {"team": row.team.name, "points": row.points, "measure": row.measure}
