"""Hall screens, opened with the hall link or by staff."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.hall import screen_rotation
from tournaments.access import live_access
from tournaments.access.page_access import role_in
from tournaments.access.roles_and_permissions import Ability, Can
from tournaments.director.page_roles_and_health_notice import for_helpers, for_screens
from tournaments.languages import page_language
from tournaments.models import RoundState, Tournament
from tournaments.tournament_setup.screen_views_and_announcements import (
    NoScreen,
    further_screens,
)
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import AccountRequest

#: Returns the address of a screen by URL name and arguments.
Address = Callable[..., str]


@for_screens
def by_key(
    request: HttpRequest,
    tournament: Tournament,
    shows: str = screen_rotation.ROTATION,
    screen: str = "",
) -> HttpResponse:
    """Render a screen for anyone with the hall key.

    `shows`: a view or the rotation; `screen`: address of a further screen, "" for the
    main screen.
    """
    by_key = [tournament.slug, tournament.hall_key]

    def address(name: str, *of: str) -> str:
        return reverse(f"hall:{name}_by_key", args=[*by_key, *of])

    return _show(request, tournament, _view_of(shows, screen), address)


@for_helpers(Ability.SCREENS)
@require_safe
def by_account(
    request: AccountRequest,
    tournament: Tournament,
    shows: str = screen_rotation.ROTATION,
    screen: str = "",
) -> HttpResponse:
    """Render a screen for staff, who need no hall key.

    `shows` and `screen`: as in `by_key`.
    """

    def address(name: str, *of: str) -> str:
        return reverse(f"hall:{name}", args=[tournament.slug, *of])

    return _show(request, tournament, _view_of(shows, screen), address)


def _view_of(shows: str, screen: str) -> str:
    return screen_rotation.of_screen(screen) if screen else shows


def _show(
    request: HttpRequest, tournament: Tournament, shows: str, address: Address
) -> HttpResponse:
    """Render the screen. ?turn= is the number of the turn, for browsers without
    JavaScript; ?round= is the round of the seating; ?part= is the only part of the
    seating to show; ?lang= replaces the screen's language. Raises PublicPageNotFound
    for an unknown screen.
    """
    number, part = _number(request, "round"), _number(request, "part")
    language = page_language.asked_for()
    page_language.use(language or tournament.first_language)
    try:
        context = screen_rotation.turns_page(
            tournament, shows, number, part, language=language
        )
    except NoScreen:
        raise PublicPageNotFound(
            _("This screen does not exist or was removed.")
        ) from None
    all_turns: list[screen_rotation.Turn] = context["turns"]
    shown = screen_rotation.turn_at(all_turns, _number(request, "turn"))
    page_language.use(all_turns[0].language)
    reader = live_access.reader_of(request)
    context |= {
        "shows": shows,
        "can": Can(role_in(tournament, request.user)),
        "shown": shown,
        "seconds": all_turns[shown].seconds,
        "next_turn": (shown + 1) % len(all_turns),
        "links": list(_links(tournament, address)),
        "live_url": screen_rotation.live_url(
            tournament, shows, number, part, reader, language=language
        ),
        "languages": settings.LANGUAGES if page_language.is_choice() else [],
    }
    if shows == screen_rotation.SEATS:
        context |= _choice(tournament, number, part, all_turns)
    return render(request, "hall/turns.html", context)


def _choice(
    tournament: Tournament, number: int, part: int, parts: list[screen_rotation.Turn]
) -> Context:
    """Return the context for choosing a round and a part of its seating."""
    rounds = tournament.rounds.exclude(state=RoundState.DRAFT).order_by("number")
    return {"rounds": list(rounds), "number": number, "part": part, "parts": parts}


def _number(request: HttpRequest, name: str) -> int:
    """Return the number in the query; 0 if it is missing or not a number."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _links(tournament: Tournament, address: Address) -> Iterator[tuple[str, str]]:
    """Yield the address and name of each hall page, including the current one."""
    yield address("turns"), _("Alternating pages")
    for screen in further_screens(tournament):
        yield address("screen", screen.slug), screen.name
    yield address("clock"), _("Clock")
    yield address("seats"), _("Seating")
    yield address("standings"), _("Standings")
    yield address("leaders"), _("Standings (large)")
    yield address("hands"), _("Latest hands")
