"""The prize giving on the hall's screen: who is told so far, the newest large. Whoever
is not told yet is never read for it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string

from scoring.models import FinalPlace
from scoring.pages.hall import renewed_screens
from scoring.signoff.finishing import prize_giving
from scoring.standings import frozen
from tournaments.access.live_access import Reader
from tournaments.models import ShownAs, Tournament
from tournaments.people.identities import public_choices
from tournaments.tournament_setup.screen_views_and_announcements import announcement_of
from tournaments.web.form_fields_and_types import Context

NAME = "hall_prizes"
PRIZES_TEMPLATE = "hall/_prizes.html"


@dataclass(frozen=True)
class Prize:
    """A place that is told, and by which name everybody may know who has it."""

    row: FinalPlace
    name: str


def prizes_page(tournament: Tournament) -> Context:
    """The people of each place that is told, the newest place first of all."""
    giving = prize_giving.giving_of(tournament)
    told = _named(tournament, prize_giving.revealed(giving)) if giving else []
    places = [list(of) for _place, of in groupby(told, lambda prize: prize.row.place)]
    return {
        "tournament": tournament,
        "giving": giving,
        "newest": places[0] if places else [],
        "before": places[1:],
        "people": len(told),
        "announcement": announcement_of(tournament),
        "has_teams": any(prize.row.team for prize in told),
    }


def _named(tournament: Tournament, rows: list[FinalPlace]) -> list[Prize]:
    """How somebody is named is what they wish now, not then."""
    shown_as = public_choices(tournament)
    prizes = []
    for row in rows:
        entry = frozen.standing_in(row).entry
        entry.shown_as = shown_as.get(row.number, ShownAs.FULL)
        prizes.append(Prize(row, entry.public_name))
    return prizes


def next_in_words(tournament: Tournament) -> list[FinalPlace]:
    """Whom the next step tells, for the directors' own eyes."""
    giving = prize_giving.giving_of(tournament)
    place = prize_giving.next_place(giving) if giving else None
    if giving is None or place is None:
        return []
    return list(giving.final.places.filter(place=place))


def live_url(tournament: Tournament, reader: Reader) -> str:
    """The stream that renews the screen."""
    return renewed_screens.live_url(NAME, tournament, reader=reader)


def register() -> None:
    """Tell the live stream how to render the prize giving."""
    renewed_screens.register(NAME, _render)


def _render(tournament: Tournament) -> str:
    return render_to_string(PRIZES_TEMPLATE, prizes_page(tournament))
