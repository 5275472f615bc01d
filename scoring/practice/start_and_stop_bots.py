"""Start and stop the bots of a practice event, and ask the worker for them.

The tables of an event at which something is to be entered still.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.models import BotPlay, BotTable, Sheet
from tournaments.access import table_links
from tournaments.models import OPEN_STATES, Session, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_put_away

#: How many times as fast as people bots may play.
SPEEDS = (1, 2, 5, 10, 20, 50, 100)
#: How long after it was asked for them a worker is asked again, if it did not come.
ASKED_AGAIN = timedelta(seconds=10)


@transaction.atomic
def start(
    tournament: Tournament,
    *,
    speed: int,
    by_tiles: bool,
    incidents: bool = False,
    runs_rounds: bool = False,
    by: str,
) -> BotPlay:
    """Let bots play whatever round is on, with `incidents` by chance; with
    `runs_rounds` they go on to the next round, to the end of the event. Who play
    already go on so. Raises Refused for an event that is no practice event."""
    refuse_real(tournament)
    refuse_put_away(tournament)
    seed = {"seed": secrets.randbelow(2**31)}
    play, _new = BotPlay.objects.select_for_update().get_or_create(
        tournament=tournament, defaults=seed
    )
    if play.speed != speed:
        # Nobody waits for hands that were to take as long as before.
        _rows(tournament).update(due_at=timezone.now())
    play.is_running, play.speed, play.by_tiles = True, speed, by_tiles
    play.incidents, play.incident_at = incidents, None
    play.runs_rounds = runs_rounds
    play.next_at = timezone.now()
    play.save()
    tournament.record("bots_started", by=by, speed=speed, tiles=by_tiles)
    return play


@transaction.atomic
def stop(tournament: Tournament, *, by: str) -> None:
    """Let the bots do nothing more; what waits at a table is sent when they go on."""
    refuse_real(tournament)
    if BotPlay.objects.filter(tournament=tournament, is_running=True).update(
        is_running=False
    ):
        tournament.record("bots_stopped", by=by)


def due(now: datetime) -> list[int]:
    """The tournaments whose bots are due to play, each claimed so that it is sent to
    one worker."""
    waiting = BotPlay.objects.filter(
        is_running=True, next_at__lte=now, busy_until__lte=now
    )
    found = list(waiting.values_list("pk", flat=True))
    return [pk for pk in found if _claimed(pk, now)]


def _claimed(pk: int, now: datetime) -> bool:
    mine = BotPlay.objects.filter(pk=pk, is_running=True, next_at__lte=now)
    return bool(mine.update(next_at=now + ASKED_AGAIN))


def refuse_real(tournament: Tournament) -> None:
    """Raises Refused unless it is a practice event."""
    if not tournament.is_practice:
        raise refusal("no_practice_event", _("Bots only play in practice tournaments."))


def _rows(tournament: Tournament) -> QuerySet[BotTable]:
    return BotTable.objects.filter(session__round__tournament=tournament)


def playing_tables(tournament_id: int) -> QuerySet[Session]:
    """The tables that play still, with all that says who may open them."""
    over = Sheet.objects.filter(session=OuterRef("pk")).exclude(over="")
    return (
        table_links.sessions_with_links()
        .filter(round__tournament=tournament_id, round__state__in=OPEN_STATES)
        .exclude(Exists(over))
        .order_by("pk")
    )
