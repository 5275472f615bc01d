"""That something changed at a table, for its pages, which then ask what it was.

Of what changed the stream tells the clock, which must not wait to be asked for and
hangs on the hall's wall, and nothing else: a device whose link was revoked may still
listen. It says the same again while only other tables go on, so that their hands cost
this one nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scoring.queries import Context
from scoring.table_states import progress_at
from tournaments import live
from tournaments.live_fragments import fragment
from tournaments.models import OPEN_STATES, Session, Tournament

Place = tuple[int, int]

NAME = "table_news"


def register() -> None:
    """Tell the live stream what it says to the tables."""
    fragment(NAME, urgent=True)(_news)


def url(session: Session) -> str:
    """The address of a table's stream."""
    round_ = session.round
    return live.url(NAME, round_.tournament, str(round_.number), str(session.table))


def of_player(tournament: Tournament, session: Session | None) -> str:
    """The address of the stream for a player who sits there next; without a table,
    of what concerns them all."""
    if session:
        return url(session)
    return live.url(NAME, tournament, "0", "0")


def _news(tournament: Tournament, args: tuple[str, ...]) -> str:
    """The revision that changed something at the table last, and the table's clock."""
    number, table = map(int, args)
    revision = max(
        newest
        for place, newest in tournament.newest_revisions.items()
        if place == (number, table) or place[1] is None
    )
    session = _on_the_clock(tournament).get((number, table))
    return f"{revision} {_clock(tournament, session)}" if table else str(revision)


def _clock(tournament: Tournament, session: Session | None) -> str:
    """The clock, to be put in the place of the one that a page has: rendered once for
    all the tables of a round that have no time of their own."""
    told: dict[object, str] = vars(tournament).setdefault("clocks_told", {})
    apart = session.pk if session and hasattr(session, "extension") else None
    key = (session and session.round_id, apart, get_language())
    if key not in told:
        told[key] = _rendered(tournament, session)
    return told[key]


def _rendered(tournament: Tournament, session: Session | None) -> str:
    context: Context = {"tournament": tournament, "streamed": True}
    if session:
        context |= {
            "session": session,
            "round": session.round,
            "progress": progress_at([session])[session.pk],
        }
    return render_to_string("table/_clock.html", context)


def _on_the_clock(tournament: Tournament) -> Mapping[Place, Session]:
    """The sessions whose clock people follow, by round and table: read once for all the
    tables that are told of a revision."""
    known = vars(tournament)
    if "on_the_clock" not in known:
        on = Q(round__state__in=OPEN_STATES) | Q(round__starts_at__isnull=False)
        sessions = Session.objects.filter(on, round__tournament=tournament)
        known["on_the_clock"] = {
            (session.round.number, session.table): session
            for session in sessions.select_related(
                "round__tournament", "extension", "sheet"
            )
        }
    found: Mapping[Place, Session] = known["on_the_clock"]
    return found
