"""Tags for the head and foot of pages: clock, link previews, navigation, downloads and
links for referees."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from rules.ruleset_and_table_state import Ruleset
from scoring.all_pages import clock_in_page_head as clock
from scoring.all_pages import public_rounds_and_tables
from scoring.all_pages.public_rounds_and_tables import Nav
from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience
from scoring.exports.export_files_csv_json_xlsx import FORMATS
from scoring.public import link_previews, share_image
from scoring.referee.rules_by_address import chosen_by
from scoring.table import table_change_signal
from tournaments.access.live_access import Reader, reader_of
from tournaments.languages import page_language
from tournaments.live import live_stream
from tournaments.models import Game, Player, Round, RoundState, Tournament
from tournaments.tournament_setup.screen_views_and_announcements import (
    announcement_on_all_screens,
)
from tournaments.tournament_time import page_expiry
from tournaments.tournament_time.schedule_forecast import start_ahead

register = template.Library()

#: Seconds for which a start time may be outdated: schedules change.
A_MINUTE = 60.0


@register.inclusion_tag("includes/event_clock.html", takes_context=True)
def event_clock(
    context: Context, own_stream: bool = False, is_public: bool = False
) -> dict[str, object]:
    """Return the clock of the page's tournament; {} without a tournament.

    `own_stream`: no other stream updates the clock, so the clock gets a stream. A page
    of a table that plays now or later uses the table's stream. `is_public`: the page
    has an announcement and a navigation, which the clock's stream renews.
    """
    tournament, round_ = context.get("tournament"), context.get("round")
    game = context.get("game")
    if not isinstance(tournament, Tournament):
        return {}
    if not (isinstance(round_, Round) and clock.is_on(round_)):
        round_ = clock.round_on_clock(tournament)
    reader = reader_of(context["request"]) if own_stream else None
    if reader and isinstance(game, Game) and _plays(game, round_):
        return _table_context(tournament, game, reader)
    return {
        "tournament": tournament,
        "on": round_,
        "longer": clock.extra_time_in_words(round_),
        "untold": getattr(context["request"], "shared", False),
        "live_url": live_stream.url(
            clock.PUBLIC if is_public else clock.NAME, tournament, reader=reader
        )
        if reader
        else "",
    }


@register.inclusion_tag("public/_announcement.html", takes_context=True)
def announcement(context: Context) -> dict[str, object]:
    """Return the current announcement of the page's tournament."""
    return announcement_on_all_screens(context["tournament"])


@register.simple_tag(takes_context=True)
def stream_of_table(context: Context, game: Game) -> str:
    """Return the address of the live stream of the page's table."""
    return table_change_signal.url(game, reader_of(context["request"]))


@register.simple_tag
def start_of(round_: Round) -> datetime | None:
    """Return the start of a waiting round, from its countdown or the schedule; None if
    the start is unknown or overdue.
    """
    if round_.starts_at is None and round_.state != RoundState.PUBLISHED:
        return None
    page_expiry.expires_in(A_MINUTE)
    if round_.starts_at:
        return round_.starts_at
    return start_ahead(round_, timezone.now())


def _plays(game: Game, current: Round | None) -> bool:
    """Return whether the game is in the current round, or in a later one."""
    if current:
        return game.round == current
    return game.round.state != RoundState.CLOSED


def _table_context(
    tournament: Tournament, game: Game, reader: Reader
) -> dict[str, object]:
    return {
        "tournament": tournament,
        "on": game.round,
        "round": game.round,
        "game": game,
        "progress": progress_at([game])[game.pk],
        "live_url": table_change_signal.url(game, reader),
    }


@register.simple_tag(takes_context=True)
def public_nav(context: Context) -> Nav:
    """Return the navigation of the page's tournament."""
    tournament: Tournament = context["tournament"]
    return public_rounds_and_tables.nav(tournament)


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def event_links(context: Context) -> dict[str, object]:
    """Return the link preview of a tournament's home; {} if the tournament is not
    public.
    """
    tournament = context["tournament"]
    if not tournament.is_public:
        return {}
    absolute = context["request"].build_absolute_uri
    preview = link_previews.preview(tournament, context, absolute)
    return {"tournament": tournament, "preview": preview}


@register.inclusion_tag("public/_event_links.html", takes_context=True)
def page_links(context: Context) -> dict[str, object]:
    """Return the link preview of another page of a tournament, with the page's image;
    {} if the tournament is not public. Players have their public names.
    """
    tournament, request = context["tournament"], context.get("request")
    if not tournament.is_public or request is None:
        return {}
    page = context.get("page")
    player = context.get("player") if page == "player" else None
    title = player.public_name if player else str(context.get("title") or "")
    state = picture = ""
    if player:
        state = link_previews.player_in_words(context["followed"])
        picture = _image_of(player)
    elif page == "standings" and "board" in context:  # not in search results
        state = link_previews.leader_in_words(context["board"])
    number = context.get("number_of_page") or 1
    path = request.path + (f"?page={number}" if number > 1 else "")
    absolute = request.build_absolute_uri
    preview = link_previews.page_preview(
        tournament, title, path, absolute, state=state, picture=picture
    )
    return {"tournament": tournament, "preview": preview}


@register.inclusion_tag("public/_share.html")
def share_player(player: Player) -> dict[str, str]:
    """Return the context of the button that shares a player's public page; {} without
    an image or if the tournament is not public. Without scripts, the button is a link
    to the image.
    """
    image, tournament = _image_of(player), player.tournament
    if not image or not tournament.is_public:
        return {}
    page = reverse("public:player", args=[tournament.slug, player.number])
    title = f"{player.public_name} · {tournament.title}"
    return {"image": _in_language(image), "page": page, "title": title}


@register.inclusion_tag("public/_share.html")
def share_tournament(tournament: Tournament) -> dict[str, str]:
    """Return the context of the button that shares a tournament; {} if the tournament
    is not public.
    """
    if not tournament.is_public:
        return {}
    image = _in_language(reverse("public:preview", args=[tournament.slug]))
    page = reverse("public:tournament", args=[tournament.slug])
    return {"image": image, "page": page, "title": tournament.title}


def _in_language(image: str) -> str:
    """Return the address of an image in the language of this page.

    Without this parameter, the image is in the tournament's language.
    """
    return f"{image}?{page_language.PARAMETER}={get_language()}"


def _image_of(player: Player) -> str:
    """Return the path of a player's image; "" without an image."""
    if not share_image.is_offered(player):
        return ""
    return reverse("public:player_image", args=[player.tournament.slug, player.number])


@register.inclusion_tag("includes/files_of.html")
def files_of(
    tournament: Tournament, keys: str, round_: int | None = None, audience: str = ""
) -> dict[str, object]:
    """Return the downloads of the exports in `keys` (separated by spaces), for round
    `round_` if the export has rounds. Exports without visible results are left out; the
    `audience` "director" sees all results.
    """
    is_director = audience == "director"
    reader = Audience.DIRECTORS if is_director else Audience.EVERYBODY
    visible = reader.visible(tournament)
    exports = [EXPORTS[key] for key in keys.split()]
    return {
        "tournament": tournament,
        "exports": [export for export in exports if export.tells(visible, round_)],
        "formats": list(FORMATS),
        "round": round_,
        "address": "director:file" if is_director else "public:file",
    }


@register.inclusion_tag("public/referee/_links.html")
def referee_links(rules: Ruleset) -> dict[str, str]:
    """Return links to both lookup pages for referees.

    The links contain all rule options.
    """
    by = chosen_by(rules)
    return {"claims": by.address("claims"), "worth": by.address("worth")}
