"""Finish a tournament and reopen it; publish the results of hidden rounds and hide them
again. One transaction each."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.confirming_and_finishing.missing_before_finishing import missing
from scoring.models import FinalPlace, FinalStandings
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
    """Store the current standings as final; nothing can be played or changed until the
    tournament is reopened. `held_back`: they are hidden until the prize giving, as
    always if the last rounds are still hidden.

    Raises Refused if a round is not closed, a reason for missing results is missing, no
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
    """Return the codes of missing results. Raises Refused for those that block
    finishing, and for others without a reason."""
    if not tournament.rounds.exists():
        raise refusal(
            "nothing_played",
            _("No round has been played, so there is nothing to finish."),
        )
    lacking = missing(tournament)
    for each in lacking:
        if each.blocks:
            raise refusal(each.code, each.message)
    found = [each.code for each in lacking if each.needs_reason]
    if found and not reason.strip():
        raise refusal(
            "no_reason",
            _("Results are missing. Enter a reason to finish without them."),
            "reason",
        )
    return found


@transaction.atomic
def reopen(tournament: Tournament, *, by: str, reason: str) -> None:
    """Reopen a finished tournament; the log keeps its final standings. Raises Refused
    without a reason, and if it is not finished."""
    current = lock_with_tables(tournament)
    final = FinalStandings.objects.filter(tournament=current).first()
    if final is None or not current.is_finished:
        raise refusal("not_finished", _("This tournament is not finished."))
    if not reason.strip():
        raise refusal(
            "no_reason", _("Enter a reason to reopen the tournament."), "reason"
        )
    told = {
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
    tournament.record("finish_taken_back", by=by, reason=reason.strip(), **told)


@transaction.atomic
def tell_standings(tournament: Tournament, *, by: str, now: datetime) -> None:
    """Publish the results of all rounds. Raises Refused if no round is hidden, or they
    are already published."""
    current = _locked(tournament)
    if current.told_at is not None:
        raise refusal("told_already", _("The standings are already published."))
    _save(tournament, current, now)
    tournament.record("standings_told", by=by)


@transaction.atomic
def hold_back(tournament: Tournament, *, by: str) -> None:
    """Hide the results of hidden rounds again. Raises Refused if no round is hidden, or
    none was published."""
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
