"""Log when registration opens at its scheduled time. The log entry updates pages and
sends notifications."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import LogEvent, SignUpPage, Tournament
from tournaments.rounds.round_deadlines import CLOCK

OPENED = "registration_opened"
#: Maximum age of an opening to log. Older ones, such as after a long outage, are not
#: news.
NEWS = timedelta(hours=6)


def log_openings(now: datetime) -> int:
    """Log each opening that is due, and return the number of logged openings."""
    return sum(_log_opening(pk, now) for pk in due(now).values_list("pk", flat=True))


def due(now: datetime) -> QuerySet[SignUpPage]:
    """Return the registration pages that opened by schedule within the last `NEWS` and
    are not logged yet."""
    # A later change of the page was logged itself and has shown that registration is
    # open.
    announced = LogEvent.objects.filter(
        tournament=OuterRef("tournament"),
        kind__in=(OPENED, "sign_up_page_changed"),
        at__gte=OuterRef("opens_at"),
    )
    opened = SignUpPage.objects.filter(
        is_on=True, opens_at__gt=now - NEWS, opens_at__lte=now
    )
    return opened.exclude(closes_at__lte=now).filter(
        ~Exists(announced),
        tournament__archived_at=None,
        tournament__binned_at=None,
        tournament__mirrored_at=None,
    )


@transaction.atomic
def _log_opening(pk: int, now: datetime) -> bool:
    """Log the opening of a registration page if it is still due. Return whether it was
    logged."""
    page = SignUpPage.objects.get(pk=pk)
    tournament = Tournament.objects.select_for_update().get(pk=page.tournament_id)
    if not due(now).filter(pk=pk).exists():
        return False
    tournament.record(OPENED, by=CLOCK)
    return True
