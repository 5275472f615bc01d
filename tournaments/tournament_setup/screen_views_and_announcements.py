"""What the screens of the hall show: which views in turn, and what a director
announces. Every running screen hears of a change by its stream.

There is always the screen of the hall's link, whose name here is ""; a director may
add further ones, each with a name, an address and turns of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from tournaments.models import FurtherScreen, HallScreen, HallView, Tournament
from tournaments.models.hall_screens import LONGEST_NAME
from tournaments.refusals import refusal
from tournaments.web.form_fields_and_types import Context

#: More screens than a hall has walls for.
MOST_SCREENS = 20

Screen = HallScreen | FurtherScreen


class NoScreen(LookupError):
    """There is no screen of that address, or not any more."""


def further_screens(tournament: Tournament) -> list[FurtherScreen]:
    """The screens beside the one of the hall's link, the first one first."""
    return list(tournament.further_screens.all())


def further_screen(tournament: Tournament, slug: str) -> FurtherScreen:
    """A further screen by its address. Raises NoScreen."""
    found = FurtherScreen.objects.filter(tournament=tournament, slug=slug).first()
    if found is None:
        raise NoScreen
    return found


def screen_of(tournament: Tournament, slug: str = "") -> Screen:
    """A screen by its address; "": the one of the hall's link, with the usual turns,
    unsaved, if nothing was chosen for it. Raises NoScreen."""
    if not slug:
        found = HallScreen.objects.filter(tournament=tournament).first()
        return found or HallScreen(tournament=tournament)
    return further_screen(tournament, slug)


def turns_of(screen: Screen) -> dict[str, int]:
    """The seconds of each view that is shown in turn, in the order of views."""
    return _in_order(screen.turns)


def own_announcement(screen: Screen) -> str:
    """What the screen itself announces now, or ""."""
    until = screen.announced_until
    return "" if until and until <= timezone.now() else screen.announcement


def said_on(screen: Screen) -> Context:
    """What the screen itself announces now, and until when, as pages show it."""
    return {
        "announcement": own_announcement(screen),
        "announced_until": screen.announced_until,
    }


def said_to_everybody(tournament: Tournament) -> Context:
    """The same of what is announced on every screen. Once an event is finished, only
    what ends by itself: its pages stay for years."""
    screen = screen_of(tournament)
    lasts = tournament.is_finished and screen.announced_until is None
    return {} if lasts else said_on(screen)


def announcement_of(tournament: Tournament) -> str:
    """What is announced on every screen now, or ""."""
    return own_announcement(screen_of(tournament))


@transaction.atomic
def announce(
    tournament: Tournament,
    text: str,
    *,
    until: datetime | None,
    by: str,
    slug: str = "",
) -> None:
    """Show a text on the screen, instead of an earlier one, until it is taken back or
    up to a moment; on that of the hall's link: on every screen, whatever they
    announced themselves. Raises NoScreen."""
    screen = _locked(tournament, slug)
    if not slug:
        tournament.further_screens.update(announcement="", announced_until=None)
    screen.announcement, screen.announced_until = text, until
    screen.save()
    told = until.isoformat() if until else None
    tournament.record("hall_announced", by=by, text=text, until=told, **_named(screen))


@transaction.atomic
def take_back(tournament: Tournament, *, by: str, slug: str = "") -> None:
    """Show no announcement of the screen any more; without one nothing happens. Raises
    NoScreen."""
    screen = _locked(tournament, slug)
    if not screen.announcement:
        return
    text, screen.announcement, screen.announced_until = screen.announcement, "", None
    screen.save()
    kind = "hall_announcement_taken_back"
    tournament.record(kind, by=by, text=text, **_named(screen))


@transaction.atomic
def choose_turns(
    tournament: Tournament, turns: Mapping[str, int], *, by: str, slug: str = ""
) -> None:
    """Let the screen show these views in turn, each for so many seconds. Raises
    Refused if there is none; NoScreen."""
    chosen = _in_order(turns)
    if not chosen:
        raise refusal(
            "hall_shows_nothing", _("Choose at least one view for the screens.")
        )
    screen = _locked(tournament, slug)
    before, screen.turns = screen.turns, chosen
    if chosen != before:
        screen.save()
        tournament.record("hall_turns_chosen", by=by, turns=chosen, **_named(screen))


@transaction.atomic
def set_screens(
    tournament: Tournament,
    usual: Mapping[str, int],
    further: Mapping[str, Mapping[str, int]],
    *,
    by: str,
) -> None:
    """The screens of a new event: the turns of that of the hall's link, unless they are
    the usual ones, and those of further ones by their names. Raises Refused."""
    if usual:
        choose_turns(tournament, usual, by=by)
    for name, turns in further.items():
        choose_turns(
            tournament, turns, by=by, slug=add_screen(tournament, name, by=by).slug
        )


@transaction.atomic
def add_screen(tournament: Tournament, name: str, *, by: str) -> FurtherScreen:
    """A further screen, which shows at first what that of the hall's link does. Raises
    Refused if there is one of that name, or there are too many."""
    usual = _locked(tournament)
    there = further_screens(tournament)
    if len(there) >= MOST_SCREENS:
        message = _("A tournament has at most %(most)s further screens.")
        raise refusal("too_many_screens", message, "name", most=MOST_SCREENS)
    _refuse_taken(name, there)
    slug = _free_slug(name, {screen.slug for screen in there})
    screen = tournament.further_screens.create(name=name, slug=slug, turns=usual.turns)
    tournament.record("hall_screen_added", by=by, screen=name)
    return screen


@transaction.atomic
def rename_screen(tournament: Tournament, slug: str, name: str, *, by: str) -> None:
    """Call a further screen otherwise; its address stays, so that it goes on where it
    is open. Raises Refused if another one has the name; NoScreen."""
    _lock(tournament)
    screen = further_screen(tournament, slug)
    others = [each for each in further_screens(tournament) if each.slug != slug]
    _refuse_taken(name, others)
    before, screen.name = screen.name, name
    if name != before:
        screen.save()
        tournament.record("hall_screen_renamed", by=by, screen=name, before=before)


@transaction.atomic
def remove_screen(tournament: Tournament, slug: str, *, by: str) -> None:
    """Remove a further screen: where it is open it says so. Raises NoScreen."""
    _lock(tournament)
    screen = further_screen(tournament, slug)
    screen.delete()
    turns = turns_of(screen)
    tournament.record("hall_screen_removed", by=by, screen=screen.name, turns=turns)


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _locked(tournament: Tournament, slug: str = "") -> Screen:
    _lock(tournament)
    return screen_of(tournament, slug)


def _in_order(turns: Mapping[str, int]) -> dict[str, int]:
    return {view: turns[view] for view in HallView.values if turns.get(view)}


def _named(screen: Screen) -> dict[str, str]:
    """Which screen it is, for the log; nothing for that of the hall's link."""
    return {"screen": screen.name} if screen.slug else {}


def _refuse_taken(name: str, others: Collection[FurtherScreen]) -> None:
    if name.casefold() in {screen.name.casefold() for screen in others}:
        message = _("A screen named “%(name)s” already exists.")
        raise refusal("screen_exists", message, "name", name=name)


def _free_slug(name: str, taken: Collection[str]) -> str:
    stem = slugify(name)[:LONGEST_NAME] or "screen"
    counted = (f"{stem}-{count}" for count in range(2, len(taken) + 3))
    return next(slug for slug in (stem, *counted) if slug not in taken)
