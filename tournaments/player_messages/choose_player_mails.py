"""Choose which automatic emails players get."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tournaments.models import PlayerMails, Tournament
from tournaments.rounds.start_checks import refuse_read_only

KINDS = ("registration", "moved_up", "seating", "result")


def mails_of(tournament: Tournament) -> PlayerMails:
    """Return the tournament's choice of automatic emails; if there is none, unsaved
    defaults."""
    chosen = PlayerMails.objects.filter(tournament=tournament).first()
    return chosen or PlayerMails(tournament=tournament)


@transaction.atomic
def choose(
    tournament: Tournament, wanted: Mapping[str, bool], *, site: str, by: str
) -> None:
    """Set which automatic emails are sent, named as in KINDS. `site`: address of this
    installation.

    Emails about seating and results report changes from now on. Changes are logged.
    Raises Refused in an archived tournament.
    """
    tournaments = Tournament.objects.select_for_update(no_key=True)
    tournament = tournaments.get(pk=tournament.pk)
    refuse_read_only(tournament)
    chosen = mails_of(tournament)
    changed = [name for name in KINDS if getattr(chosen, name) != wanted[name]]
    if not changed:
        return
    reads_log = chosen.seating or chosen.result
    for name in changed:
        setattr(chosen, name, wanted[name])
    chosen.site = site.rstrip("/")
    event = tournament.record("player_mails_chosen", by=by, changed=changed)
    if not reads_log:
        chosen.revision = event.revision
    chosen.save()
