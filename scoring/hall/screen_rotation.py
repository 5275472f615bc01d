"""The views that hall screens show in rotation: clock, seating, standings, latest
hands.

A screen may show a single view. A view that needs more room takes several turns.
Further screens have their own rotation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.all_pages import public_rounds_and_tables
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.hall import (
    big_clock,
    renewed_screens,
    seating_on_screen,
    standings_on_screen,
)
from scoring.public import tournament_home
from scoring.standings import who_sees_hidden_results
from tournaments.access.live_access import Reader
from tournaments.models import NOT_BEGUN, HallView, RoundState, Tournament
from tournaments.models.hall_screens import USUAL_SECONDS
from tournaments.rounds.clock_display import Showing
from tournaments.tournament_setup import screen_views_and_announcements
from tournaments.tournament_setup.screen_views_and_announcements import (
    Screen,
    languages_of,
)
from tournaments.web.form_fields_and_types import Context


def latest_hands(tournament: Tournament) -> Context:
    """Return the latest and best hands visible to the public."""
    rounds = list(public_rounds_and_tables.public_rounds(tournament))
    current = public_rounds_and_tables.current_round(rounds)
    played = current if current and current.is_open else None
    visible = who_sees_hidden_results.visible_to_public(tournament)
    return {
        "tournament": tournament,
        "hands": tournament_home.hands_of(tournament, visible, rounds, played),
        "round": played,
        "told": visible.notice,
    }


NAME = "hall_turns"
TEMPLATE = "hall/_turns.html"

CLOCK, SEATS = HallView.CLOCK.value, HallView.SEATS.value
STANDINGS, LEADERS = HallView.STANDINGS.value, HallView.LEADERS.value
HANDS = HallView.HANDS.value

#: Name of the rotation; for a further screen, followed by a colon and its address.
ROTATION = "rotation"


@dataclass(frozen=True)
class Turn:
    """A view that is shown for some seconds.

    `key`: id of the turn; `label`: name of the part of the view; `stays`: while true,
    the screen stays on this turn; `language`: language of the view.
    """

    key: str
    view: str
    html: str
    seconds: int = USUAL_SECONDS
    label: str = ""
    stays: bool = False
    language: str = ""


@dataclass(frozen=True)
class ViewRequest:
    """A request for a view.

    `announcement`: text and end of the announcement. `alone`: no other view is shown,
    so an empty view must show the reason. `number`: round of the seating, 0 for the
    current or next round. `part`: single part of the seating, 0 for all.
    """

    tournament: Tournament
    announcement: Context
    alone: bool
    number: int = 0
    part: int = 0


def turns_page(
    tournament: Tournament,
    name: str,
    number: int = 0,
    part: int = 0,
    *,
    language: str = "",
) -> Context:
    """Return the content of a screen: at least one turn, of a single view or of the
    rotation called `name`.

    `language`: language of the turns; without it, the turns are repeated in each
    language of the screen. `number` and `part`: round and part of the seating. Raises
    NoScreen for an unknown screen, and PublicPageNotFound for a round not visible in
    the hall.
    """
    shown = screen_views_and_announcements.screen_of(tournament, name.partition(":")[2])
    languages = [language] if language else languages_of(shown)
    if name in HallView.values:
        # A single view, such as a part of the seating, does not alternate between
        # languages.
        languages = languages[:1]
    turns: list[Turn] = []
    for one in languages:
        with translation.override(one):
            for turn in _turns_of(shown, name, number, part):
                key = turn.key if len(languages) == 1 else f"{turn.key}-{one}"
                turns.append(replace(turn, key=key, language=one))
    return {
        "tournament": tournament,
        "screen": shown,
        "turns": turns,
        "now": timezone.now(),
        "release": renewed_screens.release(),
    }


def _turns_of(shown: Screen, name: str, number: int, part: int) -> list[Turn]:
    """Return the screen's turns in the active language: at least one."""
    tournament, alone = shown.tournament, name in HallView.values
    chosen = (
        {name: USUAL_SECONDS}
        if alone
        else screen_views_and_announcements.turns_of(shown)
    )
    request = ViewRequest(tournament, _announcement(shown), alone, number, part)
    turns = list(_turns(request, chosen))
    if not turns:
        turns = list(_turns(replace(request, alone=True), {CLOCK: USUAL_SECONDS}))
    return turns


def of_screen(slug: str) -> str:
    """Return the name of a further screen; "" for the main screen."""
    return f"{ROTATION}:{slug}" if slug else ROTATION


def turn_at(turns: Sequence[Turn], number: int) -> int:
    """Return the index of the turn to show when turn `number` is due.

    A turn that stays is always shown.
    """
    staying = next((at for at, turn in enumerate(turns) if turn.stays), None)
    return number % len(turns) if staying is None else staying


def live_url(
    tournament: Tournament,
    name: str,
    number: int,
    part: int,
    reader: Reader,
    *,
    language: str,
) -> str:
    """Return the URL of the screen's live stream. `language`: as in `turns_page`."""
    shown = name, str(number), str(part), language
    return renewed_screens.live_url(NAME, tournament, *shown, reader=reader)


def register() -> None:
    """Register the rotation with the live stream."""
    renewed_screens.register(NAME, _render)


def _render(
    tournament: Tournament,
    name: str,
    number: str = "0",
    part: str = "0",
    language: str = "",
) -> str:
    try:
        page = turns_page(tournament, name, int(number), int(part), language=language)
    except screen_views_and_announcements.NoScreen:
        sentence = _("This screen was removed. Open another one.")
        return renewed_screens.nothing(sentence)
    except PublicPageNotFound as gone:
        return renewed_screens.nothing(str(gone))
    return render_to_string(TEMPLATE, page)


def _announcement(shown: Screen) -> Context:
    """Return the screen's announcement; without one, the announcement for all
    screens.
    """
    source = shown
    if shown.slug and not screen_views_and_announcements.own_announcement(shown):
        source = screen_views_and_announcements.screen_of(shown.tournament)
    return screen_views_and_announcements.announcement_context(source)


def _turns(request: ViewRequest, chosen: dict[str, int]) -> Iterator[Turn]:
    for view, seconds in chosen.items():
        for turn in _MAKERS[view](request):
            yield replace(turn, seconds=seconds)


def _clock(request: ViewRequest) -> Iterator[Turn]:
    page = big_clock.clock_page(request.tournament) | request.announcement
    html = render_to_string(big_clock.TEMPLATE, page)
    yield Turn(CLOCK, CLOCK, html, stays=_ends(page))


def _ends(page: Context) -> bool:
    """Return whether the time of the round is over, or nearly over."""
    round_, face = page["round"], page["face"]
    if round_ is None or round_.state == RoundState.CLOSED:
        return False
    marks = round_.tournament.warning_marks
    warns = timedelta(minutes=marks[0] if marks else 0)
    is_near = face.showing == Showing.RUNNING and face.left <= warns
    return bool(is_near or face.showing == Showing.ENDED)


def _seats(request: ViewRequest) -> Iterator[Turn]:
    if not request.alone:
        round_ = seating_on_screen.round_shown(request.tournament, request.number)
        if round_ is None or round_.state not in NOT_BEGUN:
            return
    page = (
        seating_on_screen.seats(request.tournament, request.number)
        | request.announcement
    )
    parts = page["parts"]
    shown = parts[min(request.part, len(parts)) - 1 :][:1] if request.part else parts
    for part in shown or ([None] if request.alone else []):
        html = render_to_string(seating_on_screen.TEMPLATE, page | {"part": part})
        key = f"{SEATS}-{part.number if part else 0}"
        yield Turn(key, SEATS, html, label=part.label if part else "")


def _standings(request: ViewRequest) -> Iterator[Turn]:
    yield from _standing(
        STANDINGS, standings_on_screen.standings(request.tournament), request
    )


def _leaders(request: ViewRequest) -> Iterator[Turn]:
    yield from _standing(
        LEADERS, standings_on_screen.leaders(request.tournament), request
    )


def _standing(view: str, shown: Context, request: ViewRequest) -> Iterator[Turn]:
    page = shown | request.announcement
    for part in page["parts"] or ([None] if request.alone or page["told"] else []):
        html = render_to_string("hall/_standings.html", page | {"part": part})
        yield Turn(f"{view}-{part.number if part else 0}", view, html)


def _hands(request: ViewRequest) -> Iterator[Turn]:
    page = latest_hands(request.tournament) | request.announcement
    if request.alone or page["hands"].latest or page["hands"].best:
        yield Turn(HANDS, HANDS, render_to_string("hall/_hands.html", page))


_MAKERS: dict[str, Callable[[ViewRequest], Iterator[Turn]]] = {
    CLOCK: _clock,
    SEATS: _seats,
    STANDINGS: _standings,
    LEADERS: _leaders,
    HANDS: _hands,
}
