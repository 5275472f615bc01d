"""The event's clock, for the head of a page.

What other sites and search engines are told, in the head of an event's pages; and
where one can go from them.

What a page shows, as files to take away: links at its end.

The way to what referees look up, by certain rules.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.utils import timezone

from rules.ruleset_and_table_state import Ruleset
from scoring.all_pages import clock_in_page_head as clock
from scoring.all_pages import public_rounds_and_tables
from scoring.all_pages.public_rounds_and_tables import Nav
from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience
from scoring.exports.export_files_csv_json_xlsx import FORMATS
from scoring.public import link_previews
from scoring.referee.rules_by_address import chosen_by
from scoring.table import table_change_signal
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
    return table_change_signal.url(session, reader_of(context["request"]))


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
        "live_url": table_change_signal.url(session, reader),
    }


@register.simple_tag(takes_context=True)
def public_nav(context: Context) -> Nav:
    """Where one can go within the event that a page is about."""
    tournament: Tournament = context["tournament"]
    return public_rounds_and_tables.nav(tournament)


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def event_links(context: Context) -> dict[str, object]:
    """Of the event whose home is shown, if everybody may see it."""
    tournament = context["tournament"]
    if not tournament.is_public:
        return {}
    absolute = context["request"].build_absolute_uri
    preview = link_previews.preview(tournament, context, absolute)
    return {"tournament": tournament, "preview": preview}


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def page_links(context: Context) -> dict[str, object]:
    """Of another page of an event, if everybody may see it: what it is, of which event,
    with the event's picture. A player is named as everybody sees the name."""
    tournament, request = context["tournament"], context.get("request")
    if not tournament.is_public or request is None:
        return {}
    entry = context.get("entry") if context.get("page") == "player" else None
    title = entry.public_name if entry else str(context.get("title") or "")
    number = context.get("number_of_page") or 1
    path = request.path + (f"?page={number}" if number > 1 else "")
    absolute = request.build_absolute_uri
    preview = link_previews.page_preview(tournament, title, path, absolute)
    return {"tournament": tournament, "preview": preview}


@register.inclusion_tag("includes/files_of.html")
def files_of(
    tournament: Tournament, keys: str, round_: int | None = None, audience: str = ""
) -> dict[str, object]:
    """The files of those exports, by their keys; where an export is about rounds, of
    round number `round_` if one is given; none of what is held back. For `audience`
    "director" with what only directors read."""
    is_director = audience == "director"
    reader = Audience.DIRECTORS if is_director else Audience.EVERYBODY
    told = reader.visible(tournament)
    exports = [EXPORTS[key] for key in keys.split()]
    return {
        "tournament": tournament,
        "exports": [each for each in exports if each.tells(told, round_)],
        "formats": list(FORMATS),
        "round": round_,
        "address": "director:file" if is_director else "public:file",
    }


@register.inclusion_tag("public/referee/_links.html")
def referee_links(rules: Ruleset) -> dict[str, str]:
    """Buttons to both pages; their addresses say the rules, all options included."""
    by = chosen_by(rules)
    return {"claims": by.address("claims"), "worth": by.address("worth")}
