"""The event's clock, for the head of a page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from scoring import event_clock as clock
from scoring import table_news
from scoring.table_states import progress_at
from tournaments import live
from tournaments.day_plan_now import start_ahead
from tournaments.models import Round, RoundState, Session, Tournament

register = template.Library()


@register.inclusion_tag("includes/event_clock.html", takes_context=True)
def event_clock(context: dict[str, Any], own_stream: bool = False) -> dict[str, Any]:
    """Of the tournament that the page is about, if any. `own_stream`: nothing else
    on the page renews it; if that page is about a table that plays or will, it is the
    table's."""
    tournament, round_ = context.get("tournament"), context.get("round")
    session = context.get("session")
    if not isinstance(tournament, Tournament):
        return {}
    shown = isinstance(round_, Round) and clock.is_on(round_)
    on = round_ if shown else clock.round_on(tournament)
    if own_stream and isinstance(session, Session) and _plays(session, on):
        return _of_table(tournament, session)
    return {
        "tournament": tournament,
        "on": on,
        "live_url": live.url(clock.NAME, tournament) if own_stream else "",
    }


@register.simple_tag
def start_of(round_: Round) -> datetime | None:
    """When a round that people wait for begins: by its countdown, else by the plan of
    the day; None if nobody knows, or by the plan it should have begun."""
    if round_.starts_at or round_.state != RoundState.PUBLISHED:
        return round_.starts_at
    return start_ahead(round_, timezone.now())


def _plays(session: Session, on: Round | None) -> bool:
    """Whether the session plays in the round that is on, or in one to come."""
    if on:
        return session.round == on
    return session.round.state != RoundState.CLOSED


def _of_table(tournament: Tournament, session: Session) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "on": session.round,
        "round": session.round,
        "session": session,
        "progress": progress_at([session])[session.pk],
        "live_url": table_news.url(session),
    }
