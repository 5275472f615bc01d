"""The event's clock, for the head of a page."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.utils import timezone

from scoring.pages import event_clock as clock
from scoring.pages.tables import table_news
from scoring.signoff.table_states import progress_at
from tournaments.access.live_access import Reader, reader_of
from tournaments.live import live_stream
from tournaments.models import Round, RoundState, Session, Tournament
from tournaments.tournament_time import page_expiry
from tournaments.tournament_time.schedule_forecast import start_ahead

register = template.Library()

#: For so long what is said of a start may be old: the day turns, the plan runs late.
A_MINUTE = 60.0


@register.inclusion_tag("includes/event_clock.html", takes_context=True)
def event_clock(context: Context, own_stream: bool = False) -> dict[str, object]:
    """Of the tournament that the page is about, if any. `own_stream`: nothing else
    on the page renews it; if that page is about a table that plays or will, it is the
    table's."""
    tournament, round_ = context.get("tournament"), context.get("round")
    session = context.get("session")
    if not isinstance(tournament, Tournament):
        return {}
    shown = isinstance(round_, Round) and clock.is_on(round_)
    on = round_ if shown else clock.round_on(tournament)
    reader = reader_of(context["request"]) if own_stream else None
    if reader and isinstance(session, Session) and _plays(session, on):
        return _of_table(tournament, session, reader)
    return {
        "tournament": tournament,
        "on": on,
        "longer": clock.longer_in_words(on),
        "untold": getattr(context["request"], "shared", False),
        "live_url": live_stream.url(clock.NAME, tournament, reader=reader)
        if reader
        else "",
    }


@register.simple_tag(takes_context=True)
def stream_of_table(context: Context, session: Session) -> str:
    """The address of the stream of the table that a page is about."""
    return table_news.url(session, reader_of(context["request"]))


@register.simple_tag
def start_of(round_: Round) -> datetime | None:
    """When a round that people wait for begins: by its countdown, else by the plan of
    the day; None if nobody knows, or by the plan it should have begun."""
    if round_.starts_at is None and round_.state != RoundState.PUBLISHED:
        return None
    page_expiry.holds_for(A_MINUTE)
    if round_.starts_at:
        return round_.starts_at
    return start_ahead(round_, timezone.now())


def _plays(session: Session, on: Round | None) -> bool:
    """Whether the session plays in the round that is on, or in one to come."""
    if on:
        return session.round == on
    return session.round.state != RoundState.CLOSED


def _of_table(
    tournament: Tournament, session: Session, reader: Reader
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "on": session.round,
        "round": session.round,
        "session": session,
        "progress": progress_at([session])[session.pk],
        "live_url": table_news.url(session, reader),
    }
