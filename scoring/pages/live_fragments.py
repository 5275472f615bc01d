"""The parts of public pages that change while people look at them.

A page shows its fragment when it is opened; the live stream renders the same
fragment again for each revision of the tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.template.loader import render_to_string

from scoring.pages import public_day_plan, public_pages, score_sheet, seating_pages
from scoring.pages.public_pages import Context, NotThere
from tournaments.live.topics import Args, Kind, Place, any_change, its_table, kinds
from tournaments.models import Tournament


@dataclass(frozen=True)
class Fragment:
    """`read` gives the context from the tournament and the numbers that the
    page's address names. Raises NotThere if they name nothing."""

    template: str
    read: Callable[..., Context]
    concerns: Callable[[Args, Place], bool] = any_change

    def context(self, tournament: Tournament, *numbers: int) -> Context:
        return {"tournament": tournament, **self.read(tournament, *numbers)}

    def render(self, tournament: Tournament, numbers: tuple[str, ...]) -> str:
        """The fragment for the live stream, which gives numbers as text."""
        try:
            context = self.context(tournament, *map(int, numbers))
        except NotThere as gone:
            return render_to_string("public/_not_there.html", {"sentence": str(gone)})
        return render_to_string(self.template, context)


FRAGMENTS = {
    "standings": Fragment("public/_standings.html", public_pages.standings_page),
    "teams": Fragment("public/_teams.html", public_pages.teams_page),
    "round": Fragment("public/_round.html", public_pages.round_page),
    "session": Fragment(
        "public/_session.html", score_sheet.public_session_page, concerns=its_table
    ),
    "player": Fragment("public/_player.html", seating_pages.player_page),
    "plan": Fragment("public/_plan.html", public_day_plan.plan_page),
    "seating": Fragment("public/seating_news.html", seating_pages.seating_news),
}


def register() -> None:
    """Tell the live stream how to render each fragment."""
    for name, part in FRAGMENTS.items():
        kinds[name] = Kind(part.render, concerns=part.concerns)
