"""Finish and reopen a tournament; publish and hide the results of hidden rounds.

Each function runs in one transaction.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.confirming_and_finishing.missing_before_finishing import missing
from scoring.models import FinalPlace, FinalStandings, past_results_of
from scoring.standings.compare_by_criteria import Field
from scoring.standings.final_standings import (
    as_data,
    awaits_prize_giving,
    rows_of,
    teams_as_data,
)
from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import records_of
from scoring.standings.team_standings import deductions_of, team_order, teams_in
from tournaments.models import Tournament
from tournaments.refusals import refusal
from tournaments.rounds.rounds_with_hidden_results import hides_last_rounds
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_tables,
    refuse_if_finished,
)


@transaction.atomic
def finish(
    tournament: Tournament,
    *,
    by: str,
    now: datetime,
    reason: str = "",
    revision: int | None = None,
    held_back: bool = False,
) -> FinalStandings:
    """Store the current standings as final and return them. The tournament can then be
    changed only after it is reopened.

    `held_back`: hide the final standings until the prize giving. They are also hidden
    if the results of the last rounds are hidden. `reason`: why results are missing.
    Raises Refused if a round is not closed, results are missing without a reason, no
    round was played, the tournament is already finished, or its revision is not
    `revision`.
    """
    current = lock_with_tables(tournament)
    refuse_if_finished(current)
    if revision not in (None, current.revision):
        raise refusal(
            "changed",
            _("The tournament has changed. Reload the page."),
        )
    left_out = _left_out(current, reason)
    records = records_of(current)
    ranking = ranking_in(records, records.rounds)
    order = team_order(current)
    field = Field(records, frozenset(records.rounds))
    teams = teams_in(field, ranking.lines, order, deductions_of(current))
    tournament.finished_at = current.finished_at = now
    current.save(update_fields=["finished_at"])
    event = tournament.record(
        "finished",
        by=by,
        reason=reason.strip(),
        players=len(ranking.placed),
        missing=left_out,
    )
    final = FinalStandings.objects.create(
        tournament=tournament,
        revision=event.revision,
        at=now,
        by=by,
        tie_breaks=list(current.tie_breaks),
        team_tie_breaks=order if teams else [],
        teams=teams_as_data(teams),
        held_back=held_back or hides_last_rounds(current),
    )
    FinalPlace.objects.bulk_create(rows_of(final, ranking))
    return final


def _left_out(tournament: Tournament, reason: str) -> list[str]:
    """Return the codes of missing results.

    Raises Refused if there are no rounds, a check blocks finishing, or results are
    missing without a reason.
    """
    if not tournament.rounds.exists():
        raise refusal(
            "nothing_played",
            _("No round has been played, so there is nothing to finish."),
        )
    lacking = missing(tournament)
    for check in lacking:
        if check.blocks:
            raise refusal(check.code, check.message)
    codes = [check.code for check in lacking if check.needs_reason]
    if codes and not reason.strip():
        raise refusal(
            "no_reason",
            _("Results are missing. Enter a reason to finish without them."),
            "reason",
        )
    return codes


@transaction.atomic
def reopen(tournament: Tournament, *, by: str, reason: str) -> None:
    """Reopen a finished tournament.

    The log keeps the final standings. Raises Refused if the reason is missing, the
    tournament is not finished, or its results were imported without games.
    """
    current = lock_with_tables(tournament)
    final = FinalStandings.objects.filter(tournament=current).first()
    if final is None or not current.is_finished:
        raise refusal("not_finished", _("This tournament is not finished."))
    if past_results_of(current):
        message = _(
            "This tournament has only imported results. To change them, undo the "
            "import."
        )
        raise refusal("only_results", message)
    if not reason.strip():
        raise refusal(
            "no_reason", _("Enter a reason to reopen the tournament."), "reason"
        )
    log_data = {
        "at": final.at.isoformat(),
        "finished_by": final.by,
        "final_revision": final.revision,
        "tie_breaks": final.tie_breaks,
        "standings": as_data(final),
        **({"teams": final.teams} if final.teams else {}),
    }
    if hides_last_rounds(current) and not awaits_prize_giving(final):
        tournament.told_at = current.told_at = final.at
    final.delete()
    tournament.finished_at = current.finished_at = None
    current.save(update_fields=["finished_at", "told_at"])
    tournament.record("finish_taken_back", by=by, reason=reason.strip(), **log_data)


@transaction.atomic
def tell_standings(tournament: Tournament, *, by: str, now: datetime) -> None:
    """Publish the results of all rounds. Raises Refused if the tournament has no hidden
    rounds, or their results are already published."""
    current = _locked(tournament)
    if current.told_at is not None:
        raise refusal("told_already", _("The standings are already published."))
    _save(tournament, current, now)
    tournament.record("standings_told", by=by)


@transaction.atomic
def hold_back(tournament: Tournament, *, by: str) -> None:
    """Hide the results of hidden rounds again. Raises Refused if the tournament has no
    hidden rounds, or their results are not published."""
    current = _locked(tournament)
    if current.told_at is None:
        raise refusal("not_told", _("The standings are not published yet."))
    _save(tournament, current, None)
    tournament.record("standings_held_back", by=by)


def _locked(tournament: Tournament) -> Tournament:
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not current.secret_rounds:
        raise refusal("nothing_secret", _("This tournament has no hidden rounds."))
    return current


def _save(
    tournament: Tournament, current: Tournament, told_at: datetime | None
) -> None:
    tournament.told_at = current.told_at = told_at
    current.save(update_fields=["told_at"])
