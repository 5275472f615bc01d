"""The screens of the hall that show views in turn, or one of them alone, for those who
have the hall's link and for the helpers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.pages.hall import screen as hall
from scoring.pages.hall import turns
from scoring.pages.public_pages import NotThere
from tournaments.access import stream_readers
from tournaments.access.abilities import Ability
from tournaments.events.setup.screen_setup import NoScreen, further_screens
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest

#: Where a screen is: by the name of its address, and what that is of.
Address = Callable[..., str]


@require_safe
@cache_control(private=True, no_cache=True)
def by_key(
    request: HttpRequest,
    slug: str,
    key: str,
    shows: str = turns.ROTATION,
    screen: str = "",
) -> HttpResponse:
    """A screen for whoever has the key; `shows`: a view, or the rotation; `screen`: of
    which further screen."""
    tournament = hall.by_key(slug, key)
    stream_readers.let_in(request, stream_readers.in_hall(tournament))

    def address(name: str, *of: str) -> str:
        return reverse(f"hall:{name}_by_key", args=[slug, key, *of])

    return _show(request, tournament, _shown(shows, screen), address)


@for_helpers(Ability.SCREENS)
@require_safe
def by_account(
    request: AccountRequest,
    tournament: Tournament,
    shows: str = turns.ROTATION,
    screen: str = "",
) -> HttpResponse:
    """The same for the helpers of the tournament, who need no key."""

    def address(name: str, *of: str) -> str:
        return reverse(f"hall:{name}", args=[tournament.slug, *of])

    return _show(request, tournament, _shown(shows, screen), address)


def _shown(shows: str, screen: str) -> str:
    return turns.of_screen(screen) if screen else shows


def _show(
    request: HttpRequest, tournament: Tournament, shows: str, address: Address
) -> HttpResponse:
    """`?turn=`: which turn it is, for browsers without scripts."""
    try:
        context = turns.turns_page(tournament, shows)
    except NoScreen:
        raise NotThere(_("There is no such screen, or not any more.")) from None
    all_turns: list[turns.Turn] = context["turns"]
    asked = request.GET.get("turn", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    shown = turns.turn_at(all_turns, number)
    context |= {
        "shown": shown,
        "seconds": all_turns[shown].seconds,
        "next_turn": (shown + 1) % len(all_turns),
        "links": list(_links(tournament, address)),
        "live_url": turns.live_url(
            tournament, shows, stream_readers.reader_of(request)
        ),
    }
    return render(request, "hall/turns.html", context)


def _links(tournament: Tournament, address: Address) -> Iterator[tuple[str, str]]:
    """The other screens of the hall, with their names."""
    yield address("turns"), _("In turn")
    for screen in further_screens(tournament):
        yield address("screen", screen.slug), screen.name
    yield address("clock"), _("The clock")
    yield address("seats"), _("The seats")
    yield address("standings"), _("Standings")
    yield address("hands"), _("Latest hands")
