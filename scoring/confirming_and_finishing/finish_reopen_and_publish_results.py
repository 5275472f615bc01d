"""Finish an event, and open it again: one transaction each.

Tell the standings of the last rounds, that were played in secret, and hold them back
again: one transaction each.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.confirming_and_finishing.missing_before_finishing import missing
from scoring.models import FinalPlace, FinalStandings
from scoring.standings.compare_by_criteria import Field
from scoring.standings.final_standings import (
    as_data,
    is_held_back,
    rows_of,
    teams_as_data,
)
from scoring.standings.rank_players import ranking_in
from scoring.standings.read_standings_records import records_of
from scoring.standings.team_standings import deductions_of, team_order, teams_in
from tournaments.models import Tournament
from tournaments.refusals import refusal
from tournaments.rounds.rounds_with_hidden_results import is_secret
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
    """Make the standings final as they are: names and figures stay what they are, and
    nothing is played or changed until the event is opened again. `held_back`: the
    public sees them as the prize giving tells them; so it does where the last rounds
    are still secret.

    Raises Refused while a round is not closed, without a reason for what else lacks, if
    no round was played, if it is finished already, and if somebody looked at another
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
        held_back=held_back or is_secret(current),
    )
    FinalPlace.objects.bulk_create(rows_of(final, ranking))
    return final


def _left_out(tournament: Tournament, reason: str) -> list[str]:
    """What the event is finished without, by its codes. Raises Refused for what it
    cannot be finished without, and for anything without a reason."""
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
    """Open a finished event again; the log keeps its final standings of until now.
    Raises Refused without a reason, and if it is not finished."""
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
    if is_secret(current) and not is_held_back(final):
        tournament.told_at = current.told_at = final.at
    final.delete()
    tournament.finished_at = current.finished_at = None
    current.save(update_fields=["finished_at", "told_at"])
    tournament.record("finish_taken_back", by=by, reason=reason.strip(), **told)


@transaction.atomic
def tell_standings(tournament: Tournament, *, by: str, now: datetime) -> None:
    """Publish the results of every round from now on. Raises Refused if no round is
    secret, or they are public already."""
    current = _locked(tournament)
    if current.told_at is not None:
        raise refusal("told_already", _("The standings are already published."))
    _save(tournament, current, now)
    tournament.record("standings_told", by=by)


@transaction.atomic
def hold_back(tournament: Tournament, *, by: str) -> None:
    """Undo the publication: secret rounds are secret again for those who have not seen
    them. Raises Refused if no round is secret, or none was published."""
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
