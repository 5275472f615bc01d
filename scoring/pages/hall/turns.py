"""What a screen of the hall shows in turn: the clock, the seats, the standings, the
latest hands. A screen may show one of them alone; what takes several screens takes as
many turns. Further screens have turns of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.template.loader import render_to_string
from django.utils import timezone

from scoring.pages.hall import big_clock, latest_hands, screen, wall_standings
from tournaments.access.stream_readers import Reader, hall_mark
from tournaments.events.setup import screen_setup
from tournaments.live import stream
from tournaments.live.topics import Kind, kinds
from tournaments.models import NOT_BEGUN, HallView, RoundState, Tournament
from tournaments.models.hall_screens import USUAL_SECONDS
from tournaments.rounds.clock_face import Showing
from tournaments.web.untyped_values import Context

NAME = "hall_turns"
TEMPLATE = "hall/_turns.html"

CLOCK, SEATS = HallView.CLOCK.value, HallView.SEATS.value
STANDINGS, HANDS = HallView.STANDINGS.value, HallView.HANDS.value

#: The name of the screen on which the views take turns; of a further screen, with its
#: address behind a colon.
ROTATION = "rotation"


@dataclass(frozen=True)
class Turn:
    """What is shown for some seconds. `key` names it; `stays`: nothing else is shown
    for as long as it does."""

    key: str
    view: str
    html: str
    seconds: int = USUAL_SECONDS
    stays: bool = False


def turns_page(tournament: Tournament, name: str) -> Context:
    """The turns of a screen: of one view by its name, or of those that rotate, of
    which there is always one. Raises NoScreen."""
    alone = name in HallView.values
    shown = screen_setup.screen_of(tournament, name.partition(":")[2])
    chosen = {name: USUAL_SECONDS} if alone else screen_setup.turns_of(shown)
    said = screen_setup.own_announcement(shown)
    own: Context = {"announcement": said} if said and shown.slug else {}
    turns = list(_turns(tournament, chosen, own, alone=alone))
    if not turns:
        turns = list(_turns(tournament, {CLOCK: USUAL_SECONDS}, own, alone=True))
    return {
        "tournament": tournament,
        "screen": shown,
        "turns": turns,
        "now": timezone.now(),
    }


def of_screen(slug: str) -> str:
    """The name under which a further screen is shown; "": that of the hall's link."""
    return f"{ROTATION}:{slug}" if slug else ROTATION


def turn_at(turns: Sequence[Turn], number: int) -> int:
    """The place among the turns of the one that is shown, if the `number`th is due."""
    staying = next((at for at, turn in enumerate(turns) if turn.stays), None)
    return number % len(turns) if staying is None else staying


def live_url(tournament: Tournament, name: str, reader: Reader) -> str:
    """The stream that renews the screen until the key is renewed."""
    mark = hall_mark(tournament.hall_key)
    return stream.url(NAME, tournament, mark, name, reader=reader)


def register() -> None:
    """Tell the live stream how to render the turns."""
    kinds[NAME] = Kind(_render, urgent=True)


def _render(tournament: Tournament, args: tuple[str, ...]) -> str:
    mark, name = args
    if mark != hall_mark(tournament.hall_key):
        return render_to_string(TEMPLATE, {"replaced": True, "now": timezone.now()})
    try:
        return render_to_string(TEMPLATE, turns_page(tournament, name))
    except screen_setup.NoScreen:
        return render_to_string(TEMPLATE, {"removed": True, "now": timezone.now()})


def _turns(
    tournament: Tournament, chosen: dict[str, int], own: Context, *, alone: bool
) -> Iterator[Turn]:
    """`own`: what stands in the place of what the views would say on every screen."""
    for view, seconds in chosen.items():
        for turn in _MAKERS[view](tournament, own, alone):
            yield Turn(turn.key, turn.view, turn.html, seconds, turn.stays)


def _clock(tournament: Tournament, own: Context, _alone: bool) -> Iterator[Turn]:
    page = big_clock.clock_page(tournament) | own
    html = render_to_string(big_clock.TEMPLATE, page)
    yield Turn(CLOCK, CLOCK, html, stays=_ends(page))


def _ends(page: Context) -> bool:
    """Whether the time of the round is nearly up or over."""
    round_, face = page["round"], page["face"]
    if round_ is None or round_.state == RoundState.CLOSED:
        return False
    marks = round_.tournament.warning_marks
    warns = timedelta(minutes=marks[0] if marks else 0)
    is_near = face.showing == Showing.RUNNING and face.left <= warns
    return bool(is_near or face.showing == Showing.ENDED)


def _seats(tournament: Tournament, own: Context, alone: bool) -> Iterator[Turn]:
    if not alone and not tournament.rounds.filter(state__in=_LOOKED_FOR).exists():
        return
    page = screen.seats(tournament) | own
    for part in page["parts"]:
        html = render_to_string(screen.TEMPLATE, page | {"part": part})
        yield Turn(f"{SEATS}-{part.number}", SEATS, html)


def _standings(tournament: Tournament, own: Context, alone: bool) -> Iterator[Turn]:
    page = wall_standings.standings(tournament) | own
    for part in page["parts"] or ([None] if alone or page["told"] else []):
        html = render_to_string("hall/_standings.html", page | {"part": part})
        yield Turn(f"{STANDINGS}-{part.number if part else 0}", STANDINGS, html)


def _hands(tournament: Tournament, own: Context, alone: bool) -> Iterator[Turn]:
    page = latest_hands.latest_hands(tournament) | own
    if alone or page["hands"].latest or page["hands"].best:
        yield Turn(HANDS, HANDS, render_to_string("hall/_hands.html", page))


#: The states of a round whose seats people look for.
_LOOKED_FOR = [state for state in NOT_BEGUN if state != RoundState.DRAFT]

_MAKERS: dict[str, Callable[[Tournament, Context, bool], Iterator[Turn]]] = {
    CLOCK: _clock,
    SEATS: _seats,
    STANDINGS: _standings,
    HANDS: _hands,
}
