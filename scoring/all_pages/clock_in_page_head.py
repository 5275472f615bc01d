"""The event's clock at the head of every page: of the round that is counting down
or played, until it is closed. Every stream of the event brings it ahead of its own
fragment; pages without another have a stream for it."""

from __future__ import annotations

from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.live.live_topics import AHEAD, Kind, kinds, no_single_table
from tournaments.models import OPEN_STATES, Round, RoundState, Session, Tournament

NAME = "event_clock"
#: So many tables with time of their own are named beside the clock; of more their
#: number is said.
NAMED = 2


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


def tables_with_own_time(round_: Round) -> list[Session]:
    """The tables that still play by a clock of their own, or will."""
    if not round_.is_open:
        return []
    extended = round_.sessions.filter(extension__isnull=False)
    if round_.state == RoundState.TIME_UP:
        extended = extended.filter(extension__ends_at__isnull=False)
    tables = list(extended.select_related("extension").order_by("table"))
    for session in tables:
        session.round = round_
    return tables


def longer_in_words(on: Round | None) -> str:
    """Which tables have more time than the round: "Table 3: +5 min"; "" if none has."""
    tables = tables_with_own_time(on) if on else []
    if len(tables) > NAMED:
        words = ngettext(
            "%(count)s table has extra time",
            "%(count)s tables have extra time",
            len(tables),
        )
        return words % {"count": len(tables)}
    return ", ".join(map(_longer, tables))


def _longer(session: Session) -> str:
    minutes = int(session.extension.extra.total_seconds() // 60)
    words = _("Table %(table)s: +%(minutes)s min")
    return words % {"table": session.table, "minutes": minutes}


def renewed(tournament: Tournament) -> str:
    """The clock, to be put in the place of the one that a page has; the same until
    something changes it."""
    on = round_on(tournament)
    context = {
        "tournament": tournament,
        "on": on,
        "longer": longer_in_words(on),
        "renewed": True,
        "untold": True,
    }
    return render_to_string("includes/event_clock.html", context)
