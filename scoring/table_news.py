"""That something changed, for the pages of the tables, which then ask what it was.

The stream tells nothing else: a device whose link was revoked may still listen.
"""

from __future__ import annotations

from tournaments import live
from tournaments.models import Tournament

NAME = "table_news"


def register() -> None:
    """Tell the live stream what it says to the tables."""
    live.fragment(NAME)(_news)


def _news(tournament: Tournament, _args: tuple[str, ...]) -> str:
    return str(tournament.revision)
