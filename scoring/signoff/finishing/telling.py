"""Tell the standings of the last rounds, that were played in secret, and hold them back
again: one transaction each."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Tournament
from tournaments.refusals import refusal


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
