"""The event's clock at the head of every page: of the round that is counting down
or played, until it is closed. Every stream of the event brings it ahead of its own
fragment; pages without another have a stream for it."""

from __future__ import annotations

from django.db.models import F, Q
from django.template.loader import render_to_string

from tournaments.live.topics import AHEAD, Kind, kinds, no_single_table
from tournaments.models import OPEN_STATES, Round, Tournament

NAME = "event_clock"


def register() -> None:
    """Tell the live stream how to render the clock."""
    kinds[AHEAD] = Kind(
        lambda tournament, _args: renewed(tournament), concerns=no_single_table
    )
    kinds[NAME] = Kind(lambda _tournament, _args: "", concerns=no_single_table)


def is_on(round_: Round) -> bool:
    """Whether the clock of a round shows anything that people follow."""
    return round_.is_open or round_.starts_at is not None


def round_on(tournament: Tournament) -> Round | None:
    """The round whose clock people follow now; one whose time is up comes last."""
    on = Q(state__in=OPEN_STATES) | Q(starts_at__isnull=False)
    ended_last = F("ended_at").asc(nulls_first=True)
    return tournament.rounds.filter(on).order_by(ended_last, "number").first()


def renewed(tournament: Tournament) -> str:
    """The clock, to be put in the place of the one that a page has; the same until
    something changes it."""
    context = {
        "tournament": tournament,
        "on": round_on(tournament),
        "renewed": True,
        "untold": True,
    }
    return render_to_string("includes/event_clock.html", context)
