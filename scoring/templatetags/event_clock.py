"""The event's clock, for the head of a page."""

from __future__ import annotations

from typing import Any

from django import template

from scoring import event_clock as clock
from tournaments import live
from tournaments.models import Round, Tournament

register = template.Library()


@register.inclusion_tag("includes/event_clock.html", takes_context=True)
def event_clock(context: dict[str, Any], own_stream: bool = False) -> dict[str, Any]:
    """Of the tournament that the page is about, if any. `own_stream`: nothing else
    on the page renews it."""
    tournament, round_ = context.get("tournament"), context.get("round")
    if not isinstance(tournament, Tournament):
        return {}
    shown = isinstance(round_, Round) and clock.is_on(round_)
    return {
        "tournament": tournament,
        "on": round_ if shown else clock.round_on(tournament),
        "live_url": live.url(clock.NAME, tournament) if own_stream else "",
    }
