"""The Celery tasks of this app: the clock tick, practice bots, folder imports, mirrors
and notifications. Celery finds only tasks in this module.
"""

from __future__ import annotations

import logging

from celery import shared_task

from scoring.mirror import exchange_with_mirror as mirrors
from scoring.mirror.exchange_with_mirror import exchange_with_mirror
from scoring.notifications import mail_players as player_mails
from scoring.notifications import notify_destinations
from scoring.notifications.mail_players import mail_players
from scoring.notifications.notify_destinations import notify_destination
from scoring.past_results.import_and_undo_results import delete_stale_results
from scoring.practice.bot_worker import play_practice
from scoring.practice.start_and_stop_bots import ASKED_AGAIN, due
from scoring.rounds.clock_tick import sweep
from scoring.series.rating_of_series import renew_ratings
from scoring.statistics.store_figures import renew_outdated
from scoring.tournament_folder.import_jobs import import_event_folder
from tournaments.models import Part
from tournaments.people.registration_opens_by_clock import log_openings
from tournaments.rounds import server_clock_steps
from tournaments.upkeep import clock_and_worker_heartbeats, machine_clock
from tournaments.upkeep.machine_clock import Reading
from tournaments.upkeep.outage_detection import OutageLog, outage_of

__all__ = [
    "delete_stale_results",
    "exchange_with_mirror",
    "import_event_folder",
    "mail_players",
    "notify_destination",
    "play_practice",
    "renew_figures",
    "tick",
]

#: Seconds for which queued exchanges and notifications are valid. Later ones are left
#: to the next tick.
EXPIRES = 5

log = OutageLog(logging.getLogger(__name__))


@shared_task
def tick() -> None:
    """Start, warn and end rounds that are due. Runs every second.

    Then queue the bots of practice tournaments, exchanges with mirrors, notifications,
    and emails to players. A database outage is logged; the next tick tries again.
    """
    reading = machine_clock.read()
    now = reading.wall
    with log.logged_here():
        # Before the sweep: rounds it ends may be due only because the clock was set.
        _notice_step(reading)
        sweep(now)
        clock_and_worker_heartbeats.beat(Part.CLOCK, reading)
        for tournament in due(now):
            expires = ASKED_AGAIN.seconds
            play_practice.apply_async((tournament,), expires=expires)
        for mirror in mirrors.due(now):
            exchange_with_mirror.apply_async((mirror,), expires=EXPIRES)
        for destination in notify_destinations.due():
            notify_destination.apply_async((destination,), expires=EXPIRES)
        for mails in player_mails.due():
            mail_players.apply_async((mails,), expires=EXPIRES)
        # Runs last, so that an error in it stops nothing else. The next tick queues its
        # notifications.
        log_openings(now)


@shared_task
def renew_figures() -> None:
    """Store the statistics of finished tournaments that have changed, and the ratings
    of large series. A database outage is logged; the next run tries again.
    """
    with log.logged_here():
        renew_outdated()
        renew_ratings()


def _notice_step(reading: Reading) -> None:
    """Record a jump of the machine's clock.

    Errors other than outages are only logged, so that rounds still end.
    """
    try:
        server_clock_steps.notice(reading)
    except Exception as error:
        if outage_of(error) is not None:
            raise
        logging.getLogger(__name__).exception("A step of the clock was not noted")
