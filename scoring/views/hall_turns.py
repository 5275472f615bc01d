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

from scoring.pages.hall import screen, turns
from tournaments.access import stream_readers
from tournaments.access.abilities import Ability
from tournaments.models import Tournament
from tournaments.views.roles import for_helpers
from tournaments.web.requests import AccountRequest


@require_safe
@cache_control(private=True, no_cache=True)
def by_key(
    request: HttpRequest, slug: str, key: str, shows: str = turns.ROTATION
) -> HttpResponse:
    """A screen for whoever has the key; `shows`: a view, or the rotation."""
    tournament = screen.by_key(slug, key)
    stream_readers.let_in(request, stream_readers.in_hall(tournament))
    return _show(
        request,
        tournament,
        shows,
        lambda name: reverse(f"hall:{name}_by_key", args=[slug, key]),
    )


@for_helpers(Ability.SCREENS)
@require_safe
def by_account(
    request: AccountRequest, tournament: Tournament, shows: str = turns.ROTATION
) -> HttpResponse:
    """The same for the helpers of the tournament, who need no key."""
    return _show(
        request,
        tournament,
        shows,
        lambda name: reverse(f"hall:{name}", args=[tournament.slug]),
    )


def _show(
    request: HttpRequest,
    tournament: Tournament,
    shows: str,
    address: Callable[[str], str],
) -> HttpResponse:
    """`?turn=`: which turn it is, for browsers without scripts."""
    context = turns.turns_page(tournament, shows)
    all_turns: list[turns.Turn] = context["turns"]
    asked = request.GET.get("turn", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    shown = turns.turn_at(all_turns, number)
    context |= {
        "shown": shown,
        "seconds": all_turns[shown].seconds,
        "next_turn": (shown + 1) % len(all_turns),
        "links": list(_links(address)),
        "live_url": turns.live_url(
            tournament, shows, stream_readers.reader_of(request)
        ),
    }
    return render(request, "hall/turns.html", context)


def _links(address: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """The other screens of the hall, with their names."""
    yield address("turns"), _("In turn")
    yield address("clock"), _("The clock")
    yield address("seats"), _("The seats")
    yield address("standings"), _("Standings")
    yield address("hands"), _("Latest hands")
