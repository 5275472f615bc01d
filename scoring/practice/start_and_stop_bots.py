"""Start and stop the bots of a practice tournament, and find the tables where they
play.
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
from tournaments.models import OPEN_STATES, Game, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.start_checks import refuse_read_only

#: Speeds, as multiples of normal play.
SPEEDS = (1, 2, 5, 10, 20, 50, 100)
#: Time until the task is queued again if the worker has not started it.
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
    """Start the bots, or change the settings of running bots, and return their
    settings.

    `speed`: factor relative to people; `by_tiles`: enter hands by tiles; `incidents`:
    incidents happen at random; `runs_rounds`: bots also direct all rounds. Raises
    Refused unless the tournament is a practice tournament that can be changed.
    """
    refuse_real(tournament)
    refuse_read_only(tournament)
    seed = {"seed": secrets.randbelow(2**31)}
    play, _new = BotPlay.objects.select_for_update().get_or_create(
        tournament=tournament, defaults=seed
    )
    if play.speed != speed:
        # Pending hands at the old speed could be minutes away.
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
    """Stop the bots.

    Hands that were not sent yet are sent after the next start. Raises Refused unless
    the tournament is a practice tournament.
    """
    refuse_real(tournament)
    if BotPlay.objects.filter(tournament=tournament, is_running=True).update(
        is_running=False
    ):
        tournament.record("bots_stopped", by=by)


def due(now: datetime) -> list[int]:
    """Return the keys of tournaments whose bots are due.

    Each tournament is marked, so that only one worker gets it.
    """
    waiting = BotPlay.objects.filter(
        is_running=True, next_at__lte=now, busy_until__lte=now
    )
    pks = list(waiting.values_list("pk", flat=True))
    return [pk for pk in pks if _claimed(pk, now)]


def _claimed(pk: int, now: datetime) -> bool:
    mine = BotPlay.objects.filter(pk=pk, is_running=True, next_at__lte=now)
    return bool(mine.update(next_at=now + ASKED_AGAIN))


def refuse_real(tournament: Tournament) -> None:
    """Raise Refused unless the tournament is a practice tournament."""
    if not tournament.is_practice:
        raise refusal("no_practice_event", _("Bots only play in practice tournaments."))


def _rows(tournament: Tournament) -> QuerySet[BotTable]:
    return BotTable.objects.filter(game__round__tournament=tournament)


def playing_tables(tournament_id: int) -> QuerySet[Game]:
    """Return the tables whose game is in progress, with the rows that their table links
    depend on.
    """
    over = Sheet.objects.filter(game=OuterRef("pk")).exclude(over="")
    return (
        table_links.games_with_links()
        .filter(round__tournament=tournament_id, round__state__in=OPEN_STATES)
        .exclude(Exists(over))
        .order_by("pk")
    )
