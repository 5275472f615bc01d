"""That something changed at a table, for its pages, which then ask what it was.

The stream tells nothing else: a device whose link was revoked may still listen. It says
the same again while only other tables go on, so that their hands cost this one nothing.
"""

from __future__ import annotations

from tournaments import live
from tournaments.models import Session, Tournament

NAME = "table_news"


def register() -> None:
    """Tell the live stream what it says to the tables."""
    live.fragment(NAME)(_news)


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
    """The revision that changed something at the table last."""
    number, table = map(int, args)
    return str(
        max(
            newest
            for place, newest in tournament.newest_revisions.items()
            if place == (number, table) or place[1] is None
        )
    )
