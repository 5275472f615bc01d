"""The parts of public pages that change while the page is open (fragments).

The page contains its fragment, and the live stream renders the fragment again for each
revision of the tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from scoring.all_pages.clock_in_page_head import OF_PUBLIC_PAGES, OF_ROUND_PAGES
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.public import (
    player_page_and_own_results,
    round_page,
    seating_pages,
    standings_pages,
    teams_page,
    tournament_home,
)
from scoring.table import score_sheet
from tournaments.live.fragment_differences import mark_of, pieces_of
from tournaments.live.live_topics import Args, Kind, Place, any_change, its_table, kinds
from tournaments.live.render_warm_up import preparations
from tournaments.models import Tournament
from tournaments.rounds.stages.stage_and_group_names import stage_names
from tournaments.tournament_time.schedule_forecast import lines_of_minute, next_line
from tournaments.web.form_fields_and_types import Context


def plan_page(tournament: Tournament) -> Context:
    """Return the schedule with planned and expected times: remaining items, past items,
    and the next item.
    """
    lines = lines_of_minute(tournament)
    return {
        "ahead": [line for line in lines if not line.is_over],
        "over": [line for line in lines if line.is_over],
        "following": next_line(lines),
        "stage_names": stage_names(tournament),
    }


class RenderedFragment(NamedTuple):
    """A fragment's HTML.

    `mark`: identifies the HTML if the stream can send differences, otherwise "".
    """

    html: SafeString
    mark: str


@dataclass(frozen=True)
class Fragment:
    """A fragment.

    `read`: returns the context for a tournament and the numbers in the page's address;
    raises PublicPageNotFound if the numbers match nothing. `beside`: templates of parts
    elsewhere on the page.
    """

    template: str
    read: Callable[..., Context]
    concerns: Callable[[Args, Place], bool] = any_change
    #: Templates of parts elsewhere on the page.
    beside: tuple[str, ...] = ()
    #: Parts of the page that come with the clock.
    renews: Args = OF_PUBLIC_PAGES

    def context(self, tournament: Tournament, *numbers: int) -> Context:
        return {"tournament": tournament, **self.read(tournament, *numbers)}

    def render(self, tournament: Tournament, numbers: tuple[str, ...]) -> str:
        """Render the fragment for the live stream, which passes numbers as text."""
        try:
            context = self.context(tournament, *map(int, numbers))
        except PublicPageNotFound as gone:
            return render_to_string("public/_not_there.html", {"sentence": str(gone)})
        return self._html(context) + self._parts_elsewhere(context)

    def shown(self, context: Context) -> RenderedFragment:
        """Return the fragment for the page, without its parts elsewhere on the page."""
        html = self._html(context)
        pieces = pieces_of(html + self._parts_elsewhere(context))
        shown = mark_safe(str(pieces_of(html)))  # noqa: S308 - of our own templates
        return RenderedFragment(shown, mark_of(pieces) if pieces.pieces else "")

    def _html(self, context: Context) -> str:
        return render_to_string(self.template, context)

    def _parts_elsewhere(self, context: Context) -> str:
        return "".join(render_to_string(name, context) for name in self.beside)


FRAGMENTS = {
    "home": Fragment(
        "public/_home.html",
        tournament_home.home_page,
        beside=("public/_headline.html", "public/_podium.html", "public/_bars.html"),
    ),
    "standings": Fragment(
        "public/_standings.html",
        standings_pages.standings_page,
        beside=("public/_standings_which.html", "public/_standings_others.html"),
    ),
    "teams": Fragment("public/_teams.html", teams_page.teams_page),
    "round": Fragment(
        "public/_round.html",
        round_page.round_page,
        beside=("public/_round_headline.html",),
        renews=OF_ROUND_PAGES,
    ),
    "session": Fragment(
        "public/_session.html",
        score_sheet.public_game_page,
        concerns=its_table,
        beside=("public/_table_hero.html",),
        renews=OF_ROUND_PAGES,
    ),
    "player": Fragment(
        "public/_player.html",
        player_page_and_own_results.player_page,
        beside=("public/_player_figures.html",),
    ),
    "plan": Fragment("public/_plan.html", plan_page),
    "seating": Fragment("public/seating_news.html", seating_pages.seating_news),
}


def register() -> None:
    """Register the fragments with the live stream, and the values that are computed in
    advance.
    """
    for name, part in FRAGMENTS.items():
        kinds[name] = Kind(
            part.render, concerns=part.concerns, is_shared=True, renews=part.renews
        )
    preparations.append(tournament_home.keep_ready)
