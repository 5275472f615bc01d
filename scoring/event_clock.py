"""The event's clock at the head of every page: of the round that is counting down,
running or paused. Pages whose own stream is a fragment get it with that; others have a
stream for it."""

from __future__ import annotations

from django.db.models import Q
from django.template.loader import render_to_string

from tournaments import live
from tournaments.models import CLOCK_STATES, Round, Tournament

NAME = "event_clock"


def register() -> None:
    """Tell the live stream how to render the clock."""
    live.fragment(NAME)(lambda tournament, _args: renewed(tournament))


def is_on(round_: Round) -> bool:
    """Whether the clock of a round shows anything that people follow."""
    return round_.state in CLOCK_STATES or round_.starts_at is not None


def round_on(tournament: Tournament) -> Round | None:
    """The round whose clock people follow now."""
    on = Q(state__in=CLOCK_STATES) | Q(starts_at__isnull=False)
    return tournament.rounds.filter(on).order_by("number").first()


def renewed(tournament: Tournament) -> str:
    """The clock, to be put in the place of the one that a page has."""
    context = {"tournament": tournament, "on": round_on(tournament), "renewed": True}
    return render_to_string("includes/event_clock.html", context)
