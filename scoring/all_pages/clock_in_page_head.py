"""The tournament clock at the top of every page.

The clock shows the round that counts down or is being played, until the round is
closed. Every live stream of the tournament sends the clock before its own fragment.
Pages without another live fragment have a stream for the clock alone. Public pages also
get the current announcement and the navigation's link to the tables with the clock.
"""

from __future__ import annotations

from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.all_pages.public_rounds_and_tables import current_round, public_rounds
from tournaments.live.live_topics import AHEAD, Args, Kind, kinds, no_single_table
from tournaments.models import OPEN_STATES, Game, Round, RoundState, Tournament
from tournaments.tournament_setup.screen_views_and_announcements import (
    announcement_on_all_screens,
)
from tournaments.web.list_wording import joined_with_commas

NAME = "event_clock"
#: The same for public pages.
PUBLIC = "public_clock"

#: Parts of public pages that come with the clock. Pages of rounds mark the link to the
#: tables as the current page, so it is not renewed there.
ANNOUNCEMENT, LINK_TO_TABLES = "announcement", "tables"
OF_PUBLIC_PAGES = (ANNOUNCEMENT, LINK_TO_TABLES)
OF_ROUND_PAGES = (ANNOUNCEMENT,)

#: Largest number of tables with extra time that the clock lists. With more tables, it
#: shows only how many there are.
NAMED = 2


def register() -> None:
    """Register the clock's renderers with the live stream."""
    kinds[AHEAD] = Kind(render_clock, concerns=no_single_table)
    for name, parts in ((NAME, ()), (PUBLIC, OF_PUBLIC_PAGES)):
        kinds[name] = Kind(
            lambda _tournament, _args: "", concerns=no_single_table, renews=parts
        )


def is_on(round_: Round) -> bool:
    """Return whether the round's clock is shown: the round is open or has a start
    time."""
    return round_.is_open or round_.starts_at is not None


def round_on_clock(tournament: Tournament) -> Round | None:
    """Return the round whose clock is shown, or None.

    A round whose time is over is chosen only if there is no other round.
    """
    has_clock = Q(state__in=OPEN_STATES) | Q(starts_at__isnull=False)
    ended_last = F("ended_at").asc(nulls_first=True)
    return tournament.rounds.filter(has_clock).order_by(ended_last, "number").first()


def tables_with_own_time(round_: Round) -> list[Game]:
    """Return the tables of an open round that have extra time, by table number.

    After the gong, return only the tables that are still playing.
    """
    if not round_.is_open:
        return []
    extended = round_.games.filter(extension__isnull=False)
    if round_.state == RoundState.TIME_UP:
        extended = extended.filter(extension__ends_at__isnull=False)
    tables = list(extended.select_related("extension").order_by("table"))
    for game in tables:
        game.round = round_
    return tables


def extra_time_in_words(round_: Round | None) -> str:
    """Return a text on the tables with extra time, such as "Table 3: +5 min"; "" if no
    table has any."""
    tables = tables_with_own_time(round_) if round_ else []
    if len(tables) > NAMED:
        text = ngettext(
            "%(count)s table has extra time",
            "%(count)s tables have extra time",
            len(tables),
        )
        return text % {"count": len(tables)}
    return joined_with_commas(map(_extra_time_of, tables))


def _extra_time_of(game: Game) -> str:
    minutes = int(game.extension.extra.total_seconds() // 60)
    text = _("Table %(table)s: +%(minutes)s min")
    return text % {"table": game.table, "minutes": minutes}


def render_clock(tournament: Tournament, parts: Args = ()) -> str:
    """Render the clock that replaces the one on an open page, and these `parts`.

    The HTML stays the same until the clock or a part changes.
    """
    round_ = round_on_clock(tournament)
    context = {
        "tournament": tournament,
        "on": round_,
        "longer": extra_time_in_words(round_),
        "renewed": True,
        "untold": True,
    }
    html = render_to_string("includes/event_clock.html", context)
    if ANNOUNCEMENT in parts:
        said = context | announcement_on_all_screens(tournament)
        html += render_to_string("public/_announcement.html", said)
    current = LINK_TO_TABLES in parts and current_round(public_rounds(tournament))
    if current:
        link = context | {"nav": {"current": current}}
        html += render_to_string("public/_nav_tables.html", link)
    return html
